"""Dating drawn curves by the rules of the curve alone, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gpstudio.core.arrays import Floats
from gpstudio.phenology.season import Season
from gpstudio.phenology.stage_sets import curve_set
from gpstudio.phenology.stages import StageDate
from gpstudio.phenology.summaries import curves_of, dated


def date_stages(
    seasons: Sequence[Season],
    draw: Callable[[Floats], Floats],
    as_of: float,
    say: Callable[[float], str],
) -> tuple[StageDate, ...]:
    """``draw`` makes the curves of one grid."""
    curves = curves_of(seasons, lambda grids: [draw(grid) for grid in grids])
    return tuple(date for drawn in curves for date in dated(drawn, curve_set, as_of, say))
