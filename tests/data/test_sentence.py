"""The sentence of what was understood: what a person would want to check, and no more."""

from __future__ import annotations

import pytest

from gpstudio.data.decisions import YOU_SAID, Decision, Said, credited
from gpstudio.data.reading import read_source
from gpstudio.data.source.pasted import pasted_source
from gpstudio.data.table import Table, read_table

DAYS = [f"2021-{month:02d}-{day:02d}" for month in (4, 5, 6) for day in (1, 9, 17, 25)]
CURVE = [0.213, 0.241, 0.302, 0.385, 0.471, 0.556, 0.629, 0.702, 0.744, 0.731, 0.655, 0.512]
GERMAN = "Schlag;Datum;NDVI\nHöfle;17/03/2021;0,21\nHöfle;25/03/2021;0,28\nHöfle;02/04/2021;\n"


def decision(table: Table, about: str) -> Decision:
    (found,) = (d for d in table.decisions if d.about == about)
    return found


def long(header: str, *columns: list[object]) -> str:
    rows = zip(DAYS, CURVE, *columns, strict=True)
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)])


def test_that_how_the_text_was_cut_is_in_the_list_and_not_in_the_sentence(file_of):
    path = file_of(f"Hof Müller\nStation 7\n{GERMAN}".encode("windows-1252"))
    table = read_table(path)
    assert table.sentence == (
        "2 readings of one field, semicolon, decimal comma, "
        "dates day first because 17/03/2021 occurs; 1 row set aside: without a value"
    )
    assert decision(table, "encoding").why == "some of its letters are no UTF-8"
    assert decision(table, "header").why == "the readings begin right below it"


def test_that_a_header_unlike_others_is_said(file_of):
    sentence = read_table(file_of("2021-04-01,0.2\n2021-04-09,0.3\n2021-04-17,0.4\n")).sentence
    assert "no header because line 1 holds readings already" in sentence


@pytest.mark.parametrize(
    ("header", "beside", "told"),
    [
        ("date,ndvi,lai_s2", 1, ""),  # the only one that is called as an index is
        ("date,ndvi,evi", 1, "'ndvi' is read because it is the likeliest of 2 columns"),
        ("date,mean_ndvi,ndvi_max", 1, "'mean_ndvi' is read because it is the likeliest of 2"),
        ("date,ndvi_smooth", 0, ""),
    ],
)
def test_that_the_column_is_named_where_another_could_be_meant(file_of, header, beside, told):
    sentence = read_table(file_of(long(header, *[[0.5] * 12] * beside))).sentence
    assert told in sentence
    assert ("is read" in sentence) == bool(told)


def test_that_who_judged_is_said_once_and_a_single_reason_not_counted_twice(file_of):
    codes = [4, 9, 8, 5, 4, 11, 4, 4, 4, 4, 4, 4]
    sentence = read_table(file_of(long("date,ndvi,SCL", codes))).sentence
    assert sentence.endswith("; 3 rows set aside: 2 cloudy, 1 with snow or ice by Sentinel-2 SCL")


def test_that_doubts_do_not_speak_for_what_was_done(file_of):
    text = long("date,gcc_90,snow_flag,outlierflag_gcc_90", list("ab" * 6), [0] * 11 + [1])
    assert "holds an outlier flag, but the codes of 'snow_flag' are not known" in (
        read_table(file_of(text)).sentence
    )


def test_that_what_a_person_answered_rests_on_that(file_of):
    cells = [0 if place % 4 == 1 else 0.31234567 + 0.0412345 * place for place in range(12)]
    days = zip(DAYS, cells, strict=True)
    text = "\n".join(["date,ndvi", *(f"{day},{cell}" for day, cell in days)])
    found, said = (
        read_table(file_of(text), answers=answers) for answers in ({}, {"zeros": "kept"})
    )
    assert "zeros set aside because 3 readings are exactly 0" in found.sentence
    assert "zeros kept because you said so" in said.sentence
    assert decision(said, "zeros").why == YOU_SAID


