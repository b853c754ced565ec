"""Fields that learn from each other: dates observed in some move the dates of all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.session import together as module
from gpstudio.session.facts import NO_FACTS, Facts, Seen
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request
from gpstudio.session.together import Together, dated_together

RECIPE = Recipe.of(kernel="matern52(40)", learning="ml2")
WHEAT = Request(stages="wheat", index="NDVI")
START = float(days_from_dates(["2020-10-01"])[0])
PEAK = float(days_from_dates(["2021-05-10"])[0])
AFTER_PEAK = 12.0
"""Days after its peak on which every crop here heads."""
YEARS = 3


def field(name: str, shift: float, seed: int) -> Series:
    random = np.random.default_rng(seed)
    time = START + np.arange(0.0, 365.0 * YEARS, 7.0)
    value = 0.18 + 0.02 * random.standard_normal(len(time))
    for year in range(YEARS):
        value += 0.6 * np.exp(-0.5 * ((time - PEAK - 365.0 * year - shift) / 28.0) ** 2)
    return Series(name, time, value, "date", "NDVI", dated=True)


def heading(shift: float, year: int) -> float:
    return PEAK + shift + AFTER_PEAK + 365.0 * year


SHIFTS = {"a": -6.0, "b": 0.0, "c": 5.0, "d": 3.0}


@pytest.fixture(scope="module")
def alone() -> list[Fit]:
    fields = [field(name, shift, place) for place, (name, shift) in enumerate(SHIFTS.items())]
    return [fit_series(series, RECIPE, WHEAT) for series in fields]


@pytest.fixture(scope="module")
def together(alone: list[Fit]) -> Together:
    facts = {
        name: Facts(
            seen=tuple(
                Seen("heading", heading(SHIFTS[name], year), str(2021 + year)) for year in range(2)
            )
        )
        for name in "abc"
    }
    return dated_together(alone, WHEAT, facts)


def headings(fit: Fit) -> list[float]:
    found = [s.date for s in fit.stages if s.stage == "heading"]
    assert all(date is not None for date in found)
    return found  # type: ignore[return-value]


def test_that_a_field_without_observed_dates_learns_from_those_that_have_them(
    alone: list[Fit], together: Together
) -> None:
    truth = np.array([heading(SHIFTS["d"], year) for year in range(YEARS)])
    before = np.abs(np.array(headings(alone[3])) - truth)
    after = np.abs(np.array(headings(together.fits[3])) - truth)
    assert before.min() > 4.0
    assert after.max() < 0.6 * before.min()


def test_that_intervals_narrow_with_what_was_learnt(alone: list[Fit], together: Together) -> None:
    def width(fit: Fit) -> float:
        stage = next(s for s in fit.stages if s.stage == "heading")
        assert stage.lower90 is not None
        assert stage.upper90 is not None
        return stage.upper90 - stage.lower90

    assert width(together.fits[3]) < 0.5 * width(alone[3])


def test_that_an_observed_date_stands_beside_one_it_had_no_part_in(together: Together) -> None:
    stage = next(s for s in together.fits[0].stages if (s.season, s.stage) == ("2021", "heading"))
    assert stage.observed == heading(SHIFTS["a"], 0)
    assert stage.date != stage.observed
    row = next(r for r in together.fits[0].stage_rows if r.about == stage)
    assert "observed on 2021-05-16" in str(row["reason"])


def test_that_what_was_learnt_is_told_with_its_error(together: Together) -> None:
    (words,) = [w for w in together.lessons.words if w.startswith("wheat, heading")]
    assert "from 6 fields" in words or "from 3 fields" in words
    assert "leaving one season out the error is" in words


def test_that_nothing_changes_where_nothing_was_observed(alone: list[Fit]) -> None:
    again = dated_together(alone, WHEAT, {})
    assert [fit.stages for fit in again.fits] == [fit.stages for fit in alone]
    assert not again.lessons.calibrations


def test_that_a_stage_the_template_does_not_have_is_left_out(alone: list[Fit]) -> None:
    facts = {"a": Facts(seen=(Seen("tillering", PEAK - 60.0, "2021"),)), "b": NO_FACTS}
    found = dated_together(alone[:2], WHEAT, facts)
    assert len(found.fits) == 2


@pytest.mark.parametrize("fault", [MemoryError(), InputError("The memory is too small for it.")])
def test_that_a_field_that_cannot_be_dated_does_not_cost_the_others(
    alone: list[Fit], fault: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = module.redated

    def redated(fit: Fit, *rest: Any) -> Fit:
        if fit.series.group == "b":
            raise fault
        return before(fit, *rest)

    monkeypatch.setattr(module, "redated", redated)
    facts = {"a": Facts(seen=(Seen("heading", heading(SHIFTS["a"], 0), "2021"),))}
    later = replace(WHEAT, anyway=True)
    found = dated_together(alone[:3], later, facts)
    assert [len(fit.seasons) for fit in found.fits] == [YEARS, 0, YEARS]
    assert {fit.request for fit in found.fits} == {later}
    assert all("memory" in str(row["reason"]) for row in found.fits[1].stage_rows)
    assert not any("memory" in str(row["reason"]) for row in found.fits[2].stage_rows)
    assert found.lessons.calibrations
    assert found.fits[2].basis.taught.basis == found.lessons.basis
