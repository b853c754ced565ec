"""What every kind of file promises: the same table comes back, whole or not at all."""

from __future__ import annotations

import math
import re
import zipfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.data.series import days_from_dates
from gpstudio.data.writing.form import FILE_KINDS, WrittenAs
from gpstudio.data.writing.kinds import KINDS, xlsx
from gpstudio.data.writing.sheet import ROWS, Block, Sheet, SheetColumn
from gpstudio.data.writing.write import write_sheet

from .readers import READERS

COLUMNS = (
    SheetColumn("name", "text", "A text."),
    SheetColumn("when", "date", "A date."),
    SheetColumn("number", "number", "A number."),
    SheetColumn("flag", "flag", "Yes or no."),
)
DATES = ["2024-02-29", "2024-03-01T13:30:01", "NaT", "1999-12-31"]
FORMS = [WrittenAs.of(d, p) for d in ("comma", "semicolon", "tab") for p in ("point", "comma")]
FORMS += [WrittenAs.of(kind=kind) for kind in FILE_KINDS[1:]]


def small() -> Sheet:
    names = np.array(["Höhe, 2", "-12", None, 'the "best" <&> one\nof_x0041_two'], dtype=object)
    numbers = np.array([0.1, -1e-300, math.nan, 5e15])
    flags = np.array([True, False, False, True])
    return Sheet.of("small", COLUMNS, [(names, days_from_dates(DATES), numbers, flags)])


def doubles(count: int) -> Floats:
    """Any bits that are a number, and such as measurements have."""
    rng = np.random.default_rng(11)
    bits = rng.integers(0, 2**64, count, dtype=np.uint64).view(np.float64)
    measured = rng.normal(size=count).round(rng.integers(0, 17))
    numbers = np.where(np.isfinite(bits) & (rng.random(count) < 0.7), bits, measured)
    numbers[:6] = [0.0, -0.0, 5e-324, -1.7976931348623157e308, 0.1 + 0.2, 2.0**53 + 2]
    return np.asarray(numbers)


def test_that_every_kind_can_be_read_back_here() -> None:
    assert set(KINDS) == set(READERS) == set(FILE_KINDS)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_that_every_cell_comes_back(form: WrittenAs, tmp_path: Path) -> None:
    path = write_sheet(form.named(tmp_path / "small"), small(), form)
    header, *rows = READERS[form.kind](path, form)
    assert header == ["name", "when", "number", "flag"]
    assert [text.lstrip("'") if text else "" for text, *_ in rows] == [
        "Höhe, 2", "-12", "", 'the "best" <&> one\nof_x0041_two',
    ]  # fmt: skip
    for written, (_, cell, _, _) in zip(DATES, rows, strict=True):
        found = cell.isoformat() if isinstance(cell, datetime) else cell or "NaT"
        assert found.removesuffix("T00:00:00") == written
    mark = form.decimal_mark
    numbers = [
        float(str(cell).replace(mark, ".")) for *_, cell, _ in rows if cell not in ("", None)
    ]
    assert numbers == [0.1, -1e-300, 5e15]
    assert [str(cell).lower() for *_, cell in rows] == ["true", "false", "false", "true"]


def test_that_a_decimal_comma_between_commas_is_quoted(tmp_path: Path) -> None:
    path = write_sheet(tmp_path / "s.csv", small(), WrittenAs.of("comma", "comma"))
    assert path.read_text(encoding="utf-8").splitlines()[1:3] == [
        '"Höhe, 2",2024-02-29,"0,1",true',
        "'-12,2024-03-01T13:30:01,-1e-300,false",
    ]


@pytest.mark.parametrize("form", [FORMS[0], FORMS[3], *FORMS[-2:]], ids=str)
def test_that_200_000_numbers_are_unchanged(form: WrittenAs, tmp_path: Path) -> None:
    numbers = doubles(200_000).reshape(10, 20_000)
    columns = [SheetColumn(f"c{place}", "number", "A number.") for place in range(10)]
    path = write_sheet(
        form.named(tmp_path / "numbers"), Sheet.of("numbers", columns, [tuple(numbers)]), form
    )
    back = _numbers(path, form)
    assert np.array_equal(back.view(np.uint64), np.ascontiguousarray(numbers.T).view(np.uint64))


