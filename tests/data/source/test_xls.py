"""A workbook of the time before .xlsx is read like any table, and harms nobody."""

from __future__ import annotations

import gzip
import struct
from datetime import date

import pytest
from data.source.alike import ROWS, check_alike, zipped
from data.source.old_excel import (
    Cell,
    Fault,
    Formula,
    Sheet,
    container,
    record,
    stream,
    workbook,
)

from gpstudio import read_table
from gpstudio.core.task import Cancelled, Task

TABLE: list[list[Cell]] = [["field", "date", "ndvi"], *map(list, ROWS)]
SHORT: list[list[Cell]] = [["date", "ndvi"], [date(2021, 3, 1), 0.5], [date(2021, 3, 6), 0.25]]
FILE_PASS = record(0x002F, struct.pack("<HHH", 1, 1, 1) + bytes(48))


@pytest.mark.parametrize("from_1904", [False, True])
def test_that_an_old_workbook_is_read_to_the_last_digit(file_of, from_1904):
    table = read_table(file_of(workbook(Sheet(TABLE), from_1904=from_1904), name="r.xls"))
    check_alike(table)
    assert "sheet 'Daten' of a workbook" in table.sentence


@pytest.mark.parametrize("pack", [gzip.compress, lambda raw: zipped(("readings.xls", raw))])
def test_that_it_may_be_packed_and_called_anything(file_of, pack):
    check_alike(read_table(file_of(pack(workbook(Sheet(TABLE))), name="readings.bin")))


def test_that_cells_say_what_they_show(file_of):
    rows: list[list[Cell]] = [
        ["date", "ndvi", "by hand"],
        [date(2021, 3, 1), Formula(0.5), True],
        ["2021-03-06", "0.25", Formula("ja")],
        [date(2021, 3, 11), Fault(42), False],
        [date(2021, 3, 16), 12345678901234.0, None],
    ]
    path = file_of(workbook(Sheet(rows)), name="r.xls")
    table = read_table(path, value="ndvi", answers={"range": "kept"})
    assert table.series[0].value.tolist() == [0.5, 0.25, 12345678901234.0]
    assert {a.reason: a.count for a in table.set_aside} == {"without a value": 1}
    assert [cells[2] for cells in table.preview.rows] == ["TRUE", "ja", "FALSE", ""]


def test_that_a_hidden_sheet_is_passed_over_and_two_tables_are_asked_about(file_of):
    sheets = [Sheet(SHORT, "Alt", hidden=True), Sheet(SHORT, "Neu"), Sheet([["Legende"]], "Info")]
    table = read_table(file_of(workbook(*sheets), name="r.xls"))
    assert "sheet 'Neu'" in table.sentence
    assert table.rows_used == 2
    path = file_of(workbook(*sheets, Sheet(SHORT, "Süd")), name="r.xls")
    (question,) = read_table(path).questions
    assert question.choices == ("one field each", "one table", "Neu", "Süd")
    together = read_table(path, answers={"sheet": "one field each"})
    assert together.groups[0].startswith("Neu")
    assert read_table(path, answers={"sheet": "Süd"}).rows_used == 2


LOCKED = "has a password; save it without one"
DAMAGED = "is a damaged or unusual workbook"
OTHER = "is an old Office document, or a part of one, not a table; save its table as"
REFUSED = {
    "locked": (workbook(Sheet(SHORT), more=FILE_PASS), LOCKED),
    "a newer one, locked": (container(b"x", "EncryptedPackage"), LOCKED),
    "a letter": (container(b"x", "WordDocument"), OTHER),
    "nothing but its first bytes": (container(b"x")[:600], OTHER),
    "half of it": (workbook(Sheet(TABLE))[:3000], OTHER),
    "without its end": (workbook(Sheet(TABLE))[:-700], DAMAGED),
    "a part of nothing": (container(b""), DAMAGED),
    "two thousand million words": (
        workbook(Sheet(SHORT), more=record(0x00FC, b"\xff\xff\xff\x7f" * 2 + b"\3\0\0abc")),
        DAMAGED,
    ),
    "no cells": (workbook(Sheet([])), "No sheet of 'r.xls' has a filled cell"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_that_what_cannot_be_read_is_told_in_one_sentence(file_of, complaint, kind):
    content, words = REFUSED[kind]
    assert words in complaint(file_of(content, name="r.xls"))


def test_that_cells_far_apart_and_what_a_sheet_claims_take_no_room(file_of):
    far = Sheet(SHORT, claimed=(0x7FFFFFFF, 255), extra={(65_535, 1): 0.75})
    table = read_table(file_of(workbook(far), name="r.xls"))
    assert (table.rows_in, table.rows_used) == (3, 2)


def test_that_a_chain_of_sectors_without_an_end_is_damage(file_of, complaint):
    data = bytearray(container(stream(Sheet(TABLE))))
    first = data.index(struct.pack("<LLL", 1, 2, 3))
    data[first + 8 : first + 12] = struct.pack("<L", 1)
    assert DAMAGED in complaint(file_of(bytes(data), name="r.xls"))


def test_that_reading_can_be_stopped(file_of):
    class Stopped(Task):
        looks = 0

        def check(self) -> None:
            self.looks += 1
            if self.looks == 8:
                raise Cancelled

    rows: list[list[Cell]] = [*SHORT, *([None, 0.5] for _ in range(20_000))]
    with pytest.raises(Cancelled):
        read_table(file_of(workbook(Sheet(rows)), name="r.xls"), task=Stopped())
