"""Simulation-based calibration over tables: the population is drawn, then its fields, then their
readings; what is learnt together holds what is true as often as it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from drawn_tables import RANKED, DrawnTable
from scipy import stats

from gpstudio.core.arrays import Floats
from gpstudio.core.learning.population import Population

TABLES, FIELDS, READINGS = 8, 16, 15
BINS, LEAST = 5, 1e-3
Learnt = tuple[DrawnTable, Population]


@pytest.fixture(scope="module")
def learnt() -> list[Learnt]:
    tables = [DrawnTable.of(seed, FIELDS, READINGS) for seed in range(TABLES)]
    return [(table, table.learnt()) for table in tables]


def evenness(learnt: Sequence[Learnt]) -> Floats:
    """Of the ranks of each quantity, as a p-value."""
    ranks = np.concatenate([table.ranks(population) for table, population in learnt])
    counts = [np.histogram(column, BINS, (0.0, 1.0))[0] for column in ranks.T]
    return np.array([stats.chisquare(count).pvalue for count in counts])


def test_that_ranks_of_what_is_true_are_even(learnt: Sequence[Learnt]) -> None:
    even = evenness(learnt)
    assert (even > LEAST).all(), dict(zip(RANKED, even.round(4), strict=True))


@pytest.mark.parametrize(("moved", "narrower"), [((0.0, 1.5, 0.0), 1.0), ((0.0, 0.0, 0.0), 0.15)])
def test_that_uneven_ranks_would_show(
    learnt: Sequence[Learnt], moved: tuple[float, ...], narrower: float
) -> None:
    """Of a population that is held for another."""

    def wrong(population: Population) -> Population:
        shared = population.shared.wider(narrower)
        centre = tuple(np.add(shared.centre, moved).tolist())
        return replace(population, shared=replace(shared, centre=centre))

    assert evenness([(table, wrong(known)) for table, known in learnt]).min() < LEAST


def test_that_populations_are_found_again(learnt: Sequence[Learnt]) -> None:
    """From 16 fields of 15 readings: centres to 0.35, 0.4 and 0.4 in their logarithms; spreads are
    never taken for much narrower than they are."""
    off = np.array([np.subtract(known.shared.centre, table.centre) for table, known in learnt])
    assert (np.sqrt(np.mean(off**2, axis=0)) < [0.35, 0.4, 0.4]).all()
    spreads = [np.sqrt(np.diag(np.array(known.shared.covariance))) for _, known in learnt]
    ratios = np.array(spreads) / [table.spread for table, _ in learnt]
    assert ratios.min() > 0.7
    assert (np.median(ratios, axis=0) < 3.0).all()
