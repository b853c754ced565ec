"""Every quality column against the tables of its makers."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.data.quality.decoders import DECODERS, decoders_for, vocabulary
from gpstudio.data.quality.decoders.decoder import Decoder
from gpstudio.data.texts import bare

CLOUD, SHADOW, SNOW = "cloudy", "in the shadow", "with snow or ice"

# column, its cells, and for each the weight and how the reason begins
ROWS: dict[str, tuple[str, dict[str, tuple[float, str]]]] = {
    "MODIS SummaryQA": (
        "SummaryQA",
        {"0": (1, ""), "1.0": (0.5, ""), "2": (0, SNOW), "3": (0, CLOUD), "-1": (0, "not useful")},
    ),
    "MODIS VI Quality": (
        "MOD13Q1_006__250m_16_days_VI_Quality",
        {
            "2112.0": (1, ""),  # good, highest usefulness, low aerosol, land
            "0b0000100001001000": (1, ""),
            "2185": (0.5, ""),  # check other QA, average aerosol
            "2062": (0, CLOUD),  # most probably cloudy
            str(0b0000100001000011): (0, "not useful"),
            str(0b0000100001110101): (0, "not useful"),  # usefulness 1101
            str(0b0000110001000000): (0, CLOUD),  # mixed clouds
            str(0b0100100001000000): (0, SNOW),
            str(0b1000100001000000): (0.5, ""),  # shadow
            str(0b0000100101000001): (0.25, ""),  # marginal, beside a cloud
        },
    ),
    "AppEEARS's words": (
        "MOD13Q1_006__250m_16_days_VI_Quality_MODLAND_Description",
        {
            "VI produced with good quality": (1, ""),
            "VI produced, but check other QA": (0.5, ""),
            "Pixel produced, but most probably cloudy": (0, CLOUD),
        },
    ),
    "Sentinel-2 SCL": (
        "scl",
        {
            "0": (0, "without data"),
            "1": (0, "saturated"),
            "3": (0, SHADOW),
            "4": (1, ""),
            "5": (1, ""),
            "6": (1, ""),
            "7": (0.5, ""),
            "8": (0, CLOUD),
            "9": (0, CLOUD),
            "10": (0.5, ""),
            "11": (0, SNOW),
        },
    ),
    # The values that the Landsat 8-9 and 4-7 Collection 2 guides list.
    "Landsat QA_PIXEL": (
        "QA_PIXEL",
        {
            "1": (0, "without data"),
            "21824": (1, ""),
            "21826": (0, CLOUD),
            "21952": (1, ""),
            "22280": (0, CLOUD),
            "23888": (0, SHADOW),
            "30048": (0, SNOW),
            "54596": (0.5, ""),  # cirrus
            "5440": (1, ""),
            "5896": (0, CLOUD),
            "7440": (0, SHADOW),
            "13600": (0, SNOW),
        },
    ),
    "CFmask": (
        "cfmask",
        {"0": (1, ""), "1": (1, ""), "2": (0, SHADOW), "3": (0, SNOW), "4": (0, CLOUD)},
    ),
    "python-fmask": ("fmask", {"1": (1, ""), "2": (0, CLOUD), "3": (0, SHADOW), "4": (0, SNOW)}),
    "HLS": (
        "Fmask",
        {"64": (1, ""), "66": (0, CLOUD), "72": (0, SHADOW), "80": (0, SNOW), "68": (0.5, "")},
    ),
    "percent of cloud": (
        "C0/cloudCoveragePercent",
        {"0": (1, ""), "10": (0.5, ""), "49.9": (1 / (1 + 100 * 0.499**2), ""), "50": (0, CLOUD)},
    ),
    "share of cloud": ("cloud", {"0": (1, ""), "0.1": (0.5, ""), "1": (0, CLOUD)}),
    "clouds of a scene": (
        "CLOUDY_PIXEL_PERCENTAGE",
        {"2": (0.98, ""), "40.0": (0.6, ""), "95": (0, "in a scene")},
    ),
    "a small percentage": ("cloud_percent", {"0.5": (1 / (1 + 0.0025), ""), "1": (1 / 1.01, "")}),
    "cloud yes and no": ("cloudy", {"yes": (0, "flagged as cloud"), "no": (1, "")}),
    "PhenoCam outliers": ("outlierflag_gcc_90", {"0": (1, ""), "1.0": (0, "flagged as outliers")}),
    "PhenoCam filled in": ("int_flag", {"1": (0, "filled in")}),
    "what is valid": ("valid", {"true": (1, ""), "False": (0, "flagged as not valid")}),
    "words": (
        "qc_flag",
        {
            "good": (1, ""),
            "marginal": (0.5, ""),
            "cloud": (0, "flagged as cloud"),
            "Snow": (0, "flagged as snow"),
            "bad": (0, "flagged as bad"),
        },
    ),
    "words in Portuguese": (
        "Situação",
        {
            "limpo": (1, ""),
            "Parcialmente nublado": (0.5, ""),
            "NUBLADO": (0, "flagged as cloud"),
            "sombra de nuvem": (0, "flagged as shadow"),
        },
    ),
    "words in German": (
        "Qualität",
        {"gut": (1, ""), "bewölkt": (0, "flagged as cloud"), "Ausreißer": (0, "flagged as bad")},
    ),
    "clouds, sim and não": ("Nuvens", {"Sim": (0, "flagged as cloud"), "não": (1, "")}),
    "standard errors": (
        "ndvi_se",
        {"0.01": (1, ""), "0.02": (1, ""), "0.04": (0.25, "")},
    ),
}


def decoded(decoder: Decoder, cells: list[str]) -> list[tuple[float | None, str]]:
    """For each cell its weight, None where it means nothing, and why it is 0."""
    meanings = decoder.decode(np.array([*cells, None], dtype=object)[:-1])
    return [
        (
            None if np.isnan(weight) else float(weight),
            "".join(reason for reason, told in meanings.reasons if told[i]),
        )
        for i, weight in enumerate(meanings.weights)
    ]


@pytest.mark.parametrize("row", ROWS)
def test_that_cells_mean_what_their_makers_say(row: str) -> None:
    name, meanings = ROWS[row]
    every = [decoded(decoder, list(meanings)) for decoder in decoders_for(name)]
    told = next(found for found in every if None not in dict(found))
    for (found, why), (cell, (weight, reason)) in zip(told, meanings.items(), strict=True):
        assert found == pytest.approx(weight), cell
        assert why.startswith(reason), cell
        assert bool(why) == (weight == 0), cell


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("SummaryQA", ["0", "7"]),
        ("scl", ["12"]),
        ("scl", ["4.5"]),
        ("QA_PIXEL", ["322", "386"]),  # Collection 1: clear, and something else
        ("QA_PIXEL", ["66", "130"]),
        ("snow_flag", ["2", "3", "5"]),  # PhenoCam's codes, explained nowhere
        ("VI_Quality", ["70000"]),
        ("cloud", ["-5"]),
        ("cloud", ["250"]),
        ("quality", ["A", "B"]),
        ("mask", ["0", "1"]),
        ("flag", ["true", "false"]),
    ],
)
def test_that_unknown_codes_are_not_guessed(name: str, cells: list[str]) -> None:
    for decoder in decoders_for(name):
        assert None in [weight for weight, _ in decoded(decoder, cells)]


@pytest.mark.parametrize(
    "name",
    [
        "VNP13A1_001__500_m_16_days_pixel_reliability",
        "ndvi",
        "gcc_std",
        "image_count",
        "C0/stDev",
        "cloud_mask",
        "no_data_cloud",
        "lat",
        "id",
    ],
)
def test_that_other_columns_are_not_of_quality(name: str) -> None:
    named = [decoder.title for decoder in DECODERS if decoder.named(name)]
    assert named == ([] if name != "cloud_mask" else ["good and bad in words"])


def test_that_the_bits_agree_with_the_words_beside_them(shared_data: Path) -> None:
    """AppEEARS decodes VI Quality itself: 1,800 rows with bits and words side by side."""
    path = shared_data / "D_ugly" / "appeears_point_sample_harv_mod13q1.csv"
    whole = "MOD13Q1_006__250m_16_days_VI_Quality"
    bits = decoders_for(whole)[0]
    found: Counter[str] = Counter()
    with path.open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            ((weight, reason),) = decoded(bits, [row[whole]])
            assert decoded(bits, [row[f"{whole}_bitmask"]]) == [(weight, reason)]
            told = row[f"{whole}_MODLAND_Description"]
            cloudy = "cloudy" in told or row[f"{whole}_Mixed_Clouds_Description"] == "Yes"
            snowed = not cloudy and row[f"{whole}_Possible_snow/ice_Description"] == "Yes"
            doubts = sum(
                row[f"{whole}_{part}_Description"] == bad
                for part, bad in (
                    ("Adjacent_cloud_detected", "Yes"),
                    ("Possible_shadow", "Yes"),
                    ("Aerosol_Quantity", "High"),
                )
            )
            start = 1.0 if told == "VI produced with good quality" else 0.5
            expected = 0.0 if cloudy or snowed else start * 0.5**doubts
            assert weight == expected, row[whole]
            found[reason.split(" by ")[0]] += 1
    assert found == {"": 1599, "cloudy": 186, "with snow or ice": 15}


@pytest.mark.parametrize("name", ["cloud_free", "cloudfree", "is_cloud_free", "clear", "good"])
def test_that_what_is_free_of_cloud_is_clear(name: str) -> None:
    (decoder,) = [decoder for decoder in DECODERS if decoder.named(name)]
    assert [weight for weight, _ in decoded(decoder, ["1", "0"])] == [1.0, 0.0]


@pytest.mark.parametrize("name", ["not_valid", "no_good", "snow_free", "non_cloudy"])
def test_that_a_name_turned_round_is_not_read_the_wrong_way_round(name: str) -> None:
    assert not any(decoder.named(name) for decoder in DECODERS)


def test_that_a_word_means_one_thing_in_all_languages() -> None:
    said = [vocabulary.GOOD, vocabulary.DOUBTFUL, *vocabulary.WHY]
    counts = Counter(word for words in said for word in words)
    assert [word for word, times in counts.items() if times > 1 or word != bare(word)] == []
    assert vocabulary.YES.isdisjoint(vocabulary.NO)


@pytest.mark.parametrize("name", ["Observação", "Himmel", "remarks"])
def test_that_clouds_in_words_are_known_under_any_name(tmp_path: Path, name: str) -> None:
    """And their column names no fields, where none does."""
    rows = [f"2021-{1 + i // 28:02}-{1 + i % 28:02},0.{30 + i},klar" for i in range(50)]
    rows += [row[:10] + ",0.1,bewölkt" for row in rows[::5]]
    path = tmp_path / "sky.csv"
    path.write_text("\n".join([f"date,ndvi,{name}", *rows]))
    (series,) = read_table(path).series
    assert len(series.value) == 50
