"""Names come from the header, readings from below it, and what stands above is passed over."""

from __future__ import annotations

import pytest
from data.cutting.cutting import cut

from gpstudio import read_table
from gpstudio.core.errors import InputError

# what it is: text, names, how many rows, header
TEXTS = {
    "one row": ("date,ndvi\n2020-01-01,0.5\n2020-01-09,0.6\n", ("date", "ndvi"), 2, "1 row"),
    "none": ("2020-01-01,0.5\n2020-01-09,0.6\n", ("column 1", "column 2"), 2, "none"),
    "none, with words": (
        "A,2020-01-01,0.5\nB,2020-01-09,0.6\n",
        ("column 1", "column 2", "column 3"),
        2,
        "none",
    ),
    "none, numbers only": ("1,0.5\n2,0.6\n3,0.7\n", ("column 1", "column 2"), 3, "none"),
    "a single reading": ("date,ndvi\n2020-01-01,0.5\n", ("date", "ndvi"), 1, "1 row"),
    "a slip of the pen in the first reading": (
        "date,ndvi\nsoon,0.5\n2020-01-09,0.6\n2020-01-17,0.6\n",
        ("date", "ndvi"),
        3,
        "1 row",
    ),
    "an empty first value": (
        "date,ndvi\n2020-01-01,\n2020-01-09,0.6\n",
        ("date", "ndvi"),
        2,
        "1 row",
    ),
    "a first value in words": (
        "2020-01-01,<0.05\n2020-01-09,0.6\n2020-01-17,0.6\n2020-01-25,0.6\n",
        ("column 1", "column 2"),
        4,
        "none",
    ),
    "pandas' two rows": (
        ",time,lai,lai,das\n,,median,q05,\n0,2022-03-20,0.3,0.1,140\n1,2022-03-22,0.4,0.2,142\n",
        ("column 1", "time", "lai median", "lai q05", "das"),
        2,
        "2 rows",
    ),
    "merged cells above": (
        "time;lai;;das\n;median;q05;\n2022-03-20;0,3;0,1;140\n2022-03-22;0,4;0,2;142\n",
        ("time", "lai median", "lai q05", "das"),
        2,
        "2 rows",
    ),
    "units below the names": (
        "date,ndvi\nyyyy-mm-dd,-\n2020-01-01,0.5\n2020-01-09,0.6\n",
        ("date", "ndvi"),
        2,
        "2 rows",
    ),
    "units in brackets": (
        "time;temperature;rain\n;[°C];[mm]\n2020-01-01;3,5;0,2\n2020-01-09;4,5;0,1\n",
        ("time", "temperature", "rain"),
        2,
        "2 rows",
    ),
    "three rows, the upper ones merged": (
        ",2019,,,,2020,,,\nplot,June,,July,,June,,July,\n,ndvi,evi,ndvi,evi,ndvi,evi,ndvi,evi\n"
        "A,.1,.2,.3,.4,.5,.6,.7,.8\nB,.1,.2,.3,.4,.5,.6,.7,.8\n",
        (
            "plot",
            *(
                f"{y} {m} {v}"
                for y in (2019, 2020)
                for m in ("June", "July")
                for v in ("ndvi", "evi")
            ),
        ),
        2,
        "3 rows",
    ),
    "names in two parts, and units": (
        "time;lai;;das\n;median;q05;\n-;m2/m2;m2/m2;-\n2022-03-20;0,3;0,1;140\n"
        "2022-03-22;0,4;0,2;142\n",
        ("time", "lai median", "lai q05", "das"),
        2,
        "3 rows",
    ),
    "a title above two rows": (
        "Sentinel-2,,,,\n,2019-06-01,,2019-07-01,\nplot,ndvi,evi,ndvi,evi\nA,.1,.2,.3,.4\n"
        "B,.1,.2,.3,.4\n",
        ("plot", *(f"2019-0{m}-01 {v}" for m in (6, 7) for v in ("ndvi", "evi"))),
        2,
        "2 rows",
    ),
    "one format below the names": (
        "Feld;Datum;NDVI x1000;Sorte\n;TT.MM.JJJJ;;\n"
        "Nord;01.03.2023;213;Dekan\nNord;11.03.2023;254,5;Dekan\n",
        ("Feld", "Datum", "NDVI x1000", "Sorte"),
        2,
        "2 rows",
    ),
    "units that we never heard of": (
        "field;date;ndvi;cost\n;;;€/ha\nA;2020-01-01;0,5;3\nA;2020-01-09;0,6;4\n",
        ("field", "date", "ndvi", "cost"),
        2,
        "2 rows",
    ),
    "units below a blank row": (
        "field;date;ndvi\n;;\n;jj/mm/aaaa;\nA;01/02/2020;0,5\nA;09/02/2020;0,6\n",
        ("field", "date", "ndvi"),
        2,
        "2 rows",
    ),
    "units, and a remark below them": (
        "field;date;ndvi;rain\n;;;mm\n;;by drone;\nA;2020-01-01;0,5;3\nA;2020-01-09;0,6;4\n",
        ("field", "date", "ndvi", "rain"),
        2,
        "3 rows",
    ),
    "three remarks below the names": (
        "plot,date,ndvi\ncode,,\nas on the map,,\nsee sheet 2,,\n"
        "A,2020-01-01,.5\nA,2020-01-09,.6\n",
        ("plot", "date", "ndvi"),
        2,
        "4 rows",
    ),
    "units, and two rows that say the names in other words": (
        "plot,date,ndvi\n-,yyyy-mm-dd,-\ncode,day of pass,mean of pixels\ntext,ISO,fraction\n"
        "A,2020-01-01,.5\nA,2020-01-09,.6\n",
        ("plot", "date", "ndvi"),
        2,
        "4 rows",
    ),
    "types below the names": (
        "field;date;ndvi;crop\nstring;date;float;string\nA;2020-01-01;0,5;rye\nA;2020-01-09;0,6;rye\n",
        ("field", "date", "ndvi", "crop"),
        2,
        "2 rows",
    ),
    "one part of a name below the others": (
        "field;date;Sentinel-2;crop\n;;NDVI;\nA;2020-01-01;0,5;rye\nA;2020-01-09;0,6;rye\n",
        ("field", "date", "Sentinel-2 NDVI", "crop"),
        2,
        "2 rows",
    ),
    "a name that only the row above has": (
        ";;;crop\nfield;date;ndvi;\nA;2020-01-01;0,5;rye\nA;2020-01-09;0,6;rye\n",
        ("field", "date", "ndvi", "crop"),
        2,
        "2 rows",
    ),
    "a name above, beside merged cells": (
        ";;measured;;crop\nfield;date;ndvi;evi;\nA;2020-01-01;0,5;1;rye\nA;2020-01-09;0,6;2;rye\n",
        ("field", "date", "measured ndvi", "measured evi", "crop"),
        2,
        "2 rows",
    ),
    "an index and its spread below fields": (
        "day;North;;South;\n;NDVI;sd;NDVI;sd\n2021-123;0,1;0,02;0,3;0,02\n2021-128;0,2;0,02;0,3;0,02\n",
        ("day", "North NDVI", "North sd", "South NDVI", "South sd"),
        2,
        "2 rows",
    ),
    "words below the same name twice": (
        "time;lai;lai;das\n;high;low;\n2022-03-20;0,3;0,1;140\n2022-03-22;0,4;0,2;142\n",
        ("time", "lai high", "lai low", "das"),
        2,
        "2 rows",
    ),
    "a field without readings": (
        "field;2020-01-01;2020-01-09\nA;;\nB;0,3;0,4\nC;0,3;0,4\n",
        ("field", "2020-01-01", "2020-01-09"),
        3,
        "1 row",
    ),
    "the header twice": (
        "date,ndvi\ndate,ndvi\n2020-01-01,0.5\n2020-01-09,0.6\n",
        ("date", "ndvi"),
        2,
        "1 row",
    ),
    "empty names": (
        ",date,,ndvi\n0,2020-01-01,A,0.5\n1,2020-01-09,A,0.6\n",
        ("column 1", "date", "column 3", "ndvi"),
        2,
        "1 row",
    ),
    "repeated names": (
        "date,lai,lai\n2020-01-01,1,2\n2020-01-09,3,4\n",
        ("date", "lai", "lai (2)"),
        2,
        "1 row",
    ),
    "a line end in a name": (
        'date,"ndvi\nmean"\n2020-01-01,0.5\n2020-01-09,0.6\n',
        ("date", "ndvi mean"),
        2,
        "1 row",
    ),
    "behind a comment mark": (
        "# made by hand\n#date,ndvi\n2020-01-01,0.5\n2020-01-09,0.6\n",
        ("date", "ndvi"),
        2,
        "1 row",
    ),
    "numbers as names of fields": (
        "date,101,102,103\n2020-01-01,0.1,0.2,0.3\n2020-01-09,0.2,0.3,0.4\n",
        ("date", "101", "102", "103"),
        2,
        "1 row",
    ),
    "dates across": (
        "field,2020-01-01,2020-01-09\nA,0.1,0.2\nB,0.3,0.4\n",
        ("field", "2020-01-01", "2020-01-09"),
        2,
        "1 row",
    ),
    "dates across, digits only": (
        "field,20200101,20200109,20200117\nA,0.1,0.2,0.3\nB,0.3,0.4,0.5\n",
        ("field", "20200101", "20200109", "20200117"),
        2,
        "1 row",
    ),
    "years across": (
        '"Country",Code,1960,1961,1962\nAruba,ABW,20,21,22\nFrance,FRA,300,301,299\n',
        ("Country", "Code", "1960", "1961", "1962"),
        2,
        "1 row",
    ),
    "R's row names": (
        '"date","ndvi"\n"1","2020-01-01",0.5\n"2","2020-01-09",0.6\n',
        ("column 1", "date", "ndvi"),
        2,
        "1 row",
    ),
    "trailing delimiters below": (
        "date;ndvi\n2020-01-01;0,5;\n2020-01-09;0,6;\n",
        ("date", "ndvi"),
        2,
        "1 row",
    ),
}

