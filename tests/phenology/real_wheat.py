"""Real wheat with observed stages, read and fitted on the road that users take.

From ../shared/data, which is absent from a clone: callers skip then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series, iso_from_days
from gpstudio.data.table import read_table
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.stage_chain import Known
from gpstudio.phenology.stage_sets import Circumstances, known_of
from gpstudio.phenology.stages import StageDate
from gpstudio.phenology.summaries import curves_of
from gpstudio.phenology.templates import CropTemplate
from gpstudio.phenology.thermal import TemperatureSeries
from gpstudio.session.facts import Facts, Sown
from gpstudio.session.fitting import fit_series
from gpstudio.session.request import Request

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
WHEAT = DATA / "A_phenology"
DRAWS, SEED = 1_000, 0


@dataclass(frozen=True, eq=False)
class Grown:
    """One season of a field, with all that a user would know of it but the observed stages."""

    group: str
    drawn: SeasonCurves
    around: Circumstances
    stages: tuple[StageDate, ...]
    """As the road gives them, by the template without a calibration."""

    @property
    def season(self) -> str:
        return self.drawn.season.name

    def known(self, template: CropTemplate) -> Known:
        return known_of(template, self.around, self.drawn)


def day(iso: str) -> float:
    return float(np.datetime64(iso, "D").astype(np.int64))


def say(time: float) -> str:
    return iso_from_days([np.floor(time)])[0]


def series_of(name: str, value: str, group: str) -> tuple[Series, ...]:
    table = read_table(WHEAT / name, time="date", value=value, group=group)
    if table.questions:
        raise RuntimeError(f"{name} leaves a question open: {table.questions[0].text}")
    return table.series


def grown(
    series: Series,
    index: str,
    sowing: float | None = None,
    record: TemperatureSeries | None = None,
) -> Grown | None:
    """The greenest season of a series; None where it has none."""
    sown = () if sowing is None else (Sown(sowing, "wheat"),)
    facts = Facts(sowings=sown, temperatures=record)
    fit = fit_series(series, Recipe(), Request(stages="wheat", index=index), facts=facts)
    drawn = curves_of(fit.seasons, lambda grids: fit.posterior.draws_in(grids, DRAWS, SEED, QUIET))
    if not drawn:
        return None
    greenest = max(drawn, key=lambda one: float(np.median(one.heights)))
    stages = tuple(stage for stage in fit.stages if stage.season == greenest.season.name)
    return Grown(series.group, greenest, Circumstances(index, sowing, record=record), stages)


def stage_dates(
    name: str, group: str, columns: Sequence[str] | None = None
) -> Mapping[str, Mapping[str, float]]:
    """Of a wide table of ISO dates: for each group its stages' days."""
    table = pd.read_csv(WHEAT / name).set_index(group)
    table = table if columns is None else table[list(columns)]
    return {
        str(key): {str(stage): day(date) for stage, date in row.items() if isinstance(date, str)}
        for key, row in table.iterrows()
    }
