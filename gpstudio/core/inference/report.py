"""How a fit was made, carried with every result."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from gpstudio.core.learning.climbs import NO_CLIMBS, Climbs

NOT_TOLD = ("climbs", "solver_residuals")
"""What only a picture can show."""


@dataclass(frozen=True)
class Report:
    kernel: str
    """With the numbers that were used."""
    noise: float
    """Variance of one reading about the curve, on its own scale; NaN where the likelihood has no
    such number."""
    mean: tuple[float, ...]
    """The estimated coefficients of the mean, on the curve's own scale."""
    approximation: str
    solver: str
    learning: str
    reason: str
    """Why ``auto`` chose so, in one sentence."""
    log_evidence: float
    readings: int
    missing: int
    evaluations: int
    jitter: float
    """What the diagonal needed to be factored, as a share of its mean."""
    iterations: int | None
    """Of an iterative solver; None for a direct one."""
    residual: float | None
    """What an iterative solver left, relative to the readings."""
    seconds: float
    covariance_error: float = 0.0
    """How far the covariance that was used may be from the kernel's, as a share of its variance:
    0 where it is exact."""
    approximation_error: float | None = None
    """Of an approximate covariance: its distance from the exact one on 1,000 rows, relative."""
    evidence_error: float = 0.0
    """Standard error of a log evidence that was probed; zero where it is exact."""
    stopped: str = ""
    """Why an iterative solver stopped."""
    design: str = ""
    """Which settings of the numbers predictions are averaged over; empty: one alone."""
    members: int = 1
    """How many they are."""
    effective_members: float = 1.0
    """How many of equal weight would be worth as much."""
    remarks: tuple[str, ...] = ()
    climbs: Climbs = NO_CLIMBS
    """The way of learning, look by look; the compiled road notes none, it can be walked again."""
    likelihood: str = ""
    """With the numbers that were used; empty in reports of earlier versions."""
    taught_by: int = 0
    """From how many fields was learnt what they have in common, by which this one is weighed; 0
    where it was fitted alone."""
    solver_residuals: tuple[float, ...] = ()
    """Of an iterative solver, after each iteration: the worst column's, relative."""

    def as_json(self) -> dict[str, Any]:
        """Without what only a picture can show; a noise that there is none of is null."""
        told = {name: held for name, held in vars(self).items() if name not in NOT_TOLD}
        return {**told, "noise": None if math.isnan(self.noise) else self.noise}
