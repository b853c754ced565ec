"""Solutions that are kept: of so many posteriors as there is room for, and made again alike."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from gpstudio.core.inference import members
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.shelf import Shelf
from gpstudio.core.recipe import Recipe

TARGETS = np.linspace(-5.0, 105.0, 7)[:, None]


class Keeper:
    def __init__(self) -> None:
        self.forgot = 0

    def forget(self) -> None:
        self.forgot += 1


def test_that_who_was_used_longest_ago_gives_back_first() -> None:
    shelf = Shelf(100.0)
    first, second, third = Keeper(), Keeper(), Keeper()
    for keeper in (first, second, first):
        shelf.put(keeper, 30.0)
    shelf.put(third, 30.0)
    assert [first.forgot, second.forgot, third.forgot] == [0, 1, 0]
    shelf.put(third, 30.0)
    assert [first.forgot, second.forgot, third.forgot] == [1, 1, 0]


def test_that_the_newest_keeps_its_own_however_many_they_are() -> None:
    shelf = Shelf(100.0)
    alone = Keeper()
    shelf.put(alone, 1e6)
    assert alone.forgot == 0


def test_that_those_who_are_gone_take_no_room() -> None:
    shelf = Shelf(100.0)
    here = Keeper()
    shelf.put(here, 40.0)
    for _ in range(50):
        shelf.put(Keeper(), 55.0)
        gc.collect(1)  # they are young: what is old need not be looked through
    assert here.forgot == 0


def posterior(seed: int) -> Posterior:
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 100.0, 20))
    y = 0.4 + 0.2 * np.sin(x / 12.0) + 0.05 * random.standard_normal(20)
    recipe = Recipe.of(kernel="matern32(20) + linear()", learning="averaged", solver="cholesky")
    return fit(recipe, Readings.of(x[:, None], y))


def test_that_what_was_given_back_is_made_again_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "SHELF", Shelf(20.0 * 20.0))
    first = posterior(1)
    before = first.predict(TARGETS)
    assert first.members._kept
    second = posterior(2)
    second.predict(TARGETS)
    assert not first.members._kept
    assert second.members._kept
    for again, was in zip(first.predict(TARGETS), before, strict=True):
        np.testing.assert_array_equal(again, was)
