"""Weeks of many seasons to a map of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.season_map import MapRow
from gpstudio.session.season_map.weeks import FieldYear, weeks_of
from gpstudio.translation import tr

INPUTS = 2
POINTS = 30
ODD = 4.0
"""Usual deviations from the median by which a season's surprise makes it odd."""
NEIGHBOURS = 5
USUAL = 1.4826
"""A median of absolute deviations, as a standard deviation."""


@dataclass(frozen=True, eq=False)
class SeasonMap(Portable):
    rows: tuple[FieldYear, ...]
    places: Floats
    """(rows, 2): what matters more lies across."""
    deviations: Floats
    """How sure each place is."""
    surprise: Floats
    """Of each row: how far its readings are from what its nearest neighbours on the map are, as a
    root mean square, in deviations of a reading."""
    relevance: Floats
    """Of across and up."""
    seconds: float
    made_of: str
    """The ``mark_of_all`` fields that it was made of."""

    @cached_property
    def odd(self) -> Flags:
        """Which seasons the map does not suit: they run as no other does."""
        middle = float(np.median(self.surprise))
        usual = USUAL * float(np.median(abs(self.surprise - middle)))
        return np.asarray(self.surprise > middle + ODD * usual)

    def lines(self) -> tuple[MapRow, ...]:
        """Of ``season_map.csv``, in the order of the table."""
        found = zip(self.rows, self.places, self.deviations, self.surprise, self.odd, strict=True)
        return tuple(
            MapRow(
                row.group, row.year, float(place[0]), float(place[1]), float(std[0]),
                float(std[1]), float(surprise), tr("yes") if odd else "",
            )
            for row, place, std, surprise, odd in found
        )  # fmt: skip


def mark_of_all(fields: Sequence[Series]) -> str:
    """What tells these very fields, with these readings, from others."""
    return fingerprint(*(part for one in fields for part in (one.group, one.fingerprint)))


def laid_out(fields: Sequence[Series], seed: int = 0, task: Task = QUIET) -> SeasonMap:
    task.report(tr("Reading seasons week by week"))
    weeks = weeks_of(fields, task)
    points = min(POINTS, len(weeks.rows))
    from gpstudio.core.gplvm import GPLVM  # nobody waits for it at the start

    model = GPLVM(INPUTS, points=points, random_state=seed, noise="columns")
    model.fit(weeks.values, task=task)  # weeks of clouds are louder than others
    columns, _ = model.reconstructed(task)
    alike = columns[_neighbours(model.embedding_)].mean(axis=1)
    surprise = np.sqrt(np.nanmean((weeks.values - alike) ** 2 / model.noise_, axis=1))
    return SeasonMap(
        weeks.rows,
        model.embedding_,
        model.embedding_std_,
        surprise,
        model.relevance_,
        model.seconds_,
        mark_of_all(fields),
    )


def _neighbours(places: Floats) -> Integers:
    """Of each place, (rows, neighbours): itself is none, so that what lies alone is no judge of
    itself."""
    from scipy.spatial import cKDTree

    count = min(NEIGHBOURS + 1, len(places))
    return np.asarray(cKDTree(places).query(places, count)[1][:, 1:])
