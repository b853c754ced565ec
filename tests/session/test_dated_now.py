"""Whatever was clicked, and in what order, the dates of all fields are those of the whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.commands import OpenTable, SelectField, SetChoice, SetHorizon
from gpstudio.session.dated_now import dated_now
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen
from gpstudio.session.field_commands import DrawSeason, NoteSeen, SetRequest, TakeFacts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.history import History
from gpstudio.session.project.codec.document import document_of, parts_of_document
from gpstudio.session.project.contents import Contents
from gpstudio.session.request import Request
from gpstudio.session.together import dated_together

RECIPE = Recipe.of(kernel="matern52(40)", learning="fixed")
WHEAT, BARLEY = Request(stages="wheat", index="NDVI"), Request(stages="barley", index="NDVI")
START, PEAK = (float(day) for day in days_from_dates(["2019-10-01", "2020-05-10"]))
SHIFTS = {"a": -6.0, "b": 0.0, "c": 5.0}
DAYS = {"a": 600.0, "b": 600.0, "c": 590.0}
"""The last season of each is under way: others say how it goes on."""


def field(name: str, place: int) -> Series:
    random = np.random.default_rng(place)
    time = START + np.arange(0.0, DAYS[name], 8.0)
    value = 0.18 + 0.02 * random.standard_normal(len(time))
    for year in range(2):
        value += 0.6 * np.exp(-0.5 * ((time - PEAK - 365.0 * year - SHIFTS[name]) / 28.0) ** 2)
    return Series(name, time, value, "date", "NDVI", dated=True)


FIELDS = tuple(field(name, place) for place, name in enumerate(SHIFTS))
OBSERVED = {
    name: Facts(
        seen=tuple(Seen("heading", PEAK + SHIFTS[name] + 12.0 + 365.0 * year) for year in range(2))
    )
    for name in ("a", "c")
}


@pytest.fixture
def history() -> History:
    table = replace(read_table(resource(*SAMPLE)), path=Path("fields.csv"), series=FIELDS)
    return History(OpenTable(table).apply(Document(recipe=RECIPE, request=WHEAT)))


def fitted(history: History, group: str) -> None:
    document = history.document
    assert document.table is not None
    series = document.table.by_group[group]
    history.keep_fit(
        fit_series(series, document.recipe, document.request, document.facts_of(group))
    )


def date_again(history: History) -> None:
    """What the window does behind what is shown."""
    history.keep_together(dated_now(history.document))


def rows_of(fits: tuple[Fit, ...]) -> dict[str, object]:
    return {fit.series.group: (fit.stage_rows, fit.basis.taught.words) for fit in fits}


def by_the_script(document: Document) -> dict[str, object]:
    """As an exported script: every field fitted anew, all dated together, in the table's order."""
    fits = []
    for group in SHIFTS:
        if group in document.fits:
            fit, facts = document.fits[group], document.facts_of(group)
            asked = replace(document.request, horizon=fit.request.horizon)
            fits.append(fit_series(fit.series, fit.recipe, asked, facts))
    return rows_of(dated_together(fits, document.request, document.facts).fits)


Deed = Callable[[History, np.random.Generator], object]


def _any(random: np.random.Generator) -> str:
    return str(random.choice(list(SHIFTS)))


DEEDS: tuple[Deed, ...] = (
    lambda history, random: history.do(SelectField(_any(random))),
    lambda history, random: fitted(history, _any(random)),
    lambda history, random: [fitted(history, group) for group in SHIFTS],
    lambda history, random: history.do(TakeFacts(OBSERVED, "observed dates")),
    lambda history, random: history.do(SetRequest(WHEAT)),
    lambda history, random: history.do(SetRequest(replace(BARLEY, as_of=START + 300.0))),
    lambda history, random: history.do(SetHorizon(float(random.integers(20, 40)))),
    lambda history, random: history.do(SetChoice("kernel", f"matern52({random.integers(40, 50)})")),
    lambda history, random: history.do(NoteSeen(_any(random), "heading", "2020", PEAK)),
    lambda history, random: history.do(DrawSeason(_any(random), PEAK - 90.0, PEAK + 80.0)),
    lambda history, random: history.undo(),
    lambda history, random: history.redo(),
    lambda history, random: date_again(history),
)


