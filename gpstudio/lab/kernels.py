"""Kernels by the bandwidth of the thesis: σ is √2 lengths, so that exp(−r²/σ²) is the RBF."""

from __future__ import annotations

import math

from gpstudio.core.kernels import KERNELS, Kernel, build_kernel
from gpstudio.core.kernels.kernel import Scaled
from gpstudio.core.language import Call, Number
from gpstudio.core.spec import Setting


def kernel_of(name: str, sigma: float) -> Kernel:
    return build_kernel(Call(name, (Number(sigma / math.sqrt(2.0)),)))


def rbf(sigma: float, variance: float = 1.0) -> Kernel:
    """variance · exp(−r²/σ²)"""
    kernel = kernel_of("rbf", sigma)
    return kernel if variance == 1.0 else Scaled(Setting(variance), kernel)


def kernel_title(name: str) -> str:
    return KERNELS[name].spec.title
