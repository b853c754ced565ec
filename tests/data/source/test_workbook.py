"""A sheet of a workbook is read like any table; which sheet is asked where one cannot tell."""

from __future__ import annotations

import io
import sys
import time
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path

import numpy as np
import pytest
from data.source.alike import ROWS, as_csv, check_alike, zipped

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.source import open_source
from gpstudio.data.source.formats import DateFormats, Moments

openpyxl = pytest.importorskip("openpyxl")

Sheets = dict[str, list[list[object]]]
TABLE: list[list[object]] = [["field", "date", "ndvi"], *map(list, ROWS)]
OTHER: list[list[object]] = [["date", "rain"], [date(2021, 3, 1), 4.5], [date(2021, 3, 2), 0.5]]
NOTES: list[list[object]] = [["About"], ["These are readings."], [], ["Ask the station."]]
LEGEND: list[list[object]] = [["column", "meaning"], ["ndvi", "greenness"], ["field", "which one"]]

CODES: list[list[object]] = [["code", "crop", "plots"], [1, "wheat", 30], [2, "rye", 12]]


def workbook(sheets: Sheets, change: Callable[[object], None] | None = None) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    if change is not None:
        change(book)
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


def rewritten(content: bytes, part: str, change: Callable[[str], str]) -> bytes:
    """The workbook with one of its parts written otherwise."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    return zipped(
        *((name, change(raw.decode()).encode() if name == part else raw) for name, raw in parts)
    )


SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def with_strings(content: bytes, xml: str) -> bytes:
    """As Excel writes it: the words apart from the cells."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = f'<Override PartName="/{STRINGS}" ContentType="{kind}" /></Types>'
    target = f'Target="/{STRINGS}" Id="rId99"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    relation = f'<Relationship Type="{office}" {target} /></Relationships>'
    listed = rewritten(content, "[Content_Types].xml", lambda x: x.replace("</Types>", override))
    listed = rewritten(
        listed, "xl/_rels/workbook.xml.rels", lambda x: x.replace("</Relationships>", relation)
    )
    held = io.BytesIO(listed)
    with zipfile.ZipFile(held, "a") as archive:
        archive.writestr(STRINGS, xml)
    return held.getvalue()


def text_of(path: Path) -> str:
    with open_source(path, {}).open() as handle:
        return handle.read().decode()


def test_that_a_workbook_is_read_as_the_table_itself(file_of):
    table = read_table(file_of(workbook({"NDVI": TABLE}), name="readings.xlsx"))
    check_alike(table)
    assert table.source == "sheet 'NDVI' of a workbook"
    assert "sheet 'NDVI' of a workbook, dates as" in table.sentence
    assert "tab" not in table.sentence
    assert not any(decision.about == "sheet" for decision in table.decisions)


def test_that_a_workbook_is_known_by_its_content_even_in_an_archive(file_of):
    content = workbook({"NDVI": TABLE})
    check_alike(read_table(file_of(content, name="readings.csv")))
    table = read_table(file_of(zipped(("in/readings.xlsx", content)), name="readings.zip"))
    check_alike(table)
    assert table.source == "sheet 'NDVI' of a workbook, 'in/readings.xlsx' in a zip archive"


def test_that_both_bases_of_dates_come_out_exact(file_of):
    days = [date(1960, 2, 29), date(2000, 2, 29), datetime(2021, 3, 1, 13, 45, 10)]
    rows = [["date", "ndvi"], *([day, 0.1] for day in days)]

    def from_1904(book):
        book.epoch = openpyxl.utils.datetime.MAC_EPOCH

    for change in (None, from_1904):
        assert text_of(file_of(workbook({"a": rows}, change))) == (
            "date\tndvi\n1960-02-29\t0.1\n2000-02-29\t0.1\n2021-03-01T13:45:10\t0.1\n"
        )


def test_that_numbers_keep_every_digit(file_of):
    digits = ["0.30000000000000004", "1e-300", "123456789012345680", "5", "-0.1"]
    content = workbook({"a": [["n"], *([0.5] for _ in digits)]})

    def put(xml: str) -> str:
        for number in digits:
            xml = xml.replace("<v>0.5</v>", f"<v>{number}</v>", 1)
        return xml

    lines = text_of(file_of(rewritten(content, SHEET, put))).split("\n")[1:-1]
    assert [float(line) for line in lines] == [float(number) for number in digits]
    assert lines[3] == "5"


