"""What the columns beside the readings do to them."""

from __future__ import annotations

import numpy as np
import pytest

from .conftest import Judged, account, decision

NDVI = [0.21, 0.34, 0.5, 0.71, 0.62, 0.4]


def test_that_clouds_are_set_aside_and_doubts_weigh_less(judged: Judged) -> None:
    entries = judged(NDVI, SummaryQA=["0", "1", "3", "2", "0", "1"])
    assert account(entries) == {
        "cloudy by MODIS SummaryQA": 1,
        "with snow or ice by MODIS SummaryQA": 1,
    }
    assert entries.weight is not None
    assert entries.weight[entries.ledger.used].tolist() == [1.0, 0.5, 1.0, 0.5]
    assert decision(entries, "quality") == ("used", "")


def test_that_a_person_can_keep_them_all(judged: Judged) -> None:
    entries = judged(
        NDVI, SummaryQA=["0", "1", "3", "2", "0", "1"], answers={"quality": "not used"}
    )
    assert (account(entries), entries.weight) == ({}, None)
    assert decision(entries, "quality")[0] == "not used"


def test_that_several_columns_multiply(judged: Judged) -> None:
    entries = judged(
        NDVI, scl=["4", "7", "7", "4", "4", "9"], cloud=["0", "0.1", "0", "0.1", "0", "0"]
    )
    assert entries.weight is not None
    np.testing.assert_allclose(entries.weight[:5], [1.0, 0.25, 0.5, 0.5, 1.0], rtol=1e-15)
    assert account(entries) == {"cloudy by Sentinel-2 SCL": 1}


def test_that_columns_that_leave_hardly_a_reading_are_not_used(judged: Judged) -> None:
    values = (0.3 + 0.004 * np.arange(100)).tolist()
    entries = judged(values, scl=["9"] * 97 + ["4"] * 3)
    assert account(entries) == {}
    assert decision(entries, "quality")[0] == "not used"
    (told,) = (d for d in entries.decisions if d.about == "quality")
    assert "hardly a reading" in told.why
    obeyed = judged(values, scl=["9"] * 97 + ["4"] * 3, answers={"quality": "used"})
    assert account(obeyed) == {"cloudy by Sentinel-2 SCL": 97}


def test_that_weights_of_a_file_stand_for_its_flags(judged: Judged) -> None:
    entries = judged(
        NDVI,
        weight=["1", "0.5", "0.2", "0", "1", ""],
        qc_flag=["good", "marginal", "cloud", "cloud", "good", "good"],
        roles={"weight": "weight"},
    )
    assert account(entries) == {"with a weight of 0": 1}
    assert entries.weight is not None
    assert entries.weight.tolist() == [1.0, 0.5, 0.2, 0.0, 1.0, 1.0]
    (told,) = (d for d in entries.decisions if d.about == "quality")
    assert told.why == "'weight' holds weights in place of 'qc_flag'"


def test_that_weights_beyond_one_are_relative_to_the_largest(judged: Judged) -> None:
    entries = judged(NDVI, weight=["4", "2", "1", "4", "4", "4"], roles={"weight": "weight"})
    assert entries.weight is not None
    assert entries.weight.tolist() == [1.0, 0.5, 0.25, 1.0, 1.0, 1.0]


def test_that_a_blank_says_nothing(judged: Judged) -> None:
    entries = judged(NDVI, scl=["4", "", "NA", "9", "4", "4"])
    assert account(entries) == {"cloudy by Sentinel-2 SCL": 1}
    assert entries.weight is None


def test_that_unknown_codes_are_told_and_not_used(judged: Judged) -> None:
    entries = judged(NDVI, snow_flag=["2", "2", "3", "5", "2", "2"])
    assert account(entries) == {}
    (told,) = (d for d in entries.decisions if d.about == "quality")
    assert told.chosen == "not used"
    assert "'snow_flag'" in told.why


def test_that_a_mask_of_two_codes_is_asked_for(judged: Judged) -> None:
    mask = ["0.0", "0.0", "1.0", "1.0", "0.0", "0.0"]
    chosen, question = decision(judged(NDVI, mask=mask), "flag")
    assert (chosen, "'mask'" in question) == ("not used", True)
    entries = judged(NDVI, mask=mask, answers={"flag": "0 is good"})
    assert account(entries) == {"flagged by 'mask'": 2}
    assert decision(entries, "flag") == ("0 is good", "")
    entries = judged(NDVI, mask=mask, answers={"flag": "1 is good"})
    assert account(entries) == {"flagged by 'mask'": 4}
    entries = judged(NDVI, mask=mask, answers={"flag": "not used"})
    assert account(entries) == {}


@pytest.mark.parametrize("cells", [["1"] * 6, ["0"] * 6, ["A", "B"] * 3, list("123456")])
def test_that_a_mask_that_settles_nothing_is_not_asked_for(
    judged: Judged, cells: list[str]
) -> None:
    assert decision(judged(NDVI, mask=cells), "flag") == ("", "")


def test_that_a_mask_that_only_marks_empty_rows_is_not_asked_for(judged: Judged) -> None:
    values = [0.2, np.nan, 0.5, np.nan, 0.6, 0.7]
    entries = judged(values, mask=["0", "1", "0", "1", "0", "0"])
    assert decision(entries, "flag") == ("", "")


def test_that_half_a_field_counts_half(judged: Judged) -> None:
    entries = judged(
        NDVI,
        sampleCount=["12", "12", "12", "12", "10", "12"],
        noDataCount=["0", "6", "12", "3", "0", ""],
    )
    assert account(entries) == {"with less than a tenth of the field seen": 1}
    assert entries.weight is not None
    assert entries.weight[[0, 1, 3, 4, 5]].tolist() == [1.0, 0.5, 0.75, 1.0, 1.0]


def test_that_the_whole_of_each_field_is_its_most_pixels(judged: Judged) -> None:
    entries = judged(
        NDVI, n_pixels=["100", "50", "100", "8", "8", "4"], field_of=[0, 0, 0, 1, 1, 1]
    )
    assert entries.weight is not None
    assert entries.weight.tolist() == [1.0, 0.5, 1.0, 1.0, 1.0, 0.5]
