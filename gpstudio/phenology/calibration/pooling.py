"""How far an anchor is off, learnt from a few fields of a few seasons: partial pooling.

Observed day minus what the anchor said, of case j in season s and field g, is

    r_j = δ + S_s + F_g + e_j + n_j

with δ ~ N(0, σ_δ²) the offset of the place and variety that the template could not know, S, F and e
normal with σ_S, σ_F, σ_e, and n_j the known error of the landmark of that case's curve. The weather
of a season is shared by its fields, so S_s is one number for all of them: with one season seen δ
and S cannot be told apart, and another year stays as uncertain as the prior says.

The prior: all variances together are (κ sd)², with sd the template's own and κ most likely 1, so
that without any case the anchor is about what the template says; but a template can be wrong of its
own trust, and few dates that agree with each other and not with it tell. κ and the ratios of σ_S,
σ_F and σ_e to κ sd are unknown: they run over a grid, the ratios with a half-normal prior.
Everything else is conjugate, so the answer is a mixture of normals. It is told by its median and
the width of its 90 % interval: few dates leave large σ unlikely and not impossible, and a mean and
a variance would be made by those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from gpstudio.core.arrays import Floats

TRUST: Final = ((1.0, 0.8), (2.0, 0.16), (4.0, 0.04))
"""What κ may be, and how likely before any date is seen."""
RATIOS: Final = tuple(float(ratio) for ratio in np.geomspace(0.05, 1.25, 6))
"""What σ_S, σ_F and σ_e are tried as, in units of κ sd."""
USUAL: Final = 0.5
"""Standard deviation of the half-normal prior of those ratios."""
LEAST_SHARED: Final = 0.25
"""σ_δ² is what the others leave of (κ sd)², but never less than this share of it."""
REACH: Final = 1.6448536269514722
"""Standard deviations of a normal from its middle to either end of its 90 % interval."""
FAR: Final = 8.0
EXACT: Final = 1e-10
LOOSE: Final = 25.0
"""σ_δ² in units of sd² where the template says nothing of the offset."""


@dataclass(frozen=True)
class Residual:
    """Observed minus said, in days; ``noise`` is the standard deviation of the landmark itself."""

    group: str
    season: str
    days: float
    noise: float = 0.0


@dataclass(frozen=True)
class Offset:
    """A normal: what to add to an anchor, and how far to trust it then."""

    days: float
    sd: float


class Pooled:
    """The posterior of the offsets given residuals. ``scale`` is the template's own sd in days;
    ``loose``: its own number is no guess worth pooling toward.

    F and e are integrated out field by field: with A_j = 1/(σ_e² + n_j²) and, over the cases of a
    field, s = Σ A_j and c = σ_F²/(1 + σ_F² s), the inverse of their covariance is
    diag(A) − c A 1 1ᵀ A. What is left are the effects b = (δ, S), as many as there are seasons.
    """

    def __init__(
        self,
        rows: Sequence[Residual],
        scale: float,
        loose: bool = False,
        ratios: Sequence[float] = RATIOS,
    ) -> None:
        rows = sorted(rows, key=lambda row: row.group)
        self._seasons = tuple(dict.fromkeys(row.season for row in rows))
        self._groups = tuple(dict.fromkeys(row.group for row in rows))
        grid = np.array([(*t, *r) for t in TRUST for r in product(ratios, repeat=3)])
        whole, tried = (scale * grid[:, 0]) ** 2, grid[:, 2:]
        self._seasonal, self._of_field, self._scatter = whole * tried.T**2
        spent = self._seasonal + self._of_field + self._scatter
        left = np.maximum(whole - spent, LEAST_SHARED * whole)
        self._shared = np.full(len(grid), LOOSE * scale**2) if loose else left
        # even steps of the logarithm: the density of a ratio times the ratio
        likely = np.log(tried) - 0.5 * (tried / USUAL) ** 2
        self._solve(rows, np.log(grid[:, 1]) + likely.sum(axis=1))

    def another(self, group: str, season: str) -> Offset:
        """One more date of that field in that season, either of which may be new."""
        share, means, variances = self._share(season)[None, :], 0.0, self._scatter.copy()
        if season not in self._seasons:
            variances += self._seasonal
        if group in self._groups:
            # F given b is normal about c (Σ A r − Σ A uᵀ b), its variance is c
            place = self._groups.index(group)
            kept = self._kept[:, place]
            share = share - kept[:, None] * self._shares[:, place]
            means, variances = kept * self._sums[:, place], variances + kept
        else:
            variances += self._of_field
        return self._mixture(means, variances, share)

    def average(self) -> Offset:
        """The mean offset of the seasons seen, as if all their fields had been."""
        share = np.full(1 + len(self._seasons), 1.0 / max(len(self._seasons), 1))
        share[0] = 1.0
        return self._mixture(0.0, np.zeros(len(self._shared)), share[None, :])

    def _solve(self, rows: Sequence[Residual], prior: Floats) -> None:
        """The precision of b is Λ⁻¹ + Uᵀ D⁻¹ U at every point of the grid; the evidence needs
        |D + U Λ Uᵀ| = |D| |Λ| |Λ⁻¹ + Uᵀ D⁻¹ U|."""
        days = np.array([row.days for row in rows])
        noise = np.array([row.noise for row in rows])
        design = np.array([self._share(row.season) for row in rows])
        count = 1 + len(self._seasons)
        design = design.reshape(len(rows), count)
        precision = 1.0 / (self._scatter[:, None] + noise**2)
        starts = _starts([row.group for row in rows])
        summed = _by_field(precision, starts)
        self._kept = self._of_field[:, None] / (1.0 + self._of_field[:, None] * summed)
        self._sums = _by_field(precision * days, starts)
        self._shares = _by_field(precision[:, :, None] * design, starts)
        kept_shares = (self._kept[:, :, None] * self._shares).transpose(0, 2, 1)
        squares = (design[:, :, None] * design[:, None, :]).reshape(len(rows), count**2)
        inner = (precision @ squares).reshape(-1, count, count) - kept_shares @ self._shares
        effects = self._effect_variances()
        inner += np.eye(count) / effects[:, :, None]
        weighted = (precision * days) @ design - (kept_shares @ self._sums[:, :, None])[:, :, 0]
        self._covariance = np.linalg.inv(inner)
        self._means = np.einsum("gkl,gl->gk", self._covariance, weighted)
        evidence = prior - 0.5 * (
            -np.log(precision).sum(axis=1)
            + np.log1p(self._of_field[:, None] * summed).sum(axis=1)
            + np.log(effects).sum(axis=1)
            + np.linalg.slogdet(inner)[1]
            + (precision * days**2).sum(axis=1)
            - (self._kept * self._sums**2).sum(axis=1)
            - (weighted * self._means).sum(axis=1)
        )
        weights = np.exp(evidence - evidence.max())
        self._weights = weights / weights.sum()

    def _effect_variances(self) -> Floats:
        seasonal = np.repeat(self._seasonal[:, None], len(self._seasons), axis=1)
        return np.concatenate([self._shared[:, None], seasonal], axis=1)

    def _share(self, season: str) -> Floats:
        """Which of the effects (δ, S) a date of that season has."""
        return np.array([1.0, *(float(season == seen) for seen in self._seasons)])

    def _mixture(self, known: Floats | float, variances: Floats, shares: Floats) -> Offset:
        """Of what is known plus shares · b, with variances besides that of b."""
        shares = np.broadcast_to(shares, self._means.shape)
        means = np.asarray(known + np.einsum("gk,gk->g", shares, self._means))
        spread = np.einsum("gk,gkl,gl->g", shares, self._covariance, shares)
        low, middle, high = quantiles_of(
            self._weights, means, np.sqrt(variances + spread), (0.05, 0.5, 0.95)
        )
        return Offset(middle, (high - low) / (2.0 * REACH))


def quantiles_of(
    weights: Floats, means: Floats, sd: Floats, shares: Sequence[float]
) -> tuple[float, ...]:
    """Of a mixture of normals, by halving."""
    from scipy.special import ndtr

    low, high = (float(np.min(means - FAR * sd)), float(np.max(means + FAR * sd)))
    found = []
    for share in shares:
        below, above = low, high
        while above - below > EXACT * (1.0 + abs(above)):
            middle = 0.5 * (below + above)
            reached = float(weights @ ndtr((middle - means) / sd))
            below, above = (middle, above) if reached < share else (below, middle)
        found.append(0.5 * (below + above))
    return tuple(found)


def _starts(groups: Sequence[str]) -> list[int]:
    """Where the rows of each field begin; those of one field stand together."""
    return [k for k, group in enumerate(groups) if k == 0 or group != groups[k - 1]]


def _by_field(numbers: Floats, starts: list[int]) -> Floats:
    """Sums over the rows of each field: (grid, rows, …) to (grid, fields, …)."""
    if not starts:
        return numbers
    return np.asarray(np.add.reduceat(numbers, starts, axis=1))
