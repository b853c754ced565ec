"""The registry of kernel families."""

from __future__ import annotations

from gpstudio.core.kernels.kernel import Family
from gpstudio.core.registry import Registry

KERNELS: Registry[type[Family]] = Registry("kernel")
