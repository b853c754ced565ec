"""The season under way: foretold from the field's own earlier seasons and from other fields'."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series, days_from_dates
from gpstudio.phenology.earlier import PastSeason
from gpstudio.phenology.stages import StageDate
from gpstudio.phenology.years import YEAR
from gpstudio.session.ahead import MARGIN, running_at
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request
from gpstudio.session.together import dated_together

RECIPE = Recipe.of(kernel="matern52(40)", learning="ml2")
START = float(days_from_dates(["2017-10-01"])[0])
PEAK = float(days_from_dates(["2018-05-10"])[0])
SHIFTS = (0.0, 6.0, -5.0, 3.0, 8.0)
"""Days by which each season is late; the last one is under way."""
WIDTH = 28.0
HALF = WIDTH * float(np.sqrt(2.0 * np.log(2.0)))
NOW = PEAK + 4 * 365.25 - 20.0


def field(name: str = "", until: float = NOW, since: float = START, seed: int = 0) -> Series:
    random = np.random.default_rng(seed)
    time = np.arange(since, until, 6.0)
    value = 0.18 + 0.02 * random.standard_normal(len(time))
    for year, shift in enumerate(SHIFTS):
        value += 0.6 * np.exp(-0.5 * ((time - PEAK - 365.25 * year - shift) / WIDTH) ** 2)
    return Series(name, time, value, "date", "NDVI", dated=True)


@pytest.fixture(scope="module")
def fit() -> Fit:
    return fit_series(field(), RECIPE, Request(index="NDVI"))


def stage(of: Fit, name: str) -> StageDate:
    return next(s for s in of.stages if (s.season, s.stage) == ("2022", name))


def test_that_the_season_under_way_is_dated_to_its_end(fit: Fit) -> None:
    assert fit.dates.ahead is not None
    assert [season.name for season in fit.seasons][-1] == "2022"
    truth = PEAK + 4 * 365.25 + SHIFTS[-1]
    for name, day in (("peak", truth), ("senescence", truth + HALF)):
        found = stage(fit, name)
        assert found.date is not None
        assert abs(found.date - day) < 8.0
        assert found.lower90 is not None
        assert found.upper90 is not None
        assert found.lower90 < day < found.upper90
        assert found.grade is not None
        assert "forecast" in found.grade.codes


def test_that_readings_narrow_what_earlier_seasons_alone_would_say(fit: Fit) -> None:
    found = stage(fit, "mid_green_up")
    assert found.prior is not None
    assert found.lower90 is not None
    assert found.upper90 is not None
    # what they say is six days narrower for knowing their own dates, not the curves alone
    assert found.upper90 - found.lower90 < 0.55 * (found.prior[2] - found.prior[0])


def test_that_the_candidate_says_that_it_was_foretold(fit: Fit) -> None:
    last = fit.dates.findings.candidates[-1]
    assert last.accepted
    assert last.reason.startswith("under way: foretold from ")
    assert last.reason.endswith(" earlier seasons of this field")


def test_that_days_late_count_from_the_median_of_the_other_seasons(fit: Fit) -> None:
    found = stage(fit, "mid_green_up")
    assert found.days_late == pytest.approx(SHIFTS[-1] - np.median(SHIFTS[:-1]), abs=4.0)
    row = next(r for r in fit.stage_rows if (r["season"], r["stage"]) == ("2022", "mid_green_up"))
    assert "later than the median of the other seasons" in str(row["reason"])
    assert "earlier seasons alone say 2022-" in str(row["reason"])


def test_that_a_field_in_fallow_has_no_season_under_way() -> None:
    after = fit_series(field(until=PEAK + 3 * 365.25 + 130.0), RECIPE, Request(index="NDVI"))
    assert after.dates.ahead is None
    assert [season.name for season in after.seasons][-1] == "2021"


def test_that_a_first_season_has_nothing_to_be_foretold_from() -> None:
    young = field(since=NOW - 220.0)
    assert fit_series(young, RECIPE, Request(index="NDVI")).dates.ahead is None


def test_that_other_fields_of_the_same_crop_foretell_a_young_one() -> None:
    request = Request(stages="wheat", index="NDVI")
    old, young = field("old"), field("young", since=NOW - 220.0, seed=1)
    fits = [fit_series(series, RECIPE, request) for series in (old, young)]
    assert fits[1].dates.ahead is None
    found = dated_together(fits, request, {}).fits[1]
    assert found.dates.ahead is not None
    assert "of other fields" in found.dates.ahead.reason
    rotated = dated_together(fits, request, {"young": Facts(crop="canola")}).fits[1]
    assert rotated.dates.ahead is None


def test_that_a_number_axis_has_no_years_to_learn_from() -> None:
    plain = replace(field(), dated=False)
    assert fit_series(plain, RECIPE, Request(index="NDVI")).dates.ahead is None


def past(year: int, middle: float, days: float = 60.0, group: str = "") -> PastSeason:
    time = YEAR * year + middle + np.arange(-0.5 * days - MARGIN, 0.5 * days + MARGIN + 1.0)
    shape = np.exp(-0.5 * ((time - YEAR * year - middle) / 12.0) ** 2)
    return PastSeason(f"{year} {middle:g}", group, "", time, shape, 0.0 * time)


def test_that_only_seasons_of_its_kind_say_how_one_goes_on() -> None:
    """Two covers whose middles lie 80 days apart, and cuts that follow each other in 45."""
    two = [past(year, middle) for year in range(3) for middle in (120.0, 200.0)]
    known, middle = running_at(two, 3 * YEAR + 125.0)
    assert [one.name for one in known] == ["0 120", "1 120", "2 120"]
    assert middle == pytest.approx(3 * YEAR + 120.0)
    cuts = [past(y, m, 40.0) for y in range(3) for m in (110.0, 155.0, 200.0, 245.0)]
    assert running_at(cuts, 3 * YEAR + 112.0)[0] == []
    fields = [past(year, 120.0 + 20.0 * at, group="ab"[at]) for year in range(2) for at in (0, 1)]
    assert len(running_at(fields, 2 * YEAR + 125.0)[0]) == 4


def two_humps(wobble: float, until: float) -> Series:
    """Green from April to September; in the last year a dip in June, and readings until then."""
    random = np.random.default_rng(4)
    time = np.arange(START, until, 6.0)
    value = 0.18 + 0.01 * random.standard_normal(len(time))
    for year in range(5):
        since = time - PEAK - 365.25 * year
        value += 0.6 / (1.0 + np.exp(-(since + 20.0) / 8.0)) / (1.0 + np.exp((since - 130.0) / 8.0))
    since = time - PEAK - 4 * 365.25
    value -= wobble * np.exp(-0.5 * ((since - 50.0) / 12.0) ** 2)
    return Series("", time, value, "date", "NDVI", dated=True)


@pytest.mark.parametrize("after", [52.0, 60.0])
def test_that_a_wobble_in_summer_is_no_end(after: float) -> None:
    """Every earlier season ended months later: it is under way, and foretold to end as they did."""
    fit = fit_series(two_humps(0.35, PEAK + 4 * 365.25 + after), RECIPE, Request(index="NDVI"))
    assert fit.dates.ahead is not None
    assert fit.seasons[-1] is fit.dates.ahead.season
    assert [season.name for season in fit.seasons] == ["2018", "2019", "2020", "2021", "2022"]
    found = stage(fit, "senescence")
    truth = PEAK + 4 * 365.25 + 130.0
    assert found.date is not None
    assert found.upper90 is not None
    assert abs(found.date - truth) < 30.0
    assert found.upper90 > truth


def test_that_an_end_is_called_once_the_usual_day_has_passed() -> None:
    """A crop that was cut in June, and nothing since: seen in October, that is its end."""
    whole = two_humps(0.0, PEAK + 4 * 365.25 + 185.0)
    cut = whole.time > PEAK + 4 * 365.25 + 45.0
    ended = replace(whole, value=np.where(cut, 0.18, whole.value))
    fit = fit_series(ended, RECIPE, Request(index="NDVI"))
    found = stage(fit, "senescence")
    assert found.date is not None
    assert abs(found.date - (PEAK + 4 * 365.25 + 45.0)) < 8.0


def test_that_low_readings_at_the_very_end_are_no_end() -> None:
    """The curve turns up again behind it, for want of readings alone."""
    now = PEAK + 365.25 + 18.0
    whole = field(until=now)
    low = replace(whole, value=np.where(whole.time > now - 14.0, 0.2, whole.value))
    fit = fit_series(low, RECIPE, Request(index="NDVI"))
    assert fit.dates.ahead is not None
    found = next(s for s in fit.stages if (s.season, s.stage) == ("2019", "senescence"))
    assert found.upper90 is not None
    assert found.upper90 > now
