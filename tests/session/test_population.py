"""What a table's fields have in common: the same whatever their order, and who takes part."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from alike_fields import CENTRE, SPREAD, field

from gpstudio.core.inference.together.road import LatticeMembers
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.session.many import fit_fields
from gpstudio.session.population import FEWEST, SAMPLE, mark_of, population_of, sample_of
from gpstudio.session.request import Request

TOGETHER = Recipe.of(kernel="matern32", scale="identity", learning="together")
NO_DATES = Request(stages="none")


def series(seed: int, n: int = 40, name: str = "", **changed: float) -> Series:
    time, values, _ = field(seed, n, **changed)
    return Series(name or f"Field {seed}", time, values, "day", "level", dated=False)


@pytest.fixture(scope="module")
def fields() -> list[Series]:
    return [series(seed) for seed in range(60)]


def test_that_the_population_is_found_again(fields: list[Series]) -> None:
    """Centres to 0.3 in their logarithms, spreads to a factor of two."""
    found = population_of(fields, TOGETHER)
    assert found is not None
    np.testing.assert_allclose(found.shared.centre, CENTRE, atol=0.3)
    spreads = np.sqrt(np.diag(np.array(found.shared.covariance)))
    assert (spreads > SPREAD / 2.0).all()
    assert (spreads < SPREAD * 2.0).all()
    assert found.fields == 60
    assert not found.apart


def test_that_the_order_of_the_fields_changes_no_digit(fields: list[Series]) -> None:
    some = fields[:12]
    mixed = [some[place] for place in np.random.default_rng(0).permutation(12)]
    assert population_of(some, TOGETHER) == population_of(mixed, TOGETHER)
    in_threads = [population_of(some, TOGETHER, threads=count) for count in (1, 2)]
    assert in_threads == [population_of(some, TOGETHER)] * 2


def test_that_of_few_fields_each_is_left_out_of_its_own(fields: list[Series]) -> None:
    loud = [*fields[:4], series(70, noise=20.0, name="loud")]
    found = population_of(loud, TOGETHER)
    assert found is not None
    assert {mark for mark, _ in found.apart} == {mark_of(one) for one in loud}
    own = found.for_field(mark_of(loud[-1])).shared.centre[1]
    others = [found.for_field(mark_of(one)).shared.centre[1] for one in fields[:4]]
    assert own < min(others) - 0.3
    assert found.for_field("nobody's").shared == found.shared


@pytest.mark.parametrize(("count", "together"), [(FEWEST - 1, False), (FEWEST, True)])
def test_that_auto_learns_together_from_so_many_fields_on(
    fields: list[Series], count: int, together: bool
) -> None:
    recipe = Recipe.of(scale="identity")
    outcome = fit_fields(fields[:count], recipe, NO_DATES, {})
    assert (outcome.population is not None) == together
    members = [fit.posterior.members for fit in outcome.fits]
    assert all(isinstance(one, LatticeMembers) == together for one in members)
    assert ("learnt together from 8 fields" in outcome.fits[0].report.reason) == together


def test_that_a_field_is_weighed_alike_whoever_stands_beside_it(fields: list[Series]) -> None:
    outcome = fit_fields(fields[:FEWEST], Recipe.of(scale="identity"), NO_DATES, {})
    alone = fit_fields(
        fields[2:3], Recipe.of(scale="identity"), NO_DATES, {}, population=outcome.population
    )
    np.testing.assert_array_equal(alone.fits[0].curve.mean, outcome.fits[2].curve.mean)


def test_that_short_and_silent_fields_among_others_are_fitted(fields: list[Series]) -> None:
    short = [series(80 + k, n=k, name=f"{k} readings") for k in (1, 2, 3, 5)]
    silent = replace(fields[0], group="silent", value=np.full(40, 0.3))
    outcome = fit_fields([*fields[:8], *short, silent], TOGETHER, NO_DATES, {})
    assert not outcome.unfitted
    assert all(np.isfinite(fit.curve.std).all() for fit in outcome.fits)


def test_that_what_nobody_can_learn_together_is_fitted_alone(fields: list[Series]) -> None:
    assert population_of(fields[:1], TOGETHER) is None
    assert population_of(fields[:9], TOGETHER.with_choice("kernel", "rbf")) is None
    assert population_of(fields[:9], Recipe.of(learning="averaged")) is None
    silent = [replace(one, value=np.ones(40)) for one in fields[:9]]
    assert population_of(silent, TOGETHER) is None


def test_that_a_name_is_the_same_however_it_is_written() -> None:
    one, other = series(1, name="Hill Üst"), series(2, name=" hill U\u0308st ")
    assert mark_of(one) == mark_of(other)
    assert mark_of(one) != mark_of(series(1, name="Mill"))


def test_that_readings_of_later_days_teach_nothing(fields: list[Series]) -> None:
    day = float(np.median(fields[0].time))
    some = fields[:10]
    louder = [
        replace(one, value=np.where(one.time > day, 50.0 * one.value, one.value)) for one in some
    ]
    assert population_of(some, TOGETHER, day=day) == population_of(louder, TOGETHER, day=day)
    assert population_of(some, TOGETHER) != population_of(louder, TOGETHER)
    asked = Request(stages="none", as_of=day)
    outcome = fit_fields(louder, TOGETHER, asked, {})
    assert outcome.population == population_of(some, TOGETHER, day=day)


def test_that_a_field_that_cannot_be_computed_with_takes_no_part(fields: list[Series]) -> None:
    """Whatever kernel is asked for: it says so where it is fitted."""
    some, far = fields[:9], replace(fields[9], value=1e80 * fields[9].value)
    for recipe in (TOGETHER, TOGETHER.with_choice("kernel", "auto")):
        assert population_of([*some, far], recipe) == population_of(some, recipe)


def test_that_the_sample_is_no_beginning_of_the_names() -> None:
    """Fields of one farm have names that stand together, and capitals and blanks are no matter."""
    few = np.arange(3.0)
    fields = [
        Series(f"{farm} {n}", few, few, "day", "level", dated=False)
        for farm in ("Aue", "Mill")
        for n in range(500)
    ]
    sample = [one.group for one in sample_of(fields)]
    assert len(sample) == SAMPLE
    assert 60 < sum(name.startswith("Aue") for name in sample) < 140
    assert [one.group for one in sample_of(fields[::-1])] == sample
    other = [replace(one, group=f" {one.group.upper()}") for one in fields]
    assert [one.group for one in sample_of(other)] == [f" {name.upper()}" for name in sample]