def test_that_odd_cells_stay_in_their_cell(file_of):
    rows = [
        ["a", "b", "c"],
        ["two\nlines", 'say "yes"', "a\ttab"],
        [True, False, None],
        [],
        ["#N/A", "  blank ", None],
        [None, None, 1],
    ]
    assert text_of(file_of(workbook({"a": rows}))) == (
        'a\tb\tc\ntwo lines\t"say ""yes"""\ta tab\nTRUE\tFALSE\n\n#N/A\tblank\n\t\t1\n'
    )


def test_that_words_that_stand_apart_find_their_cells(file_of):
    cell = '<c r="A1" t="inlineStr"><is><t>field</t></is></c>'
    words = f'<sst xmlns="{MAIN}"><si><t>x</t></si><si><r><t>fi</t></r><r><t>eld</t></r></si></sst>'
    content = with_strings(workbook({"NDVI": TABLE}), words)
    assert cell in zipfile.ZipFile(io.BytesIO(content)).read(SHEET).decode()
    apart = '<c r="A1" t="s"><v>1</v></c>'
    check_alike(read_table(file_of(rewritten(content, SHEET, lambda x: x.replace(cell, apart)))))


def test_that_errors_and_gaps_are_rows_set_aside(file_of):
    rows = [["date", "ndvi"], *([date(2021, 3, day), day / 16] for day in range(1, 9))]
    rows[3][1], rows[5] = "#N/A", []
    table = read_table(file_of(workbook({"a": rows})))
    (series,) = table.series
    assert series.value.tolist() == [1 / 16, 2 / 16, 4 / 16, 6 / 16, 7 / 16, 8 / 16]
    assert table.rows_in - table.rows_used == 1


def test_that_formulas_show_what_they_last_came_to(file_of):
    content = workbook({"a": [["date", "ndvi"], [date(2021, 3, 1), "=1/4"]]})
    counted = rewritten(
        content,
        SHEET,
        lambda xml: xml.replace("<v></v>", "<v>0.25</v>").replace("<v />", "<v>0.25</v>"),
    )
    assert text_of(file_of(counted)) == "date\tndvi\n2021-03-01\t0.25\n"


@pytest.mark.parametrize(
    "beside", [{"Notes": NOTES}, {"Legend": LEGEND}, {"Codes": CODES}, {"Empty": [[]]}]
)
def test_that_the_only_sheet_of_readings_is_taken_and_said(file_of, beside):
    table = read_table(file_of(workbook({**beside, "NDVI": TABLE})))
    check_alike(table)
    decision = next(d for d in table.decisions if d.about == "sheet")
    assert decision.chosen == "NDVI"
    assert decision.choices == (*beside, "NDVI")
    assert "the only sheet with a table of readings" in decision.why


def test_that_two_sheets_of_readings_are_a_question(file_of, complaint):
    path = file_of(workbook({"NDVI": TABLE, "Rain": OTHER, "Notes": NOTES}), name="two.xlsx")
    table = read_table(path)
    (question,) = table.questions
    assert (question.about, question.choices) == ("sheet", ("NDVI", "Rain"))
    assert not table.series
    (series,) = read_table(path, answers={"sheet": "Rain"}).series
    assert series.value.tolist() == [4.5, 0.5]
    assert "did you mean 'Rain'?" in complaint(path, answers={"sheet": "rain"})


DAYS = [date(2021, 3, 1 + 4 * n) for n in range(6)]


def field_of(first: float, *above: list[object]) -> list[list[object]]:
    rows: list[list[object]] = [[day, first + n / 50, 3] for n, day in enumerate(DAYS)]
    return [*above, ["Fecha", "NDVI medio", "Nubosidad (%)"], ["", "-", "%"], *rows]


def test_that_sheets_that_look_alike_may_be_a_field_each(file_of):
    sheets = {
        "El Molino": field_of(0.3, ["Finca El Molino"], ["12 ha", "regado"]),
        "La Loma": field_of(0.4),
        "Potrero 3": field_of(0.5, ["Finca vecina"]),
        "Notas": NOTES,
    }
    path = file_of(workbook(sheets), "fields.xlsx")
    (question,) = read_table(path).questions
    assert question.text == "3 sheets of 'fields.xlsx' look alike: is each of them a field?"
    assert question.choices == ("one field each", "one table", "El Molino", "La Loma", "Potrero 3")
    table = read_table(path, answers={"sheet": "one field each"})
    assert [series.group for series in table.series] == ["El Molino", "La Loma", "Potrero 3"]
    assert [series.value[0] for series in table.series] == [0.3, 0.4, 0.5]
    assert (table.rows_in, table.rows_used, table.set_aside) == (18, 18, ())
    assert len(read_table(path, answers={"sheet": "one table"}).series) == 1
    assert read_table(path, answers={"sheet": "La Loma"}).series[0].value[0] == 0.4


