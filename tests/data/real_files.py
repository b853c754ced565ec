"""What is right for each real file, found by looking at the raw file and counting by other means.

Kept apart from the tests, which are the same for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Names: TypeAlias = str | tuple[str, ...]


@dataclass(frozen=True)
class Right:
    """How a file is to be read."""

    rows: int
    """Rows below the header; in a wide table, cells."""
    roles: dict[str, Names]
    """Role to the columns that play it; of wide tables all but the values, which are counted."""
    first: tuple[str | float, float]
    """Time and value of the first field's first reading."""
    last: tuple[str | float, float]
    series: int = 1
    layout: str = ""
    """Where it does not follow from there being a group."""
    group: str = ""
    """The first field's name."""
    aside: dict[str, int] = field(default_factory=dict)
    """A part of the reason to the count."""
    across: int = 0
    """In a wide table how many columns hold values."""
    answers: dict[str, str] = field(default_factory=dict)
    """To the questions that the file leaves open, which are these and no others."""
    told: tuple[str, ...] = ()
    """Parts of the sentence."""


def of(time: Names, value: str, group: Names = "", **others: Names) -> dict[str, Names]:
    return {"time": time, "value": value, **({"group": group} if group else {}), **others}


NDVI, DATE = "ndvi", "date"
VI_QUALITY = "MOD13Q1_006__250m_16_days_VI_Quality"

PHENOLOGY: dict[str, Right] = {
    "landsat_ndvi_flux_fields.csv": Right(
        306,
        of(DATE, NDVI, "field", sensor="sensor"),
        ("2020-01-04", 0.1837),
        ("2022-12-19", 0.2221),
        2,
        group="ALARC2_Smith6",
    ),
    "modis_ca_ns6.csv": Right(
        161,
        of("composite_date", "evi", "site", weight="weight", quality="qc_flag"),
        ("2010-01-08", 0.1531),
        ("2017-01-02", 0.1075),
        group="CA-NS6",
        told=("dates by the day of the reading",),
    ),
    "modis_mod13a1_flux_sites.csv": Right(
        2110,
        of((DATE, "composite_doy"), NDVI, "site", quality="summary_qa", place=("lat", "lon")),
        ("2000-05-03", 0.82),
        ("2018-06-15", 0.7715),
        5,
        group="AT-Neu",
        aside={
            "without a value": 5,
            "snow": 306,
            "cloudy": 294,
            "repeating another row": 4,
        },
        told=("dates by the day of the reading",),
    ),
    "modis_ndvi_matogrosso_samples.csv": Right(
        14_616,
        of(DATE, NDVI, "sample", place=("latitude", "longitude")),
        ("2013-09-14", 0.388),
        ("2014-08-29", 0.4422),
        1218,
        group="1",
    ),
    "ndvi_pine_harvest.csv": Right(
        199,
        of("year_fraction", NDVI),
        ("2000-02-17T17:26:01", 0.9),
        ("2008-09-27T12:15:16", 0.68),
        told=("decimal years",),
    ),
    "nebraska_corn_progress_ndvi.csv": Right(
        760,
        of(DATE, "ndvi_smooth", season="season"),
        ("2002-03-31", 2.3245),
        ("2021-12-12", 2.7118),
        answers={"scale": "as written"},
    ),
    "neon_modis_ndvi.csv": Right(
        6752,
        of(DATE, NDVI, ("site", "pixel"), sensor="platform", quality="vi_quality"),
        ("2000-03-21", 0.7973),
        ("2019-09-06", 0.8501),
        8,
        group="ABBY / 43_43",
        aside={"without a value": 19, "cloudy": 798, "snow": 65, "not useful": 9},
        told=("most times occur more than once within one 'site'",),
    ),
    "neon_phenocam_gcc.csv": Right(
        1111,
        of(DATE, "gcc_90", ("site", "roi"), quality="outlierflag_gcc_90"),
        ("2017-05-29", 0.41659),
        ("2020-04-07", 0.38152),
        3,
        group="ABBY / EN_1000",
        aside={"outlier": 5},
    ),
    "phenocam_ag_gcc_3day.csv": Right(
        2377,
        of(DATE, "gcc_90", "site", quality=("snow_flag", "outlierflag_gcc_90")),
        ("2008-11-06", 0.34031),
        ("2015-12-31", 0.33332),
        5,
        group="uiefmaize",
        told=("PhenoCam",),
    ),
    "sentinel2_ndvi_chile_crops.csv": Right(
        5796,
        of(DATE, NDVI, "sample", label="crop"),
        ("2021-05-03", 0.1004),
        ("2022-04-28", 0.7492),
        84,
        group="303",
    ),
    "sentinel2_ndvi_rapeseed_bulgaria.csv": Right(
        64,
        of(DATE, "ndvi_trimmed_mean", quality="n_pixels"),
        ("2017-08-04", 0.1611),
        ("2018-08-31", 0.1761),
    ),
    "wheat_ch_2022_sentinel2_points.csv": Right(
        422,
        of(DATE, NDVI, ("field", "point_id"), quality="scl"),
        ("2022-03-05", 0.2409),
        ("2022-07-25", 0.2438),
        18,
        group="Strickhof_Bramenwies / 0",
    ),
    "wheat_ch_bbch.csv": Right(
        215,
        of(DATE, "bbch", ("field", "point_id"), season="harvest_year"),
        ("2022-03-11", 14.0),
        ("2022-06-17", 71.0),
        18,
        group="Strickhof_Bramenwies / 0",
    ),
    "wheat_ch_lai_insitu.csv": Right(
        146,
        of(DATE, "lai", "field", season="harvest_year"),
        ("2022-03-11", 0.068),
        ("2022-06-17", 5.72),
        4,
        group="Strickhof_Bramenwies",
    ),
    "wheat_ch_sentinel2_lai_fields.csv": Right(
        51,
        of(DATE, "lai", "field", season="harvest_year"),
        ("2022-03-20", 0.349),
        ("2022-06-10", 3.709),
        3,
        group="Strickhof_Fluegenrain",
    ),
    "wheat_de_lai_bbch.csv": Right(
        82,
        of(DATE, "lai", "site_year", season="harvest_year"),
        ("2017-03-29", 1.644),
        ("2017-07-17", 0.762),
        8,
        group="MNI_MNI2017",
        aside={"without a value": 4},
    ),
    "wheat_tr_camera_exg.csv": Right(
        501,
        of(DATE, "exg", "site_season"),
        ("2013-11-17", 0.0173),
        ("2014-06-15", 0.0025),
        4,
        group="TR02.05_2013",
    ),
    "wheat_us_pullman_2022_winter_vi.csv": Right(
        1432,
        of((DATE, "hour"), NDVI, "plot_id", sensor="sensor"),
        ("2022-05-12T13:00:00", 0.2909),
        ("2022-07-31T13:00:00", 0.0847),
        20,
        group="WW_01_1",
    ),
    # Tables without readings over time: what they hold is asked.
    "neon_phenophase_percentiles.csv": Right(
        76,
        of("year", "est_50", "site"),
        (2017.0, 134.9),
        (2019.0, 143.4),
        2,
        group="ABBY",
        answers={"value": "est_50"},
    ),
    "wheat_us_pullman_2022_winter_heading.csv": Right(
        20,
        of("heading_date", "yield_bu_ac", "plot_id", label="variety"),
        ("2022-06-19", 94.0),
        ("2022-06-19", 94.0),
        20,
        group="WW_01_1",
        answers={"value": "yield_bu_ac"},
    ),
    "wheat_us_plains_satellite_features.csv.gz": Right(
        4371,
        of("harvest_year", "NDVI_peak", "field_id"),
        (2016.0, 0.603),
        (2016.0, 0.603),
        3614,
        group="3074",
        answers={"value": "NDVI_peak"},
        told=("gzip",),
    ),
}

