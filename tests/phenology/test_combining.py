"""Dates from several anchors: the product of normals, quadrature, and coverage by simulation."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from gpstudio.core.arrays import Floats
from gpstudio.phenology.combining import Anchor, combine
from gpstudio.phenology.templates import load_template

PLAINS = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
DRAWS = 4_000


def fixed(name: str, date: float, sd: float, draws: int = DRAWS) -> Anchor:
    return Anchor(name, np.full(draws, date), sd)


def test_that_fixed_anchors_give_the_product_of_normals() -> None:
    """N(100, 10²) times N(130, 20²): mean 106, variance 80."""
    found = combine([fixed("a", 100, 10), fixed("b", 130, 20)], np.random.default_rng(0))
    assert np.mean(found.dates) == pytest.approx(106.0, abs=4 * np.sqrt(80 / DRAWS))
    assert np.std(found.dates) == pytest.approx(np.sqrt(80.0), rel=0.05)


def test_that_an_anchor_from_draws_is_weighed_as_quadrature_says() -> None:
    """Two-humped draws of the curve times a calendar, against the product on a fine grid."""
    random = np.random.default_rng(1)
    humps = np.where(random.uniform(size=40_000) < 0.7, 150.0, 190.0)
    draws = humps + 4.0 * random.standard_normal(40_000)
    found = combine([Anchor("curve", draws, 6.0), fixed("c", 180, 15, 40_000)], random)
    grid = np.arange(80.0, 280.0, 0.05)
    hump = np.hypot(4.0, 6.0)
    density = 0.7 * norm.pdf(grid, 150, hump) + 0.3 * norm.pdf(grid, 190, hump)
    density *= norm.pdf(grid, 180, 15)
    density /= density.sum()
    mean = float(grid @ density)
    assert np.mean(found.dates) == pytest.approx(mean, abs=0.6)
    upper = float(density[grid > 170].sum())
    assert np.mean(found.dates > 170) == pytest.approx(upper, abs=0.02)
    assert upper > 0.5  # the calendar turned the curve's majority round


def test_that_an_anchor_alone_that_defines_the_stage_is_its_own_draws() -> None:
    draws = np.random.default_rng(2).normal(120.0, 3.0, DRAWS)
    found = combine([Anchor("peak", draws, 0.0)], np.random.default_rng(0))
    np.testing.assert_allclose(found.dates, draws, atol=1e-4)
    assert found.agreement == 1.0


def test_that_an_anchor_alone_is_what_it_is_beside_one_that_says_nothing() -> None:
    draws = np.random.default_rng(2).normal(120.0, 3.0, DRAWS)
    draws[::9] = np.nan
    alone = combine([Anchor("a", draws, 4.0)], np.random.default_rng(5))
    silent = Anchor("b", np.full(DRAWS, np.nan), 1.0)
    beside = combine([Anchor("a", draws, 4.0), silent], np.random.default_rng(5))
    np.testing.assert_allclose(alone.dates, beside.dates, rtol=1e-14)
    np.testing.assert_array_equal(alone.picks, beside.picks)
    assert (alone.agreement, alone.moved) == (beside.agreement, beside.moved) == (1.0, False)


def test_that_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """A stage at D ~ N(150, 12²), known through a calendar; a curve whose draws are centred with
    error 8 about a landmark that itself misses by 10; a thermal date that misses by 5."""
    random = np.random.default_rng(3)
    held = 0
    for _ in range(1_000):
        truth = random.normal(150.0, 12.0)
        centre = truth + random.normal(0.0, 10.0) + random.normal(0.0, 8.0)
        curve = random.normal(centre, 8.0, 500)
        thermal = np.full(500, truth + random.normal(0.0, 5.0))
        found = combine(
            [Anchor("k", np.full(500, 150.0), 12.0), Anchor("c", curve, 10.0),
             Anchor("t", thermal, 5.0)], random,
        )  # fmt: skip
        lower, upper = np.quantile(found.dates, [0.05, 0.95])
        held += bool(lower <= truth <= upper)
    assert 867 <= held <= 931  # binomial, 0.1 % on either side of 900


def test_that_anchors_that_err_together_are_weighed_as_the_joint_normal_says() -> None:
    """Three anchors, one of them drawn from two humps: against the density on a fine grid."""
    random = np.random.default_rng(10)
    sd = np.array([6.0, 9.0, 12.0])
    related = np.array([[1.0, 0.6, 0.2], [0.6, 1.0, -0.3], [0.2, -0.3, 1.0]])
    humps = np.where(random.uniform(size=40_000) < 0.6, 150.0, 165.0)
    anchors = [Anchor("c", humps, 6.0), fixed("k", 158, 9, 40_000), fixed("t", 149, 12, 40_000)]
    found = combine(anchors, random, related)
    grid = np.arange(90.0, 230.0, 0.05)
    errors = multivariate_normal(cov=related * np.outer(sd, sd))
    density = sum(
        share * errors.pdf(np.array([hump, 158.0, 149.0]) - grid[:, None])
        for share, hump in ((0.6, 150.0), (0.4, 165.0))
    )
    density /= density.sum()
    mean = float(grid @ density)
    assert np.mean(found.dates) == pytest.approx(mean, abs=0.15)
    assert np.std(found.dates) == pytest.approx(np.sqrt((grid - mean) ** 2 @ density), rel=0.03)


def test_that_an_anchor_that_repeats_another_adds_nothing() -> None:
    """Correlated by the ratio of their standard deviations: the worse is the better and noise."""
    related = np.array([[1.0, 0.5], [0.5, 1.0]])
    anchors = [fixed("better", 100.0, 5.0), fixed("worse", 130.0, 10.0)]
    found = combine(anchors, np.random.default_rng(11), related)
    assert np.mean(found.dates) == pytest.approx(100.0, abs=0.4)
    assert np.std(found.dates) == pytest.approx(5.0, rel=0.05)


def test_that_correlations_change_nothing_where_one_anchor_speaks() -> None:
    related = np.array([[1.0, 0.8], [0.8, 1.0]])
    silent = Anchor("silent", np.full(DRAWS, np.nan), 3.0)
    found = combine([silent, fixed("k", 120.0, 7.0)], np.random.default_rng(12), related)
    assert np.mean(found.dates) == pytest.approx(120.0, abs=0.5)
    assert np.std(found.dates) == pytest.approx(7.0, rel=0.05)


def test_that_draws_in_which_an_anchor_is_silent_keep_their_share() -> None:
    """A third of the curves do not peak: they fall back on the calendar, neither more nor less."""
    curve = np.full(9_000, 150.0)
    curve[::3] = np.nan
    found = combine([Anchor("c", curve, 2.0), fixed("k", 140, 20, 9_000)], np.random.default_rng(4))
    silent = np.isnan(curve[found.picks])
    assert np.mean(silent) == pytest.approx(1 / 3, abs=0.001)
    assert np.std(found.dates[silent]) == pytest.approx(20.0, rel=0.05)
    assert np.std(found.dates[~silent]) == pytest.approx(2.0, rel=0.05)


def test_that_draws_of_which_no_anchor_speaks_have_no_date() -> None:
    curve = np.full(100, 150.0)
    curve[:40] = np.nan
    found = combine([Anchor("c", curve, 2.0)], np.random.default_rng(5))
    assert np.count_nonzero(np.isnan(found.dates)) == 40


def test_that_dates_stay_with_the_curves_they_belong_to() -> None:
    random = np.random.default_rng(6)
    curve = random.normal(150.0, 20.0, DRAWS)
    found = combine([Anchor("c", curve, 1.0), fixed("k", 150, 30)], random)
    assert np.corrcoef(found.dates, curve[found.picks])[0, 1] > 0.99


def test_that_anchors_that_disagree_are_said_to() -> None:
    random = np.random.default_rng(7)
    assert combine([fixed("a", 100, 10), fixed("b", 160, 10)], random).disagree
    assert not combine([fixed("a", 100, 10), fixed("b", 120, 10)], random).disagree


def test_that_agreement_is_even_between_nought_and_one_for_sound_anchors() -> None:
    random = np.random.default_rng(8)
    found = [
        combine(
            [fixed(str(k), random.normal(0.0, sd), sd, 2) for k, sd in enumerate((3, 10, 20))],
            random,
        ).agreement
        for _ in range(500)
    ]
    assert np.mean(found) == pytest.approx(0.5, abs=0.05)
    assert np.mean(np.array(found) < 0.1) == pytest.approx(0.1, abs=0.05)


def _plains() -> Floats:
    """Rows of field, heading and day of the highest NDVI, in days of the season."""
    heading: dict[tuple[str, str], float] = {}
    with gzip.open(PLAINS / "wheat_us_plains_stage_observations.csv.gz", "rt") as lines:
        for line in list(lines)[1:]:
            field, _, year, date, stage = line.split(",")[:5]
            day = float(np.datetime64(date).astype(int))
            day -= float(np.datetime64(f"{int(year) - 1}-06-30").astype(int))
            if stage in ("Heading", "Head Emerging") and 215 < day < 366:
                heading[field, year] = min(day, heading.get((field, year), np.inf))
    rows = []
    with gzip.open(PLAINS / "wheat_us_plains_satellite_features.csv.gz", "rt") as lines:
        place = next(lines).strip().split(",").index("NDVI_POS")
        for line in lines:
            cells = line.split(",")
            if (cells[0], cells[2]) in heading and cells[place]:
                rows.append((float(cells[0]), heading[cells[0], cells[2]], float(cells[place])))
    return np.array(rows)


@pytest.mark.skipif(not PLAINS.exists(), reason="the shared data are not here")
def test_that_the_wheat_template_dates_heading_of_the_fields_kept_for_tests() -> None:
    """Odd fields of the Great Plains: calendar and NDVI peak as the template has them are together
    no worse than the calendar alone, and their 90 % intervals hold 85 to 95 %."""
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    (calendar,), (_, curve) = heading.calendar, heading.curve_anchors("NDVI")
    assert calendar.day == "05-04"
    random = np.random.default_rng(9)
    rows = _plains()
    odd = rows[rows[:, 0] % 2 == 1]
    errors, held = [], []
    for _, day, peak in odd:
        said = [fixed("k", 308.0, calendar.sd, 400), fixed("c", peak + curve.days, curve.sd, 400)]
        found = combine(said, random)
        lower, upper = np.quantile(found.dates, [0.05, 0.95])
        errors.append(np.median(found.dates) - day)
        held.append(lower <= day <= upper)
    rmse, alone = np.sqrt(np.mean(np.square(errors))), np.sqrt(np.mean((odd[:, 1] - 308.0) ** 2))
    print(f"heading: {len(odd)} fields, RMSE {rmse:.1f} d, calendar alone {alone:.1f} d, "
          f"held {np.mean(held):.3f}")  # fmt: skip
    assert rmse <= 1.02 * alone
    assert 0.85 <= np.mean(held) <= 0.95
