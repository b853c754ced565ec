"""A clean table polluted in the ways that the Pollock benchmark counts, made again on our own.

The benchmark (Vitagliano et al., VLDB 2023) names what is wrong with CSV files in the wild. Here
each kind of pollution is a function from a small clean table to polluted files with what must come
out of them: the readings that the pollution left whole. A file may also be asked about or refused
where that is said; what may never happen is a reading that nobody made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

READ, REFUSED = "read", "refused"


@dataclass(frozen=True)
class Case:
    name: str
    data: bytes
    lost: frozenset[int] = frozenset()
    """Rows of the clean table, from 0, of which the pollution leaves no reading."""
    expected: str = READ


NAMES = ["field", "date", "ndvi", "note"]
ROWS = [
    [field, f"2020-{month:02d}-{day:02d}", f"0.{month}{day:02d}", note]
    for field, note in (("A", "dry, cold"), ("B", 'the "north" side'))
    for month in range(1, 7)
    for day in (5, 21)
]
"""Every fourth row on a clean table has a note; the notes need quotation."""
for _number, _row in enumerate(ROWS):
    _row[3] = _row[3] if _number % 4 == 0 else ""
MIDDLE = 9
"""A row without a note; its neighbours have none either."""


def written(
    rows: list[list[str]] | None = None,
    names: list[str] | None = None,
    delimiter: str = ",",
    end: str = "\n",
    quote: str = '"',
    escape: str = '""',
) -> str:
    lines = [NAMES if names is None else names, *(ROWS if rows is None else rows)]
    return "".join(
        delimiter.join(_cell(cell, delimiter, quote, escape) for cell in line) + end
        for line in lines
        if line
    )


def _cell(cell: str, delimiter: str, quote: str, escape: str) -> str:
    if delimiter in cell or '"' in cell or (quote != '"' and not cell):
        return quote + cell.replace('"', escape) + quote
    return cell


def _changed(row: int, line: str) -> bytes:
    """The clean table with the line of one row written otherwise; row -1 is the header."""
    lines = written().splitlines()
    lines[row + 1] = line
    return ("\n".join(lines) + "\n").encode()


def _line(row: int) -> str:
    return written().splitlines()[row + 1]


def sizes() -> Iterator[Case]:
    yield Case("nothing", b"", expected=REFUSED)
    yield Case("header only", written([]).encode(), expected=REFUSED)
    for count in (1, 2, 3):
        lost = frozenset(range(count, len(ROWS)))
        yield Case(f"{count} rows", written(ROWS[:count]).encode(), lost)
    yield Case("one column", ("ndvi\n" + "0.5\n" * 9).encode(), expected=REFUSED)


def ends_of_file() -> Iterator[Case]:
    yield Case("no line end at the end", written().rstrip("\n").encode())
    yield Case("two line ends at the end", (written() + "\n").encode())
    yield Case("many line ends at the end", (written() + "\n" * 30).encode())
    yield Case("line of delimiters at the end", (written() + ",,,\n").encode())
    yield Case("end-of-file mark of DOS", (written() + "\x1a").encode())


def encodings() -> Iterator[Case]:
    for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"):
        yield Case(name, written().replace("dry", "Dürre").encode(name))
    yield Case("utf-32", written().encode("utf-32"), expected=REFUSED)


def line_ends() -> Iterator[Case]:
    for name, end in {"CR": "\r", "LF": "\n", "CR LF": "\r\n", "LF LF": "\n\n"}.items():
        yield Case(name, written(end=end).encode())
    for name, end in {"CR": "\r", "CR LF": "\r\n"}.items():
        lines = written().splitlines(keepends=True)
        for row in (0, 1, MIDDLE, len(lines) - 1):
            line = lines[row].rstrip("\n") + end
            text = "".join([*lines[:row], line, *lines[row + 1 :]])
            yield Case(f"{name} on line {row + 1}", text.encode())


def delimiters() -> Iterator[Case]:
    for name, mark in {"semicolon": ";", "tab": "\t", "bar": "|", "comma and blank": ", "}.items():
        yield Case(name, written(delimiter=mark).encode())
    yield Case("two bars", written(delimiter="||").encode())
    full = [[*row[:3], row[3] or "none"] for row in ROWS]
    yield Case("blank", written(full, delimiter=" ").encode())
    words = [[*row[:3], row[3].split()[-1]] for row in full]
    yield Case("four blanks", written(words, delimiter="    ").encode())
    yield Case("a letter that is no mark", written(delimiter="~").encode(), expected=REFUSED)


def quotations() -> Iterator[Case]:
    yield Case("everything quoted", _all_quoted('"').encode())
    yield Case("everything between single marks", _all_quoted("'").encode(), expected=REFUSED)
    plain = [[*row[:3], row[3].replace(",", "").replace('"', "")] for row in ROWS]
    yield Case("nothing quoted", written(plain).encode())
    noted = frozenset(row for row in range(len(ROWS)) if "," in ROWS[row][3])
    yield Case("notes between single marks", written().replace('"', "'").encode(), noted)
    for row in (1, MIDDLE):
        line = ",".join(f"'{cell}'" for cell in ROWS[row])
        yield Case(f"single marks on row {row}", _changed(row, line), frozenset({row}))
    for row in (0, MIDDLE, len(ROWS) - 1):
        for column in range(4):
            cells = _line(row).split(",")[:4] if row else [*ROWS[row][:3], '"dry, cold"']
            cells[column] = '"' + cells[column]
            # In a row whose note is quoted the marks pair up, and the row alone is spoilt.
            yield Case(
                f"mark too many, row {row}, column {column}",
                _changed(row, ",".join(cells)),
                frozenset({0}) if row == 0 else frozenset(),
                READ if row == 0 else REFUSED,
            )


def _all_quoted(mark: str) -> str:
    lines = [NAMES, *ROWS]
    return "".join(
        ",".join(mark + cell.replace('"', '""') + mark for cell in line) + "\n" for line in lines
    )


def escapes() -> Iterator[Case]:
    yield Case("backslash", written(escape='\\"').encode())
    yield Case("none", written(escape='"').encode())
    line = 'A,2020-05-05,0.505,"he said \\"dry\\", and left"'
    yield Case("backslash on one row", _changed(8, line), frozenset({8}))


def headers() -> Iterator[Case]:
    yield Case("none", written(names=[]).encode())
    for count in (2, 3):
        yield Case(
            f"{count} times", (",".join(NAMES) + "\n").encode() * (count - 1) + written().encode()
        )
    yield Case("two rows", ("plot,when,index,remark\n" + written()).encode())
    for column in (0, 1, 3):
        names = [name if place != column else "" for place, name in enumerate(NAMES)]
        yield Case(f"empty name {column}", written(names=names).encode())
    yield Case("long name", written(names=[*NAMES[:3], "note" * 100]).encode())
    yield Case("no letters in a name", written(names=[*NAMES[:3], "°%&§"]).encode())
    yield Case("repeated name", written(names=["field", "date", "ndvi", "field"]).encode())
    yield Case(
        "line end in a name", written(names=[*NAMES[:3], '"a\nb"']).replace('""', '"').encode()
    )


def preambles() -> Iterator[Case]:
    for count in (1, 2, 5, 9):
        for name, line in {"": "PREAMBLE\n", "delimited ": "PREAMBLE,,,\n"}.items():
            for gap_name, gap in {"": "", ", then a blank line": "\n", ", a line": ",,,\n"}.items():
                text = line * count + gap + written()
                yield Case(f"{count} {name}lines{gap_name}", text.encode())


def footnotes() -> Iterator[Case]:
    for count in (1, 2, 5):
        for name, line in {"": "FOOTNOTE\n", "delimited ": "FOOTNOTE,,,\n"}.items():
            for gap_name, gap in {
                "": "",
                ", after a blank line": "\n",
                ", a line": ",,,\n",
            }.items():
                text = written() + gap + line * count
                yield Case(f"{count} {name}lines{gap_name}", text.encode())


def several_tables() -> Iterator[Case]:
    yield Case("the same again below", (written(ROWS[:12]) + written(ROWS[12:])).encode())
    other = "field,date,evi,note\nA,2020-01-05,0.9,\nA,2020-01-21,0.9,\n"
    yield Case("another below", (written() + other).encode(), expected=REFUSED)
    yield Case("another below a blank line", (written() + "\n" + other).encode(), expected=REFUSED)


def cells_of_a_row() -> Iterator[Case]:
    for row in (0, 1, MIDDLE, len(ROWS) - 1):
        cells = [*ROWS[row][:3], '"dry, cold"' if "," in ROWS[row][3] else ""]
        for count in range(1, 4):
            lost = frozenset() if count == 3 else frozenset({row})
            yield Case(f"{count} cells on row {row}", _changed(row, ",".join(cells[:count])), lost)
        yield Case(f"no cells on row {row}", _changed(row, ""), frozenset({row}))
        for count in (1, 7):
            line = ",".join(cells + ["more"] * count)
            yield Case(f"{count} more cells on row {row}", _changed(row, line), frozenset({row}))
        for place in range(4):
            line = ",".join([*cells[:place], "", *cells[place:]])
            yield Case(
                f"delimiter too many, row {row} at {place}", _changed(row, line), frozenset({row})
            )
        for place in range(1, 3):
            joined = [*cells[: place - 1], cells[place - 1] + cells[place], *cells[place + 1 :]]
            yield Case(
                f"delimiter too few, row {row} at {place}",
                _changed(row, ",".join(joined)),
                frozenset({row}),
            )
        line = ";".join(cells)
        yield Case(f"semicolons on row {row}", _changed(row, line), frozenset({row}))


def cells_of_the_header() -> Iterator[Case]:
    for place in range(4):
        names = [*NAMES[:place], "", *NAMES[place:]]
        yield Case(
            f"delimiter too many at {place}", written(names=names).encode(), expected=REFUSED
        )
    for place in range(1, 4):
        names = [*NAMES[: place - 1], NAMES[place - 1] + NAMES[place], *NAMES[place + 1 :]]
        yield Case(f"delimiter too few at {place}", written(names=names).encode(), expected=REFUSED)


POLLUTIONS = {
    "size of the file": sizes,
    "end of the file": ends_of_file,
    "encoding": encodings,
    "line ends": line_ends,
    "delimiter": delimiters,
    "quotation": quotations,
    "escape": escapes,
    "header": headers,
    "cells of the header": cells_of_the_header,
    "preamble": preambles,
    "footnote": footnotes,
    "several tables": several_tables,
    "cells of a row": cells_of_a_row,
}
