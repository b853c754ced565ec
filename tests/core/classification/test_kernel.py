"""Which kernel ``auto`` takes for classes: a plane where it is wanted, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPClassifier
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification import kernel
from gpstudio.core.classification.asked import ClassModel, Rows, Wanted
from gpstudio.core.classification.kernel import auto_kernel, surface
from gpstudio.core.classification.labels import Labels
from gpstudio.core.classification.model import learnt
from gpstudio.core.recipe import Recipe


def planes(n: int, seed: int = 0) -> tuple[Floats, Integers]:
    """Three classes by planes over five inputs of different units."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 5))
    heights = 2.0 * x @ random.normal(size=(5, 3)) + 0.3 * random.gumbel(size=(n, 3))
    return x * np.array([1e-3, 1.0, 50.0, 1e4, 1.0]), heights.argmax(axis=1)


def rings(n: int, seed: int = 0) -> tuple[Floats, Integers]:
    """Two classes about the middle."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n, 2))
    return x, (np.hypot(*x.T) + 0.2 * random.normal(size=n) > 1.2).astype(int)


def test_that_a_plane_is_taken_where_classes_lie_on_both_sides_of_one() -> None:
    x, y = planes(120)
    found = GPClassifier().fit(x, y)
    assert found.kernel_.startswith("linear([")
    assert "without the plane, on 120 rows; classes that are" in found.report_.reason
    assert "as written" not in found.report_.reason
    fresh, truth = planes(400)
    without = GPClassifier(surface(x)).fit(x, y)
    assert found.score(fresh, truth) >= without.score(fresh, truth)


def test_that_a_plane_is_left_where_classes_are_rings() -> None:
    x, y = rings(70)
    found = GPClassifier(inference="laplace").fit(x, y)
    assert "linear" not in found.kernel_
    assert "a length for each" in found.report_.reason


@pytest.mark.parametrize("agree", [True, False])
def test_that_rows_that_were_not_learnt_from_must_agree(
    agree: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of the rows tell their classes, the others' are turned round or are not."""
    monkeypatch.setattr(kernel, "COMPARED", 120)
    x, y = planes(240)
    known, others = kernel.sampled(y, 120, 0, kernel.LOOKED)
    assert len(np.intersect1d(known, others)) == 0
    if not agree:
        x = x.copy()
        x[others] *= -1.0
    rows = Rows(x, Labels(np.arange(3), y), np.ones(240))
    seen = []

    def learn(recipe: Recipe, some: Rows, wanted: Wanted) -> ClassModel:
        seen.append(len(some.inputs))
        return learnt(recipe, some, wanted)

    text, _ = auto_kernel(Recipe.of(), rows, Wanted(), learn)
    assert seen == [120, 120]
    assert text.startswith("linear([") == agree


@pytest.mark.parametrize(
    ("rows", "inputs", "words"),
    [
        (kernel.FEWEST - 1, 3, {}),
        (80, 3, {"learning": "fixed"}),
        (80, kernel.MOST + 1, {}),
        (80, 1, {}),
    ],
)
def test_that_nothing_is_compared_where_that_cannot_tell(
    rows: int, inputs: int, words: dict[str, str]
) -> None:
    x = np.random.default_rng(0).normal(size=(rows, inputs))
    some = Rows(x, Labels(np.arange(2), np.arange(rows) % 2), np.ones(rows))

    def learn(recipe: Recipe, some: Rows, wanted: Wanted) -> ClassModel:
        raise AssertionError("it was compared")

    text, reason = auto_kernel(Recipe.of(**words), some, Wanted(), learn)
    assert text == surface(x)
    assert reason


def test_that_classes_that_are_hardly_there_do_not_stop_it() -> None:
    """One row of a class: it may be among those that are not learnt from."""
    x, y = planes(700)
    y[5] = 3
    some = Rows(x, Labels(np.arange(4), y), np.ones(700))
    counts = []

    def learn(recipe: Recipe, rows: Rows, wanted: Wanted) -> ClassModel:
        counts.append((rows.labels.count, len(np.unique(rows.labels.places))))
        return learnt(recipe.with_choice("learning", "fixed"), rows, wanted)

    auto_kernel(Recipe.of(), some, Wanted(inference="laplace"), learn)
    assert all(known == there for known, there in counts)


@pytest.mark.parametrize(
    ("wanted", "asked"),
    [
        (Wanted("robustmax", inference="variational"), Wanted("auto")),
        (Wanted("one-vs-rest", inference="laplace"), Wanted("one-vs-rest", inference="laplace")),
    ],
)
def test_that_kernels_are_compared_in_a_quick_way(wanted: Wanted, asked: Wanted) -> None:
    x, y = planes(60)
    seen = []

    def learn(recipe: Recipe, rows: Rows, wanted: Wanted) -> ClassModel:
        seen.append(wanted)
        return learnt(recipe.with_choice("learning", "fixed"), rows, wanted)

    auto_kernel(Recipe.of(), Rows(x, Labels(np.arange(3), y), np.ones(60)), wanted, learn)
    assert seen == [asked, asked]
