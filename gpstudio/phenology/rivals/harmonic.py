"""HANTS: Roerink, Menenti & Verhoef (2000), International Journal of Remote Sensing 21."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, NamedTuple

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.spec import Parameter, Spec, choice, decimal, integer
from gpstudio.core.task import Task
from gpstudio.phenology.rivals.losses import NORMAL
from gpstudio.phenology.rivals.rival import (
    METHODS,
    Clean,
    Method,
    Rival,
    RivalFit,
    refuse_fewer,
    scatter,
)
from gpstudio.phenology.season import Season
from gpstudio.translation import tr

TOLERATED = 3.0
"""Robust standard deviations off the curve that are tolerated when no tolerance is named."""
SPARE = 3
"""Readings beyond the numbers that are never let go of: their degree of overdetermination."""


class Cycle(NamedTuple):
    """The harmonics of one period, and which of its readings they were fitted to."""

    numbers: Floats
    kept: Flags


@METHODS.register
@dataclass(frozen=True)
class Harmonic(Method):
    """A year at a time, as published, counted from the first reading; a year with too few
    readings takes the cycle of all."""

    harmonics: float = 3
    period: float = 365.25
    side: str = "both"
    tolerance: float | None = None
    damping: float = 0.1
    years: str = "each"

    spec: ClassVar[Spec] = Spec(
        "harmonic",
        tr("Harmonics (HANTS, Roerink 2000)"),
        tr(
            "Sines and cosines of the year; the reading farthest off is dropped and all "
            "fitted again."
        ),
        (
            integer(
                "harmonics", tr("Harmonics"), tr("Of the period, from the first up."), 3, 1, 12
            ),
            decimal(
                "period", tr("Period"), tr("Of the first harmonic, a year in days."), 365.25, 1e-6
            ),
            choice(
                "side",
                tr("Drop"),
                tr(
                    "Which readings may be dropped: on both sides, or those too low (clouds) "
                    "or high."
                ),
                {"both": tr("Both"), "low": tr("Low ones"), "high": tr("High ones")},
            ),
            Parameter(
                "tolerance",
                tr("Tolerance"),
                tr("How far off a reading may stay; three of the usual errors if left out."),
                unit="value",
            ),
            decimal(
                "damping", tr("Damping"), tr("Added to the diagonal, but not for the mean."), 0.1
            ),
            choice(
                "years",
                tr("Years"),
                tr("Each by itself, or one cycle for all."),
                {"each": tr("Each"), "all": tr("All")},
            ),
        ),
        tr("mean + Σ (a_k·cos(2π·k·t/period) + b_k·sin(2π·k·t/period)), k = 1 … harmonics"),
    )
    by_season: ClassVar[bool] = False

    def of(self, readings: Clean, season: Season | None, task: Task) -> Rival:
        count = 2 * int(self.harmonics) + 1
        refuse_fewer(self.spec, readings, count + SPARE)
        start = float(readings.time[0])
        turn = self._turns(readings.time, start)
        shared = self._cycle(readings, task)
        table = np.tile(shared.numbers, (int(turn[-1]) + 1, 1))
        kept = shared.kept.copy()
        thin = 0
        edges = np.searchsorted(turn, np.arange(len(table) + 1))
        for place, (first, last) in enumerate(pairwise(edges.tolist())):
            mine = slice(first, last)
            part = Clean(readings.time[mine], readings.value[mine], readings.weight[mine])
            if self.years == "each" and self._full(part, count):
                table[place], kept[mine] = self._cycle(part, task)
            else:
                thin += self.years == "each"

        def at(time: Floats) -> Floats:
            when = np.asarray(time, dtype=float)
            rows = np.clip(self._turns(when, start), 0, len(table) - 1)
            return np.asarray((self.basis(when) * table[rows]).sum(axis=1))

        residual = readings.value - at(readings.time)
        cycles = len(np.unique(table, axis=0))
        std = scatter(residual, readings.weight * np.where(kept, 1.0, 1e-6), cycles * count)
        words = tr(
            "{thin} of {count} years have too few readings: there it is the mean cycle.",
            thin=thin,
            count=len(table),
        )
        return Rival(self.spec.name, at, _found(shared), std, True, words if thin else "")

    def basis(self, time: Floats) -> Floats:
        """(times, numbers)"""
        angle = 2.0 * np.pi * np.asarray(time)[:, None] / self.period
        order = np.arange(1, int(self.harmonics) + 1)
        parts = [np.ones((len(time), 1)), np.cos(angle * order), np.sin(angle * order)]
        return np.concatenate(parts, axis=1)

    def _turns(self, time: Floats, start: float) -> Integers:
        return np.asarray(np.floor((time - start) / self.period), dtype=np.int64)

    def _full(self, part: Clean, count: int) -> bool:
        """Enough readings all around the cycle: none of as many arcs as harmonics is empty."""
        phase = (part.time / self.period) % 1.0
        arcs = np.unique(np.floor(phase * (2 * int(self.harmonics))))
        return len(part) >= count + SPARE and len(arcs) >= 2 * int(self.harmonics) - 1

    def _cycle(self, part: Clean, task: Task) -> Cycle:
        """Fit, drop the farthest beyond tolerance, fit again."""
        basis = self.basis(part.time)
        ridge = np.diag(np.r_[0.0, np.full(basis.shape[1] - 1, self.damping)])
        ridge += 1e-12 * len(part) * np.eye(len(ridge))
        kept = np.ones(len(part), dtype=bool)
        while True:
            task.check()
            weight = part.weight * kept
            normal = basis.T @ (weight[:, None] * basis) + ridge
            numbers = np.linalg.solve(normal, basis.T @ (weight * part.value))
            off = part.value - basis @ numbers
            off = np.where(kept, {"both": np.abs(off), "low": -off, "high": off}[self.side], 0.0)
            allowed = self._allowed(part, basis @ numbers, kept)
            far = np.flatnonzero(off > max(allowed, 0.5 * float(off.max())))
            room = int(kept.sum()) - basis.shape[1] - SPARE
            if not len(far) or room <= 0:
                return Cycle(numbers, kept)
            kept[far[np.argsort(-off[far])][:room]] = False

    def _allowed(self, part: Clean, curve: Floats, kept: Flags) -> float:
        if self.tolerance is not None:
            return self.tolerance
        usual = NORMAL * float(np.median(np.abs(part.value - curve)[kept]))
        return max(TOLERATED * usual, 1e-9 * (float(np.abs(part.value).max()) or 1.0))


def _found(cycle: Cycle) -> tuple[RivalFit, ...]:
    """Of the cycle of all years."""
    mean, *waves = (float(number) for number in cycle.numbers)
    half = len(waves) // 2
    return (
        RivalFit("mean", tr("Mean"), mean, "value"),
        *(
            RivalFit(f"amplitude{k + 1}", tr("Amplitude {number}", number=k + 1), size, "value")
            for k, size in enumerate(np.hypot(waves[:half], waves[half:]).tolist())
        ),
    )
