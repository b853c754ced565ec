"""What "similar" means: one small file a family, in the order in which forms show them.

To add one: write its file, and name it here.
"""

from gpstudio.core.kernels import matern32 as matern32
from gpstudio.core.kernels import matern52 as matern52
from gpstudio.core.kernels import rbf as rbf
from gpstudio.core.kernels import matern12 as matern12
from gpstudio.core.kernels import matern as matern
from gpstudio.core.kernels import rational_quadratic as rational_quadratic
from gpstudio.core.kernels import periodic as periodic
from gpstudio.core.kernels import cosine as cosine
from gpstudio.core.kernels import spectral_mixture as spectral_mixture
from gpstudio.core.kernels import constant as constant
from gpstudio.core.kernels import linear as linear
from gpstudio.core.kernels import random_walk as random_walk
from gpstudio.core.kernels import local_linear_trend as local_linear_trend
from gpstudio.core.kernels import polynomial as polynomial
from gpstudio.core.kernels import gibbs as gibbs
from gpstudio.core.kernels import basis as basis
from gpstudio.core.kernels import changepoint as changepoint
from gpstudio.core.kernels import modulated as modulated
from gpstudio.core.kernels import exponential as exponential
from gpstudio.core.kernels import white as white
from gpstudio.core.kernels import deep as deep
from gpstudio.core.kernels.build import build_kernel
from gpstudio.core.kernels.kernel import Kernel
from gpstudio.core.kernels.family import KERNELS, MODELS

__all__ = ["KERNELS", "MODELS", "Kernel", "build_kernel"]
