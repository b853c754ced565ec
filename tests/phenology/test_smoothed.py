"""Readings that were smoothed or interpolated before are known by their smoothness."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.smoothed import FEWEST, looks_smoothed

SHARED = Path(__file__).parents[3] / "shared" / "data" / "A_phenology"
RAW = {
    "landsat_ndvi_flux_fields.csv": (("field",), "ndvi"),
    "modis_mod13a1_flux_sites.csv": (("site",), "ndvi"),
    "modis_mod13a1_flux_sites.csv ": (("site",), "evi"),
    "neon_modis_ndvi.csv": (("site", "pixel", "platform"), "ndvi"),
    "neon_modis_ndvi.csv ": (("site", "pixel"), "ndvi_filtered"),
    "neon_phenocam_gcc.csv": (("site", "roi"), "gcc_90"),
    "phenocam_ag_gcc_3day.csv": (("site", "roi"), "gcc_90"),
    "sentinel2_ndvi_chile_crops.csv": (("sample",), "ndvi"),
    "wheat_ch_2022_sentinel2_points.csv": (("field", "point_id"), "ndvi"),
    "wheat_tr_camera_exg.csv": (("site_season",), "exg"),
    "wheat_us_pullman_2022_winter_vi.csv": (("plot_id",), "evi2"),
}
"""What ``ndvi_filtered`` was filtered by is quality: its readings are as rough as others."""
SMOOTHED = {
    "phenocam_ag_gcc_3day.csv": (("site", "roi"), "smooth_gcc_90"),
    "nebraska_corn_progress_ndvi.csv": (("season",), "ndvi_smooth"),
}


def years_of(name: str, fields: tuple[str, ...], column: str) -> Iterator[tuple[Floats, Floats]]:
    """Every field's series, and each of its years."""
    import pandas as pd

    path = SHARED / name.strip()
    if not path.exists():
        pytest.skip("the shared data are not here")
    table = pd.read_csv(path).dropna(subset=[column])
    table["day"] = table["date"].to_numpy("datetime64[D]").astype(float)
    for _, field in table.sort_values("day").groupby(list(fields)):
        day, value = field["day"].to_numpy(), field[column].to_numpy(float)
        yield day, value
        of_year = np.floor(day / 365.2425)
        for year in np.unique(of_year):
            yield day[of_year == year], value[of_year == year]


def share_of(columns: dict[str, tuple[tuple[str, ...], str]]) -> tuple[float, int]:
    found = [
        looks_smoothed(*part)
        for name, (fields, column) in columns.items()
        for part in years_of(name, fields, column)
        if len(np.unique(part[0])) >= FEWEST
    ]
    return float(np.mean(found)), len(found)


def test_that_raw_readings_are_hardly_ever_taken_for_smoothed() -> None:
    share, count = share_of(RAW)
    assert count > 500
    assert share <= 0.02


@pytest.mark.parametrize("name", SMOOTHED)
def test_that_columns_of_smoothed_readings_are_known(name: str) -> None:
    share, count = share_of({name: SMOOTHED[name]})
    assert count >= 20
    assert share >= 0.8


DAYS = np.arange(0.0, 365.0, 8.0)


def raw(seed: int) -> Floats:
    random = np.random.default_rng(seed)
    rise = random.uniform(0.3, 0.6) * np.exp(-0.5 * ((DAYS - 170.0) / 45.0) ** 2)
    return np.asarray(np.round(0.2 + rise + 0.03 * random.standard_normal(len(DAYS)), 4))


def by_lines(values: Floats) -> tuple[Floats, Floats]:
    daily = np.arange(DAYS[0], DAYS[-1] + 1.0)
    return daily, np.round(np.interp(daily, DAYS, values), 4)


def by_waves(values: Floats) -> tuple[Floats, Floats]:
    turns = 2.0 * np.pi * DAYS[:, None] * np.arange(1.0, 4.0) / 365.25
    waves = np.hstack([np.ones((len(DAYS), 1)), np.sin(turns), np.cos(turns)])
    return DAYS, np.round(waves @ np.linalg.lstsq(waves, values, rcond=None)[0], 4)


def by_penalty(values: Floats) -> tuple[Floats, Floats]:
    """Whittaker's, with λ = 10."""
    bends = np.diff(np.eye(len(DAYS)), 2, axis=0)
    return DAYS, np.round(np.linalg.solve(np.eye(len(DAYS)) + 10.0 * bends.T @ bends, values), 4)


@pytest.mark.parametrize("way", [by_lines, by_waves, by_penalty])
@pytest.mark.parametrize("seed", range(4))
def test_that_treated_readings_are_known(way, seed: int) -> None:  # type: ignore[no-untyped-def]
    values = raw(seed)
    assert not looks_smoothed(DAYS, values)
    assert looks_smoothed(*way(values))


def test_that_neither_unit_nor_order_of_a_day_matters() -> None:
    time, value = by_lines(raw(0))
    assert looks_smoothed(time, 1e4 * value)
    assert looks_smoothed(time / 365.25, value - 7.0)
    twice = np.repeat(time, 2)
    assert looks_smoothed(twice, np.repeat(value, 2) + np.tile([0.01, -0.01], len(time)))


def test_that_few_readings_and_flat_ones_tell_nothing() -> None:
    time, value = by_waves(raw(1))
    assert not looks_smoothed(time[: FEWEST - 1], value[: FEWEST - 1])
    assert not looks_smoothed(DAYS, np.full(len(DAYS), 0.5))


def test_that_slow_readings_with_few_digits_are_not_taken_for_interpolated() -> None:
    """Neighbours of an evergreen lie on a line often: a digit is longer than their way."""
    random = np.random.default_rng(3)
    slow = 0.8 + 0.02 * np.sin(DAYS / 60.0) + 0.006 * random.standard_normal(len(DAYS))
    assert not looks_smoothed(DAYS, np.round(slow, 2))


def test_that_the_step_they_are_written_in_need_not_be_found_again() -> None:
    time, value = by_lines(raw(0))
    assert looks_smoothed(time, value, 1e-4)
    assert not looks_smoothed(time, value, 0.0)
    twice, apart = np.repeat(time, 2), np.tile([0.01, -0.01], len(time))
    assert looks_smoothed(twice, np.repeat(value, 2) + apart, 0.0)  # means have a step of their own
