"""An opened table is shown again without its file, to the last bit."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.data.excluding import without
from gpstudio.data.series import Excluded, Series
from gpstudio.data.table import Table, read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.project.codec.once import Made
from gpstudio.session.project.codec.series import (
    FIELDS,
    READINGS,
    lost_fields,
    parts_of_series,
    series_of,
)
from gpstudio.session.project.codec.table import (
    NO_PREVIEW,
    lost_fields_of_table,
    parts_of_table,
    table_of,
)
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part
from gpstudio.session.project.project import Project

ROWS = """site;date;ndvi;quality
west;03/04/2021;0,31;0
west;13/04/2021;0,42;0
west;23/04/2021;7,0;0
east;05/04/2021;0,29;1
east;29/04/2021;;0
east;30/04/2021;0,5;0
"""


def held(*parts: Part) -> Contents:
    return Contents(Path("wheat.gpstudio"), {part.name: part for part in parts})


@pytest.fixture
def asked(tmp_path: Path) -> Table:
    """With a question, fields, readings set aside and answers."""
    path = tmp_path / "n°1.csv"
    path.write_text(ROWS, encoding="utf-8")
    answers = {"range": "set aside", "repeated": "kept", "flag": "0 is good"}
    return read_table(path, group="site", answers=answers)


def the_same(one: Table, other: Table) -> None:
    for field in dataclasses.fields(Table):
        if field.name != "series":
            assert getattr(one, field.name) == getattr(other, field.name), field.name
    assert (one.sentence, one.as_json()) == (other.sentence, other.as_json())
    the_same_series(one.series, other.series)


def the_same_series(some: tuple[Series, ...], others: tuple[Series, ...]) -> None:
    assert len(some) == len(others)
    for one, other in zip(some, others, strict=True):
        for field in (each for each in dataclasses.fields(Series) if each.name != "origin"):
            assert _bits(getattr(one, field.name)) == _bits(getattr(other, field.name)), field.name
        assert other.time.flags.writeable
        assert other.time.flags.c_contiguous


def test_that_the_sample_comes_back_from_a_file(tmp_path: Path) -> None:
    table = read_table(resource(*SAMPLE))
    with Project.create(tmp_path / "wheat.gpstudio", parts_of_table(table)):
        pass
    with Project.open(tmp_path / "wheat.gpstudio") as project:
        the_same(table, table_of(project.contents))


def test_that_a_table_with_answers_and_readings_set_aside_comes_back(asked: Table) -> None:
    assert any(each.aside is not None for each in asked.series)
    assert asked.said.answers
    the_same(asked, table_of(held(*parts_of_table(asked))))


def test_that_a_table_with_open_questions_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("date,ndvi\n01/02/2021,0.3\n02/03/2021,0.4\n")
    table = read_table(path)
    assert table.questions
    assert table.series == ()
    the_same(table, table_of(held(*parts_of_table(table))))


@pytest.mark.parametrize("fields", [0, 1, 7])
def test_that_every_kind_of_series_comes_back(fields: int) -> None:
    rng = np.random.default_rng(3)

    def numbers(size: int) -> Floats:
        return rng.normal(size=size)

    series = tuple(
        Series(
            group=f"field {number}",
            time=np.sort(numbers(5 * number)),
            value=numbers(5 * number),
            time_name="day" if number % 2 else "date",
            value_name="ndvi",
            dated=number % 3 == 0,
            weight=rng.random(5 * number) if number % 2 else None,
            aside=(numbers(number), numbers(number)) if number % 4 == 0 else None,
            excluded=Excluded(np.sort(numbers(2)), numbers(2)) if number % 5 == 0 else None,
        )
        for number in range(fields)
    )
    the_same_series(series, series_of(held(*parts_of_series(series, "s")), "s"))


def many_fields(count: int) -> tuple[Series, ...]:
    days = np.arange(30.0)
    return tuple(
        Series(f"field {number}", days + number, days / 30.0, "date", "ndvi", True)
        for number in range(count)
    )


def test_that_a_change_of_one_field_changes_one_stretch() -> None:
    """Autosaving writes no more than that."""
    made: Made = {}

    def readings(series: tuple[Series, ...]) -> set[Part]:
        return {part for part in parts_of_series(series, "s", made) if part.name != "s"}

    before = many_fields(2 * FIELDS + 3)
    old = readings(before)
    assert old == readings(before)
    changed = without(before[FIELDS + 7], np.arange(30) == 4)
    after = (*before[: FIELDS + 7], changed, *before[FIELDS + 8 :])
    assert {part.name for part in readings(after) - old} == {"s/1", "s/1/float64"}
    the_same_series(after, series_of(held(*parts_of_series(after, "s", made)), "s"))


def test_that_long_series_are_stretches_of_their_own() -> None:
    long = Series("", np.arange(float(READINGS)), np.zeros(READINGS), "date", "ndvi", True)
    assert {"s/0", "s/1", "s/2"} <= {part.name for part in parts_of_series([long] * 3, "s")}


def test_that_a_damaged_stretch_costs_its_own_fields_and_names_them() -> None:
    series = many_fields(2 * FIELDS)
    sound = held(*parts_of_series(series, "s"))
    for lost in ("s/1", "s/1/float64"):
        contents = _without(sound, lost)
        the_same_series(series[:FIELDS], series_of(contents, "s"))
        assert lost_fields(contents, "s") == tuple(each.group for each in series[FIELDS:])
    assert lost_fields(sound, "s") == ()


def test_that_the_list_of_fields_can_be_done_without() -> None:
    series = many_fields(2 * FIELDS)
    contents = _without(held(*parts_of_series(series, "s")), "s")
    the_same_series(series, series_of(contents, "s"))
    assert lost_fields(contents, "s") == ()


def test_that_a_table_without_its_preview_can_still_be_worked_with(asked: Table) -> None:
    table = table_of(_without(held(*parts_of_table(asked)), "table/preview"))
    the_same(dataclasses.replace(asked, preview=NO_PREVIEW), table)


def test_that_a_table_without_an_account_or_any_readings_is_refused(asked: Table) -> None:
    sound = held(*parts_of_table(asked))
    for lost in ("table", "table/series/0", "table/series/0/float64"):
        with pytest.raises(InputError, match=f"'{lost}' is damaged"):
            table_of(_without(sound, lost))
    assert lost_fields_of_table(_without(sound, "table/series/0")) == ("west", "east")


@pytest.mark.parametrize("name", ["table/series/0", "table/series/0/float64", "table/preview"])
def test_that_a_table_that_lacks_what_it_had_is_refused(asked: Table, name: str) -> None:
    """Not damaged: never written. No project of ours is like that."""
    parts = held(*parts_of_table(asked)).parts
    with pytest.raises(InputError, match=r"does not hold what it should|has no part"):
        table_of(held(*(part for part in parts.values() if part.name != name)))


def _without(sound: Contents, name: str) -> Contents:
    """As ``load`` gives it when this part is damaged."""
    parts = {each: part for each, part in sound.parts.items() if each != name}
    return Contents(sound.path, parts, damaged={name: f"The part '{name}' is damaged."})


def _bits(value: object) -> object:
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tobytes()
    if isinstance(value, tuple):
        return tuple(map(_bits, value))
    if isinstance(value, Excluded):
        return _bits((value.time, value.value, value.weight))
    return value
