"""Seasons whose stages are known, and what the curve says of them, for tests of calibration."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from phenology.plain_wheat import PLAIN_WHEAT

from gpstudio.core.arrays import Floats
from gpstudio.phenology.calibration import CalibrationCase
from gpstudio.phenology.stage_chain import Known, date_by_template
from gpstudio.phenology.templates import CropTemplate
from gpstudio.phenology.thermal import TemperatureSeries, temperatures_from_means

DRAWS = 400
WHEAT = PLAIN_WHEAT


def day(iso: str) -> float:
    return float(np.datetime64(iso, "D").astype(np.int64))


def warm(temperature: float) -> TemperatureSeries:
    """The same temperature on every day of fifty years."""
    return temperatures_from_means(np.arange(20_000.0), np.full(20_000, temperature))


def known(
    peak: float, fall: float = np.nan, sharp: float = 1.0, seed: int = 0, **given: object
) -> Known:
    """A season by its peak and the day on which a quarter of the green is left, if it was seen."""
    random = np.random.default_rng(seed)
    measures = {
        "peak": peak + sharp * random.standard_normal(DRAWS),
        "fall(25)": fall + sharp * random.standard_normal(DRAWS),
    }
    return Known(**{"index": "NDVI", "middle": peak, "measures": measures, **given})  # type: ignore[arg-type]


def dates(template: CropTemplate, one: Known, seed: int = 1) -> dict[str, Floats]:
    random = np.random.default_rng(seed)
    found = date_by_template(template, one, DRAWS, random, str)
    return {stage.what.name: stage.dates for stage in found}


def middle(draws: Floats) -> float:
    return float(np.median(draws[np.isfinite(draws)]))


def late_headings(
    years: Sequence[int], fields: int, late: float, seed: int = 0, stage: str = "heading"
) -> list[CalibrationCase]:
    """``stage`` so many days after the peak, give or take one; peaks early in May."""
    random = np.random.default_rng(seed)
    found = []
    for year in years:
        for field in range(fields):
            peak = day(f"{year}-05-05") + random.normal(0.0, 6.0)
            one = known(peak, seed=int(random.integers(1_000)))
            seen = peak + late + random.normal(0.0, 1.0)
            found.append(CalibrationCase(f"{year} {field}", str(year), stage, seen, one))
    return found
