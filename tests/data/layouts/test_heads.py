"""Dates in the names of columns."""

from __future__ import annotations

import pytest

from gpstudio.data.layouts.heads import find_heads


def heads_of(*names: str) -> tuple[list[str], tuple[str, ...], tuple[str, ...]]:
    """Dates, words in common, variables."""
    heads = find_heads(names, range(len(names)))
    assert heads is not None
    return [head.when for head in heads.columns], heads.common, heads.variables


@pytest.mark.parametrize(
    ("name", "when"),
    [
        ("2020-01-04", "2020-01-04"),
        ("20200104", "2020-01-04"),
        ("NDVI_2020-01-04", "2020-01-04"),
        ("2020_01_04_NDVI", "2020-01-04"),
        ("X2020.01.04", "2020-01-04"),
        ("LE07_038037_20200112", "2020-01-12"),
        ("1_2_2005_01_01_1_2_2005_01_01_p50", "2005-01-01"),
        ("20200104T103421_20200104T103417_T32TMT_NDVI", "2020-01-04 10:34:21"),
        ("MOD13Q1.A2020017", "2020-017"),
        ("04.01.2020", "04/01/2020"),
        ("ndvi 4/1/20", "4/1/20"),
        ("Jan 4, 2020", "4 Jan 2020"),
        ("04Jan2020", "04 Jan 2020"),
        ("2020-01", "2020-01"),
        ("Jan 2020", "Jan 2020"),
        ("2020 June ndvi", "June 2020"),
        ("NDVI März 2020", "März 2020"),
        ("12. février 2020", "12 février 2020"),
        ("1960", "1960"),
        ("1960 [YR1960]", "1960"),
        ("X1960", "1960"),
    ],
)
def test_that_a_date_is_found_among_other_words(name, when):
    assert heads_of(name)[0] == [when]


@pytest.mark.parametrize("name", ["038037", "plot 12", "B8A", "gcc_90", "12345678901", "p50", ""])
def test_that_other_numbers_are_no_dates(name):
    assert find_heads([name], [0]) is None


def test_that_words_of_every_name_are_no_variables():
    assert heads_of("NDVI_2020-01-04", "NDVI_2020-01-20")[1:] == (("NDVI",), ("", ""))


def test_that_columns_of_one_date_are_several_variables():
    names = [f"{date}_{name}" for date in ("2020-01-04", "2020-01-20") for name in ("NDVI", "B4")]
    assert heads_of(*names)[2] == ("NDVI", "B4", "NDVI", "B4")


def test_that_scenes_of_other_satellites_and_places_are_one_variable():
    names = [
        f"{s}_{place}_2020010{d}"
        for d in (1, 2)
        for s in ("LE07", "LC08")
        for place in ("037037", "037038")
    ]
    assert set(heads_of(*names)[2]) == {""}
    assert set(heads_of("A7_2020-01-04", "C9_2020-01-12", "Q2_2020-01-20")[2]) == {""}


def test_that_running_numbers_before_the_date_are_no_variables():
    names = [f"{k}_2005_0{k}_01_{k}_2005_0{k}_01_{p}" for k in (1, 2) for p in ("p10", "p50")]
    assert heads_of(*names)[2] == ("p10", "p50", "p10", "p50")


def test_that_a_name_that_occurs_again_is_another_reading():
    assert heads_of("2020-01-04", "2020-01-04 (2)")[0] == ["2020-01-04"] * 2


def test_that_the_more_telling_way_is_preferred_to_years():
    heads = find_heads(["yield_2019", "2020-01-04", "2020-02-04", "2020-03-04"], range(4))
    assert heads is not None
    assert not heads.years_only
    assert [head.place for head in heads.columns] == [1, 2, 3]
