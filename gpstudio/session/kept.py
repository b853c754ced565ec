"""Fits that are kept, so that a field's curve can be held against those before it.

A fit is large: its posterior answers any question. Of one that is not the newest any more, what
tells it from others is kept: the recipe, the figures, and its curve as it is drawn. Fields fitted
one after the other by the thousand keep the figures of the fit before alone, since nobody looked at
each: its curve is one click on its recipe away. What a person pinned stays whole, and for ever.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.session.fitting import BAND, GRID_POINTS, Fit
from gpstudio.session.overlay import Overlay
from gpstudio.session.scales import AS_GIVEN
from gpstudio.translation import tr

MOST = 30
"""Of a field, besides those that are pinned; then the oldest goes."""
MOST_BARE = 3
"""Of those without a curve: of ten thousand fields each costs 1.2 kB and 20 µs on opening."""
DIGITS = 16
UNKNOWN = math.nan
"""When a fit was made that came with an older project."""


@dataclass(frozen=True, eq=False)
class KeptCurve:
    """Mean and 95 % band of the curve, as they are drawn."""

    time: Floats
    mean: Floats
    lower: Floats
    upper: Floats

    @classmethod
    def of(cls, fit: Fit) -> KeptCurve:
        """The fit's own arrays: they cost nothing while it is there."""
        curve = fit.curve
        return cls(curve.time, curve.mean, curve.lower, curve.upper)

    def alone(self) -> KeptCurve:
        """Without more points than a screen shows, if somebody asked for a million times."""
        if len(self.time) <= GRID_POINTS:
            return self
        step = -(-len(self.time) // GRID_POINTS)
        cut = (each[::step].copy() for each in (self.time, self.mean, self.lower, self.upper))
        return KeptCurve(*cut)


@dataclass(frozen=True)
class Score:
    """How the fit foretells each reading from all the others, with its most probable numbers."""

    log_score: float
    inside: float
    """Which share of the readings lay in the 95 % band that was foretold for them."""
    told: int
    """Readings of which the others say something."""
    problem: str = ""
    """Why there is none."""


@dataclass(frozen=True, eq=False)
class KeptFit:
    group: str
    recipe: Recipe
    readings: str
    """The fingerprint of those that it was fitted to."""
    count: int
    """How many they were."""
    when: float
    """Seconds since 1970; NaN where nobody noted it."""
    kernel: str
    """With the numbers that were learnt."""
    noise: float
    log_evidence: float
    seconds: float
    curve: KeptCurve | None
    """None where the fit was one of many, and so was the one that came after it."""
    score: Score | None = None
    one_of_many: bool = False
    """Whether it came with those of other fields."""

    @classmethod
    def of(
        cls,
        fit: Fit,
        when: float = UNKNOWN,
        score: Score | None = None,
        one_of_many: bool = False,
    ) -> KeptFit:
        report, readings = fit.report, fit.basis.readings
        return cls(
            fit.series.group, fit.recipe, readings, len(fit.series), when, report.kernel,
            report.noise, report.log_evidence, report.seconds, KeptCurve.of(fit), score,
            one_of_many,
        )  # fmt: skip

    @cached_property
    def key(self) -> str:
        """The same for the same recipe on the same readings: there is one row of each."""
        text = f"{self.group}\n{_written(self.recipe)}\n{self.readings}"
        return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]

    @property
    def name(self) -> str:
        """This very fit, and not one that was made again."""
        return f"{self.key}/{self.when!r}"

    def is_of(self, fit: Fit | None) -> bool:
        """Whether it is what is kept of this fit."""
        if fit is None or self.curve is None:
            return False
        if self.curve.mean is fit.curve.mean:
            return True
        of_model = self.readings == fit.basis.readings and self.recipe == fit.recipe
        return of_model and np.array_equal(self.curve.mean, fit.curve.mean)


@dataclass(frozen=True)
class Marks:
    """What a person said of kept fits, which can be undone."""

    pinned: frozenset[str] = frozenset()
    """Keys of those that stay."""
    dropped: frozenset[str] = frozenset()
    """Names of those that are not to be seen any more."""


NO_MARKS = Marks()
Rows = tuple[KeptFit, ...]


@dataclass(frozen=True, eq=False)
class KeptFits:
    """Of all fields of one table, oldest first; results, so that undo leaves them alone."""

    rows: Overlay[Rows] = field(default_factory=Overlay)
    """By group."""
    table: object = field(default_factory=object)
    """The same for one table, whatever readings are taken out of it."""

    def of(self, group: str) -> Rows:
        return self.rows.get(group, ())

    def with_rows(self, group: str, rows: Rows) -> KeptFits:
        return replace(self, rows=self.rows.with_values({group: rows}))


def with_fit(rows: Rows, row: KeptFit, marks: Marks) -> Rows:
    """With a new fit's row on top, in place of one of the same recipe and readings."""
    rest = [each for each in rows if each.key != row.key]
    if rest and rest[-1] is rows[-1]:
        rest[-1] = _behind(rest[-1], row, marks)
    if rest:
        row = _sharing(row, rest[-1])
    return (*_bounded(rest, marks), row)


def _bounded(rows: list[KeptFit], marks: Marks) -> list[KeptFit]:
    """With room for one more."""
    loose = [each for each in rows if each.key not in marks.pinned]
    bare = [each for each in loose if each.curve is None]
    loose.sort(key=lambda each: each.name not in marks.dropped)  # what is not seen goes first
    out = loose[: max(len(loose) + 1 - MOST, 0)] + bare[: max(len(bare) - MOST_BARE, 0)]
    gone = {id(each) for each in out}
    return [each for each in rows if id(each) not in gone]


def _behind(row: KeptFit, newer: KeptFit, marks: Marks) -> KeptFit:
    """What stays of a row whose fit goes."""
    if row.curve is None:
        return row
    if row.one_of_many and newer.one_of_many and row.key not in marks.pinned:
        return replace(row, curve=None)
    return replace(row, curve=row.curve.alone())


def _sharing(row: KeptFit, before: KeptFit) -> KeptFit:
    """Times that are the same are held once."""
    curve, other = row.curve, before.curve
    if curve is None or other is None or not np.array_equal(curve.time, other.time):
        return row
    return replace(row, curve=replace(curve, time=other.time))


def scored(fit: Fit, task: Task = QUIET) -> Score:
    """How it foretells what it was not shown; why not, where that cannot be told."""
    try:
        left_out = fit.posterior.left_out(task)
    except (InputError, NotImplementedError) as problem:
        return Score(math.nan, math.nan, 0, str(problem))
    residuals = left_out.residuals[np.isfinite(left_out.residuals)]
    if not len(residuals):
        return Score(math.nan, math.nan, 0, tr("No reading can be foretold from the others."))
    inside = np.abs(residuals) <= BAND
    return Score(left_out.log_score, float(inside.mean()), len(residuals))


def best(values: Sequence[float], higher: bool) -> float:
    """NaN where fewer than two can be compared."""
    known = [value for value in values if not math.isnan(value)]
    if len(known) < 2:
        return math.nan
    return max(known) if higher else min(known)


@lru_cache(maxsize=1024)
def _written(recipe: Recipe) -> str:
    """Readings taken as given are not told: keys are older than scales."""
    told = {name: text for name, text in recipe.as_json().items() if text != AS_GIVEN}
    return json.dumps(told, sort_keys=True)