TABLE = "date;ndvi;evi\n2020-01-01;0,5;0,4\n2020-01-09;0,6;0,5\n2020-01-17;0,6;0,5\n"
ABOVE = {
    "blank lines": "\n   \n\n",
    "comments": '# site: A\n# pipe of 5"; old\n#\n',
    "comments of Fortran": "! site A\n! second\n",
    "comments of MATLAB": "% site A\n",
    "comments of C": "// site A; B; C\n",
    "a title": "NDVI export, farm Müller\n",
    "a title with its delimiters": "NDVI export;;\n;;\n",
    "keys and values": "Station:;A701\nLat:;-23,48\nFounded:;2006-07-25\n",
    "many keys and values": "".join(f"Key {number}:;{number},5\n" for number in range(12)),
    "keys and values of the table's width": "Station;A701;x\nOwner;Müller;y\n",
    "a title, a blank line": "NDVI export\n\n",
    "the day of the export": "2020-05-05;;\n",
    "a longer line": "made;by;an;old;logger\n",
    "Excel's line": "sep=;\n",
    "a semicolon as a mark": "; made by a logger\n",
    "a title in the middle": ";NDVI of 2020;\n",
    "units above the names": ";yyyy-mm-dd;-\n",
}


@pytest.mark.parametrize("kind", TEXTS)
def test_that_names_and_readings_are_told_apart(kind):
    text, names, rows, header = TEXTS[kind]
    table = cut(text)
    assert table.names == names
    assert len(table.rows) == rows
    assert table.decision("header") == header


