"""Columns that say something of a field in words: crop, variety, soil."""

from __future__ import annotations

from pathlib import Path

import pytest

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