def test_that_sheets_of_years_are_parts_of_one_table(file_of):
    def year(number: int) -> list[list[object]]:
        rows = [[name, day.replace(year=number), 0.5] for name in "AB" for day in DAYS]
        return [["field", "date", "ndvi"], *rows]

    path = file_of(workbook({"2020": year(2020), "2021": year(2021)}))
    (question,) = read_table(path).questions
    assert question.choices[0] == "one table"
    table = read_table(path, answers={"sheet": "one table"})
    assert [(series.group, len(series)) for series in table.series] == [("A", 12), ("B", 12)]


def test_that_hidden_sheets_are_ignored(file_of):
    def hide(book):
        book["Rain"].sheet_state = "hidden"

    check_alike(read_table(file_of(workbook({"NDVI": TABLE, "Rain": OTHER}, hide))))


def test_that_a_text_in_column_a_is_cut_as_text(file_of):
    lines = [[line] for line in as_csv().splitlines()]
    table = read_table(file_of(workbook({"a": lines})))
    check_alike(table)
    assert "comma, sheet 'a' of a workbook" in table.sentence


def test_that_a_sheet_without_cells_is_said(file_of, complaint):
    message = complaint(file_of(workbook({"a": [[]], "b": [[]]}), name="empty.xlsx"))
    assert "No sheet of 'empty.xlsx' has a filled cell; choose" in message


def test_that_what_a_sheet_says_of_its_size_is_not_believed(file_of):
    content = workbook({"NDVI": TABLE})
    lying = rewritten(
        content, SHEET, lambda xml: xml.replace('ref="A1:C61"', 'ref="A1:XFD1048576"')
    )
    assert b"XFD1048576" in zipfile.ZipFile(io.BytesIO(lying)).read(SHEET)
    begun = time.perf_counter()
    check_alike(read_table(file_of(lying)))
    assert time.perf_counter() - begun < 20  # a hang, not a speed, is looked for


@pytest.mark.parametrize("claimed", [1_048_576, 10**12])
def test_that_a_row_far_below_is_no_hang(file_of, complaint, claimed):
    content = workbook({"NDVI": TABLE})
    far = rewritten(
        content,
        SHEET,
        lambda xml: xml.replace(
            "</sheetData>", f'<row r="{claimed}"><c><v>1</v></c></row></sheetData>'
        ),
    )
    path = file_of(far, name="far.xlsx")
    if claimed > 1_048_576:
        assert "damaged or unusual" in complaint(path)
    else:
        assert text_of(path).count("\n") == claimed


ENTITIES = {
    "billion laughs": '<!DOCTYPE x [<!ENTITY a "'
    + "ha" * 50
    + '">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>",
    "a file of the machine": '<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/passwd">]>',
}


@pytest.mark.parametrize("attack", ENTITIES)
@pytest.mark.parametrize("part", [SHEET, "xl/workbook.xml", STRINGS])
def test_that_entities_of_xml_do_no_harm(file_of, complaint, attack, part):
    def put(xml: str) -> str:
        body = xml[xml.index("?>") + 2 :] if xml.startswith("<?xml") else xml
        body = body.replace("north", "&i;").replace('"NDVI"', '"&i;"')
        return ENTITIES[attack] + body

    words = f'<sst xmlns="{MAIN}"><si><t>north</t></si></sst>'
    bad = rewritten(with_strings(workbook({"NDVI": TABLE}), words), part, put)
    path = file_of(bad, name="attack.xlsx")
    begun = time.perf_counter()
    assert "damaged or unusual" in complaint(path)
    assert time.perf_counter() - begun < 20


def test_that_a_bomb_is_refused_before_it_is_opened(file_of, complaint):
    content = workbook({"NDVI": TABLE})
    blanks = "<row>" + "<c/>" * 16_000 + "</row>"
    bomb = rewritten(
        content, SHEET, lambda xml: xml.replace("</sheetData>", blanks * 300 + "</sheetData>")
    )
    assert "more than 100 times its size" in complaint(file_of(bomb, name="bomb.xlsx"))


def test_that_one_cell_far_to_the_right_of_each_row_is_no_hang(file_of, complaint):
    far = "".join(f'<row r="{i}"><c r="XFD{i}"><v>1</v></c></row>' for i in range(100, 40_000))
    content = workbook({"NDVI": TABLE})
    wide = rewritten(content, SHEET, lambda xml: xml.replace("</sheetData>", far + "</sheetData>"))
    assert "more than 200 times its size" in complaint(file_of(wide, name="wide.xlsx"))


