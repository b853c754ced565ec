"""Readings taken out and brought back, seasons drawn: each a step that can be undone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.excluding import restored, without
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen, Sown
from gpstudio.session.field_commands import (
    DrawSeason,
    ExcludeReadings,
    ForgetDrawnSeasons,
    NoteSeen,
    NoteSowing,
    RestoreReadings,
    SetCrop,
    SetRequest,
)
from gpstudio.session.fitting import fit_series
from gpstudio.session.history import History
from gpstudio.session.request import Request


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table(Path(resource(*SAMPLE)))


@pytest.fixture
def history(table: Table) -> History:
    return History(OpenTable(table).apply(Document()))


def shown(history: History) -> Series:
    series = history.document.series
    assert series is not None
    return series


def test_that_an_excluded_reading_leaves_the_fit_and_comes_back_with_undo(
    history: History,
) -> None:
    before = shown(history)
    reading = (float(before.time[5]), float(before.value[5]))
    history.do(ExcludeReadings(before.group, (reading,)))
    after = shown(history)
    assert len(after) == len(before) - 1
    assert reading[0] not in after.time
    assert after.excluded is not None
    assert after.excluded.time.tolist() == [reading[0]]
    assert history.undo_title == "exclude a reading"
    history.undo()
    assert shown(history) is before


def test_that_restoring_brings_back_the_very_same_readings(history: History) -> None:
    before = shown(history)
    pairs = tuple((float(t), float(v)) for t, v in zip(before.time, before.value, strict=True))
    history.do(ExcludeReadings(before.group, pairs[3:9]))
    history.do(RestoreReadings(before.group, pairs[4:6]))
    some = shown(history)
    assert some.excluded is not None
    assert len(some.excluded) == 4
    history.do(RestoreReadings(before.group))
    whole = shown(history)
    assert whole.excluded is None
    assert np.array_equal(whole.time, before.time)
    assert np.array_equal(whole.value, before.value)


def test_that_weights_travel_with_their_readings() -> None:
    series = Series("", np.arange(6.0), np.arange(6.0), "t", "v", False, np.linspace(0.5, 1.0, 6))
    out = without(series, np.array([0, 1, 0, 0, 1, 0], dtype=bool))
    assert out.weight is not None
    assert out.weight.tolist() == [0.5, 0.7, 0.8, 1.0]
    back = restored(out)
    assert back.weight is not None
    assert series.weight is not None
    assert np.array_equal(back.weight, series.weight)


def test_that_the_last_three_readings_stay() -> None:
    series = Series("", np.arange(4.0), np.arange(4.0), "t", "v", False)
    with pytest.raises(InputError, match="At least 3"):
        without(series, np.array([1, 1, 0, 0], dtype=bool))


def test_that_a_fit_of_other_readings_is_not_current(history: History) -> None:
    series = shown(history)
    history.keep_fit(fit_series(series, Recipe.of(kernel="matern32(40)", learning="fixed")))
    recipe = Recipe.of(kernel="matern32(40)", learning="fixed")
    document = Document(history.document.table, series.group, recipe, fits=history.document.fits)
    assert document.fit_is_current
    pair = ((float(series.time[0]), float(series.value[0])),)
    other = ExcludeReadings(series.group, pair).apply(document)
    assert not other.curve_is_current
    asked = SetRequest(Request(stages="wheat")).apply(document)
    assert asked.curve_is_current
    assert not asked.fit_is_current


def test_that_a_drawn_season_replaces_the_one_drawn_there(history: History) -> None:
    group = history.document.selected
    history.do(DrawSeason(group, 18_300.0, 18_400.0))
    history.do(DrawSeason(group, 18_350.0, 18_450.0))
    history.do(DrawSeason(group, 18_500.0, 18_600.0))
    windows = history.document.facts_of(group).windows
    assert windows == ((18_350.0, 18_450.0), (18_500.0, 18_600.0))
    history.do(ForgetDrawnSeasons(group))
    assert history.document.facts_of(group).windows == ()
    with pytest.raises(InputError, match="ends after it starts"):
        history.do(DrawSeason(group, 5.0, 5.0))


def test_that_crop_sowing_and_seen_stages_are_noted_field_by_field(history: History) -> None:
    group = history.document.selected
    history.do(SetCrop(group, "barley"))
    history.do(NoteSowing(group, 18_300.0, "wheat"))
    history.do(NoteSeen(group, "heading", "2020a", 18_400.0))
    history.do(NoteSeen(group, "heading", "2020a", 18_402.0))
    facts = history.document.facts_of(group)
    assert facts == Facts(
        "barley", (Sown(18_300.0, "wheat"),), seen=(Seen("heading", 18_402.0, "2020a"),)
    )
    history.do(NoteSeen(group, "heading", "2020a", None))
    assert history.document.facts_of(group).seen == ()


def test_that_a_field_that_is_not_there_is_refused(history: History) -> None:
    with pytest.raises(InputError, match="no field 'elsewhere'"):
        history.do(SetCrop("elsewhere", "wheat"))
