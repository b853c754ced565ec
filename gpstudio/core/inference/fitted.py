"""What a road through learning hands back, whichever it was."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.members import Members
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.climbs import NO_CLIMBS, Climbs
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.solvers.solution import SolveNotes


@dataclass(frozen=True, eq=False)
class Fitted:
    """Kernel, numbers, coefficients and evidence are the mode's."""

    kernel: Kernel
    numbers: Numbers
    """The likelihood's."""
    noise: float
    """The least variance of a reading about the curve, on the curve's own scale."""
    coefficients: Floats
    """Of the mean as it is written."""
    log_evidence: float
    members: Members
    evaluations: int
    notes: SolveNotes
    design: str
    remarks: tuple[str, ...]
    approximation_error: float | None = None
    """On some rows, where the covariance is approximate."""
    climbs: Climbs = NO_CLIMBS
