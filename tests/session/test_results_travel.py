"""Every kind of result goes to a process that has nothing else, and says the same there."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

import elsewhere
import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.core.regressor import GPRegressor
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import Table, read_table
from gpstudio.jobs.fields import One
from gpstudio.phenology.thermal import temperatures_from_means
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen, Sown
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.history import History
from gpstudio.session.many import Unfitted, fit_fields
from gpstudio.session.request import Request
from gpstudio.session.together import dated_together

QUICK = Recipe.of(kernel="matern32(60)", learning="ml2")
WHEAT = Request(stages="wheat", index="NDVI")
START = float(days_from_dates(["2020-10-01"])[0])
PEAK = float(days_from_dates(["2021-05-10"])[0])
DAYS = START + 8.0 * np.arange(92)
Ask = Callable[..., Any]


def field(group: str, shift: float = 0.0) -> Series:
    """Two seasons of wheat."""
    bells = [np.exp(-(((DAYS - PEAK - shift - at) / 45.0) ** 2)) for at in (0.0, 365.0)]
    noise = np.random.default_rng(7).normal(0.0, 0.01, len(DAYS))
    return Series(group, DAYS, 0.2 + 0.6 * sum(bells) + noise, "date", "ndvi", True)


@pytest.fixture(scope="module")
def there() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        pool.submit(int).result()  # it is there before the first test is
        yield pool


@pytest.fixture(scope="module")
def sample() -> Table:
    return read_table(resource(*SAMPLE))


@pytest.fixture(scope="module")
def plain(sample: Table) -> Fit:
    return fit_series(sample.series[0], Recipe())


@pytest.fixture(scope="module")
def document() -> Document:
    """Two fields that learn from each other, with a fit that is kept besides."""
    series = (field("a"), field("b", 6.0))
    table = replace(read_table(resource(*SAMPLE)), series=series)
    facts = {"a": Facts(seen=(Seen("heading", PEAK + 12.0),)), "b": Facts()}
    history = History(Document(table, "b", QUICK, WHEAT, facts))
    history.keep_fit(fit_series(series[1], Recipe.of(kernel="matern52(80)", learning="fixed")))
    for each in series:
        history.keep_fit(fit_series(each, QUICK, WHEAT, facts[each.group]))
    together = dated_together(history.document.fits_in_order, WHEAT, facts)
    return history.keep_together(together)


def warm() -> Fit:
    """A crop, degree days and a sowing."""
    days = np.arange(START - 30.0, START + 800.0)
    record = temperatures_from_means(days, 12.0 - 10.0 * np.cos((days - START + 80.0) / 58.0))
    return fit_series(field("a"), QUICK, WHEAT, Facts("wheat", (Sown(START + 12.0),), (), record))


FITS: Mapping[str, Callable[[], Fit]] = {
    "degree days and a crop": warm,
    "fixed numbers": lambda: fit_series(
        field("a"), Recipe.of(kernel="0.1 * matern32(60)", learning="fixed")
    ),
    "approximate": lambda: fit_series(
        field("a"), Recipe.of(kernel="rbf(60)", approximation="nystrom(rank=24)", learning="ml2")
    ),
    "heavy tails": lambda: fit_series(field("a"), replace(QUICK, likelihood=STUDENT)),
    "averaged over": lambda: fit_series(
        field("a"), Recipe.of(kernel="matern52", learning="averaged"), Request(stages="none")
    ),
}
STUDENT = Recipe.of(likelihood="student_t").likelihood


@pytest.mark.parametrize("kind", FITS)
def test_that_a_fit_says_the_same_elsewhere(kind: str, there: ProcessPoolExecutor) -> None:
    fit = FITS[kind]()
    same(there.submit(elsewhere.asked_of_fit, fit).result(), elsewhere.asked_of_fit(fit))


def test_that_a_result_needs_its_readings_alone(plain: Fit, there: ProcessPoolExecutor) -> None:
    assert len(plain.seasons) > 1
    found = there.submit(elsewhere.asked_of_result, plain.result, plain.series).result()
    same(found, elsewhere.asked_of_fit(plain))


def test_that_a_field_without_a_fit_says_why_elsewhere(there: ProcessPoolExecutor) -> None:
    one = Unfitted(field("a"), "It has too few readings.", WHEAT)
    found = there.submit(elsewhere.asked_of_unfitted, one).result()
    same(found, elsewhere.asked_of_unfitted(one))


def test_that_a_table_says_the_same_elsewhere(sample: Table, there: ProcessPoolExecutor) -> None:
    found = there.submit(elsewhere.asked_of_table, sample).result()
    same(found, elsewhere.asked_of_table(sample))


def test_that_a_document_knows_elsewhere_what_is_outdated(
    document: Document, there: ProcessPoolExecutor
) -> None:
    assert document.lessons.words
    assert len(document.kept_of("b")) == 2
    for each in (document, replace(document, recipe=Recipe()), document.with_facts("b", Facts())):
        found = there.submit(elsewhere.asked_of_document, each).result()
        same(found, elsewhere.asked_of_document(each))
    again = pickle.loads(pickle.dumps(document))
    assert again.fit.series is again.series, "one field, one object"
    together = dated_together(document.fits_in_order, document.request, document.facts)
    found = there.submit(elsewhere.asked_of_together, together).result()
    same(found, elsewhere.asked_of_together(together))


def test_that_an_estimator_says_the_same_elsewhere(there: ProcessPoolExecutor) -> None:
    series = field("a")
    for scale in (1.0, 1e60):  # those far from one are computed with in another unit
        model = GPRegressor(kernel="matern32", learning="ml2").fit(DAYS, scale * series.value)
        found = there.submit(elsewhere.asked_of_regressor, model, DAYS[::9] + 0.5).result()
        same(found, elsewhere.asked_of_regressor(model, DAYS[::9] + 0.5))


def test_that_the_season_under_way_travels_without_its_draws() -> None:
    """Its dates do; the draws are megabytes, and made again where it is shown."""
    whole = field("a")
    seen = whole.time < PEAK + 365.0 - 20.0
    fit = fit_series(replace(whole, time=whole.time[seen], value=whole.value[seen]), QUICK)
    assert fit.dates.ahead is not None
    sent: Fit = pickle.loads(pickle.dumps(fit))
    assert sent.dates.without_draws
    assert elsewhere.rows(sent) == elsewhere.rows(fit)
    assert fit.dates.ahead is not None


def test_that_results_are_small(plain: Fit) -> None:
    """So that ten thousand of them are a matter of course."""
    series = plain.series
    assert len(series) == 133
    assert len(pickle.dumps(plain.learned)) <= 20_000
    assert len(pickle.dumps(plain.posterior)) <= 20_000 + 3 * series.time.nbytes
    assert len(pickle.dumps(plain.result)) <= 200_000
    assert plain.forecast.time.size > 1_000
    left = vars(plain).keys() - vars(pickle.loads(pickle.dumps(plain))).keys()
    assert left >= {"posterior", "forecast"}, "what is made of it is left behind"
    assert len(pickle.dumps(plain)) <= 200_000 + 3 * series.time.nbytes
    model = GPRegressor().fit(series.time, series.value)
    assert len(pickle.dumps(model)) <= 300_000


def test_that_fields_are_fitted_anywhere(there: ProcessPoolExecutor) -> None:
    """In another process as here: same fits of the same readings, same reasons."""
    far = replace(field("far"), value=1e80 * DAYS)
    series = (field("a"), far, field("b", 5.0))

    def in_process(one: One[Any], fields: Sequence[Series], task: Any) -> Iterator[Any]:
        return enumerate(there.map(partial(elsewhere.without_a_word, one), fields))

    here = fit_fields(series, QUICK, Request(), {})
    found = fit_fields(series, QUICK, Request(), {}, where=in_process)
    assert [one.group for one in found.unfitted] == ["far"]
    assert [one.sentence for one in found.unfitted] == [one.sentence for one in here.unfitted]
    assert [fit.series for fit in found.fits] == [series[0], series[2]], "the very same readings"
    for one, other in zip(found.fits, here.fits, strict=True):
        same(elsewhere.asked_of_fit(one) | TIMED, elsewhere.asked_of_fit(other) | TIMED)


TIMED = {"report": None}
"""It says how long the fit took."""


def same(one: Any, other: Any) -> None:
    """Equal all the way down; numbers as far as the order of additions leaves them."""
    if isinstance(other, np.ndarray | float):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)
    elif isinstance(other, Mapping):
        assert list(one) == list(other)
        for name in other:
            same(one[name], other[name])
    elif isinstance(other, tuple | list):
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            same(mine, theirs)
    elif is_dataclass(other):
        assert type(one) is type(other)
        for part in fields(other):
            same(getattr(one, part.name), getattr(other, part.name))
    else:
        assert one == other