def _numbers(path: Path, form: WrittenAs) -> Floats:
    if form.kind == "xlsx":  # as openpyxl would, in a tenth of the time
        with zipfile.ZipFile(path) as book:
            cells = re.findall(rb"<v>([^<]*)</v>", book.read("xl/worksheets/sheet1.xml"))
        return np.array([float(cell) for cell in cells]).reshape(-1, 10)
    rows = READERS[form.kind](path, form)[1:]
    if form.kind == "csv":
        rows = [[float(cell.replace(form.decimal_mark, ".")) for cell in row] for row in rows]
    return np.array(rows, dtype=np.float64)


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_that_blocks_of_any_size_are_one_table(kind: str, tmp_path: Path) -> None:
    sizes = [0, 1, 7, ROWS - 3, 2 * ROWS + 5, 0, 2]

    def blocks() -> Iterator[Block]:
        for size in sizes:
            yield (np.full(size, float(size)),)

    form = WrittenAs.of(kind=kind)
    sheet = Sheet.of("long", [SheetColumn("size", "number", "Of its block.")], blocks())
    rows = READERS[kind](write_sheet(form.named(tmp_path / "long"), sheet, form), form)
    expected = [float(size) for size in sizes for _ in range(size)]
    assert [float(cell) for (cell,) in rows[1:]] == expected


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_that_an_empty_table_has_its_header(kind: str, tmp_path: Path) -> None:
    form = WrittenAs.of(kind=kind)
    path = write_sheet(form.named(tmp_path / "none"), Sheet.of("none", COLUMNS, ()), form)
    assert READERS[kind](path, form) == [["name", "when", "number", "flag"]]


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_that_a_failure_leaves_the_old_file(kind: str, tmp_path: Path) -> None:
    form = WrittenAs.of(kind=kind)
    path = form.named(tmp_path / "small")
    write_sheet(path, small(), form)
    before = path.read_bytes()

    def blocks() -> Iterator[Block]:
        yield from small().blocks
        yield np.zeros(2), np.zeros(3), np.zeros(2), np.zeros(2)

    with pytest.raises(ValueError, match="length"):
        write_sheet(path, Sheet.of("small", COLUMNS, blocks()), form)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_that_a_sheet_beyond_excel_is_refused_with_what_takes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = WrittenAs.of(kind="xlsx")
    monkeypatch.setattr(xlsx, "MOST_ROWS", 4)
    with pytest.raises(InputError, match=r"ends at row 4 .* write CSV or Parquet"):
        write_sheet(tmp_path / "s.xlsx", small(), form)
    monkeypatch.setattr(xlsx, "MOST_ROWS", 5)
    write_sheet(tmp_path / "s.xlsx", small(), form)
    long = Sheet.of("long", COLUMNS[:1], [(np.array(["x" * 40_000], dtype=object),)])
    with pytest.raises(InputError, match="too long for a cell"):
        write_sheet(tmp_path / "long.xlsx", long, form)


def test_that_what_excel_has_no_number_for_is_a_text(tmp_path: Path) -> None:
    days = days_from_dates(["1899-12-31", "1900-02-28", "1900-03-01", "9999-12-31"])
    numbers = np.array([math.inf, -math.inf, 1.0, 2.0])
    sheet = Sheet.of("odd", COLUMNS[1:3], [(days, numbers)])
    rows = READERS["xlsx"](
        write_sheet(tmp_path / "o.xlsx", sheet, WrittenAs.of(kind="xlsx")), FORMS[0]
    )
    assert [row[0] for row in rows[1:]] == [
        "1899-12-31", "1900-02-28", datetime(1900, 3, 1), datetime(9999, 12, 31),
    ]  # fmt: skip
    assert [row[1] for row in rows[1:]] == ["inf", "-inf", 1, 2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("commma",), "did you mean 'comma'?"),
        (("tab", "dot"), "'point', 'comma'"),
        (("tab", "point", "xls"), "did you mean 'xlsx'?"),
    ],
)
def test_that_an_unknown_form_is_told_which_there_are(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        WrittenAs.of(*words)


@pytest.mark.parametrize(
    ("name", "kind"), [("a.XLSX", "xlsx"), ("a.parquet", "parquet"), ("a.txt", "csv"), ("a", "csv")]
)
def test_that_the_ending_of_a_name_asks_for_its_kind(name: str, kind: str) -> None:
    assert WrittenAs.for_path(name).kind == kind
