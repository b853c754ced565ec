"""How landmarks are chosen, in the order in which forms show them.

To add one: write its file, and name it here.
"""

from gpstudio.core.approximations.nystrom.sampling import uniform as uniform
from gpstudio.core.approximations.nystrom.sampling.registered import SAMPLINGS, Sampling

__all__ = ["SAMPLINGS", "Sampling"]