@pytest.mark.parametrize("above", ABOVE)
def test_that_what_stands_above_the_header_is_passed_over(above):
    table = cut(ABOVE[above] + TABLE)
    assert table.names == ("date", "ndvi", "evi")
    assert table.rows[0] == ("2020-01-01", "0,5", "0,4")
    assert len(table.rows) == 3


@pytest.mark.parametrize("above", ABOVE)
def test_that_the_first_reading_stands_on_its_own_line(above):
    table = cut(ABOVE[above] + TABLE)
    assert table.seen.lines[0] == ABOVE[above].count("\n") + 2


def test_that_a_preamble_stays_in_the_head_that_a_person_sees():
    assert "farm Müller" in cut(ABOVE["a title"] + TABLE).seen.head


def test_that_a_byte_order_mark_is_no_part_of_a_name():
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
        text = "\ufeff" + TABLE if encoding.endswith("e") else TABLE
        assert cut(text.encode(encoding)).names[0] == "date"


@pytest.mark.parametrize(
    ("answer", "names", "rows"),
    [
        ("none", ("column 1", "column 2"), 3),
        ("1 row", ("date", "ndvi"), 2),
        ("2 rows", ("date 2020-01-01", "ndvi 0.5"), 1),
    ],
)
def test_that_an_answer_about_the_header_is_obeyed(answer, names, rows):
    table = cut("date,ndvi\n2020-01-01,0.5\n2020-01-09,0.6\n", header=answer)
    assert (table.names, len(table.rows)) == (names, rows)
    assert table.decision("header") == answer


def test_that_a_header_can_be_said_where_none_was_seen():
    table = cut("2019,1\n2020,3\n2021,4\n", header="1 row")
    assert (table.names, len(table.rows)) == (("2019", "1"), 2)


