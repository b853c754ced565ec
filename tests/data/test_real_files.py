"""Files as people have them: read right, asked about, or refused in one sentence."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from data.real_files import PHENOLOGY, REFUSED, UGLY, Right

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.table import Table

FILES = {
    **{f"A_phenology/{name}": right for name, right in PHENOLOGY.items()},
    **{f"D_ugly/{name}": right for name, right in UGLY.items()},
}


def columns_by_role(table: Table) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for column in table.columns:
        if column.role != "ignored":
            found.setdefault(column.role, set()).add(column.name)
    return found


def check(table: Table, right: Right) -> None:
    found = columns_by_role(table)
    values = found.pop("value") if right.across else set()
    assert len(values) == right.across
    expected = {
        role: {names} if isinstance(names, str) else set(names)
        for role, names in right.roles.items()
    }
    assert found == expected
    fallback = "long" if "group" in right.roles else "one series"
    assert table.layout == (right.layout or fallback)
    assert (table.rows_in, len(table.series)) == (right.rows, right.series)
    shape = table.as_json()["series"][0]
    assert shape["group"] == right.group
    assert (shape["first_time"], shape["last_time"]) == (right.first[0], right.last[0])
    assert math.isclose(shape["first_value"], right.first[1], rel_tol=1e-12)
    assert math.isclose(shape["last_value"], right.last[1], rel_tol=1e-12)


def check_account(table: Table, right: Right) -> None:
    aside = {a.reason: a.count for a in table.set_aside}
    assert table.rows_in == table.rows_used + sum(aside.values())
    for part, count in right.aside.items():
        assert [n for reason, n in aside.items() if part in reason] == [count], aside
    assert len(aside) == len(right.aside), aside


@pytest.mark.parametrize("name", FILES)
def test_that_a_real_file_is_read_right_or_asked_about(shared_data, name):
    right = FILES[name]
    table = read_table(shared_data / name)
    assert {question.about for question in table.questions} == set(right.answers)
    if right.answers:
        assert (table.series, table.rows_used) == ((), 0)
        for question in table.questions:
            assert right.answers[question.about] in question.choices
        table = read_table(shared_data / name, answers=right.answers)
    assert table.questions == ()
    check(table, right)
    check_account(table, right)
    for part in right.told:
        assert part in table.sentence
    assert "\n" not in table.sentence


@pytest.mark.parametrize("name", REFUSED)
def test_that_a_table_without_readings_is_refused_in_one_sentence(shared_data, name):
    with pytest.raises(InputError, match=REFUSED[name]) as caught:
        read_table(shared_data / "A_phenology" / name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("folder", ["A_phenology", "D_ugly"])
def test_that_every_real_file_has_an_expectation(shared_data: Path, folder):
    found = {path.name for path in (shared_data / folder).iterdir()}
    known = {name.partition("/")[2] for name in FILES if name.startswith(folder)}
    assert found == (known | set(REFUSED) if folder == "A_phenology" else known)


def test_that_a_mask_can_be_explained_either_way(shared_data):
    path = shared_data / "D_ugly" / "landsat_samples_year_doy.csv"
    used = {
        choice: read_table(path, answers={"flag": choice}).rows_used
        for choice in ("not used", "0 is good", "1 is good")
    }
    assert used == {"not used": 1613, "0 is good": 817, "1 is good": 796}


def test_that_two_columns_of_dates_that_differ_are_asked_about(shared_data):
    path = shared_data / "A_phenology" / "wheat_ch_sowing_harvest.csv"
    (question,) = read_table(path, value="harvest_year").questions
    assert (question.about, question.choices) == ("time", ("sowing_date", "harvest_date"))
    table = read_table(path, value="harvest_year", answers={"time": "sowing_date"})
    assert table.series[0].value_name == "harvest_year"


def test_that_wide_scenes_can_keep_their_zeros(shared_data):
    path = shared_data / "D_ugly" / "landsat_wide_scene_columns_ALARC2_Smith6_irr_2020.csv"
    assert read_table(path, answers={"zeros": "kept"}).rows_used == 44


def test_that_another_percentile_can_be_read(shared_data):
    path = shared_data / "D_ugly" / "gee_table_wide_system_index_geo.csv"
    table = read_table(path, answers={"variable": "p10"}, group="system:index")
    assert table.series[0].group == "0"
    assert table.series[0].value_name == "p10"
    assert table.rows_in == 115 * 26