@pytest.mark.parametrize(
    ("dates", "answers", "told"),
    [
        (("2021-04-17", "25/04/2021"), {}, "dates written in more than one way because both"),
        (("2021-W15", "2021-W16"), {}, "dates at the middle of each week because only weeks are"),
        (("2021-04-17", "2021-04-25"), {"header": "1 row"}, ""),
        (("2021-W15", "2021-W16"), {"period": "first day"}, "first day of each week because you"),
        (("2000.25", "2000.5"), {}, "dates as decimal years because 2000.25 is then 2000-04-01"),
    ],
)
def test_that_every_clause_is_english(file_of, dates, answers, told):
    cells = [*dates * 4, dates[0]]
    rows = [f"{cell},0.{place + 1}" for place, cell in enumerate(cells)]
    sentence = read_table(file_of("\n".join(["date,ndvi", *rows])), answers=answers).sentence
    assert told in sentence
    assert told or "because" not in sentence
    assert "T0" not in sentence


def test_that_a_count_of_one_reads_like_the_others(file_of):
    total = read_table(file_of(f"{long('date,ndvi')}\nTotal,6.1"))
    assert total.sentence.endswith("; 1 row set aside: of totals or notes at the end")


def test_that_an_open_question_is_not_credited_to_anybody():
    open_one = Decision("date", "day first", ("day first", "month first"), question="Which?")
    said = Said(answers={"date": "day first"})
    assert list(credited([open_one], said)) == [open_one]


def test_that_codes_explained_by_a_person_are_said_once(file_of):
    path = file_of(long("date,ndvi,mask", [0, 1] * 6))
    sentence = read_table(path, answers={"flag": "0 is good"}).sentence
    assert "quality used because you said that 0 is good in 'mask'" in sentence
    assert sentence.count("you said") == 1


def test_that_dates_across_the_top_are_told_as_the_file_writes_them(file_of):
    text = "plot,03.04.2021,11.04.2021,19.04.2021\nA,0.2,0.3,0.4\nB,0.2,,0.4\n"
    sentence = read_table(file_of(text)).sentence
    assert "dates across the top, dates day first because 19.04.2021 occurs" in sentence
    (question,) = read_table(
        file_of("plot,03-04-2021,11-04-2021,12-04-2021\nA,0.2,0.3,0.4\nB,0.2,,0.4\n")
    ).questions
    assert "03-04-2021" in question.text or "11-04-2021" in question.text


def test_that_nobody_is_asked_for_the_encoding_of_what_was_pasted():
    table = read_source(pasted_source(GERMAN.replace(";", "\t")), Said())
    abouts = {d.about for d in table.decisions}
    assert "delimiter" in abouts
    assert "encoding" not in abouts


def test_that_a_sheet_has_no_delimiter_to_choose(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["Hof Müller"])
    sheet = book.create_sheet("Readings")
    for row in (["date", "ndvi"], *zip(DAYS, CURVE, strict=True)):
        sheet.append(row)
    book.save(tmp_path / "two sheets.xlsx")
    table = read_table(tmp_path / "two sheets.xlsx")
    assert {d.about for d in table.decisions}.isdisjoint({"delimiter", "encoding"})
    assert table.sentence == (
        "12 readings of one field, sheet 'Readings' of a workbook, dates as YYYY-MM-DD"
    )
    assert decision(table, "sheet").why == "'Readings' is the only sheet with a table of readings"


@pytest.mark.parametrize("name", ["Wolken %", "Bewölkung", "nubosidad", "nuvens (%)", "nuages_pct"])
def test_that_clouds_are_known_in_the_languages_of_dates_and_fields(file_of, name):
    table = read_table(file_of(long(f"date,ndvi,{name}", [0, 0, 90, *[10] * 9]), encoding="utf-8"))
    assert [(a.reason, a.count) for a in table.set_aside] == [
        ("cloudy for half or more of the field", 1)
    ]
    assert table.series[0].weight is not None


def test_that_a_percentage_is_one_however_small(file_of):
    table = read_table(file_of(long("date,ndvi,Wolken %", [0.9] * 12)))
    assert table.rows_used == 12
