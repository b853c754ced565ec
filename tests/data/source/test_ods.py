"""A sheet of an OpenDocument file is read like any table, and harms nobody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from data.source.alike import ROWS, check_alike, zipped

from gpstudio import read_table
from gpstudio.core.errors import InputError

Write = Callable[[bytes], Path]
SHEETS = b"application/vnd.oasis.opendocument.spreadsheet"
STYLES = (
    '<office:automatic-styles><style:style style:name="ta1">'
    '<style:table-properties table:display="true"/></style:style><style:style style:name="ta2">'
    '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
)
SPACES = " ".join(f'xmlns:{name}="urn:{name}"' for name in "office style table text dc".split())


def cell(value: object, shown: str = "", times: int = 1) -> str:
    alike = f' table:number-columns-repeated="{times}"' if times > 1 else ""
    if value is None:
        return f"<table:table-cell{alike}/>"
    kinds = {float: "float", int: "float", bool: "boolean"}
    kind = kinds.get(type(value), "string" if isinstance(value, str) else "date")
    held = {
        "float": f' office:value="{value!r}"',
        "boolean": f' office:boolean-value="{str(value).lower()}"',
        "date": f' office:date-value="{value}"',
        "string": "",
    }[kind]
    words = escape(shown or str(value))
    return (
        f'<table:table-cell office:value-type="{kind}"{held}{alike}><text:p>{words}</text:p>'
        "</table:table-cell>"
    )


def row(*cells: str, times: int = 1) -> str:
    alike = f' table:number-rows-repeated="{times}"' if times > 1 else ""
    return f"<table:table-row{alike}>{''.join(cells)}</table:table-row>"


def sheet(*rows: str, name: str = "Daten", style: str = "ta1") -> str:
    inside = f'<table:table-column table:number-columns-repeated="3"/>{"".join(rows)}'
    return f'<table:table table:name="{name}" table:style-name="{style}">{inside}</table:table>'


def document(*sheets: str, before: str = "") -> bytes:
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>{before}<office:document-content {SPACES}>'
        f"{STYLES}<office:body><office:spreadsheet>{''.join(sheets)}</office:spreadsheet>"
        "</office:body></office:document-content>"
    )
    manifest = ("META-INF/manifest.xml", b"<manifest/>")
    return zipped(("mimetype", SHEETS), ("content.xml", content.encode()), manifest)


HEADER = row(*map(cell, ("field", "date", "ndvi")))
TABLE = sheet(
    HEADER,
    *(row(cell(f), cell(day, f"{day:%d.%m.%y}"), cell(v, "0,5"), cell(None, times=16_381))
      for f, day, v in ROWS),
    row(cell(None, times=16_384), times=1_048_000),
)  # fmt: skip


@pytest.fixture
def written(tmp_path: Path) -> Write:
    def write(content: bytes) -> Path:
        path = tmp_path / "readings.ods"
        path.write_bytes(content)
        return path

    return write


def test_that_a_sheet_is_read_to_the_last_digit(written: Write) -> None:
    """By its values, not as it shows them; a million empty rows below are none."""
    check_alike(read_table(written(document(TABLE))))


def test_that_hidden_sheets_notes_and_merged_cells_say_nothing(written: Write) -> None:
    note = "<office:annotation><text:p>why so low?</text:p></office:annotation>"
    noted = cell("2021-03-01").replace("<text:p>", f"{note}<text:p>", 1)
    rows = [row(cell("A"), noted, cell(0.25)), row(cell("A"), cell("2021-03-09"), cell(0.5))]
    covered = cell("gone").replace("table-cell", "covered-table-cell")
    title = row(cell("Readings of 2021"), covered, covered)
    hidden = sheet(HEADER, *rows, name="alt", style="ta2")
    table = read_table(written(document(hidden, sheet(title, HEADER, *rows))))
    assert not table.questions
    assert [series.value.tolist() for series in table.series] == [[0.25, 0.5]]


def test_that_what_repeats_is_there_as_often(written: Write) -> None:
    rows = [row(cell("A"), cell(f"2021-03-0{d}"), cell(0.1 * d, times=2)) for d in (1, 2, 3)]
    header = row(*map(cell, ("field", "date", "ndvi", "evi")))
    again = row(cell("B"), cell("2021-04-01"), cell(0.5, times=2), times=3)
    table = read_table(written(document(sheet(header, *rows, again))), value="evi")
    assert table.rows_in == 6
    assert [series.value.tolist() for series in table.series] == [[0.1, 0.2, 0.1 * 3], [0.5]]


def test_that_several_sheets_are_asked_about(written: Write) -> None:
    other = TABLE.replace('"Daten"', '"Kopie"')
    path = written(document(TABLE, other))
    assert [question.about for question in read_table(path).questions] == ["sheet"]
    check_alike(read_table(path, answers={"sheet": "Kopie"}))


@pytest.mark.parametrize(
    "content",
    [
        document(sheet(HEADER, row(cell("x" * 60, times=16_384), times=1_000_000))),
        document(sheet(HEADER, row(cell("x", times=1_000_000_000)))),
        document(sheet(HEADER, row(cell("x"), times=10**12))),
        document(sheet(HEADER, row(cell("A").replace("string", 'string" a="'), times=2)))[:-400],
        document(TABLE, before='<!DOCTYPE a [<!ENTITY b "c">]>'),
        document(TABLE.replace('repeated="16381"', 'repeated="many"')),
        document(sheet(HEADER, row(f"<table:table-cell>{TABLE}</table:table-cell>"))),
        zipped(("mimetype", SHEETS), ("content.xml", b"<office:document")),
    ],
    ids=["rows of rows", "wide", "long", "cut", "doctype", "no number", "nested", "half"],
)
def test_that_what_means_harm_or_is_broken_is_one_sentence(written: Write, content: bytes) -> None:
    with pytest.raises(InputError) as told:
        read_table(written(content))
    assert "readings.ods" in str(told.value)
    assert "\n" not in str(told.value)
