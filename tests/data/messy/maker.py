"""Makes messy files from a number: encodings, delimiters, decimals, dates, and what goes wrong.

Whatever is done to a file is done so that its readings stay known: rows that hold none are added,
never readings taken away.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TypeAlias

from data.messy.dates import STYLES, open_orders
from data.messy.truth import Messy, Reading, draw_readings

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "windows-1252", "latin-1")
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
DECIMALS = {"point": ".", "comma": ","}
LINE_ENDS = ("\n", "\r\n", "\r")
VALUE = "lai"
"""An index that is above 1 as often as below."""
SCALED = "NDVI"
"""Of some files: whole numbers, ten thousand times the index."""

Row: TypeAlias = list[str]


class Sheet:
    """A table while it is being made: rows of cells, and lines around them."""

    def __init__(self, header: Row, rows: list[Row], delimiter: str, decimal: str) -> None:
        self.above: list[str] = []
        self.header: list[Row] = [header]
        self.rows = rows
        self.delimiter, self.decimal = delimiter, decimal
        self.quote_all = False
        self.value = len(header) - 1
        """Where the readings stand."""
        self.end_mark = ""
        """Put behind every line, such as a trailing delimiter."""

    def text(self, line_end: str, last: str) -> str:
        lines = [*self.above, *(self._line(row) for row in (*self.header, *self.rows))]
        return line_end.join(lines) + last

    def _line(self, row: Row) -> str:
        return self.delimiter.join(map(self._cell, row)) + self.end_mark

    def _cell(self, cell: str) -> str:
        special = any(mark in cell for mark in (self.delimiter, '"', "\n", "\r"))
        if special or (self.quote_all and cell):
            return '"' + cell.replace('"', '""') + '"'
        return cell


Fault: TypeAlias = Callable[[Sheet, random.Random], None]


def comments_above(sheet: Sheet, rng: random.Random) -> None:
    sheet.above += ["# made by hand, with care", "#", "# NDVI of some fields"][: rng.randint(1, 3)]


def blank_lines(sheet: Sheet, rng: random.Random) -> None:
    for _ in range(rng.randint(1, 3)):
        sheet.rows.insert(rng.randint(0, len(sheet.rows)), [""])


def station_above(sheet: Sheet, rng: random.Random) -> None:
    width = len(sheet.header[0])
    pairs = [("STATION:", "A701"), ("LATITUDE:", "-23"), ("OWNER:", "J. Müller")]
    for name, value in pairs[: rng.randint(2, 3)]:
        sheet.above.append(sheet.delimiter.join([name, value] + [""] * rng.choice([0, width - 2])))


def missing_values(sheet: Sheet, rng: random.Random) -> None:
    value = sheet.value
    for word in rng.sample(["", "NA", "NaN", "null", "-", "-9999"], 2):
        at = rng.randrange(len(sheet.rows))
        row = list(sheet.rows[at])
        if len(row) > value:
            row[value] = word
            sheet.rows.insert(at, row)


def total_below(sheet: Sheet, rng: random.Random) -> None:
    width = len(sheet.header[0])
    row = [""] * width
    row[0] = rng.choice(["Total", "Mean", "Summe"])
    row[sheet.value] = f"12{sheet.decimal}5"
    sheet.rows.append(row)


def notes_below(sheet: Sheet, rng: random.Random) -> None:
    sheet.rows += [[""], ["Source: field office, table 3"]]


def extra_cells(sheet: Sheet, rng: random.Random) -> None:
    whole = [row for row in sheet.rows if len(row) == len(sheet.header[0])]
    sheet.rows.insert(rng.randint(1, len(sheet.rows)), [*rng.choice(whole), "9", "9"])


def short_rows(sheet: Sheet, rng: random.Random) -> None:
    sheet.rows.insert(rng.randint(1, len(sheet.rows)), list(sheet.rows[0][:1]))


def header_again(sheet: Sheet, rng: random.Random) -> None:
    sheet.rows.insert(rng.randint(1, len(sheet.rows)), list(sheet.header[0]))


def shuffled(sheet: Sheet, rng: random.Random) -> None:
    rng.shuffle(sheet.rows)


def quoted(sheet: Sheet, rng: random.Random) -> None:
    sheet.quote_all = True


def padded(sheet: Sheet, rng: random.Random) -> None:
    sheet.rows = [[f" {cell}" if cell else cell for cell in row] for row in sheet.rows]


def trailing_delimiter(sheet: Sheet, rng: random.Random) -> None:
    sheet.end_mark = sheet.delimiter


def remarks(sheet: Sheet, rng: random.Random) -> None:
    """A column of words, with every mark that cuts something inside."""
    words = ["", "late frost", "cloud, haze", 'the "big" one', "a;b|c", "first\nsecond"]
    sheet.header[0].append("remark")
    sheet.rows = [[*row, rng.choice(words)] for row in sheet.rows]


def plain_numbers(sheet: Sheet, rng: random.Random) -> None:
    """Columns of numbers that are no readings."""
    sheet.header[0] += ["plants", "lat"]
    lat = f"47{sheet.decimal}{rng.randint(1000, 9999)}"
    sheet.rows = [[*row, str(rng.randint(5, 90)), lat] for row in sheet.rows]


def units_below_header(sheet: Sheet, rng: random.Random) -> None:
    row = ["-"] * len(sheet.header[0])
    row[sheet.header[0].index("date")] = "day"
    sheet.header.append(row)


FAULTS: dict[str, Fault] = {
    f.__name__: f
    for f in (
        remarks,
        plain_numbers,
        missing_values,
        padded,
        shuffled,
        short_rows,
        extra_cells,
        header_again,
        blank_lines,
        total_below,
        notes_below,
        units_below_header,
        comments_above,
        station_above,
        quoted,
        trailing_delimiter,
    )
}
"""In the order in which they happen to a file."""


def make(seed: int) -> Messy:
    """The file of this number, always the same; numbers from 0 go through all combinations."""
    rng = random.Random(f"messy {seed}")
    encoding = ENCODINGS[seed % 6]
    delimiter = list(DELIMITERS)[seed // 6 % 4]
    decimal = list(DECIMALS)[seed // 24 % 2]
    style = list(STYLES)[seed // 48 % 8]
    decimals, scale = rng.choice([(4, 1.0), (3, 1.0), (2, 1.0), (6, 1.0), (3, 7.0)])
    scaled = rng.random() < 0.08
    if scaled:
        decimals, scale = 4, 1.0
    readings = draw_readings(rng, rng.choice([1, 1, 2, 3]), decimals, scale)
    if scale == 7.0 and rng.random() < 0.5:
        readings = [r for r in readings if r.value >= 1] or readings
    if scaled:
        # the mark that is not the decimal one, or none, or the typographer's blank
        thousands = rng.choice(["", "", ",."[decimal == "comma"], "\u00a0"])
        write = partial(_scaled, thousands=thousands)
    else:
        thousands = ""
        write = partial(_number, decimal=decimal)
    sheet = _sheet(readings, style, DELIMITERS[delimiter], DECIMALS[decimal], write)
    if scaled:
        sheet.header[0][sheet.value] = SCALED
    faults = [name for name in FAULTS if rng.random() < 0.14]
    if "header_again" in faults and "units_below_header" in faults:
        faults.remove("header_again")
    for name in faults:
        FAULTS[name](sheet, rng)
    line_end = rng.choice(LINE_ENDS)
    text = sheet.text(line_end, rng.choice(["", line_end, line_end]))
    facts = {
        "encoding": encoding,
        "delimiter": delimiter,
        "decimal": decimal,
        "dates": style,
        "faults": ", ".join(faults),
        "line end": repr(line_end),
        "scaled": repr(thousands) if scaled else "",
    }
    messy = Messy(seed, text.encode(encoding, "replace"), facts, readings)
    _tell_ambiguities(messy, style, decimal, faults, thousands if scaled else None)
    return messy


def _sheet(
    readings: Sequence[Reading],
    style: str,
    delimiter: str,
    decimal: str,
    write: Callable[[Reading], str],
) -> Sheet:
    many = readings[0].field != ""
    header = ["field", "date", VALUE] if many else ["date", VALUE]
    rows = []
    for reading in readings:
        cells = [_written(reading.day, style), write(reading)]
        rows.append([reading.field, *cells] if many else cells)
    return Sheet(header, rows, delimiter, decimal)


def _written(day: date, style: str) -> str:
    return day.strftime(STYLES[style])


def _number(reading: Reading, decimal: str) -> str:
    return f"{reading.value:.{reading.decimals}f}".replace(".", DECIMALS[decimal])


def _scaled(reading: Reading, thousands: str) -> str:
    return f"{round(10_000 * reading.value):,}".replace(",", thousands)


def _tell_ambiguities(
    messy: Messy, style: str, decimal: str, faults: Sequence[str], thousands: str | None
) -> None:
    days = [reading.day for reading in messy.readings]
    if open_orders(style, days):
        messy.ambiguous.add("date")
        messy.answers["date"] = "month first" if style == "month first" else "day first"
    either = all(r.value >= 1 and r.decimals == 3 for r in messy.readings)
    told = {"total_below", "plain_numbers"} & set(faults)
    if thousands is not None:
        # one 12,5 below many 6.868 may as well be the slip
        told = {"plain_numbers"} & told if thousands == "." else told
        if thousands in (",", ".") and not told and min(r.value for r in messy.readings) >= 0.1:
            messy.ambiguous.add("decimal")
            messy.answers["decimal"] = "thousands mark"
    elif either and not told and (decimal == "comma" or messy.facts["delimiter"] != "comma"):
        # where commas part the cells a point is a decimal point: nobody there writes decimal commas
        messy.ambiguous.add("decimal")
        messy.answers["decimal"] = f"decimal {decimal}"
