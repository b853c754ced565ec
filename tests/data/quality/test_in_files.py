"""Real files with columns of quality, marks and scales: what is set aside, and what weighs less."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.data.table import Table

SUMMARY, DETAILED = "MODIS SummaryQA", "MODIS VI Quality"

# file: the rows set aside by reason, as far as quality is the reason
ASIDE: dict[str, dict[str, int]] = {
    "A_phenology/modis_mod13a1_flux_sites.csv": {
        f"with snow or ice by {SUMMARY}": 306,
        f"cloudy by {SUMMARY}": 294,
    },
    "A_phenology/neon_modis_ndvi.csv": {
        f"cloudy by {DETAILED}": 798,
        f"with snow or ice by {DETAILED}": 65,
        f"not useful by {DETAILED}": 9,
    },
    "A_phenology/neon_phenocam_gcc.csv": {"flagged as outliers": 5},
    "A_phenology/phenocam_ag_gcc_3day.csv": {},
    "A_phenology/wheat_ch_2022_sentinel2_points.csv": {},
    "A_phenology/modis_ca_ns6.csv": {},
    "A_phenology/landsat_ndvi_flux_fields.csv": {},
    "D_ugly/appeears_point_sample_harv_mod13q1.csv": {
        f"cloudy by {DETAILED}": 186,
        f"with snow or ice by {DETAILED}": 15,
    },
    "D_ugly/copernicus_browser_rice_parcel.csv": {"cloudy for half or more of the field": 13},
    "D_ugly/eo_browser_statistics_norisk.csv": {},
    "D_ugly/phenocam_raw_kelloggcorn_3day.csv": {},
    "D_ugly/satveg_evi_decimal_comma.csv": {"with the fill value -0.3": 12},
    "D_ugly/landsat_wide_scene_columns_ALARC2_Smith6_irr_2020.csv": {"with exactly 0, a mask": 4},
    "D_ugly/landsat_wide_scene_columns_ALARC2_Smith6_irr_2021.csv": {"with exactly 0, a mask": 8},
    "D_ugly/landsat_wide_scene_columns_ALARC2_Smith6_irr_2022.csv": {"with exactly 0, a mask": 15},
}
_OTHER = ("without a value", "repeating another row")


def weights(table: Table) -> set[float]:
    found: set[float] = set()
    for series in table.series:
        found |= {1.0} if series.weight is None else set(np.round(series.weight, 6).tolist())
    return found


@pytest.mark.parametrize("file", ASIDE)
def test_that_what_quality_sets_aside_is_told(shared_data: Path, file: str) -> None:
    table = read_table(shared_data / file)
    assert table.questions == ()
    found = {a.reason: a.count for a in table.set_aside if a.reason not in _OTHER}
    assert found == ASIDE[file]
    assert table.rows_used == table.rows_in - sum(a.count for a in table.set_aside)
    assert sum(len(series) for series in table.series) == table.rows_used


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("A_phenology/modis_mod13a1_flux_sites.csv", {0.5, 1.0}),
        ("A_phenology/modis_ca_ns6.csv", {0.2, 0.5, 1.0}),
        ("A_phenology/wheat_ch_2022_sentinel2_points.csv", {1.0}),
        ("D_ugly/copernicus_browser_rice_parcel.csv", {1.0}),
        ("D_ugly/appeears_point_sample_harv_mod13q1.csv", {1.0, 0.5, 0.25, 0.125, 0.0625}),
    ],
)
def test_that_doubtful_readings_weigh_less(
    shared_data: Path, file: str, expected: set[float]
) -> None:
    assert weights(read_table(shared_data / file)) <= expected


def test_that_satvegs_own_filter_replaces_what_is_set_aside(shared_data: Path) -> None:
    """Its third column holds the same curve with the faults filled in."""
    path = shared_data / "D_ugly" / "satveg_evi_decimal_comma.csv"
    with path.open(encoding="utf-8-sig") as handle:
        _, *rows = csv.reader(handle)
    filled = [row for row in rows if row[1] != row[2] and row[1] == "-0,3000"]
    assert len(filled) == sum(row[1] == "-0,3000" for row in rows) == 12


def test_that_an_index_times_ten_thousand_is_brought_back(shared_data: Path) -> None:
    path = shared_data / "D_ugly" / "gee_chart_thousands_separator.csv"
    table = read_table(path)
    assert table.series[0].value[0] == 0.1807279
    assert "divided by 10,000 because" in table.sentence
    (series,) = read_table(path, answers={"scale": "as written"}).series
    assert series.value[0] == 1807.279


def test_that_a_mask_is_asked_for_and_then_obeyed(shared_data: Path) -> None:
    path = shared_data / "D_ugly" / "landsat_samples_year_doy.csv"
    (question,) = read_table(path).questions
    assert question.about == "flag"
    table = read_table(path, answers={"flag": "0 is good"})
    told = {aside.reason: aside.count for aside in table.set_aside}
    assert (table.rows_used, told["flagged by 'mask'"]) == (817, 796)


def test_that_a_column_can_be_ignored_or_given_a_role(shared_data: Path) -> None:
    path = shared_data / "D_ugly" / "copernicus_browser_rice_parcel.csv"
    cloud = "C0/cloudCoveragePercent"
    assert read_table(path, roles={cloud: "ignored"}).rows_used == 23
    table = read_table(path, answers={"quality": "not used"})
    assert table.rows_used == 23
    assert {column.name: column.role for column in table.columns}[cloud] == "quality"
