"""What closing would lose, and what would not be missed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.excluding import restored, without
from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit, fit_series, redated
from gpstudio.session.kept import Marks
from gpstudio.session.project.unsaved import LONG, changes, decisions, of_its_table
from gpstudio.session.request import USUAL, Request

Change = Callable[[Document], Document]


@pytest.fixture(scope="module")
def fit() -> Fit:
    table = read_table(resource(*SAMPLE))
    return fit_series(table.series[0], Recipe.of(kernel="matern32"), Request(stages="none"))


@pytest.fixture
def document(fit: Fit) -> Document:
    table = replace(read_table(resource(*SAMPLE)), series=(fit.series,))
    return Document(table, fit.series.group).with_fit(fit)


def excluded(document: Document) -> Document:
    series = document.series
    assert series is not None
    return document.with_series(without(series, np.arange(len(series)) == 3))


CHANGES: tuple[tuple[Change, str], ...] = (
    (lambda d: replace(d, recipe=Recipe.of(kernel="rbf")), "the model"),
    (lambda d: replace(d, request=Request(stages="wheat")), "how stages are dated"),
    (lambda d: d.with_facts(d.selected, Facts(crop="wheat")), "what is known of the fields"),
    (excluded, "readings taken out by hand"),
    (lambda d: replace(d, marks=Marks(frozenset(["a key"]))), "which fits are kept"),
)


@pytest.mark.parametrize(("change", "told"), CHANGES)
def test_that_what_a_person_decided_would_be_lost(
    document: Document, change: Change, told: str
) -> None:
    assert list(decisions(document)) == []
    assert list(decisions(change(document))) == [told]


def test_that_a_table_and_a_quick_fit_would_not_be_missed(document: Document) -> None:
    assert document.fits
    assert list(decisions(document)) == []
    assert list(decisions(Document())) == []


def test_that_fits_that_took_long_would_be_lost(document: Document, fit: Fit) -> None:
    slow = _as_if_it_took(fit, LONG)
    assert list(decisions(document.with_fit(slow))) == []
    slower = _as_if_it_took(fit, LONG + 1.0)
    assert list(decisions(document.with_fit(slower))) == ["fits"]


def _as_if_it_took(fit: Fit, seconds: float) -> Fit:
    learned = replace(fit.learned, report=replace(fit.report, seconds=seconds))
    return Fit(fit.series, replace(fit.result, learned=learned))


def test_that_nobody_decided_what_is_usual(document: Document) -> None:
    usual = Request(stages="wheat", horizon=60.0)
    asked = replace(document, request=usual)
    assert list(decisions(asked, usual)) == []
    assert list(decisions(document, usual)) == []
    assert list(decisions(replace(document, request=Request(stages="maize")), usual)) == [
        "how stages are dated"
    ]
    assert usual != USUAL


def test_that_the_model_outlives_another_table(document: Document) -> None:
    changed = replace(document, recipe=Recipe.of(kernel="rbf"), request=Request(stages="wheat"))
    assert list(of_its_table(changed)) == []
    known = document.with_facts(document.selected, Facts(crop="wheat"))
    assert list(of_its_table(known)) == ["what is known of the fields"]


@pytest.mark.parametrize(
    ("change", "told"), [*CHANGES[:3], CHANGES[4], (excluded, "the readings")], ids=range(5)
)
def test_that_a_change_is_one_until_it_is_taken_back(
    document: Document, change: Change, told: str
) -> None:
    assert list(changes(document, document)) == []
    assert list(changes(change(document), document)) == [told]
    assert list(changes(document, change(document))) == [told]


def test_that_which_field_is_shown_and_how_it_is_dated_are_no_changes(
    document: Document, fit: Fit
) -> None:
    """Dates follow from what else is saved; a new curve does not."""
    dated = redated(fit, Request(stages="curve"), Facts())
    assert list(changes(document.with_fit(dated), document)) == []
    assert list(changes(replace(document, selected=""), document)) == []
    again = fit_series(fit.series, fit.recipe, fit.request)
    assert list(changes(document.with_fit(again), document)) == ["fits"]
    assert list(changes(replace(document, fits=MappingProxyType({})), document)) == ["fits"]


def test_that_facts_that_say_nothing_are_none(document: Document) -> None:
    known = document.with_facts(document.selected, Facts())
    assert list(changes(known, document)) == []
    assert list(decisions(known)) == []


def test_that_readings_brought_back_are_not_missed(document: Document) -> None:
    out = excluded(document)
    series = out.series
    assert series is not None
    back: Series = restored(series, None)
    assert list(decisions(out.with_series(back))) == []
