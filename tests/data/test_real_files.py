"""Files as people have them: read right, asked about, or refused in one sentence."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError

# file: time column, value column, group column, number of series, rows in, rows used
READ = {
    "landsat_ndvi_flux_fields": ("date", "ndvi", "field", 2, 306, 306),
    "modis_ca_ns6": ("composite_date", "evi", "site", 1, 161, 161),
    "modis_mod13a1_flux_sites": ("date", "ndvi", "site", 5, 2110, 1501),
    "modis_ndvi_matogrosso_samples": ("date", "ndvi", "sample", 1218, 14616, 14616),
    "ndvi_pine_harvest": ("year_fraction", "ndvi", None, 1, 199, 199),
    "nebraska_corn_progress_ndvi": ("date", "ndvi_smooth", None, 1, 760, 760),
    "neon_modis_ndvi": ("date", "ndvi", "site", 2, 6752, 6733),
    "neon_phenocam_gcc": ("date", "gcc_90", "site", 2, 1111, 1111),
    "phenocam_ag_gcc_3day": ("date", "gcc_90", "site", 5, 2377, 2377),
    "sentinel2_ndvi_chile_crops": ("date", "ndvi", "sample", 84, 5796, 5796),
    "sentinel2_ndvi_rapeseed_bulgaria": ("date", "ndvi_trimmed_mean", None, 1, 64, 64),
    "wheat_ch_2022_sentinel2_points": ("date", "ndvi", "field", 4, 422, 422),
    "wheat_ch_bbch": ("date", "bbch", "field", 4, 215, 215),
    "wheat_ch_lai_insitu": ("date", "lai", "field", 4, 146, 146),
    "wheat_ch_sentinel2_lai_fields": ("date", "lai", "field", 3, 51, 51),
    "wheat_de_lai_bbch": ("date", "lai", "site_year", 8, 82, 78),
    "wheat_tr_camera_exg": ("date", "exg", "site_season", 4, 501, 501),
    "wheat_us_pullman_2022_winter_vi": ("date", "ndvi", "plot_id", 20, 1432, 1432),
}

# The value is not an index and not the only candidate: it is asked for, or said.
SAID = {
    "neon_observed_phenophases": "n",
    "neon_phenophase_percentiles": "est_50",
    "wheat_ch_sowing_harvest": "harvest_year",
    "wheat_us_pullman_2022_winter_heading": "yield_bu_ac",
}

NO_NUMBERS = (
    "neon_phenocam_transitions",
    "phenocam_ag_image_labels",
    "phenocam_ag_transitions",
    "wheat_tr_stage_dates",
)

# file: first time, last time, first value, last value, rows used of rows in
UGLY = {
    "gee_chart_ndvi_2015.csv": ("2015-01-01", "2015-12-27", 0.289, 0.318, 46, 46),
    "gee_chart_thousands_separator.csv": ("2000-02-18", "2026-03-06", 0.1807279, 0.2557796, 600, 600),
    "satveg_evi_decimal_comma.csv": ("2000-02-18", "2025-04-07", 0.5686, 0.5532, 1090, 1102),
    "meteoswiss_daily_temperature.txt": ("2021-10-01", "2022-08-01", 14.3, 25.9, 305, 305),
    "eo_browser_statistics_norisk.csv": (
        "2016-12-05",
        "2020-09-30",
        0.47768939025991136,
        0.8637882716429888,
        214,
        214,
    ),
    "copernicus_browser_rice_parcel.csv": (
        "2026-06-27",
        "2026-09-23",
        0.4589519143104553,
        0.2695451006293297,
        10,
        23,
    ),
    "phenocam_raw_kelloggcorn_3day.csv": ("2014-05-23", "2015-12-31", 0.34502, None, 186, 257),
    "two_row_header_lai.csv": (
        "2022-03-20T09:26:39",
        "2022-06-10T08:16:11",
        0.34910524,
        3.7086933,
        17,
        18,
    ),
    "appeears_point_sample_harv_mod13q1.csv": ("2011-12-19", None, 0.7399, None, 1599, 1800),
    "uav_wheat_plots_us_dates.csv": ("2018-05-22", "2018-06-06", 0.719, None, 4004, 4004),
    "gee_lst_millis.csv": (
        "2021-07-02",
        "2021-10-29",
        52.70869043058502,
        39.01667346532446,
        120,
        120,
    ),
}

REFUSED = {
    "gee_table_wide_system_index_geo.csv": "across the top",
    "landsat_wide_scene_columns_ALARC2_Smith6_irr_2020.csv": "across the top",
    "landsat_wide_scene_columns_ALARC2_Smith6_irr_2021.csv": "across the top",
    "landsat_wide_scene_columns_ALARC2_Smith6_irr_2022.csv": "across the top",
    "landsat_samples_year_doy.csv": "'year' and 'doy'",
    "inmet_hourly_2012.csv": "lines above the header",
    "worldbank_agricultural_land_bom.csv": "lines above the header",
}


def crop_file(shared_data: Path, name: str) -> Path:
    return shared_data / "A_phenology" / f"{name}.csv"


@pytest.mark.parametrize("name", READ)
def test_that_a_vegetation_table_is_understood_without_being_told(shared_data, name):
    time, value, group, fields, rows_in, rows_used = READ[name]
    table = read_table(crop_file(shared_data, name))
    told = ("time", "value", "group")
    role = {column.role: column.name for column in table.columns if column.role in told}
    assert role == {"time": time, "value": value} | ({"group": group} if group else {})
    assert table.questions == ()
    assert (len(table.series), table.rows_in, table.rows_used) == (fields, rows_in, rows_used)
    assert table.rows_in == table.rows_used + sum(aside.count for aside in table.set_aside)


@pytest.mark.parametrize("name", SAID)
def test_that_a_value_that_is_said_is_taken(shared_data, name):
    table = read_table(crop_file(shared_data, name), value=SAID[name])
    assert table.rows_used > 0
    assert table.series[0].value_name == SAID[name]


@pytest.mark.parametrize("name", NO_NUMBERS)
def test_that_a_table_without_readings_is_refused(shared_data, name):
    with pytest.raises(InputError, match="no column that looks like readings"):
        read_table(crop_file(shared_data, name))


def test_that_every_vegetation_table_has_an_expectation(shared_data):
    found = {path.stem for path in (shared_data / "A_phenology").glob("*.csv")}
    assert found == {*READ, *SAID, *NO_NUMBERS}


def test_that_the_bundled_field_reads_as_its_source_says(shared_data):
    table = read_table(crop_file(shared_data, "landsat_ndvi_flux_fields"))
    field = next(s for s in table.as_json()["series"] if s["group"] == "ALARC2_Smith6")
    assert field["first_time"] == "2020-01-04"
    assert field["first_value"] == 0.1837


@pytest.mark.parametrize("name", UGLY)
def test_that_an_export_found_in_the_wild_is_read_right(shared_data, name):
    first_time, last_time, first_value, last_value, used, rows_in = UGLY[name]
    table = read_table(shared_data / "D_ugly" / name)
    series = table.as_json()["series"][0]
    assert table.questions == ()
    assert series["first_time"] == first_time
    assert last_time is None or series["last_time"] == last_time
    assert first_value is None or math.isclose(series["first_value"], first_value, rel_tol=1e-12)
    assert last_value is None or series["last_value"] == last_value
    assert table.rows_in == rows_in
    assert table.rows_used == used


@pytest.mark.parametrize("name", REFUSED)
def test_that_a_layout_not_read_yet_is_refused_in_one_sentence(shared_data, name):
    with pytest.raises(InputError, match=REFUSED[name]) as caught:
        read_table(shared_data / "D_ugly" / name)
    assert "\n" not in str(caught.value)


def test_that_hourly_weather_asks_which_column_is_meant(shared_data):
    path = shared_data / "D_ugly" / "dwd_hourly_temperature.txt"
    (question,) = read_table(path).questions
    assert question.choices == ("QN_9", "TT_TU", "RF_TU")
    (series,) = read_table(path, answers={"value": "TT_TU"}).series
    assert (series.value[0], len(series)) == (3.9, 5999)


def test_that_every_export_found_in_the_wild_has_an_expectation(shared_data):
    found = {path.name for path in (shared_data / "D_ugly").iterdir()}
    assert found == {*UGLY, *REFUSED, "dwd_hourly_temperature.txt"}
