"""Files in the manner of well-known exports, each of which was once misread: kept from it."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_from_days

DAYS = (np.datetime64("2021-01-03") + 5 * np.arange(40)).tolist()
NDVI = np.round(0.45 + 0.3 * np.sin(np.arange(40) / 5.0), 3).tolist()


def rows(header: str, *columns) -> str:
    """A line a day; a column is a list that is gone round, or tells its cell from the number."""
    lines = [header]
    for n in range(len(DAYS)):
        cells = [c(n) if callable(c) else c[n % len(c)] for c in columns]
        lines.append(",".join(map(str, cells)))
    return "\n".join(lines) + "\n"


def roles(table) -> dict[str, str]:
    return {column.name: column.role for column in table.columns if column.role != "ignored"}


@pytest.mark.parametrize(
    ("name", "codes"),
    [("QA_PIXEL", [21824, 22280, 21824, 55052]), ("pixel_reliability", [0, 1, 2, 3])],
)
def test_that_the_quality_of_a_pixel_is_no_field(file_of, name, codes):
    table = read_table(file_of(rows(f"date,NDVI,{name}", DAYS, NDVI, codes)))
    assert roles(table) == {"date": "time", "NDVI": "value", name: "quality"}
    assert len(table.series) == 1


def test_that_a_band_that_never_changes_still_says_what_the_readings_are(file_of):
    header = "xllcorner,band,calendar_date,site,pixel,value"
    values = [round(10_000 * v) for v in NDVI]
    data = rows(header, ["-7951.1"], ["250m_16_days_NDVI"], DAYS, ["harv"], [1], values)
    table = read_table(file_of(data))
    assert table.series[0].value[:2].tolist() == pytest.approx([0.45, 0.51])
    assert "'250m_16_days_NDVI' divided by 10,000" in table.sentence


def test_that_the_parts_of_a_date_may_be_written_short(file_of):
    """As NASA POWER and the US Climate Reference Network do."""
    data = rows(
        "YEAR,MO,DY,T2M",
        lambda n: DAYS[n].year,
        lambda n: DAYS[n].month,
        lambda n: DAYS[n].day,
        NDVI,
    )
    (series,) = read_table(file_of(data)).series
    assert iso_from_days(series.time[[0, -1]]) == ["2021-01-03", "2021-07-17"]
    assert series.value.tolist() == NDVI


def test_that_the_share_of_cloud_is_no_rival_of_the_readings(file_of):
    lines = [f"El Olmo;{d};{str(v).replace('.', ',')};0" for d, v in zip(DAYS, NDVI, strict=True)]
    data = "\n".join(["Parcela;Fecha;Índice de vegetación;Nubosidad (%)", *lines])
    table = read_table(file_of(data, encoding="cp1252"))
    assert roles(table)["Índice de vegetación"] == "value"
    assert not table.questions


def test_that_the_plots_of_a_trial_are_asked_about(file_of):
    """No single column tells them apart, and a mean over varieties is nobody's curve."""
    data = rows(
        "variety,treatment,rep,date,ndvi",
        lambda n: "AB"[n % 2],
        lambda n: ("N0", "N1")[n // 2 % 2],
        lambda n: n // 4 % 2 + 1,
        lambda n: DAYS[n // 8],
        NDVI,
    )
    path = file_of(data)
    (question,) = read_table(path).questions
    assert question.about == "field"
    assert "do columns 'rep' and 'variety' tell fields apart?" in question.text
    table = read_table(path, answers={"field": question.choices[0]})
    assert len(table.series) == 8
    assert all(len(np.unique(series.time)) == len(series) for series in table.series)


def test_that_the_name_of_a_week_is_no_field(file_of):
    data = rows(
        "Period,Week Ending,State,Value",
        lambda n: f"WEEK #{n // 2}",
        lambda n: DAYS[n // 2],
        lambda n: ("IOWA", "OHIO")[n % 2],
        NDVI,
    )
    table = read_table(file_of(data))
    assert [series.group for series in table.series] == ["IOWA", "OHIO"]


@pytest.mark.parametrize("head", ["doy_{0:03}", "{0} DAS", "{0}-Mar", "GS{0}"])
def test_that_times_across_that_are_no_dates_are_refused(file_of, head):
    """And no column of readings is taken for the time of the others."""
    heads = ",".join(head.format(n) for n in (3, 14, 20, 25))
    path = file_of(f"plot,{heads}\nA,0.2,0.3,0.4,0.5\nB,0.3,0.4,0.5,0.6\nC,0.4,0.5,0.6,0.7\n")
    with pytest.raises(InputError, match="has no column of dates"):
        read_table(path)


@pytest.mark.parametrize("decimals", [3, 4])
def test_that_zeros_amid_positive_readings_are_a_mask(file_of, decimals):
    values = [0 if n % 7 == 0 else round(v, decimals) for n, v in enumerate(NDVI)]
    table = read_table(file_of(rows("date,ndvi", DAYS, values)))
    assert [(a.reason, a.count) for a in table.set_aside] == [("with exactly 0, a mask", 6)]
    kept = read_table(file_of(rows("date,ndvi", DAYS, values)), answers={"zeros": "kept"})
    assert kept.rows_used == 40


def test_that_letters_of_middle_europe_and_of_cyrillic_can_be_said(file_of):
    for name, encoding in (("Łąka", "windows-1250"), ("Поле", "windows-1251")):
        data = rows("plot,date,ndvi", [name], DAYS, NDVI)
        path = file_of(data, encoding=encoding)
        (series,) = read_table(path, answers={"encoding": encoding}).series
        assert series.group == name


@pytest.mark.parametrize("nothing", ["NoData", "no data", "#DIV/0!", "#VALUE!", "–", "—"])
def test_that_a_column_full_of_words_for_nothing_is_still_one_of_readings(file_of, nothing):
    values = [v if n % 3 == 0 else nothing for n, v in enumerate(NDVI)]
    table = read_table(file_of(rows("date,ndvi", DAYS, values)))
    assert [(a.reason, a.count) for a in table.set_aside] == [("without a value", 26)]


def test_that_fields_above_one_index_are_fields(file_of):
    """Names in two rows, and no name in the lower one says which field it is."""
    data = rows(",A,B,C\ndate,ndvi,ndvi,ndvi", DAYS, NDVI, NDVI[1:], NDVI[2:])
    table = read_table(file_of(data))
    assert [series.group for series in table.series] == ["A ndvi", "B ndvi", "C ndvi"]


@pytest.mark.parametrize("end", ["", ","])
def test_that_an_empty_cell_at_the_end_of_a_span_may_be_left_out(file_of, end):
    """As a sheet with joined cells does; else plot B would be dropped without a word."""
    data = rows(f"plot,A,,B{end}\ndate,ndvi,evi,ndvi,evi", DAYS, NDVI, NDVI, NDVI, NDVI)
    (question,) = read_table(file_of(data)).questions
    assert question.choices == ("A ndvi", "B ndvi", "A evi", "B evi")


def test_that_columns_without_names_are_asked_about(file_of):
    """A running number beside the readings is no second field."""
    lines = [
        f"{d};{str(v).replace('.', ',')};{n}"
        for n, (d, v) in enumerate(zip(DAYS, NDVI, strict=True))
    ]
    (question,) = read_table(file_of("\n".join(lines))).questions
    assert question.about == "layout"


def test_that_fields_of_two_scales_are_asked_about(file_of):
    """Divided by 10,000, the field that is scaled already would be flat ground."""
    data = rows("field,date,ndvi", ["A"], DAYS, [round(10_000 * v) for v in NDVI])
    data += "".join(f"B,{d},{v}\n" for d, v in zip(DAYS, NDVI, strict=True))
    (question,) = read_table(file_of(data)).questions
    assert question.about == "scale"
