"""A column of quality beside each date of a wide table."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio import read_table

DAYS = ("2021-03-01", "2021-04-01", "2021-05-01", "2021-06-01")


def beside_each(tmp_path: Path, name: str, cells: list[str], without: int = -1) -> Path:
    """NDVI on four days, and a column ``name`` behind each of them, but for one day perhaps."""
    heads = ["field"]
    rows = [["A"], ["B"]]
    for place, day in enumerate(DAYS):
        beside = place != without
        heads += [f"{day}_NDVI", *([f"{day}_{name}"] if beside else [])]
        for row in rows:
            told = cells[place] if row[0] == "A" else cells[0]
            row += [f"0.{3 + place}", *([told] if beside else [])]
    path = tmp_path / "beside.csv"
    path.write_text("\n".join(",".join(row) for row in (heads, *rows)) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "cells"),
    [("cloud", ["0", "100", "0", "0"]), ("quality", ["good", "bad", "good", "good"]),
     ("SCL", ["4", "9", "4", "5"])],
)  # fmt: skip
def test_that_quality_beside_each_date_is_used(tmp_path: Path, name: str, cells: list[str]) -> None:
    table = read_table(beside_each(tmp_path, name, cells))
    assert not table.questions
    assert {s.group: s.value.tolist() for s in table.series} == {
        "A": [0.3, 0.5, 0.6], "B": [0.3, 0.4, 0.5, 0.6],
    }  # fmt: skip
    assert sum(aside.count for aside in table.set_aside) == 1
    roles = {column.name: column.role for column in table.columns}
    assert [roles[f"{day}_{name}"] for day in DAYS] == ["quality"] * 4
    told = read_table(beside_each(tmp_path, name, cells), answers={"quality": "not used"})
    assert [len(series) for series in told.series] == [4, 4]


def test_that_a_date_without_quality_is_taken_as_it_is(tmp_path: Path) -> None:
    path = beside_each(tmp_path, "cloud", ["0", "100", "0", "0"], without=2)
    assert [len(series) for series in read_table(path).series] == [3, 4]


def test_that_codes_beside_each_date_are_asked_about_once(tmp_path: Path) -> None:
    path = beside_each(tmp_path, "flag", ["0", "1", "0", "0"])
    assert [question.about for question in read_table(path).questions] == ["flag"]
    table = read_table(path, answers={"flag": "0 is good"})
    assert [len(series) for series in table.series] == [3, 4]


@pytest.mark.parametrize(
    ("name", "cells"), [("QA", ["good", "bad", "good", "good"]),
                        ("cloud", ["clear", "cloudy", "clear", "clear"])],
)  # fmt: skip
def test_that_quality_right_of_each_date_is_used(
    tmp_path: Path, name: str, cells: list[str]
) -> None:
    """Its column is called alike throughout, and stands behind the date that it is of."""
    path = tmp_path / "beside.csv"
    rows = [["field", *(head for day in DAYS for head in (day, name))]]
    rows += [[f, *(c for k in range(4) for c in (f"0.{3 + k}", cells[k]))] for f in "AB"]
    path.write_text("\n".join(",".join(row) for row in rows) + "\n", encoding="utf-8")
    table = read_table(path)
    assert not table.questions
    assert [series.value.tolist() for series in table.series] == [[0.3, 0.5, 0.6]] * 2
    assert {c.role for c in table.columns if c.name.startswith(name)} == {"quality"}


def test_that_another_column_between_dates_is_no_quality(tmp_path: Path) -> None:
    path = tmp_path / "beside.csv"
    rows = [["field", *(head for day in DAYS for head in (day, "scene"))]]
    rows += [[f, *(c for k in range(4) for c in (f"0.{3 + k}", f"S2A_{k}"))] for f in "AB"]
    path.write_text("\n".join(",".join(row) for row in rows) + "\n", encoding="utf-8")
    table = read_table(path)
    assert {c.role for c in table.columns if c.name.startswith("scene")} == {"ignored"}
    assert [len(series) for series in table.series] == [4, 4]
