"""Fields whose names look the same are one field, and it is told."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio import read_table
from gpstudio.data.field_names import Names, normal
from gpstudio.data.table import Table

COMPOSED, DECOMPOSED = "F\u00e9lix", "Fe\u0301lix"
WAYS = {
    "a blank behind": ("North", "North "),
    "a blank before": ("North", "  North"),
    "a blank that ends no line": ("North", "North\u00a0"),
    "such a blank inside": ("Farm A", "Farm\u00a0A"),
    "two blanks inside": ("Farm A", "Farm  A"),
    "an accent of its own": (COMPOSED, DECOMPOSED),
    "a mark without width": ("North", "No\u200brth"),
}


def read(path: Path, called: list[str], end: str = "\n", **answers: str) -> Table:
    rows = [f"{name},2021-0{1 + k // 9}-1{k % 9},0.{300 + k}" for k, name in enumerate(called)]
    path.write_bytes(end.join(["field,date,ndvi", *rows, ""]).encode())
    return read_table(path, answers=answers)


def decided(table: Table) -> list[str]:
    return [d.chosen for d in table.decisions if d.about == "names"]


@pytest.mark.parametrize("way", WAYS)
def test_that_names_that_look_the_same_are_one_field_and_told(way: str, tmp_path: Path) -> None:
    one, other = WAYS[way]
    table = read(tmp_path / "a.csv", [one, other, "South"] * 4)
    assert [series.group for series in table.series] == [normal(one), "South"]
    assert len(table.series[0]) == 8
    assert decided(table) == ["joined"]
    told = f"joined because '{normal(one)}' is written in more than one way"
    assert f"names that look the same {told}" in table.sentence


@pytest.mark.parametrize("way", WAYS)
def test_that_they_can_be_kept_apart(way: str, tmp_path: Path) -> None:
    names = [*WAYS[way], "South"]
    table = read(tmp_path / "a.csv", names * 4, names="kept apart")
    assert [series.group for series in table.series] == names
    assert decided(table) == ["kept apart"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_that_padding_and_foreign_letters_alone_tell_nothing(end: str, tmp_path: Path) -> None:
    names = ["North   ", "Höhe    ", "Félix   ", "O'Brien "]
    table = read(tmp_path / "a.csv", names * 4, end)
    assert [series.group for series in table.series] == [name.strip() for name in names]
    assert decided(table) == []


def test_that_a_name_behind_a_line_end_is_the_same(tmp_path: Path) -> None:
    """The last column of a file, whose last line may have no end."""
    rows = [f"2021-0{1 + k}-11,0.{300 + k},North" for k in range(8)]
    path = tmp_path / "a.csv"
    path.write_bytes("\r\n".join(["date,ndvi,field", *rows]).encode())
    table = read_table(path, group="field")
    assert [len(series) for series in table.series] == [8]
    assert decided(table) == []


def test_that_a_padded_word_for_nothing_names_no_field(tmp_path: Path) -> None:
    table = read(tmp_path / "a.csv", ["North   ", "NA                    ", "South   "] * 4)
    assert [series.group for series in table.series] == ["North", "South"]


def test_that_rows_of_fields_are_joined_too(tmp_path: Path) -> None:
    days = ",".join(f"2021-0{1 + k}-11" for k in range(8))
    values = ",".join(f"0.{300 + k}" for k in range(8))
    rows = [f"{name},{values}" for name in ("North", "North\u00a0", "South")]
    path = tmp_path / "a.csv"
    path.write_text("\n".join([f"field,{days}", *rows]), encoding="utf-8")
    table = read_table(path, answers={"repeated": "kept"})
    assert {s.group: len(s) for s in table.series} == {"North": 16, "South": 8}
    assert decided(table) == ["joined"]


LETTERS = st.sampled_from("ab'= \u00a0\u00e9e\u0301\u200b")
NAMES = st.lists(st.text(LETTERS), unique=True, max_size=8)


@given(NAMES)
def test_that_what_is_not_looked_at_is_as_it_looks(names: list[str]) -> None:
    """The quick look over the bytes leaves out no name that has another form."""
    odd = Names.of(names).odd()
    for place, name in enumerate(names):
        assert place in odd or normal(name) == name
        assert normal(normal(name)) == normal(name)
        assert unicodedata.is_normalized("NFC", normal(name))


def test_that_a_guard_against_spreadsheets_is_taken_off() -> None:
    assert list(Names.of(["'=a", "b", "'c"]).as_they_were()) == ["=a", "b", "'c"]
    assert list(Names.of(["'=a", "=a"]).as_they_were()) == ["'=a", "=a"]


@given(NAMES)
def test_that_names_stay_different(names: list[str]) -> None:
    found = list(Names.of(names).as_they_were())
    assert len(set(found)) == len(names)
    assert Names.of(tuple(names))[1:3] == tuple(names[1:3])
