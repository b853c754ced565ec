"""A stream of random numbers that is kept gives what numpy's own gives."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core import chance
from gpstudio.core.chance import Chance, Random

Way = Callable[[Random], list[float]]


def straight(random: Random) -> list[float]:
    return [*random.standard_normal(3), *random.standard_normal((2,)), random.uniform()]


def crooked(random: Random) -> list[float]:
    """It leaves the other's way after the first step."""
    return [*random.standard_normal(3), random.uniform(), *random.standard_normal(4)]


@pytest.mark.parametrize("way", [straight, crooked])
@pytest.mark.parametrize("seed", [(0, 6, 0), (0, 6, 1)])
def test_that_a_stream_is_that_of_its_seed_whoever_asked_before(
    way: Way, seed: tuple[int, ...]
) -> None:
    expected = way(np.random.default_rng(list(seed)))
    assert way(Chance(*seed)) == expected
    assert way(Chance(*seed)) == expected


def test_that_the_same_numbers_are_handed_out_and_nobody_can_change_them() -> None:
    first, again = (Chance(1, 2).standard_normal(5) for _ in range(2))
    assert first is again
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 0.0


def test_that_no_more_is_kept_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "MOST", 2)

    def asked() -> list[object]:
        random = Chance(3, 4)
        return [random.standard_normal(2) for _ in range(4)]

    first, again = asked(), asked()
    assert [a is b for a, b in zip(first, again, strict=True)] == [True, True, False, False]
    assert np.array_equal(first, again)
