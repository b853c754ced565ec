"""How the errors of several anchors go together, as residuals show it."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.phenology.calibration.calibration import LearntAnchor
from gpstudio.phenology.calibration.pooling import Offset, Residual
from gpstudio.phenology.calibration.together import LEAST_OWN, USUAL, correlation, relations


def anchor(key: str, days: np.ndarray) -> LearntAnchor:
    rows = tuple(Residual(str(k), "2020", float(d)) for k, d in enumerate(days))
    return LearntAnchor("heading", key, 10.0, rows)


def test_that_many_dates_show_the_correlation() -> None:
    random = np.random.default_rng(0)
    shared, one, other = random.normal(size=(3, 400))
    found = correlation(anchor("a", shared + one), anchor("b", shared + other))
    assert found == pytest.approx(0.5, abs=0.12)
    apart = correlation(anchor("a", one), anchor("b", other))
    assert apart == pytest.approx(0.0, abs=0.12)


def test_that_few_dates_are_told_with_caution() -> None:
    opposed = correlation(anchor("a", np.array([1.0, -1.0])), anchor("b", np.array([-1.0, 1.0])))
    nothing = correlation(anchor("a", np.zeros(0)), anchor("b", np.zeros(0)))
    assert 0.0 < opposed < nothing
    assert nothing > USUAL
    assert nothing < 1.0


def test_that_only_dates_of_which_both_spoke_count() -> None:
    random = np.random.default_rng(1)
    days = random.normal(size=30)
    others = LearntAnchor(
        "heading", "b", 10.0, tuple(Residual(f"other {k}", "2020", d) for k, d in enumerate(days))
    )
    assert correlation(anchor("a", days), others) == correlation(
        anchor("a", np.zeros(0)), anchor("b", np.zeros(0))
    )


def test_that_none_is_told_so_related_that_it_counts_against_itself() -> None:
    days = np.random.default_rng(2).normal(size=50)
    pair = (anchor("a", days), anchor("b", 5.0 * days))
    ((_, _, found),) = relations(pair, (Offset(0.0, 2.0), Offset(0.0, 10.0)))
    assert found == pytest.approx(0.2)


def test_that_correlations_never_contradict_each_other() -> None:
    """a with b, b with c, but a against c: no normal has these, and so they are told smaller."""
    days = np.random.default_rng(3).normal(size=(2, 40))
    three = (
        anchor("a", days[0]),
        anchor("b", days[0] + days[1]),
        anchor("c", days[1] - 0.9 * days[0]),
    )
    same = tuple(Offset(0.0, 5.0) for _ in three)
    found = {(one, other): value for one, other, value in relations(three, same)}
    matrix = np.array(
        [
            [1.0 if i == j else found.get((i, j), found.get((j, i), 0.0)) for j in "abc"]
            for i in "abc"
        ]
    )
    assert np.linalg.eigvalsh(matrix)[0] >= LEAST_OWN - 1e-9
