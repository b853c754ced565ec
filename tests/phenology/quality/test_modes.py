"""Groups among drawn dates: found where there are some, never where there are none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.quality import Modes, day_and_month, modes_of

Draw = Callable[[np.random.Generator, int], Floats]
ONE_GROUP: dict[str, Draw] = {
    "narrow": lambda random, n: random.normal(0.0, 3.0, n),
    "broad": lambda random, n: random.normal(0.0, 30.0, n),
    "uniform": lambda random, n: random.uniform(0.0, 60.0, n),
    "plateau": lambda random, n: random.uniform(0.0, 40.0, n) + random.normal(0.0, 5.0, n),
    "skewed": lambda random, n: random.lognormal(2.5, 0.7, n),
    "very skewed": lambda random, n: random.lognormal(2.5, 1.0, n),
    "one-sided": lambda random, n: random.exponential(20.0, n),
    "heavy tails": lambda random, n: 8.0 * random.standard_t(2.0, n),
    "pointed": lambda random, n: random.laplace(0.0, 8.0, n),
    "shoulder": lambda random, n: two(random, n, 0.6, 12.0, 5.0, 5.0),
    "piled at an edge": lambda random, n: np.minimum(random.normal(0.0, 8.0, n), 6.0),
    "spike on a plain": lambda random, n: np.where(
        random.random(n) < 0.7, random.normal(0.0, 2.0, n), random.uniform(-60.0, 60.0, n)
    ),
    "a tail of 5 %": lambda random, n: two(random, n, 0.95, 60.0, 4.0, 4.0),
    "all on one day": lambda random, n: np.full(n, 17.0),
    "two days apart": lambda random, n: two(random, n, 0.5, 2.0, 0.1, 0.1),
}


def two(
    random: np.random.Generator, count: int, share: float, apart: float, first: float, second: float
) -> Floats:
    """So many standard deviations wide, ``apart`` days from each other."""
    one, other = random.normal(0.0, first, count), random.normal(apart, second, count)
    return np.asarray(np.where(random.random(count) < share, one, other))


@pytest.mark.parametrize("count", [200, 1_000])
@pytest.mark.parametrize("name", ONE_GROUP)
def test_that_draws_of_one_group_are_told_to_be_one(name: str, count: int) -> None:
    random = np.random.default_rng(7)
    split = sum(modes_of(ONE_GROUP[name](random, count)).several for _ in range(200))
    assert split <= 1


@pytest.mark.parametrize(
    ("share", "apart", "first", "second"),
    [(0.6, 22.0, 4.0, 4.0), (0.5, 6.0, 1.0, 1.0), (0.8, 25.0, 4.0, 5.0), (0.85, 60.0, 1.0, 10.0),
     (0.15, 40.0, 4.0, 4.0), (0.5, 13.0, 3.0, 3.0)],
)  # fmt: skip
def test_that_two_groups_are_found_with_their_shares(
    share: float, apart: float, first: float, second: float
) -> None:
    random = np.random.default_rng(3)
    for _ in range(50):
        found = modes_of(two(random, 1_000, share, apart, first, second)).modes
        assert len(found) == 2
        assert abs(found[0].share - share) < 0.06
        assert sum(mode.share for mode in found) == pytest.approx(1.0)
        # the middle of a group is as sure as its draws are many
        assert abs(found[0].middle) < 5.0 * first / np.sqrt(1_000 * share) + 0.1
        assert abs(found[1].middle - apart) < 5.0 * second / np.sqrt(1_000 * (1 - share)) + 0.1


def test_that_three_groups_are_told_in_their_order() -> None:
    random = np.random.default_rng(5)
    draws = np.concatenate(
        [random.normal(70.0, 5.0, 250), random.normal(0.0, 4.0, 400), random.normal(30.0, 4.0, 350)]
    )
    found = modes_of(draws)
    assert [round(mode.share, 2) for mode in found.modes] == [0.4, 0.35, 0.25]
    assert found.told(lambda day: f"{day + 100.0:.0f}") == (
        "either about 100 (40 %), about 130 (35 %) or about 170 (25 %)"
    )


def test_that_two_groups_are_told_in_words() -> None:
    random = np.random.default_rng(5)
    may = float(np.datetime64("2022-05-12").astype(int))
    draws = np.concatenate(
        [random.normal(may + 0.5, 2.0, 600), random.normal(may + 22.5, 2.0, 400)]
    )
    assert modes_of(draws).told(day_and_month) == (
        "either about 12 May (60 %) or about 3 June (40 %)"
    )


def test_that_the_order_of_draws_and_those_without_a_date_do_not_matter() -> None:
    random = np.random.default_rng(1)
    draws = two(random, 1_000, 0.6, 30.0, 4.0, 4.0)
    mixed = np.concatenate([random.permutation(draws), np.full(300, np.nan)])
    assert modes_of(mixed) == modes_of(draws)
    assert modes_of(draws + 19_000.0).modes[0].share == modes_of(draws).modes[0].share


def test_that_few_or_no_draws_have_at_most_one_group() -> None:
    assert modes_of(np.full(100, np.nan)) == Modes(())
    assert modes_of(np.zeros(0)) == Modes(())
    assert len(modes_of(np.array([0.0, 100.0])).modes) == 1
    assert Modes(()).told(str) == modes_of(np.zeros(500)).told(str) == ""
