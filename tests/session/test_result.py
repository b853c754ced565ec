"""Results are told from each other, and outdated, by what they are and not by which object."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.phenology.thermal import temperatures_from_means
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.history import History
from gpstudio.session.request import Request

RECIPE = Recipe.of(kernel="0.1 * matern32(40)", likelihood="gaussian(0.001)", learning="fixed")
BARE = Request(stages="none")
DAYS = 18_000.0 + np.arange(0.0, 300.0, 8.0)


def temperatures() -> Facts:
    return Facts(temperatures=temperatures_from_means(DAYS.copy(), 0.05 * (DAYS - 18_000.0)))


def field(group: str = "a") -> Series:
    value = 0.5 + 0.3 * np.sin((DAYS - 18_000.0) / 40.0)
    return Series(group, DAYS.copy(), value, "date", "ndvi", True)


@pytest.fixture(scope="module")
def fit() -> Fit:
    return fit_series(field(), RECIPE, BARE, temperatures())


def document(series: Series, *fits: Fit, facts: Facts | None = None) -> Document:
    table = replace(read_table(resource(*SAMPLE)), series=(series, field("other")))
    known = {series.group: temperatures() if facts is None else facts}
    fitted = {fit.series.group: fit for fit in fits}
    return Document(table, series.group, RECIPE, BARE, known, fits=fitted)


CHANGES: dict[str, Callable[[Document], Document]] = {
    "current": lambda document: document,
    "other curve": lambda document: document.with_series(
        replace(document.table.series[0], value=document.table.series[0].value + 1e-12)
    ),
    "other dates": lambda document: document.with_facts("a", Facts("barley")),
}


@pytest.mark.parametrize("state", CHANGES)
def test_that_what_is_the_same_is_current_whichever_object_it_is(fit: Fit, state: str) -> None:
    """Readings and temperatures that were read once more, as from another process."""
    assert CHANGES[state](document(field(), fit)).state_of("a") == state


def test_that_a_fit_is_of_its_own_field(fit: Fit) -> None:
    """Two fields may have the same readings."""
    assert fit.is_of(field())
    assert not fit.is_of(field("other"))


def test_that_what_comes_from_elsewhere_is_kept_as_a_fit_of_what_is_here(fit: Fit) -> None:
    series = field()
    history = History(document(series))
    sent: Fit = pickle.loads(pickle.dumps(fit))
    history.keep_fit(sent)
    assert history.document.fit is not None
    assert history.document.fit.series is series, "so that it is drawn with what is shown"
    assert np.array_equal(history.document.fit.forecast.mean, fit.forecast.mean)
    (row,) = history.document.kept_of("a")
    assert row.is_of(pickle.loads(pickle.dumps(fit)))
    before = history.document
    others = fit_series(replace(series, value=series.value + 0.1), RECIPE, BARE)
    assert history.keep_fit(others) is before, "its readings are no longer there"


def test_that_the_same_fit_is_known_again_and_another_is_not(fit: Fit) -> None:
    again: Fit = pickle.loads(pickle.dumps(fit))
    assert again.has_curve_of(fit)
    assert fit.with_dates(fit.dates, replace(fit.basis, request=Request())).has_curve_of(fit)
    report = replace(fit.learned.report, seconds=fit.report.seconds + 1.0)
    learned = replace(fit.learned, report=report)
    curve = replace(fit.curve, mean=fit.curve.mean + 1e-12)
    for other in (replace(fit.result, learned=learned), replace(fit.result, curve=curve)):
        assert not Fit(fit.series, other).has_curve_of(fit)


def test_that_remarks_of_later_travel_and_make_no_other_fit(fit: Fit) -> None:
    heard = Fit(fit.series, fit.result)
    report = replace(fit.report, remarks=("It did not settle.",))
    vars(heard)["posterior"] = fit.posterior.with_report(report)
    sent: Fit = pickle.loads(pickle.dumps(heard))
    assert sent.report.remarks == ("It did not settle.",)
    assert sent.has_curve_of(fit)
