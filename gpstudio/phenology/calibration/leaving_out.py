"""How far off dates are when what is dated had no part in the calibration.

A season is left out whole, because its fields share the weather; a field is left out of its season
where others of the same season stay. Both are dated on the whole road, from the curve's draws on.
If the errors are larger than the intervals said, the intervals are widened by as much: with z the
error in standard deviations, mean over the fields of a season, n the seasons (or fields) left out,

    factor² = (4 + Σ z²) / (4 + n), never below 1,

as if four more had behaved as they should: two bad ones are no reason to despair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.anchors import CropTemplate
from gpstudio.phenology.calibration.applying import calibrated
from gpstudio.phenology.calibration.calibration import Calibration
from gpstudio.phenology.calibration.cases import Field, dated
from gpstudio.translation import tr

BENEFIT = 4.0
"""Dates that behaved as they should, to begin with."""
MOST_FIELDS = 40
"""So many fields left out, one at a time, tell enough; more would take long."""


@dataclass(frozen=True)
class Missed:
    """A date that was foretold without its own observation, and how far off it was."""

    stage: str
    season: str
    error: float
    """Foretold minus observed, in days."""
    sd: float


def without_season(
    template: CropTemplate,
    calibration: Calibration,
    fields: Sequence[Field],
    seed: int,
    task: Task = QUIET,
) -> list[Missed]:
    seasons = dict.fromkeys(field.season for field in fields)
    rests = {season: calibration.without(season=season) for season in seasons}
    found: list[Missed] = []
    for place, field in enumerate(fields):
        task.report(tr("leaving seasons out"), place / len(fields))
        task.check()
        found += _missed(template, rests[field.season], field, seed)
    return found


def without_field(
    template: CropTemplate,
    calibration: Calibration,
    fields: Sequence[Field],
    seed: int,
    task: Task = QUIET,
) -> list[Missed]:
    """Only where another field of the same season had the stage observed too."""
    step = max(1, -(-len(fields) // MOST_FIELDS))
    found: list[Missed] = []
    for place, field in enumerate(fields[::step]):
        task.report(tr("leaving fields out"), place * step / len(fields))
        task.check()
        rest = calibration.without(field.group, field.season)
        found += [
            missed
            for missed in _missed(template, rest, field, seed)
            if rest.has_seen(missed.stage, field.season)
        ]
    return found


def rmse(missed: Sequence[Missed]) -> float | None:
    """Root mean square of the errors; None where nothing could be left out."""
    if not missed:
        return None
    return float(np.sqrt(np.mean([one.error**2 for one in missed])))


def widening(missed: Iterable[Missed], by_season: bool) -> float:
    """See above; ``by_season``: the fields of a season count as one."""
    squares: dict[object, list[float]] = defaultdict(list)
    for place, one in enumerate(missed):
        squares[one.season if by_season else place].append((one.error / max(one.sd, 0.5)) ** 2)
    total = sum(float(np.mean(mine)) for mine in squares.values())
    return float(np.sqrt(max(1.0, (BENEFIT + total) / (BENEFIT + len(squares)))))


def _missed(template: CropTemplate, rest: Calibration, field: Field, seed: int) -> list[Missed]:
    if not rest.anchors:
        return []
    found = dated(calibrated(template, rest, field.group, field.season), field.known, seed)
    return [
        Missed(stage, field.season, found[stage].day - day, found[stage].sd)
        for stage, day in field.seen.items()
        if stage in found and rest.of_stage(stage)
    ]
