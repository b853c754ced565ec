"""Tables as field teams make them: read right, asked about, or refused in one clear sentence."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_from_days

DAYS = [date(2021, 4, 3) + timedelta(days=9 * step) for step in range(12)]
FIELDS = {
    name: [(day, round(0.2 + 0.03 * step + 0.1 * place, 3)) for step, day in enumerate(DAYS)]
    for place, name in enumerate(("North", "South", "Hill 3"))
}


def german(value: float) -> str:
    return f"{value:.3f}".replace(".", ",")


def found_in(table) -> dict[str, list[tuple[str, float]]]:
    return {
        series.group: list(zip(iso_from_days(series.time), series.value.tolist(), strict=True))
        for series in table.series
    }


TRUE = {name: [(day.isoformat(), value) for day, value in rows] for name, rows in FIELDS.items()}


def test_that_a_date_in_three_columns_below_its_name_is_one(file_of):
    text = "field;Datum;;;ndvi\n;Jahr;Monat;Tag;\n" + "".join(
        f"{name};{day.year};{day.month};{day.day};{german(value)}\n"
        for name, rows in FIELDS.items()
        for day, value in rows
    )
    assert found_in(read_table(file_of(text))) == TRUE


def test_that_percent_signs_stand_behind_numbers(file_of):
    text = "field\tdate\tndvi\tcloud\n" + "".join(
        f"{name}\t{day.day}. April {day.year}\t{german(100 * value)[:-2]} %\t{day.day}%\n"
        for name, rows in FIELDS.items()
        for day, value in rows[:3]
    )
    table = read_table(file_of(text.encode("utf-16")))
    assert [round(v, 4) for v in table.series[0].value.tolist()] == [0.2, 0.23, 0.26]


@pytest.mark.parametrize("nothing", ["k.A.", "#NV", "n/d", "#WERT!"])
def test_that_what_spreadsheets_of_other_languages_write_for_nothing_is_nothing(file_of, nothing):
    rows = "".join(f"{day};{german(value)}\n" for day, value in FIELDS["North"])
    table = read_table(file_of(f"date;ndvi\n{rows}2021-09-09;{nothing}\n"))
    assert [(a.reason, a.count) for a in table.set_aside] == [("without a value", 1)]


def test_that_a_name_holds_for_the_empty_cells_below_it(file_of):
    text = "Schlag;Datum;NDVI;Bemerkung\n"
    for name, rows in FIELDS.items():
        for place, (day, value) in enumerate(rows):
            text += (
                f"{'' if place else name};{day:%d.%m.%Y};{german(value)};{'Nebel' * (place == 3)}\n"
            )
        text += f"Mittel {name};;0,5;\n"
    table = read_table(file_of(text + "Summe;;12,3;\nerstellt von Hr. Meier\n"))
    assert found_in(table) == TRUE
    assert "'Schlag' stands only in the first of the rows" in table.sentence
    assert sum(aside.count for aside in table.set_aside) == 5


def test_that_a_day_holds_for_the_empty_cells_below_it(file_of):
    text = "date,plot,ndvi\n"
    for step, day in enumerate(DAYS):
        for place, (name, rows) in enumerate(FIELDS.items()):
            text += f"{'' if place else day},{name},{rows[step][1]}\n"
    assert found_in(read_table(file_of(text))) == TRUE


def test_that_years_and_names_may_both_stand_once(file_of):
    text = "plot,year,month,day,ndvi\n"
    for name, rows in FIELDS.items():
        for place, (day, value) in enumerate(rows):
            begin = "," if place else f"{name},{day.year}"
            text += f"{begin},{day.month},{day.day},{value}\n"
    assert found_in(read_table(file_of(text))) == TRUE


def test_that_names_and_days_missing_here_and_there_are_missing(file_of):
    lines = [
        ("" if (place + step) % 3 else name, "" if step == 5 else str(day), str(value))
        for place, (name, rows) in enumerate(FIELDS.items())
        for step, (day, value) in enumerate(rows)
    ]
    text = "\n".join(["plot,date,ndvi", *map(",".join, lines)])
    table = read_table(file_of(text))
    assert not [d for d in table.decisions if d.about == "gaps"]
    assert table.rows_used == 11


def test_that_a_name_missing_amid_names_of_single_rows_is_missing(file_of):
    rows = [f"{'' if step == 5 else f'P{step}'},{day},0.5\n" for step, day in enumerate(DAYS)]
    table = read_table(file_of("plot,date,ndvi\n" + "".join(rows)))
    assert not [d for d in table.decisions if d.about == "gaps"]
    assert table.rows_used == 11


@pytest.mark.parametrize("sorted_by", ["field", "day"])
def test_that_a_short_table_without_gaps_has_none(file_of, sorted_by):
    rows = [(name, day, value) for name, found in FIELDS.items() for day, value in found]
    rows.sort(key=lambda row: row[sorted_by == "day"])
    text = "plot,date,ndvi\n" + "".join(f"{n},{d},{v}\n" for n, d, v in rows)
    assert found_in(read_table(file_of(text))) == TRUE


def blocks(title: str, between: str = "", first: bool = True) -> str:
    """A block of rows for each field, below a line that names it."""
    text = ""
    for place, (name, rows) in enumerate(FIELDS.items()):
        text += title.format(name=name) if place or first else ""
        text += between + "".join(f"{day:%d.%m.%Y};{german(value)};3\n" for day, value in rows)
    return text


HEAD = "Datum;NDVI;Wolken\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + blocks("{name};;\n"),
        HEAD + blocks("Feld: {name}\n"),
        "Auswertung 2021\n\n" + HEAD + blocks(";;\n{name}:;;\n"),
        blocks("{name};;\n", HEAD),
        blocks("\n# Schlag: {name};;\n\n", HEAD) + "\nQuelle: eigene Messung;;\n",
    ],
)
def test_that_lines_between_the_readings_name_the_fields_below_them(file_of, text):
    path = file_of(text)
    table = read_table(path)
    assert found_in(table) == TRUE
    assert table.layout == "long"
    assert "lines between the readings because the times begin again" in table.sentence
    assert len(read_table(path, answers={"field": "one field"}).series) == 1


def test_that_a_remark_amid_times_that_go_on_names_no_field(file_of):
    rows = [f"{day:%d.%m.%Y};{german(value)};3\n" for day, value in FIELDS["North"]]
    rows.insert(6, "neue Kamera;;\n")
    table = read_table(file_of(HEAD + "".join(rows)))
    assert [series.group for series in table.series] == [""]
    assert [(a.reason, a.count) for a in table.set_aside] == [("with an unreadable date", 1)]


def test_that_times_that_begin_again_without_a_first_name_are_told(file_of):
    with pytest.raises(InputError, match=r"^Line 14 of 'table.csv' holds only 'South', and the"):
        read_table(file_of(HEAD + blocks("{name};;\n", first=False)))


def test_that_a_mean_at_the_end_of_a_wide_table_is_no_field(file_of):
    text = "plot," + ",".join(map(str, DAYS)) + "\n"
    for name, rows in FIELDS.items():
        text += f"{name}," + ",".join(str(value) for _, value in rows) + "\n"
    means = [sum(rows[step][1] for rows in FIELDS.values()) / 3 for step in range(len(DAYS))]
    text += "Mittel (alle)," + ",".join(f"{mean:.4f}" for mean in means) + "\nSource: own\n"
    table = read_table(file_of(text))
    assert {name: found_in(table)[name] for name in TRUE} == TRUE
    assert "Mittel (alle)" not in table.groups
    assert next((a.reason, a.count) for a in table.set_aside) == (
        "of totals or notes at the end",
        12,
    )


@pytest.mark.parametrize(
    "written", ["KW {week}/{year}", "{year}-KW{week:02d}", "Week {week} {year}"]
)
def test_that_weeks_of_the_calendar_are_read(file_of, written):
    rows = [
        (written.format(week=day.isocalendar().week, year=day.year), value)
        for day, value in FIELDS["North"]
    ]
    table = read_table(file_of("week,ndvi\n" + "".join(f"{w},{v}\n" for w, v in rows)))
    thursdays = [(day - timedelta(days=day.weekday() - 3)).isoformat() for day in DAYS]
    assert iso_from_days(table.series[0].time) == thursdays


def beside(head: str, row: str, gap: str = ";") -> str:
    """Two fields side by side; the second has fewer rows."""
    (one, first), (other, second) = list(FIELDS.items())[:2]
    text = head
    for place, (day, value) in enumerate(first):
        text += row.format(name=one, day=f"{day:%d.%m.%Y}", value=german(value)) + gap
        if place < len(second) - 3:
            day, value = second[place]
            text += row.format(name=other, day=f"{day:%d.%m.%Y}", value=german(value))
        text += "\n"
    return text


BESIDE = {"North": TRUE["North"], "South": TRUE["South"][:-3]}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (beside("Feld;Datum;NDVI;;Feld;Datum;NDVI\n", "{name};{day};{value}", ";;"), BESIDE),
        (beside("North;;;South;\nDatum;NDVI;;Datum;NDVI\n", "{day};{value}", ";;"), BESIDE),
        (
            beside("Datum;NDVI;Datum;NDVI\n", "{day};{value}"),
            dict(zip("12", BESIDE.values(), strict=True)),
        ),
    ],
)
def test_that_tables_side_by_side_are_read_one_below_the_other(file_of, text, names):
    path = file_of(text)
    table = read_table(path)
    assert found_in(table) == names
    assert "2 tables side by side taken one below the other" in table.sentence
    assert found_in(read_table(path, value="NDVI", time="Datum")) == names


def test_that_other_days_and_numbers_beside_the_readings_are_no_second_table(file_of):
    rows = "".join(f"{day},{value},{DAYS[0]},7\n" for day, value in FIELDS["North"])
    table = read_table(file_of("date,ndvi,sown,yield\n" + rows))
    assert found_in(table) == {"": TRUE["North"]}


def test_that_spreads_beside_fields_are_no_fields(file_of):
    text = "Tag;" + ";".join(f"{name};" for name in FIELDS) + "\n" + ";NDVI;sd" * 3 + "\n"
    for step, day in enumerate(DAYS):
        cells = (f"{german(rows[step][1])};0,02" for rows in FIELDS.values())
        text += f"{day:%Y-%j};" + ";".join(cells) + "\n"
    path = file_of(text)
    (question,) = read_table(path).questions
    assert (question.about, question.choices) == ("layout", ("wide by field", "long"))
    table = read_table(path, answers={"layout": "wide by field"})
    assert found_in(table) == {f"{name} NDVI": rows for name, rows in TRUE.items()}


@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("order", [("NDVI", "EVI", "Wolken"), ("EVI", "Wolken", "NDVI")])
def test_that_a_row_for_each_variable_of_each_field_is_known(file_of, merged, order):
    text = "Feld;Parameter;" + ";".join(f"{day:%d.%m.%Y}" for day in DAYS) + "\n"
    for name, rows in FIELDS.items():
        for place, variable in enumerate(order):
            shift = {"NDVI": 0.0, "EVI": 0.1, "Wolken": 7.0}[variable]
            begin = "" if merged and place else name
            text += f"{begin};{variable};" + ";".join(german(v + shift) for _, v in rows) + "\n"
    path = file_of(text)
    table = read_table(path)
    assert found_in(table) == TRUE
    assert (table.layout, table.set_aside[0].reason) == (
        "wide by date",
        "of another Parameter than 'NDVI'",
    )
    other = read_table(path, answers={"variable": "EVI"})
    assert other.series[0].value[0] == pytest.approx(0.3)