def test_that_header_rows_are_no_rows_in(file_of):
    text = "NDVI export\ndate,ndvi\nyyyy-mm-dd,-\n2020-01-01,0.5\n2020-01-09,0.6\n"
    table = read_table(file_of(text))
    assert (table.rows_in, table.rows_used, table.set_aside) == (2, 2, ())


def test_that_rows_wider_than_the_header_are_refused_with_their_line(file_of):
    with pytest.raises(InputError, match=r"^Line 2 of 'table.csv' has 4 cells but its header on"):
        read_table(file_of("date;ndvi\n2020-01-01;0,5;x;y\n2020-01-09;0,6;x;y\n"))


def test_that_a_header_out_of_step_with_its_rows_is_refused(file_of):
    text = "field,,date,ndvi,evi\nA,2020-01-01,0.5,0.6\nA,2020-01-09,0.6,0.7\n"
    with pytest.raises(InputError, match="one empty"):
        read_table(file_of(text))


def test_that_ten_thousand_repeated_names_are_made_unique_at_once():
    names = ",".join(["date", *["ndvi"] * 10_000])
    table = cut(f"{names}\n2020-01-01{',1' * 10_000}\n2020-01-09{',2' * 10_000}\n")
    assert len(set(table.names)) == 10_001


# what it is: text, names, how many rows
FORMS = {
    "Campbell's loggers": (
        '"TOA5","CR1000","CR1000","1234","Std.32","CPU:p.CR1","1111","Table1"\n'
        '"TIMESTAMP","RECORD","AirTC_Avg"\n"TS","RN","Deg C"\n"","","Avg"\n'
        '"2020-01-01 00:00:00",0,5.1\n"2020-01-01 01:00:00",1,5.2\n"2020-01-01 02:00:00",2,5\n',
        ("TIMESTAMP", "RECORD", "AirTC_Avg"),
        3,
    ),
    "a rule below the names": (
        "date        ndvi\n----------  ----\n2020-01-01  0.5\n2020-01-09  0.6\n",
        ("date", "ndvi"),
        2,
    ),
    "a table of Markdown": (
        "| date | ndvi |\n|------|-----:|\n| 2020-01-01 | 0.5 |\n| 2020-01-09 | 0.6 |\n",
        ("column 1", "date", "ndvi", "column 4"),
        2,
    ),
    "a single unit": (
        "date,ndvi,temp\n,,°C\n2020-01-01,0.5,3\n2020-01-09,0.6,4\n",
        ("date", "ndvi", "temp"),
        2,
    ),
    "names behind a mark and a blank": (
        "# Mauna Loa\n# year month decimal average\n"
        "1958 3 1958.2027 315.71\n1958 4 1958.2877 317.45\n1958 5 1958.3699 317.51\n",
        ("year", "month", "decimal", "average"),
        3,
    ),
    "numbers that grow alike": (
        "1, 2, 3\n4, 5, 6\n7, 8, 9\n",
        ("column 1", "column 2", "column 3"),
        3,
    ),
    "years across days": (
        "day,2019,2020,2021\n1,0.5,0.6,0.7\n9,0.6,0.6,0.7\n17,0.6,0.7,0.7\n",
        ("day", "2019", "2020", "2021"),
        3,
    ),
    "two years across days": (
        "doy;2019;2020\n1;0,5;0,6\n9;0,6;0,6\n17;0,6;0,7\n",
        ("doy", "2019", "2020"),
        3,
    ),
    "a first value below the limit, and no header": (
        "1,<0.05,3.5\n2,0.06,3.6\n3,0.07,3.7\n4,0.08,3.8\n",
        ("column 1", "column 2", "column 3"),
        4,
    ),
    "a table set in by Excel": (
        ";;;\n;NDVI;;\n;;;\n;date;ndvi;\n;2020-01-01;0,5;\n;2020-01-09;0,6;\n",
        ("column 1", "date", "ndvi", "column 4"),
        2,
    ),
}


@pytest.mark.parametrize("kind", FORMS)
def test_that_a_known_form_is_read(kind):
    text, names, rows = FORMS[kind]
    table = cut(text)
    assert (table.names, len(table.rows)) == (names, rows)


def test_that_names_of_two_words_are_missed_where_blanks_part_the_cells(file_of):
    text = "field name date ndvi\nA 2020-01-01 0.5\nB 2020-01-09 0.6\n"
    with pytest.raises(InputError, match="has 4 words, the rows below 3 cells"):
        read_table(file_of(text))
