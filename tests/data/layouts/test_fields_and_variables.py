"""Long tables of several points, pixels or variables, and exports known by name."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError

DAYS = [f"2020-{month:02d}-{day:02d}" for month in range(1, 7) for day in (4, 20)]


def table_of(header: str, *columns: str, value: str = "0.5") -> str:
    """Every site, every day, every cell of ``columns``."""
    lines = [header]
    lines += [f"{site},{day},{cell},{value}" for site in "AB" for day in DAYS for cell in columns]
    return "\n".join(lines) + "\n"


def chosen(table, about: str) -> str:
    return next(d.chosen for d in table.decisions if d.about == about)


def test_that_pixels_of_a_site_are_fields_of_their_own(file_of):
    path = file_of(table_of("site,date,pixel,ndvi", "1", "2"))
    table = read_table(path)
    assert [series.group for series in table.series] == ["A / 1", "A / 2", "B / 1", "B / 2"]
    assert chosen(table, "field") == "site / pixel"
    assert "most times occur more than once within one 'site'" in table.sentence
    assert len(read_table(path, answers={"field": "site"}).series) == 2
    assert len(read_table(path, answers={"field": "one field"}).series) == 1
    assert len(read_table(path, group="site").series) == 2
    assert len(read_table(path, group=["site", "pixel"]).series) == 4
    for answer in ("site", "one field", "site / pixel", "pixel"):
        decisions = read_table(path, answers={"field": answer}).decisions
        choices = next(set(d.choices) for d in decisions if d.about == "field")
        assert choices >= {"site", "site / pixel", "one field"}
    with pytest.raises(InputError, match="cannot name the field"):
        read_table(path, answers={"field": "site"}, value="site")
    with pytest.raises(InputError, match="has no column 'plot'"):
        read_table(path, answers={"field": "site / plot"})


def of_farms(rows: list[str], names: dict[str, str]) -> str:
    """Each farm's field, seen on days of the farm's own."""
    lines = [
        f"{farm},{name},2020-{month:02d}-{1 + 3 * place:02d},0.{place}{month}"
        for place, (farm, name) in enumerate(names.items())
        for month in range(1, 9)
    ]
    return "\n".join([*rows, *lines]) + "\n"


@pytest.mark.parametrize("farms", [("Hof A", "Hof B"), ("7", "8")], ids=["words", "numbers"])
def test_that_a_name_that_two_farms_use_is_two_fields(file_of, farms):
    path = file_of(of_farms(["farm,field,date,ndvi"], dict.fromkeys(farms, "North")))
    table = read_table(path)
    assert [series.group for series in table.series] == [f"North / {farm}" for farm in farms]
    assert "one name in 'field' is used by several of 'farm'" in table.sentence
    assert [len(read_table(path, answers={"field": "field"}).series)] == [1]
    for answer in ("field", "field / farm", "one field"):
        decisions = read_table(path, answers={"field": answer}).decisions
        choices = next(set(d.choices) for d in decisions if d.about == "field")
        assert choices >= {"field", "field / farm", "one field"}


def test_that_names_of_one_farm_each_stay_as_they_are(file_of):
    names = {"Hof A": "North", "Hof B": "South", "": "East"}
    table = read_table(file_of(of_farms(["farm,field,date,ndvi"], names)))
    assert [series.group for series in table.series] == ["North", "South", "East"]


def test_that_one_column_is_enough_where_times_do_not_repeat(file_of):
    lines = ["site,date,roi,ndvi", *(f"{s},{day},r{s},0.5" for s in "AB" for day in DAYS)]
    assert chosen(read_table(file_of("\n".join(lines))), "field") == "site"


def test_that_a_column_of_unknown_meaning_is_asked_about(file_of):
    path = file_of(table_of("site,date,kind,ndvi", "bob", "eve"))
    (question,) = read_table(path).questions
    assert (question.about, question.choices) == (
        "field",
        ("site / kind", "site", "one field"),
    )
    assert len(read_table(path, answers={"field": "site / kind"}).series) == 4
    assert len(read_table(path, answers={"field": "site"}).series) == 2


def test_that_a_season_column_has_its_role(file_of):
    lines = ["field,harvest_year,date,ndvi", *(f"A,2020,{day},0.5" for day in DAYS)]
    table = read_table(file_of("\n".join(lines)))
    assert {c.name: c.role for c in table.columns}["harvest_year"] == "season"


def test_that_rows_of_one_variable_are_read(file_of):
    path = file_of(table_of("site,date,variable,value", "red", "ndvi", "nir"))
    table = read_table(path)
    assert (len(table.series), table.rows_used, table.rows_in) == (2, 24, 72)
    assert table.series[0].value_name == "ndvi"
    assert {a.reason: a.count for a in table.set_aside} == {"of another variable than 'ndvi'": 48}
    assert read_table(path, answers={"variable": "red"}).series[0].value_name == "red"


def test_that_unknown_variables_are_asked_about(file_of):
    (question,) = read_table(file_of(table_of("site,date,variable,value", "u", "v"))).questions
    assert (question.about, question.choices) == ("variable", ("u", "v"))


MODIS = (
    "xllcorner,yllcorner,cellsize,nrows,ncols,band,units,scale,latitude,longitude,site,product,"
    "start,end,complete,modis_date,calendar_date,tile,proc_date,pixel,value"
)


def test_that_a_modis_subset_is_read_by_its_ndvi_band(file_of):
    bands = ("250m_16_days_EVI", "250m_16_days_NDVI", "250m_16_days_VI_Quality")
    lines = [MODIS]
    for band in bands:
        for k, day in enumerate(DAYS):
            lines.append(
                f"-1.1,4.2,231.6,1,1,{band},-,0.0001,40.1,-88.1,bondville,MOD13Q1,"
                f"2020-01-01,2020-12-31,TRUE,A2020{16 * k + 1:03d},{day},h11v04,"
                f"2020{k:03d}12,1,{4000 + 100 * k}"
            )
    table = read_table(file_of("\n".join(lines)))
    assert chosen(table, "export") == "MODIS subset of ORNL DAAC"
    assert chosen(table, "variable") == "250m_16_days_NDVI"
    roles = {c.name: c.role for c in table.columns}
    assert (roles["calendar_date"], roles["value"], roles["site"]) == ("time", "value", "group")
    assert (table.rows_in, table.rows_used) == (36, 12)


def test_that_a_known_export_is_told_and_can_be_taken_back(file_of):
    lines = ["C0/date,C0/min,C0/max,C0/mean,C0/stDev"]
    lines += [f"{day}T00:00:00.000Z,0.1,0.9,0.5,0.1" for day in DAYS]
    path = file_of("\n".join(lines))
    table = read_table(path)
    assert "a statistics table of EO Browser or Copernicus Browser because" in table.sentence
    assert table.series[0].value_name == "C0/mean"
    other = read_table(path, answers={"export": "another table"})
    assert "a statistics table" not in other.sentence


def test_that_what_a_person_said_goes_before_what_an_export_is_known_for(file_of):
    lines = ["stn,time,tre200d0,rre150d0", *(f"BEINS,{d.replace('-', '')},9.5,1" for d in DAYS)]
    path = file_of("\n".join(lines))
    assert read_table(path).series[0].value_name == "tre200d0"
    assert read_table(path, value="rre150d0").series[0].value_name == "rre150d0"
    asked = read_table(path, answers={"value": "rre150d0"})
    assert np.allclose(asked.series[0].value, 1.0)


@pytest.mark.parametrize(
    ("beside", "first", "why"),
    [("47,9509", 2.873, "47,9509 stands in column 'lat'"), ("47.9509", 2873.0, "47.9509 stands")],
)
def test_that_another_column_settles_the_decimal_mark(file_of, beside, first, why):
    rows = [f"{day};2,873;{beside}" for day in DAYS]
    path = file_of("\n".join(["date;lai;lat", *rows]))
    table = read_table(path)
    assert table.questions == ()
    assert table.series[0].value[0] == first
    assert why in table.sentence
    said = read_table(path, answers={"decimal": "thousands mark"})
    assert said.series[0].value[0] == 2873.0


def test_that_remarks_are_no_fields(file_of):
    words = ["late frost", "", "cloud", "late frost", "", "hail"]
    rows = [f"{day},0.{k + 1},{words[k % 6]}" for k, day in enumerate(DAYS)]
    table = read_table(file_of("\n".join(["date,lai,x", *rows])))
    assert (table.layout, table.rows_used) == ("one series", 12)


def test_that_a_column_of_words_names_fields_where_the_times_begin_again(file_of):
    rows = [f"{day},0.5,{word}" for word in ("north", "south") for day in DAYS]
    table = read_table(file_of("\n".join(["date,lai,x", *rows])))
    assert [series.group for series in table.series] == ["north", "south"]
    others = [d.replace("2020", "2019") for d in DAYS]
    rows = [f"{d},0.5,{w}" for w, ds in (("north", DAYS), ("south", others)) for d in ds]
    apart = read_table(file_of("\n".join(["date,lai,x", *rows])))
    assert [series.group for series in apart.series] == ["north", "south"]
    stages = [f"{day},0.5,{'early' if k < 6 else 'late'}" for k, day in enumerate(DAYS)]
    assert len(read_table(file_of("\n".join(["date,lai,x", *stages]))).series) == 1


def test_that_an_answer_about_the_time_goes_before_what_an_export_is_known_for(file_of):
    lines = ["stn,time,other_date,tre200d0"]
    lines += [f"BEINS,{day},2019{day[4:]},9.5" for day in DAYS]
    path = file_of("\n".join(lines))
    assert read_table(path).series[0].time_name == "time"
    table = read_table(path, answers={"time": "other_date"})
    assert table.series[0].time_name == "other_date"


def test_that_a_column_answered_as_the_value_is_had_for_nothing_else(file_of):
    rows = [f"{k % 3},{day},{k}.5" for k, day in enumerate(DAYS)]
    path = file_of("\n".join(["plot,date,lai", *rows]))
    assert read_table(path).series[0].value_name == "lai"
    table = read_table(path, answers={"value": "plot"})
    assert (table.series[0].value_name, len(table.series)) == ("plot", 1)
    with pytest.raises(InputError, match="cannot hold the readings"):
        read_table(path, answers={"value": "date"}, time="date")


@pytest.mark.parametrize(
    ("delimiter", "name", "asked"),
    [(";", "lai", True), (",", "lai", False), (",", "ndvi", True), ("\t", "height", True)],
)
def test_that_a_point_before_three_digits_is_asked_about_where_it_may_part_thousands(
    file_of, delimiter, name, asked
):
    cells = [("2020-01-01", "1.807"), ("2020-01-09", "2.345"), ("2020-01-17", "3.250")]
    text = "\n".join(delimiter.join(row) for row in [("date", name), *cells])
    path = file_of(text)
    table = read_table(path)
    if not asked:
        assert table.series[0].value.tolist() == [1.807, 2.345, 3.25]
        return
    (question,) = table.questions
    assert "1.807 (decimal point) or 1807 (thousands mark)" in question.text
    answers = {"decimal": "thousands mark", "scale": "as written"}
    said = read_table(path, answers=answers)
    assert said.series[0].value.tolist() == [1807.0, 2345.0, 3250.0]
    said = read_table(path, answers={**answers, "decimal": "decimal point"})
    assert said.series[0].value.tolist() == [1.807, 2.345, 3.25]


def test_that_a_point_below_one_settles_all_points(file_of):
    path = file_of("date;lai\n2020-01-01;1.807\n2020-01-09;0.912\n")
    assert read_table(path).series[0].value.tolist() == [1.807, 0.912]


def test_that_points_part_thousands_in_the_company_of_a_decimal_comma(file_of):
    path = file_of("date;NDVI;lat\n2020-01-01;1.807;47,95\n2020-01-09;2.912;47,95\n")
    table = read_table(path)
    assert table.series[0].value.tolist() == [0.1807, 0.2912]
    assert "47,95 stands in column 'lat'" in table.sentence


@pytest.mark.parametrize(("good", "cloud"), [("ok", "cloudy"), ("limpo", "nublado"), ("0", "3")])
def test_that_each_field_side_by_side_keeps_its_own_quality(file_of, good, cloud) -> None:
    """Under two rows of headers, too; codes that nobody explains are told, not dropped."""
    rows = [
        f"2021-{1 + d // 9:02}-{1 + 3 * (d % 9):02},0.{30 + d},{cloud if d == 4 else good},"
        f"0.{60 - d},{cloud if d in (7, 8) else good}"
        for d in range(30)
    ]
    table = read_table(file_of("\n".join(["date,Field 1,,Field 2,", ",NDVI,QA,NDVI,QA", *rows])))
    known = cloud != "3"
    assert [len(series.value) for series in table.series] == ([29, 28] if known else [30, 30])
    assert table.questions == ()
    (decision,) = [d for d in table.decisions if d.about == "quality"]
    assert decision.chosen == ("used" if known else "not used")
