"""Columns that say something of a field in words: crop, variety, soil."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.labelling import heading_of
from gpstudio.data.table import read_table
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("Crop", "crop"),
        ("crop_type", "crop"),
        ("Kultur", "crop"),
        ("variety", "variety"),
        ("Sorte", "variety"),
        ("soil type", "soil"),
        ("crop year", ""),
        ("notes", ""),
        ("type", ""),
    ],
)
def test_that_columns_are_known_by_their_names(name: str, heading: str) -> None:
    assert heading_of(name) == heading


def test_that_each_field_has_its_words_and_its_crop(tmp_path: Path) -> None:
    path = tmp_path / "crops.csv"
    rows = [
        f"{field};{crop};{variety};2026-03-{day:02};{0.3 + 0.01 * day:.2f}\n"
        for field, crop, variety in (("North", "Winterweizen", "Kondor"), ("South", "Raps", "-"))
        for day in range(1, 12)
    ]
    path.write_text("field;crop;variety;date;ndvi\n" + "".join(rows), encoding="utf-8")
    table = read_table(path)
    assert table.labels == {
        "North": {"crop": "Winterweizen", "variety": "Kondor"},
        "South": {"crop": "Raps"},
    }
    assert not table.remarks
    document = OpenTable(table).apply(Document())
    assert [document.facts_of(group).crop for group in ("North", "South")] == ["wheat", "canola"]
    assert document.labels == table.labels


def test_that_what_is_done_with_a_column_of_words_or_places_is_its_role(tmp_path: Path) -> None:
    path = tmp_path / "crops.csv"
    rows = [
        f"North,wheat,irrigated,52.1,9.8,2026-03-{day:02},{0.3 + 0.01 * day:.2f}\n"
        for day in range(1, 12)
    ]
    header = "field,crop,treatment,lat,lon,date,ndvi\n"
    path.write_text(header + "".join(rows), encoding="utf-8")
    table = read_table(path)
    roles = {column.name: column.role for column in table.columns}
    assert [roles[name] for name in header.strip().split(",")] == [
        "group", "label", "ignored", "place", "place", "time", "value",
    ]  # fmt: skip
    said = read_table(
        path, roles={"crop": "ignored", "treatment": "label", "lat": "ignored", "lon": "ignored"}
    )
    assert (table.labels, said.labels) == (
        {"North": {"crop": "wheat"}}, {"North": {"treatment": "irrigated"}},
    )  # fmt: skip
    assert (len(table.places), len(said.places)) == (1, 0)
    with pytest.raises(InputError, match="'treatment' tells of a place is not known"):
        read_table(path, roles={"treatment": "place"})


def test_that_a_crop_that_changes_is_told_and_not_used(tmp_path: Path) -> None:
    path = tmp_path / "rotation.csv"
    rows = [
        f"North;{'wheat' if year % 2 else 'canola'};{year}-06-01;0.5\n"
        for year in range(2015, 2024)
    ]
    path.write_text("field;crop;date;ndvi\n" + "".join(rows), encoding="utf-8")
    table = read_table(path, group="field")
    assert table.labels == {}
    assert "says 'wheat', 'canola' of 'North'" in " ".join(table.remarks)
