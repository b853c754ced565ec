"""The registry of kernels that have a name."""

from __future__ import annotations

from gpstudio.core.kernels.family import Registered
from gpstudio.core.registry import Registry

KERNELS: Registry[type[Registered]] = Registry("kernel")
