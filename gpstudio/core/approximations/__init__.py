"""From a kernel and inputs to an operator, in the order in which ``auto`` tries them.

To add one: write its file, and name it here.
"""

from gpstudio.core.approximations import markov as markov
from gpstudio.core.approximations import exact as exact
from gpstudio.core.approximations.nystrom import nystrom as nystrom
from gpstudio.core.approximations.inducing import inducing as inducing
from gpstudio.core.approximations.fourier import fourier as fourier
from gpstudio.core.approximations.fourier import equispaced as equispaced
from gpstudio.core.approximations.approximation import APPROXIMATIONS, Approximation

__all__ = ["APPROXIMATIONS", "Approximation"]
