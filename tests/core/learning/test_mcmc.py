"""Sampling the numbers: against brute force, and what the chains say of themselves."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.learning.diagnostics import effective_size, split_rhat
from gpstudio.core.learning.learner import Evaluate, Search
from gpstudio.core.learning.map import with_prior
from gpstudio.core.learning.mcmc import Mcmc, thinned, told
from gpstudio.core.learning.sampler import Inside, run_chain
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


def readings(n: int = 25) -> Readings:
    random = np.random.default_rng(6)
    x = np.sort(random.uniform(0.0, 100.0, n))
    return Readings.of(x[:, None], np.sin(x / 12.0) + 0.4 * random.standard_normal(n))


def search_of(kernel: str) -> Search:
    data = readings().centred()
    plan = choose(Recipe.of(kernel=kernel), len(data.values), 1)
    return Problem(plan, data, QUIET).search(0)


def sampled(
    density: Evaluate, low: Floats, high: Floats, start: Floats, samples: int = 600, chains: int = 4
) -> Floats:
    inside = Inside(density, low, high, QUIET)
    mode = inside.mode(inside.of(start))
    root = inside.root(mode)
    seeds = [np.random.default_rng([3, chain]) for chain in range(chains)]
    drawn = [run_chain(inside, mode, root, samples, 200, seed) for seed in seeds]
    return np.array([inside.at(chain.draws) for chain in drawn])


def assert_same_moments(draws: Floats, weights: Floats, places: tuple[Floats, Floats]) -> None:
    """Mean and spread of each coordinate agree within four standard errors."""
    weights = weights / weights.sum()
    for place, grid in enumerate(places):
        mean = float((weights * grid).sum())
        spread = float(np.sqrt((weights * (grid - mean) ** 2).sum()))
        mine = draws[:, :, place]
        size = effective_size(mine)
        assert size > 300
        assert abs(mine.mean() - mean) < 4.0 * spread / np.sqrt(size)
        assert mine.std() == pytest.approx(spread, rel=4.0 / np.sqrt(size))


def test_that_samples_of_a_length_and_a_noise_agree_with_a_fine_grid() -> None:
    search = search_of("held(0.6) * matern32")
    density = with_prior(search, "weak")
    draws = sampled(density, search.low, search.high, search.starts[0], samples=200)
    lengths = np.linspace(search.low[0], search.high[0], 30)
    noises = np.linspace(max(search.low[1], -6.0), min(search.high[1], 3.0), 30)
    grid = np.array([[density(np.array([a, b]))[0] for b in noises] for a in lengths])
    places = np.meshgrid(lengths, noises, indexing="ij")
    assert_same_moments(draws, np.exp(grid - grid.max()), (places[0], places[1]))
    for place in range(2):
        assert split_rhat(draws[:, :, place]) < 1.01


def test_that_samples_follow_a_bent_density_up_to_its_bounds() -> None:
    def density(theta: Floats) -> tuple[float, Floats]:
        a, b = theta
        off = b - 0.3 * a**2
        return -0.5 * (a**2 + 4.0 * off**2), np.array([-a + 2.4 * a * off, -4.0 * off])

    low, high = np.array([-0.8, -3.0]), np.array([3.0, 2.0])
    draws = sampled(density, low, high, np.zeros(2), samples=1500)
    assert (draws >= low).all()
    assert (draws <= high).all()
    a, b = np.meshgrid(
        *(np.linspace(low[i], high[i], 801)[:-1] + (high[i] - low[i]) / 1600 for i in range(2)),
        indexing="ij",
    )
    weights = np.exp(-0.5 * (a**2 + 4.0 * (b - 0.3 * a**2) ** 2))
    assert_same_moments(draws, weights, (a, b))


def test_that_a_place_where_the_evidence_fails_is_never_taken() -> None:
    def density(theta: Floats) -> tuple[float, Floats]:
        if theta[0] > 1.0:
            raise InputError("too far")
        return -0.5 * float(theta @ theta), -theta

    draws = sampled(density, np.array([-9.0]), np.array([9.0]), np.zeros(1))
    assert draws.max() <= 1.0
    # the mean of a normal cut off above 1 is −φ(1)/Φ(1)
    assert draws.mean() == pytest.approx(-0.2876, abs=0.08)


def test_that_diagnostics_agree_with_figures_of_another_library() -> None:
    """arviz 0.22.0: ``ess(method="bulk")`` and ``rhat(method="rank")``."""
    for column, size, rhat in REFERENCE:
        draws = chains_of(column)
        # where no pair of correlations is below nought, theirs stops a little before the end
        assert effective_size(draws) == pytest.approx(size, rel=0.02 if column == 3 else 1e-9)
        assert split_rhat(draws) == pytest.approx(rhat, rel=1e-9)


def chains_of(column: int) -> Floats:
    """4 × 250 draws of an autoregression made by whole-number arithmetic, so that they stay."""
    state, out = 12345 + column, np.empty(1000)
    for place in range(1000):
        state = (1103515245 * state + 12345) % 2**31
        out[place] = state / 2**31 - 0.5
    draws = out.reshape(4, 250)
    keep = (0.0, 0.7, -0.4, 0.5)[column]
    for place in range(1, 250):
        draws[:, place] += keep * draws[:, place - 1]
    if column == 3:
        draws[0] += 0.4
    return draws


REFERENCE = (
    (0, 1072.4067279238404, 0.9993483482446702),
    (1, 251.30731859398816, 1.0009519445064148),
    (2, 3000.0, 1.0025731288152127),
    (3, 16.1157307629559, 1.1907557101992172),
)


def test_that_chains_that_disagree_are_told_by_name() -> None:
    random = np.random.default_rng(0)
    draws = random.standard_normal((4, 200, 2))
    assert len(told(draws, ("length", "noise"))) == 1
    draws[0, :, 1] += 3.0
    remarks = told(draws, ("length", "noise"))
    assert any("do not agree on the noise" in remark for remark in remarks)
    assert any("sample longer" in remark for remark in remarks)
    assert "never moved" in told(np.zeros((4, 50, 2)), ())[0]


def test_that_few_samples_are_told() -> None:
    learning = "mcmc(samples=10, chains=2, warm_up=10)"
    remarks = fit(Recipe.of(learning=learning), readings()).report.remarks
    assert any("fewer than 200: sample longer" in remark for remark in remarks)


def test_that_the_seed_decides_and_nothing_else() -> None:
    search = search_of("matern32")
    one, again = (
        Mcmc(samples=20, chains=2, warm_up=20)._sample(
            Inside(search.evaluate, search.low, search.high, QUIET), search.starts[0], 1, QUIET
        )
        for _ in range(2)
    )
    np.testing.assert_array_equal(one, again)


def test_that_thinning_takes_evenly_along_the_chains() -> None:
    draws = np.arange(24.0).reshape(2, 6, 2)
    np.testing.assert_array_equal(thinned(draws, 3)[:, 0], [0.0, 12.0, 22.0])
    assert len(thinned(draws, 99)) == 12


def test_that_averaging_over_samples_agrees_with_averaging_over_a_lattice() -> None:
    data = readings(15)
    targets = np.linspace(-10.0, 110.0, 13)[:, None]
    sampled_, lattice = (
        fit(Recipe.of(kernel="matern32", learning=learning), data).predict(targets)
        for learning in ("mcmc(samples=120, kept=240)", "averaged")
    )
    np.testing.assert_allclose(sampled_[0], lattice[0], atol=0.1 * np.sqrt(lattice[1]).max())
    np.testing.assert_allclose(np.sqrt(sampled_[1]), np.sqrt(lattice[1]), rtol=0.12)