@pytest.mark.parametrize("seed", range(3))
def test_that_after_any_clicks_all_dates_are_those_of_the_whole(
    history: History, seed: int
) -> None:
    random = np.random.default_rng(seed)
    for _ in range(14):
        DEEDS[random.integers(len(DEEDS))](history, random)
    fitted(history, _any(random))
    date_again(history)
    document = history.document
    assert not document.outdated
    assert rows_of(document.fits_in_order) == by_the_script(document)


@pytest.mark.parametrize("first", ["b", "c"])
def test_that_the_field_that_was_clicked_makes_no_difference(history: History, first: str) -> None:
    """Fitted first, shown, and fitted again once more after dates were observed."""
    history.do(SelectField(first))
    for group in (first, *SHIFTS):
        fitted(history, group)
    history.do(TakeFacts(OBSERVED, "observed dates"))
    for group in reversed(SHIFTS):
        fitted(history, group)
    date_again(history)
    assert rows_of(history.document.fits_in_order) == by_the_script(history.document)


@pytest.fixture
def dated(history: History) -> History:
    history.do(TakeFacts(OBSERVED, "observed dates"))
    for group in SHIFTS:
        fitted(history, group)
    date_again(history)
    assert states(history.document) == ["current"] * 3
    return history


def states(document: Document) -> list[str]:
    return [document.state_of(group) for group in SHIFTS]


def test_that_what_is_observed_in_one_field_outdates_all(dated: History) -> None:
    dated.do(NoteSeen("a", "heading", "2020", PEAK + 20.0))
    assert states(dated.document) == ["other dates"] * 3
    dated.undo()
    assert states(dated.document) == ["current"] * 3


def test_that_a_fit_with_other_numbers_outdates_those_that_learn_from_it(dated: History) -> None:
    fitted(dated, "b")
    assert states(dated.document) == ["current", "other dates", "current"]  # the same curve
    date_again(dated)
    model = dated.document.recipe
    dated.do(SetChoice("kernel", "matern52(50)"))
    fitted(dated, "b")
    dated.do(SetChoice("kernel", model.text("kernel")))
    assert states(dated.document) == ["other dates", "other curve", "other dates"]
    date_again(dated)
    assert not dated.document.outdated
    assert rows_of(dated.document.fits_in_order) == by_the_script(dated.document)


def test_that_other_times_want_a_fit_and_leave_the_dates(dated: History) -> None:
    before = dict(dated.document.fits)
    dated.do(SetHorizon(90.0))
    assert states(dated.document) == ["other curve"] * 3
    assert not dated.document.outdated
    date_again(dated)
    assert dict(dated.document.fits) == before
    dated.do(SetRequest(replace(BARLEY, horizon=90.0)))
    date_again(dated)
    assert not dated.document.outdated
    assert states(dated.document) == ["other curve"] * 3


def test_that_only_what_is_outdated_is_dated_anew(dated: History) -> None:
    found = _Seen()
    dated_now(dated.document, found)
    assert found.groups == []
    fitted(dated, "b")
    dated_now(dated.document, found)
    assert found.groups == ["b"]


def test_that_the_field_that_is_shown_is_dated_first(dated: History) -> None:
    dated.do(SelectField("c"))
    dated.do(SetRequest(BARLEY))
    found = _Seen()
    dated_now(dated.document, found)
    assert found.groups[0] == "c"
    assert set(found.groups) == set(SHIFTS)


class _Seen(Task):
    def __init__(self) -> None:
        self.groups: list[str] = []

    def partial(self, result: object) -> None:
        assert isinstance(result, Fit)
        self.groups.append(result.series.group)


def test_that_a_project_opens_with_the_states_that_it_was_saved_with(dated: History) -> None:
    def opened(document: Document) -> Document:
        parts = {part.name: part for part in parts_of_document(document)}
        return document_of(Contents(Path("w.gpstudio"), parts))

    assert states(opened(dated.document)) == ["current"] * 3
    fitted(dated, "b")
    again = opened(dated.document)
    assert states(again) == ["current", "other dates", "current"]
    history = History(again)
    date_again(history)
    assert rows_of(history.document.fits_in_order) == by_the_script(dated.document)


def test_that_without_a_crop_no_field_waits_for_another(history: History) -> None:
    history.do(SetRequest(Request(index="NDVI")))
    for group in SHIFTS:
        fitted(history, group)
        assert history.document.state_of(group) == "current"
    assert not history.document.outdated
