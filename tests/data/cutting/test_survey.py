"""The sample of a long text comes from all over it, and nothing in it leads astray."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from data.cutting.cutting import cut

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.cutting.survey import Survey, survey
from gpstudio.data.source.source import of_bytes

ROWS = 200_000
"""Of some 25 bytes each: more than a block."""


def surveyed(text: str, **facts: object) -> Survey:
    data = text.encode()
    return survey(of_bytes(Path("long.csv"), data, **facts), "utf-8", {})


def long_text(note: str = "x") -> str:
    rows = (
        f"F{row % 70},2020-01-{row % 28 + 1:02d},0.{row % 1000:03d},{note}" for row in range(ROWS)
    )
    return "field,date,ndvi,note\n" + "\n".join(rows) + "\n"


def test_that_the_sample_reaches_to_the_end_of_a_long_text():
    text = long_text() + "".join(f"late{row},2021-01-01,0.5,y\n" for row in range(20_000))
    assert len(text) > 4 << 20
    seen = surveyed(text)
    assert any(cell.startswith("late") for cell in seen.columns[0])
    assert seen.names == ("field", "date", "ndvi", "note")


@pytest.mark.parametrize(
    "note", ['"several\nlines, with\nmarks"', '"the ""big"" one\n\n"', '"a\r\nb"']
)
def test_that_pieces_which_begin_in_a_quotation_bring_no_row_of_another_width(note):
    seen = surveyed(long_text(note))
    plain = [cell for cell in seen.columns[1] if len(cell) == 10 and cell.startswith("2020-01-")]
    assert len(plain) == seen.size
    assert {len(column) for column in seen.columns} == {seen.size}


def test_that_a_text_which_can_only_be_read_from_its_start_is_seen_far_into(tmp_path):
    # The reading's column says nothing in the first block.
    rows = [f"2020-01-01,,{row:07d},padding to fill the line" for row in range(110_000)]
    rows += [f"2020-01-02,0.5,{row:07d},padding to fill the line" for row in range(110_000)]
    text = "date,ndvi,id,remark\n" + "\n".join(rows) + "\n"
    path = tmp_path / "long.csv.gz"
    path.write_bytes(gzip.compress(text.encode(), 1))
    table = read_table(path)
    assert table.rows_used == 110_000


def test_that_the_first_rows_are_the_files_own_without_a_gap():
    seen = surveyed(long_text())
    assert list(seen.lines[:200]) == list(range(2, 202))


def test_that_a_header_longer_than_the_head_is_still_a_header():
    names = ",".join(["field", *(f"a_rather_long_name_of_field_number_{n}" for n in range(9_000))])
    table = cut(f"{names}\nA{',0.5' * 9_000}\nB{',0.6' * 9_000}\n")
    assert (len(table.names), len(table.rows)) == (9_001, 2)


def test_that_one_letter_of_another_encoding_far_below_is_still_read_right(file_of):
    text = long_text().encode() + "Höhe,2021-01-01,0.5,y\n".encode("windows-1252")
    table = read_table(file_of(text), group="field")
    assert table.encoding == "windows-1252"
    assert table.series[-1].group == "Höhe"
    assert next(d for d in table.decisions if d.about == "encoding").why != ""


def test_that_an_encoding_that_is_said_is_obeyed_or_refused(file_of):
    path = file_of("field,date,ndvi\nH\xf6he,2020-01-01,0.5\n".encode("latin-1"))
    table = read_table(path, answers={"encoding": "latin-1"}, group="field")
    assert (table.encoding, table.series[0].group) == ("latin-1", "Höhe")
    with pytest.raises(InputError, match="is not written in utf-8; leave"):
        read_table(path, answers={"encoding": "utf-8"})


def test_that_the_mark_at_the_beginning_may_be_left_out_of_an_answer(file_of):
    path = file_of("date,ndvi\n2020-01-01,0.5\n", encoding="utf-8-sig")
    assert read_table(path, answers={"encoding": "utf-8"}).encoding == "utf-8-sig"
    path = file_of("date,ndvi\n2020-01-01,0.5\n", encoding="utf-16")
    assert read_table(path, answers={"encoding": "utf-16-le"}).encoding == "utf-16"
