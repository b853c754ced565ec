"""How landmarks are chosen, in the order in which forms show them.

To add one: write its file, and name it here.
"""

from gpstudio.core.approximations.nystrom.sampling import rpcholesky as rpcholesky
from gpstudio.core.approximations.nystrom.sampling import recursive as recursive
from gpstudio.core.approximations.nystrom.sampling import sketch as sketch
from gpstudio.core.approximations.nystrom.sampling import ridge_leverage as ridge_leverage
from gpstudio.core.approximations.nystrom.sampling import leverage as leverage
from gpstudio.core.approximations.nystrom.sampling import kmeans as kmeans
from gpstudio.core.approximations.nystrom.sampling import column_norm as column_norm
from gpstudio.core.approximations.nystrom.sampling import uniform as uniform
from gpstudio.core.approximations.nystrom.sampling.sampling import (
    SAMPLINGS,
    Drawing,
    Sampling,
    Settled,
)

__all__ = ["SAMPLINGS", "Drawing", "Sampling", "Settled"]
