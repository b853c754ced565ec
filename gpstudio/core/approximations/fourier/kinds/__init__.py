"""How frequencies are drawn, in the order in which forms show them.

To add one: write its file, and name it here.
"""

from gpstudio.core.approximations.fourier.kinds import orthogonal as orthogonal
from gpstudio.core.approximations.fourier.kinds import iid as iid
from gpstudio.core.approximations.fourier.kinds import qmc as qmc
from gpstudio.core.approximations.fourier.kinds import structured as structured
from gpstudio.core.approximations.fourier.kinds.kind import KINDS, Kind

__all__ = ["KINDS", "Kind"]
