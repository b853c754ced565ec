"""More readings into a table: what is new is found, what was decided holds, doubts are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from gpstudio import add_readings
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.adding.addition import Addition
from gpstudio.data.adding.joining import BOTH, NEW, OLD, SAME_DAY
from gpstudio.data.adding.reading import added_from
from gpstudio.data.excluding import without
from gpstudio.data.source import open_source
from gpstudio.data.source.source import Source
from gpstudio.data.table import Table, read_table
from gpstudio.resources import resource

Write = Callable[..., Path]
HEAD = "field;date;ndvi"


@pytest.fixture
def written(tmp_path: Path) -> Write:
    def write(name: str, *rows: str, head: str = HEAD) -> Path:
        path = tmp_path / name
        path.write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
        return path

    return write


def spring(*fields: str) -> list[str]:
    """Ten readings of each, 17 to 26 March, which settles the order of day and month."""
    return [f"{field};{17 + i}/03/2026;{0.3 + 0.01 * i:.3f}" for field in fields for i in range(10)]


@pytest.fixture
def table(written: Write) -> Table:
    return read_table(written("first.csv", *spring("North", "South")))


def looked_at(table: Table, path: Path, answers: Mapping[str, str] | None = None) -> Addition:
    def opened(given: Mapping[str, str], task: Task) -> Source:
        return open_source(path, given, task)

    return added_from(table, opened, answers, QUIET)


def test_that_a_file_is_read_as_the_table_was_and_its_fields_are_found(
    table: Table, written: Write
) -> None:
    # alone it leaves open which is the day; the names are written otherwise
    path = written(
        "pass.csv", "north ;04/05/2026;0.5", "SOUTH;04/05/2026;0.6", "West;04/05/2026;0.4"
    )
    assert read_table(path).questions
    addition = looked_at(table, path)
    assert not addition.questions
    assert addition.table.groups == ["North", "South", "West"]
    assert addition.table.by_group["North"].time[-1] == np.datetime64("2026-05-04").astype(float)
    assert addition.changed == ("North", "South", "West")
    assert addition.sentence == (
        "2 fields get 1 reading each, to 2026-05-04; 1 new field with 1 reading."
    )
    assert table.groups == ["North", "South"]  # nothing is taken before somebody says so


def test_that_a_field_without_a_name_is_told_by_its_file(written: Write) -> None:
    rows = [line.partition(";")[2] for line in spring("North")]
    alone = read_table(written("north field.csv", *rows, head="date;ndvi"))
    assert alone.groups == [""]
    assert alone.called("") == "north field"
    addition = looked_at(alone, written("pass.csv", "04/05/2026;0.5", head="date;ndvi"))
    assert [(gain.group, gain.readings) for gain in addition.told] == [("north field", 1)]
    assert addition.changed == ("",)


def test_that_what_is_there_is_recognised_and_every_row_is_accounted_for(
    table: Table, written: Write
) -> None:
    path = written("again.csv", *spring("North"), "North;27/03/2026;0.41")
    addition = looked_at(table, path)
    assert (addition.readings, addition.there) == (1, 10)
    joined = addition.table
    assert len(joined.by_group["North"]) == 11
    assert joined.by_group["South"] is table.by_group["South"]
    assert joined.rows_in == joined.rows_used + sum(aside.count for aside in joined.set_aside)
    assert joined.rows_used == sum(len(series) for series in joined.series)
    assert looked_at(joined, path).is_empty
    assert add_readings(joined, path) is joined


def test_that_two_equal_readings_of_a_day_are_two_where_the_table_has_one(
    table: Table, written: Write
) -> None:
    path = written("pixels.csv", "North;17/03/2026;0.3", "North;17/03/2026;0.3")
    addition = looked_at(table, path)
    assert (addition.readings, addition.there) in ((1, 1), (0, 1))  # doubled rows count once
    kept = looked_at(table, path, {"repeated": "kept", SAME_DAY: BOTH})
    assert (kept.readings, kept.there) == (1, 1)


def test_that_readings_taken_out_and_set_aside_stay_where_they_are(
    table: Table, written: Write
) -> None:
    series = table.by_group["North"]
    out = without(series, series.time == series.time[3])
    again = looked_at(table.with_series(out), written("again.csv", *spring("North")))
    assert again.is_empty
    clouded = read_table(
        written(
            "clouds.csv",
            *(f"{row};{int(place == 4)}" for place, row in enumerate(spring("North"))),
            head=f"{HEAD};cloud",
        ),
        answers={"flag": "0 is good"},
    )
    assert len(clouded.by_group["North"]) == 9
    assert looked_at(clouded, written("again.csv", *spring("North"))).is_empty


@pytest.mark.parametrize(
    ("choice", "values", "aside"), [(BOTH, [0.39, 0.41], 0), (NEW, [0.41], 1), (OLD, [0.39], 1)]
)
def test_that_another_value_of_a_day_is_asked_and_answered(
    table: Table, written: Write, choice: str, values: list[float], aside: int
) -> None:
    path = written("corrected.csv", "North;26/03/2026;0.41", "North;27/03/2026;0.5")
    asked = looked_at(table, path)
    assert [question.about for question in asked.questions] == [SAME_DAY]
    assert asked.table is table
    with pytest.raises(InputError, match="which counts"):
        add_readings(table, path)
    joined = looked_at(table, path, {SAME_DAY: choice}).table
    north = joined.by_group["North"]
    day = float(np.datetime64("2026-03-26").astype(int))
    assert sorted(north.value[north.time == day]) == values
    assert (0 if north.aside is None else len(north.aside[0])) == aside
    assert joined.rows_in == joined.rows_used + sum(one.count for one in joined.set_aside)
    assert joined.rows_used == sum(len(series) for series in joined.series)


def test_that_another_scale_is_asked_and_not_assumed(table: Table, written: Write) -> None:
    rows = [f"North;{day:02}/04/2026;{value}" for day, value in ((4, 4100), (5, 5000), (28, 6000))]
    path = written("stored.csv", *rows)
    asked = looked_at(table, path)
    assert [question.about for question in asked.questions] == ["scale"]
    assert asked.questions[0].choices[0] == "divided by 10,000"
    joined = add_readings(table, path, {"scale": "divided by 10,000"})
    assert joined.by_group["North"].value[-3:].tolist() == [0.41, 0.5, 0.6]


def test_that_numbers_without_limits_are_asked_where_they_are_far_from_the_tables(
    written: Write,
) -> None:
    head = "field;date;lai"
    table = read_table(written("lai.csv", *spring("North"), head=head))
    far = written("far.csv", "North;28/03/2026;41", "North;29/03/2026;42", head=head)
    assert [question.about for question in looked_at(table, far).questions] == ["scale"]
    assert looked_at(table, far, {"scale": "divided by 100"}).readings == 2
    near = written("near.csv", "North;28/03/2026;0.9", head=head)
    assert not looked_at(table, near).questions


def test_that_another_index_is_asked_for_the_tables_own(table: Table, written: Write) -> None:
    path = written("evi.csv", "North;28/03/2026;0.2;0.4", head="field;date;evi;greenness")
    asked = looked_at(table, path)
    assert [question.about for question in asked.questions] == ["value"]
    assert set(asked.questions[0].choices) == {"evi", "greenness"}
    assert looked_at(table, path, {"value": "greenness"}).table.by_group["North"].value[-1] == 0.4


def test_that_a_table_of_another_layout_is_merged(table: Table, written: Write) -> None:
    wide = written(
        "wide.csv", "2026-04-01,0.5,0.6", "2026-04-09,0.55,0.65", "2026-04-17,0.6,0.7",
        head="date,North,South",
    )  # fmt: skip
    addition = looked_at(table, wide)
    assert read_table(wide).questions  # alone it could be two indices of one field
    assert {gain.group: gain.readings for gain in addition.gains} == {"North": 3, "South": 3}


def test_that_a_new_field_named_almost_as_another_is_told(table: Table, written: Write) -> None:
    addition = looked_at(table, written("slip.csv", "Nort;28/03/2026;0.4", "North;28/03/2026;0.4"))
    assert "did you mean 'North'" in " ".join(addition.remarks)
    counted = read_table(written("counted.csv", *spring("field 3", "field 5")))
    addition = looked_at(counted, written("next.csv", "field 4;28/03/2026;0.4"))
    assert not addition.remarks


def test_that_dates_do_not_join_plain_numbers(table: Table, written: Write) -> None:
    path = written("numbers.csv", "North;1.5;0.4", "North;2.5;0.5", head="field;t;ndvi")
    with pytest.raises(InputError, match="plain numbers"):
        looked_at(table, path)


def test_that_an_unknown_answer_is_refused(table: Table, written: Write) -> None:
    path = written("one.csv", "North;28/03/2026;0.4")
    with pytest.raises(InputError, match="same day"):
        looked_at(table, path, {SAME_DAY: "whatever"})


def test_that_dataframes_are_added(table: Table) -> None:
    import pandas as pd

    more = pd.DataFrame({"field": ["North"], "date": ["2026-05-04"], "ndvi": [0.5]})
    assert len(add_readings(table, more).by_group["North"]) == 11


@pytest.mark.parametrize("file", ["made_up_farms.csv", "alarc2_smith6_landsat_ndvi.csv"])
def test_that_two_halves_that_overlap_make_the_whole(file: str, tmp_path: Path) -> None:
    whole = read_table(resource("sample", file))
    head, *rows = resource("sample", file).read_text(encoding="utf-8").splitlines()
    random = np.random.default_rng(4)
    late = random.random(len(rows)) < 0.4
    both = random.random(len(rows)) < 0.2
    paths = []
    for name, wanted in (("early", ~late | both), ("late", late | both)):
        paths.append(tmp_path / f"{name}.csv")
        chosen = [row for row, here in zip(rows, wanted, strict=True) if here]
        paths[-1].write_text("\n".join([head, *chosen]) + "\n", encoding="utf-8")
    joined = add_readings(read_table(paths[0]), paths[1])
    assert set(joined.groups) == set(whole.groups)
    for series in whole.series:
        other = joined.by_group[series.group]
        assert np.array_equal(other.time, series.time)
        assert np.array_equal(np.sort(other.value), np.sort(series.value))
        assert (other.aside is None) == (series.aside is None)
    assert joined.rows_used == whole.rows_used
    assert joined.rows_in == joined.rows_used + sum(one.count for one in joined.set_aside)
