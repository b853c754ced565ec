"""What "similar" means: one small file a family, in the order in which forms show them.

To add one: write its file, and name it here.
"""

from gpstudio.core.kernels import matern32 as matern32
from gpstudio.core.kernels import matern52 as matern52
from gpstudio.core.kernels import rbf as rbf
from gpstudio.core.kernels import constant as constant
from gpstudio.core.kernels import white as white
from gpstudio.core.kernels.build import build_kernel
from gpstudio.core.kernels.kernel import Kernel
from gpstudio.core.kernels.registered import KERNELS

__all__ = ["KERNELS", "Kernel", "build_kernel"]
