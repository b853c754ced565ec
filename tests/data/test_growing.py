"""What grows in the fields, where a column of the table says it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpstudio.data.table import Table, read_table
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document

Read = Callable[[str], Table]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def reading(text: str) -> Table:
        path = tmp_path / "fields.csv"
        path.write_text(text, encoding="utf-8")
        return read_table(path, group="field", value="ndvi")

    return reading


def long(head: str, crops: dict[str, tuple[str, ...]]) -> str:
    lines = [f"field,date,ndvi,{head}"]
    for day in range(6):
        lines += [
            f"{name},2021-0{day + 1}-05,0.{day + 2},{said[day % len(said)]}"
            for name, said in crops.items()
        ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("head", ["crop", "Crop_Type", "Kultur", "cultivo"])
def test_that_a_column_says_what_grows(read: Read, head: str) -> None:
    crops = {"a": ("Winter  wheat",), "b": ("winter wheat", ""), "c": ("",), "d": ("rice", "soy")}
    table = read(long(head, crops))
    assert table.crops == {"a": "winter wheat", "b": "winter wheat"}
    document = OpenTable(table).apply(Document())
    assert document.facts_of("a").only_crop == "winter wheat"
    assert document.facts_of("a").crop == ""  # nothing is dated by it
    assert document.facts_of("d").only_crop == ""
    assert [one.get("crop") for one in table.as_json()["series"]][:3] == ["winter wheat"] * 2 + [
        None
    ]


@pytest.mark.parametrize("head", ["crop_water_index", "variety", "note"])
def test_that_other_columns_say_nothing_of_it(read: Read, head: str) -> None:
    assert read(long(head, {"a": ("x",), "b": ("y",)})).crops == {}


def test_that_a_crop_is_said_of_dates_across_too(read: Read) -> None:
    text = "field,crop,2021-01-05,2021-02-05,2021-03-05,2021-04-05\na,rice,0.1,0.2,0.3,0.4\n"
    table = read_table_across(text + "b,soy,0.2,0.3,0.4,0.5\n", read)
    assert table.crops == {"a": "rice", "b": "soy"}


def read_table_across(text: str, read: Read) -> Table:
    path = Path(read(long("crop", {"a": ("x",)})).path).with_name("across.csv")
    path.write_text(text, encoding="utf-8")
    return read_table(path)