def test_that_a_cell_without_end_is_refused(file_of, complaint):
    rng = np.random.default_rng(5)
    words = rng.integers(33, 60, 2_000_000).astype(np.uint8).tobytes().decode().replace("<", "-")
    content = workbook({"NDVI": TABLE})
    long = rewritten(content, SHEET, lambda xml: xml.replace("north", words.replace("&", "+"), 1))
    assert "damaged or unusual" in complaint(file_of(long, name="long.xlsx"))


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_that_a_damaged_workbook_is_one_sentence(file_of, complaint, share):
    content = workbook({"NDVI": TABLE})
    message = complaint(file_of(content[: int(len(content) * share)], name="cut.xlsx"))
    assert "damaged" in message
    broken = rewritten(content, "xl/workbook.xml", lambda xml: xml[: int(len(xml) * share)])
    assert "damaged or unusual" in complaint(file_of(broken, name="broken.xlsx"))
    missing = rewritten(content, SHEET, lambda xml: xml[: int(len(xml) * share)])
    assert "damaged or unusual" in complaint(file_of(missing, name="missing.xlsx"))


def test_that_a_stop_is_heard_within_a_sheet(file_of):
    class Stopped(Task):
        checks = 0

        def check(self) -> None:
            self.checks += 1
            if self.checks > 30:
                raise Cancelled

    rows = [["date", "ndvi"], *([date(2021, 3, 1), i] for i in range(30_000))]
    path = file_of(workbook({"a": rows}))
    with pytest.raises(Cancelled):
        open_source(path, {}, Stopped())


def test_that_no_library_is_needed(file_of, monkeypatch):
    path = file_of(workbook({"NDVI": TABLE}), name="readings.xlsx")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    check_alike(read_table(path))


FORMATS = [
    "General",
    "0.00",
    "#,##0.00 [$€-407]",
    "0.00E+00",
    "yyyy-mm-dd",
    "[$-409]d-mmm-yy;@",
    "dd/mm/yyyy hh:mm",
    '0.0 "days"',
    "[Red]0.0",
    "[h]:mm:ss",
    "mm:ss.0",
    r"0\d",
    "@",
    "0.0_h",
    '"KW" ww',
    "m",
]


def test_that_formats_of_dates_are_told_from_others_as_openpyxl_tells_them():
    from openpyxl.styles.numbers import is_date_format, is_timedelta_format

    reader = DateFormats()
    for code, shown in enumerate(FORMATS, start=164):
        reader.start_tag("numFmt", {"numFmtId": str(code), "formatCode": shown})
    reader.start_tag("cellXfs", {})
    for code in range(164, 164 + len(FORMATS)):
        reader.start_tag("xf", {"numFmtId": str(code)})
    told = [is_timedelta_format(shown) if is_date_format(shown) else None for shown in FORMATS]
    assert reader.of_style == told


@pytest.mark.parametrize("base", ["WINDOWS_EPOCH", "MAC_EPOCH"])
def test_that_serials_are_the_moments_that_openpyxl_finds(base):
    from openpyxl.utils import datetime as theirs

    reader = DateFormats()
    reader.start_tag("cellXfs", {})
    reader.start_tag("xf", {"numFmtId": "14"})
    moments = Moments(reader.of_style, base == "MAC_EPOCH")
    rng = np.random.default_rng(11)
    serials = [0.25, 1, 1.5, 59, 61, 61.75, 44_197, 44_197.999999, 2_900_000]
    for serial in [*serials, *(rng.random(500) * 60_000).round(5).tolist()]:
        found = theirs.from_excel(serial, getattr(theirs, base))
        text = found.isoformat().removesuffix("T00:00:00")
        assert moments.shown(repr(serial), 0) == text
    assert moments.shown("-1e99", 0) == "-1e+99"


def test_that_an_archive_of_something_else_is_named(file_of, complaint):
    for part, word in (
        ("word/document.xml", "a Word document"),
        ("xl/workbook.bin", "a binary Excel workbook"),
        ("META-INF/manifest.xml", "an OpenDocument file"),
    ):
        content = zipped(("[Content_Types].xml", b"<x/>"), (part, b"<x/>"))
        assert word in complaint(file_of(content, name="other.zip"))


def test_that_no_reading_of_a_workbook_ends_in_another_error(file_of):
    content = workbook({"NDVI": TABLE})
    for place in range(0, len(content), 97):
        damaged = bytearray(content)
        damaged[place] ^= 0x55
        try:
            read_table(file_of(bytes(damaged), name="damaged.xlsx"))
        except InputError as error:
            assert "\n" not in str(error)
