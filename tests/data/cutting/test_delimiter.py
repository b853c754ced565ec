"""The mark that parts the cells is found, and the one that a person names is obeyed."""

from __future__ import annotations

from pathlib import Path

import pytest
from data.cutting.cutting import cut

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.cutting.survey import survey
from gpstudio.data.source.source import of_bytes

# what it is: text, delimiter, a row
TEXTS = {
    "decimal comma": (
        "Datum;NDVI;EVI\n01.03.2020;0,53;0,41\n09.03.2020;0,6;0,5\n",
        ";",
        ("01.03.2020", "0,53", "0,41"),
    ),
    "comma in a name among semicolons": (
        "site,plot;date;ndvi\nA,1;2020-01-01;0.5\nA,2;2020-01-09;0.6\n",
        ";",
        ("A,1", "2020-01-01", "0.5"),
    ),
    "semicolons in the notes of a comma file": (
        "date,ndvi,note\n2020-01-01,0.5,cloud; haze\n2020-01-09,0.6,wind; rain\n",
        ",",
        ("2020-01-01", "0.5", "cloud; haze"),
    ),
    "semicolons in the notes and the header of a comma file": (
        "date,ndvi,note; who\n2020-01-01,0.5,cloud; AB\n2020-01-09,0.6,wind; CD\n",
        ",",
        ("2020-01-01", "0.5", "cloud; AB"),
    ),
    "quoted decimal comma in a comma file": (
        'Data,EVI\n18/02/2000,"0,5686"\n05/03/2000,"0,3502"\n',
        ",",
        ("18/02/2000", "0,5686"),
    ),
    "quoted dates with commas": (
        'time,ndvi\n"Jan 1, 2015",0.289\n"Jan 9, 2015",0.327\n',
        ",",
        ("Jan 1, 2015", "0.289"),
    ),
    "tab and decimal comma": (
        "date\tndvi\tnote\n2020-01-01\t0,5\ta, b\n2020-01-09\t0,6\tc, d\n",
        "\t",
        ("2020-01-01", "0,5", "a, b"),
    ),
    "bar": ("date|ndvi\n2020-01-01|0.5\n2020-01-09|0.6\n", "|", ("2020-01-01", "0.5")),
    "clock time after a blank": (
        "time,ndvi\n2020-01-01 10:30:00,0.5\n2020-01-09 10:31:00,0.6\n",
        ",",
        ("2020-01-01 10:30:00", "0.5"),
    ),
    "time zone after a blank": (
        "time;ndvi\n2020-01-01 10:30:00 +0000;0.5\n2020-01-09 10:31:00 +0000;0.6\n",
        ";",
        ("2020-01-01 10:30:00 +0000", "0.5"),
    ),
    "names of two words": (
        "field name,date,ndvi\nNorth Hill,2020-01-01,0.5\nNorth Hill,2020-01-09,0.6\n",
        ",",
        ("North Hill", "2020-01-01", "0.5"),
    ),
    "fixed width": (
        "      date   ndvi    evi\n2020-01-01   0.53   0.41\n2020-01-09  -0.06   0.50\n",
        " ",
        ("2020-01-01", "0.53", "0.41"),
    ),
    "fixed width with leading blanks": (
        "   stn       time   tre\n   BER   20211001  14.3\n   BER   20211002   7.9\n",
        " ",
        ("BER", "20211001", "14.3"),
    ),
    "blanks and decimal comma": (
        "date ndvi\n2020-01-01 0,53\n2020-01-09 0,6\n",
        " ",
        ("2020-01-01", "0,53"),
    ),
    "blanks behind the delimiter": (
        "date, ndvi\n2020-01-01, 0.5\n2020-01-09, 0.6\n",
        ",",
        ("2020-01-01", "0.5"),
    ),
    "quotation that holds the delimiter and a line end": (
        'date,note,ndvi\n2020-01-01,"a;b\nc;d",0.5\n2020-01-09,"e;f",0.6\n',
        ",",
        ("2020-01-01", "a;b\nc;d", "0.5"),
    ),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_that_the_delimiter_is_the_mark_that_makes_a_table(kind):
    text, delimiter, row = TEXTS[kind]
    table = cut(text)
    assert table.seen.dialect.delimiter == delimiter
    assert table.rows[0] == row
    assert len(table.rows) == 2


def test_that_excels_own_line_names_the_delimiter():
    table = cut("sep=|\nnote|a,b\nx,y|1,5\nz,w|2,5\n")
    assert table.seen.dialect.delimiter == "|"
    assert table.names == ("note", "a,b")


def test_that_a_delimiter_that_is_said_is_obeyed():
    text = "date,ndvi;note\n2020-01-01,0.5;x\n2020-01-09,0.6;y\n"
    assert cut(text).names == ("date", "ndvi;note")
    said = cut(text, delimiter="semicolon")
    assert said.names == ("date,ndvi", "note")
    assert said.rows[0] == ("2020-01-01,0.5", "x")
    assert said.decision("delimiter") == "semicolon"


def test_that_a_delimiter_which_has_a_rival_comes_with_its_reason():
    text = "date;a,b\n2020-01-01;0,5\n2020-01-09;0,6\n"
    (decision, _) = cut(text).seen.dialect.decisions
    assert decision.chosen == "semicolon"
    assert "comma" in decision.why
    assert cut("date;ndvi\n2020-01-01;1\n2020-01-09;2\n").seen.dialect.decisions[0].why == ""


@pytest.mark.parametrize(
    "text",
    [
        "Data,EVI\n18/02/2000,0,5686\n05/03/2000,0,3502\n",
        "18/02/2000,0,5686\n05/03/2000,0,3502\n21/03/2000,0,66\n",
        "Data,EVI,Filtro\n18/02/2000,0,5686,0,57\n05/03/2000,0,3502,0,35\n",
    ],
)
def test_that_decimal_commas_cut_by_commas_are_refused(file_of, text):
    with pytest.raises(InputError, match="between quotation marks"):
        read_table(file_of(text))


def test_that_a_flag_beside_a_whole_number_is_no_cut_number_where_a_header_names_both():
    table = cut("date,cloud,ndvi\n2020-01-01,0,5686\n2020-01-09,1,3502\n")
    assert table.rows[0] == ("2020-01-01", "0", "5686")


def test_that_blanks_or_commas_are_asked_about_where_nothing_tells(file_of):
    path = file_of("2020-01-01 0,53\n2020-01-09 0,61\n2020-01-17 0,64\n")
    assert [question.about for question in read_table(path).questions] == ["delimiter"]
    (series,) = read_table(path, answers={"delimiter": "spaces"}).series
    assert series.value.tolist() == [0.53, 0.61, 0.64]


def test_that_an_hour_behind_a_blank_stays_with_its_date_where_names_tell():
    table = cut("date,ndvi\n2020-01-01 12,0.5\n2020-01-09 12,0.6\n")
    assert table.rows[0] == ("2020-01-01 12", "0.5")


@pytest.mark.parametrize("line", ["sep=", "sep=|", "sep=\t", "sep=;;", "SEP=, and so on"])
def test_that_a_line_like_excels_that_names_no_mark_of_the_text_is_passed_over(line):
    table = cut(f"{line}\ndate;ndvi\n2020-01-01;1,5\n2020-01-09;2,5\n")
    assert table.names == ("date", "ndvi")
    assert table.rows[0] == ("2020-01-01", "1,5")


def test_that_an_answer_about_the_delimiter_does_not_cut_a_text_of_our_own():
    data = b"date\tndvi\n2020-01-01\t0,5\n"
    source = of_bytes(Path("book.xlsx"), data, encoding="utf-8", delimiter="\t")
    assert survey(source, "utf-8", {"delimiter": "comma"}).names == ("date", "ndvi")