REFUSED = {
    "neon_observed_phenophases.csv": "no column that looks like readings",
    "neon_phenocam_transitions.csv": "no column that looks like readings",
    "phenocam_ag_image_labels.csv": "no column that looks like readings",
    "phenocam_ag_transitions.csv": "no column that looks like readings",
    "wheat_ch_sowing_harvest.csv": "no column that looks like readings",
    "wheat_tr_stage_dates.csv": "no column that looks like readings",
    "wheat_us_plains_stage_observations.csv.gz": "no column that looks like readings",
}
"""Dates and words, but no numbers."""

COVER = "C0/cloudCoveragePercent"
TEMPERATURE = "TEMPERATURA DO AR - BULBO SECO, HORARIA (°C)"

UGLY: dict[str, Right] = {
    "gee_chart_ndvi_2015.csv": Right(
        46,
        of("system:time_start", NDVI),
        ("2015-01-01", 0.289),
        ("2015-12-27", 0.318),
        told=("Earth Engine chart",),
    ),
    "gee_chart_thousands_separator.csv": Right(
        600,
        of("system:time_start", "NDVI"),
        ("2000-02-18", 0.1807279),
        ("2026-03-06", 0.2557796),
        told=("divided by 10,000",),
    ),
    "gee_table_wide_system_index_geo.csv": Right(
        115 * 26,
        {"group": "NAME", "place": ".geo"},
        ("2001-01-01", 0.3946),
        ("2005-12-19", 0.4044582466),
        26,
        layout="wide by date",
        group="KonaSeema",
        aside={"without a value": 136},
        across=115,
        told=("Earth Engine table", "'p50' is read because 9 variables stand side by side"),
    ),
    "gee_lst_millis.csv": Right(
        120,
        of("Timestamp", "LST_Day_1km"),
        ("2021-07-02", 52.70869043058502),
        ("2021-10-29", 39.01667346532446),
    ),
    "landsat_wide_scene_columns_ALARC2_Smith6_irr_2020.csv": Right(
        44,
        {"group": "ALARC2_Smith6"},
        ("2020-01-04", 0.18367491286287782),
        ("2020-12-29", 0.08480804947978594),
        layout="wide by date",
        group="ALARC2_Smith6",
        aside={"exactly 0": 4},
        across=44,
    ),
    "landsat_wide_scene_columns_ALARC2_Smith6_irr_2021.csv": Right(
        47,
        {"group": "ALARC2_Smith6"},
        ("2021-01-14", 0.12306750729322823),
        ("2021-12-24", 0.19127294705308084),
        layout="wide by date",
        group="ALARC2_Smith6",
        aside={"exactly 0": 8},
        across=47,
    ),
    "landsat_wide_scene_columns_ALARC2_Smith6_irr_2022.csv": Right(
        75,
        {"group": "ALARC2_Smith6"},
        ("2022-01-01", 0.16646608528286944),
        ("2022-12-19", 0.2220726222308505),
        layout="wide by date",
        group="ALARC2_Smith6",
        aside={"exactly 0": 15},
        across=75,
    ),
    "eo_browser_statistics_norisk.csv": Right(
        214,
        of("C0/date", "C0/mean", quality=COVER),
        ("2016-12-05", 0.47768939025991136),
        ("2020-09-30", 0.8637882716429888),
        told=("EO Browser",),
    ),
    "copernicus_browser_rice_parcel.csv": Right(
        23,
        of("C0/date", "C0/mean", quality=("C0/sampleCount", "C0/noDataCount", COVER)),
        ("2026-06-27", 0.4589519128203392),
        ("2026-09-23", 0.2695451006293297),
        aside={"cloud": 13},
        told=("Copernicus Browser",),
    ),
    "appeears_point_sample_harv_mod13q1.csv": Right(
        1800,
        of(
            "Date",
            "MOD13Q1_006__250m_16_days_NDVI",
            "ID",
            quality=VI_QUALITY,
            place=("Latitude", "Longitude"),
        ),
        ("2011-12-19", 0.7399),
        ("2020-08-12", 0.8983),
        9,
        group="4243",
        aside={"cloudy": 186, "snow": 15},
        told=("an AppEEARS point sample",),
    ),
    "satveg_evi_decimal_comma.csv": Right(
        1102,
        of("Data", "EVI"),
        ("2000-02-18", 0.5686),
        ("2025-04-07", 0.5532),
        aside={"fill value -0.3": 12},
        told=("SATVeg", "decimal comma", "day first because 18/02/2000 occurs"),
    ),
    "inmet_hourly_2012.csv": Right(
        2880,
        of(("DATA (YYYY-MM-DD)", "HORA (UTC)"), TEMPERATURE),
        ("2012-01-01", 19.6),
        ("2012-04-29T23:00:00", 18.9),
        aside={"fill value": 25},
        answers={"value": TEMPERATURE},
        told=("INMET", "decimal comma"),
    ),
    "meteoswiss_daily_temperature.txt": Right(
        305,
        of("time", "tre200d0", "stn"),
        ("2021-10-01", 14.3),
        ("2022-08-01", 25.9),
        group="BEINS",
        told=("MeteoSwiss",),
    ),
    "dwd_hourly_temperature.txt": Right(
        5999,
        of("MESS_DATUM", "TT_TU", "STATIONS_ID"),
        ("2021-09-23", 3.9),
        ("2022-05-30T22:00:00", 7.1),
        group="1262",
        answers={"value": "TT_TU"},
        told=("DWD",),
    ),
    "two_row_header_lai.csv": Right(
        17,
        of("time", "lai median"),
        ("2022-03-20T09:26:39", 0.34910524),
        ("2022-06-10T08:16:11", 3.7086933),
    ),
    "phenocam_raw_kelloggcorn_3day.csv": Right(
        257,
        of(DATE, "gcc_90", quality=("snow_flag", "outlierflag_gcc_90", "int_flag")),
        ("2014-05-23", 0.34502),
        ("2015-12-31", 0.35315),
        aside={"without a value": 71},
        told=("PhenoCam",),
    ),
    "uav_wheat_plots_us_dates.csv": Right(
        4004,
        of("Date", "NDVI", ("Plot_ID", "Merge_id")),
        ("2018-05-22", 0.719),
        ("2018-06-06", 0.259),
        2002,
        group="18MP_0 / C1_R1",
        told=("month first because 5/22/18 occurs",),
    ),
    "landsat_samples_year_doy.csv": Right(
        1652,
        of(("doy", "year"), NDVI, "id", quality="mask"),
        ("2015-02-04", 0.04553811285293297),
        ("2019-11-05", 0.6163416111554818),
        7,
        group="0",
        aside={"without a value": 39, "flagged": 796},
        answers={"flag": "0 is good"},
    ),
    "worldbank_agricultural_land_bom.csv": Right(
        266 * 65,
        {"group": "Country Name"},
        (1961.0, 20.0),
        (2021.0, 20.0),
        258,
        layout="wide by date",
        group="Aruba",
        aside={"without a value": 1626},
        across=65,
        told=("years across the top",),
    ),
}
