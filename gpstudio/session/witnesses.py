"""Several indices of one field: each fitted by itself, its measures witnesses of the same stages.

A further index is a further column of the same file (NDRE, GCVI, NDYI beside NDVI). What its curve
shows of a season goes into the field's facts as a day and how sure it is; dates join it by
precision, knowing that two indices of a field err alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.indices import is_turned, known_index
from gpstudio.phenology.measuring import measure_named
from gpstudio.phenology.summaries import curves_of
from gpstudio.phenology.templates import crops, load_template
from gpstudio.session.facts import NO_FACTS, Facts, Witness
from gpstudio.session.fitting import fit_series
from gpstudio.session.request import Request
from gpstudio.translation import any_of, tr

DRAWS = 400
MOSTLY = 0.5
"""A measure that fewer of the draws have is not seen."""


def also_named(text: str) -> tuple[str, str]:
    """A column, and the index in it: ``ndyi``, or ``B8_ratio=GCVI``."""
    column, _, index = text.partition("=")
    named = known_index(index or column)
    if not named:
        raise InputError(
            tr(
                "Of column {column} it is not known which index it is: write it as "
                "COLUMN=INDEX, such as {column}=GCVI.",
                column=column,
            )
        )
    return column, named.upper()


def with_witnesses(
    table: Table,
    also: tuple[str, ...],
    read: Callable[[str], Table],
    request: Request,
    recipe: Recipe,
    facts: Mapping[str, Facts],
    task: Task = QUIET,
) -> dict[str, Facts]:
    """Every field's facts, with what the further columns show; ``read`` reads the same file with
    another column of values."""
    found = dict(facts)
    if also and not request.crop:
        raise InputError(
            tr("Further indices say something of a crop's stages: choose the crop with --stages.")
        )
    for text in also:
        column, index = also_named(text)
        _check_speaks(request.crop, index)
        other = read(column).by_group
        beside = Beside(column, index, recipe, request.as_of)
        for place, series in enumerate(table.series):
            theirs = other.get(series.group)
            if theirs is not None:
                task.report(tr("fitting {column}", column=shown(column)), place / len(table.series))
                _check_days(series, theirs)
                known = found.get(series.group, NO_FACTS)
                said = tuple(beside.witnesses(theirs, task))
                found[series.group] = replace(known, witnesses=(*known.witnesses, *said))
    return found


def indices_of(crop: str) -> tuple[str, ...]:
    """Those of which the crop's template says something that is no landmark."""
    anchors = [a for stage in load_template(crop).stages for a in stage.curve if a.sd > 0.0]
    return tuple(dict.fromkeys(name for anchor in anchors for name in anchor.indices))


def _check_speaks(crop: str, index: str) -> None:
    known = indices_of(crop)
    if not known:
        raise InputError(
            tr(
                "The stages of {crop} are seen in one index alone: leave further columns out.",
                crop=crop,
            )
        )
    if index.lower() not in (name.lower() for name in known):
        raise InputError(
            tr(
                "The template of {crop} says nothing of {index}: leave the column out, or choose "
                "one of {known}.",
                crop=crop,
                index=index,
                known=any_of(known),
            )
        )


def _check_days(series: Series, beside: Series) -> None:
    """Both are read of the same field, so of the same time."""
    first, last = float(series.time[0]), float(series.time[-1])
    if not np.any((beside.time >= first) & (beside.time <= last)):
        raise InputError(
            tr(
                "Column {other} has no reading of {group} in the days of column {column}: further "
                "indices are of the same days.",
                other=shown(beside.value_name),
                group=shown(series.group) if series.group else tr("the field"),
                column=shown(series.value_name),
            )
        )


@dataclass(frozen=True)
class Beside:
    """A further column, and how its fields are fitted."""

    column: str
    index: str
    recipe: Recipe
    as_of: float | None

    def witnesses(self, series: Series, task: Task) -> Iterator[Witness]:
        """What the curve of this index shows of each of its seasons."""
        if is_turned(self.index):
            series = turned(series)
        fit = fit_series(
            series, self.recipe, Request(index=self.index, as_of=self.as_of), task=task
        )
        drawn = curves_of(
            fit.seasons, lambda grids: fit.posterior.draws_in(grids, DRAWS, self.recipe.seed, task)
        )
        for one in drawn:
            yield from self._of_season(one, float(fit.series.time[-1]))

    def _of_season(self, drawn: SeasonCurves, until: float) -> Iterator[Witness]:
        for measure in _measures(self.index):
            days = measure_named(measure).of(drawn)
            seen = days[np.isfinite(days)]
            if len(seen) > MOSTLY * len(days):
                middle, sd = float(np.median(seen)), float(np.std(seen))
                yield Witness(
                    self.index, measure, drawn.season.peak, middle, sd, self.column, until
                )


def turned(series: Series) -> Series:
    """Upside down, in decibels: a power that is written as such is above 0."""
    value = series.value
    if np.all(value > 0.0):
        value = 10.0 * np.log10(value)
    return replace(series, value=-value)


def _measures(index: str) -> dict[str, None]:
    """By which some crop is dated: another crop is chosen without another fit."""
    return dict.fromkeys(
        anchor.measure
        for crop in crops()
        for stage in load_template(crop).stages
        for anchor in stage.curve_anchors(index)
        if anchor.sd > 0.0
    )
