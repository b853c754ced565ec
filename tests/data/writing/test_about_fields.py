"""Labels beside the columns of a file, and the table's own name for its fields."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.form import WrittenAs
from gpstudio.data.writing.seasons import SeasonRow, seasons_sheet
from gpstudio.data.writing.sheet import Sheet, SheetColumn
from gpstudio.data.writing.write import write_sheet

from .readers import READERS, read_csv

LABELS = {
    "A": {"variety": "Kondor", "crop": "Hopfen", "quality": "loam"},
    "B": {"variety": "=evil"},
}
OWN = WrittenAs(fields="own")


def sheet_of(*rows: tuple[str | None, ...], names: str = "group crop quality") -> Sheet:
    columns = [SheetColumn(name, "text", "") for name in names.split()]
    return Sheet.of_rows("stages", columns, rows)


def test_that_labels_stand_behind_the_columns(tmp_path: Path) -> None:
    """One that is called as a column is told apart; a crop fills that column where it is empty."""
    sheet = sheet_of(("A", None, "B: gap"), ("B", "wheat", None), ("C", None, None))
    path = write_sheet(tmp_path / "stages.csv", AboutFields("plot", LABELS).beside(sheet))
    assert read_csv(path) == [
        ["group", "crop", "quality", "variety", "label quality"],
        ["A", "Hopfen", "B: gap", "Kondor", "loam"],
        ["B", "wheat", "", "'=evil", ""],
        ["C", "", "", "", ""],
    ]


@pytest.mark.parametrize(("own", "name"), [("plot", "plot"), ("", "group"), ("crop", "group")])
def test_that_fields_are_called_as_in_the_table_where_that_is_asked(
    tmp_path: Path, own: str, name: str
) -> None:
    """Scripts rely on ``group``; two columns of one name are none."""
    sheet = AboutFields(own).named(sheet_of(("A", None, None)))
    assert read_csv(write_sheet(tmp_path / "plain.csv", sheet))[0][0] == "group"
    assert read_csv(write_sheet(tmp_path / "own.csv", sheet, OWN))[0][0] == name


def test_that_about_fields_travels_as_json() -> None:
    there = AboutFields.from_json(AboutFields("plot", LABELS).as_json)
    assert (there.own_name, dict(there.labels)) == ("plot", LABELS)


def test_that_observed_days_stand_beside_the_stages_that_were_observed(tmp_path: Path) -> None:
    cells = {"peak": ("2020-06-01", 2.0, "A"), "heading": ("2020-05-20", 3.0, "B")}
    seen = {"heading": ("2020-05-18", 2.0, True)}
    rows = [
        SeasonRow("A", "2020", None, "A", None, 50.0, cells, seen),
        SeasonRow("B", "2020", None, "A", None, -1.5, cells),
    ]
    header, first, second = read_csv(write_sheet(tmp_path / "f.csv", seasons_sheet(rows)))
    assert [name for name in header if "observed" in name] == ["heading_observed"]
    told = [dict(zip(header, row, strict=True)) for row in (first, second)]
    assert [row["heading_observed"] for row in told] == ["2020-05-18", ""]
    assert [row["days_late"] for row in told] == ["50", "-1.5"]  # whole ones without a point


def test_that_columns_of_a_workbook_are_as_wide_as_what_they_hold(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    sheet = sheet_of(("A", "x" * 30, "y" * 500))
    path = write_sheet(tmp_path / "wide.xlsx", sheet, WrittenAs(kind="xlsx"))
    widths = openpyxl.load_workbook(path).active.column_dimensions
    assert [widths[letter].width for letter in "ABC"] == [10, 32, 62]
    assert READERS["xlsx"](path, WrittenAs())[1][1] == "x" * 30
