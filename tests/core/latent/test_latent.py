"""The bound of latent models against computations that share nothing with it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from gpstudio.core.arrays import Floats
from gpstudio.core.latent.averages import double, pairs, single, unpacked
from gpstudio.core.latent.beginning import components
from gpstudio.core.latent.bound import Cells
from gpstudio.core.latent.learning import learn, relevance
from gpstudio.core.latent.map import LatentMap
from gpstudio.core.latent.places import Places
from gpstudio.core.task import QUIET, Cancelled, Task

RANDOM = np.random.default_rng(3)
ROWS, COLUMNS, INPUTS, POINTS = 9, 5, 2, 4


def places(uncertain: bool = True, noises: int = 1) -> Places:
    random = np.random.default_rng(1)
    variance = 0.05 + 0.4 * random.random((ROWS, INPUTS))
    return Places(
        random.normal(size=(ROWS, INPUTS)),
        variance if uncertain else np.zeros_like(variance),
        random.normal(size=(POINTS, INPUTS)),
        np.array([0.7, 1.9]),
        1.3,
        np.linspace(0.2, 0.6, noises),
    )


def holed(rows: Floats, share: float = 0.25) -> Floats:
    return np.where(np.random.default_rng(2).random(rows.shape) < share, np.nan, rows)


def kernel(a: Floats, b: Floats, at: Places) -> Floats:
    apart = (a[..., :, None, :] - b[..., None, :, :]) ** 2
    return np.asarray(at.level * np.exp(-0.5 * (apart * at.weights).sum(axis=-1)))


def test_averages_are_those_of_quadrature() -> None:
    at = places()
    nodes, shares = np.polynomial.hermite_e.hermegauss(40)
    shares = shares / shares.sum()
    grid = np.stack(np.meshgrid(nodes, nodes, indexing="ij"), axis=-1).reshape(-1, 2)
    weight = np.outer(shares, shares).ravel()
    where = at.mean[:, None] + grid * np.sqrt(at.variance)[:, None]
    values = kernel(where, at.points, at)
    one = single(at.mean, at.variance, at.points, at.weights, at.level)
    both = unpacked(double(at.mean, at.variance, at.points, at.weights, at.level), POINTS)
    np.testing.assert_allclose(one, np.einsum("g,ngm->nm", weight, values), rtol=1e-10)
    wanted = np.einsum("g,ngm,ngk->nmk", weight, values, values)
    np.testing.assert_allclose(both, wanted, rtol=1e-10)
    assert pairs(POINTS) == 10


@pytest.mark.parametrize("uncertain", [True, False], ids=["variational", "map"])
@pytest.mark.parametrize("share", [0.0, 0.25], ids=["whole", "holed"])
@pytest.mark.parametrize("noises", [1, COLUMNS], ids=["shared", "by column"])
def test_slopes_are_those_of_differences(uncertain: bool, share: float, noises: int) -> None:
    rows = holed(RANDOM.normal(size=(ROWS, COLUMNS)), share)
    at, cells = places(uncertain, noises), Cells.of(rows, noises > 1)
    flat = at.flat()
    value, slopes = at.evidence(cells, QUIET)
    assert np.array_equal(at.at(flat).flat(), flat)
    for place, step in enumerate(1e-6 * np.eye(len(flat))):
        up, down = (at.at(flat + way * step).evidence(cells, QUIET)[0] for way in (1.0, -1.0))
        assert slopes[place] == pytest.approx((up - down) / 2e-6, rel=1e-5, abs=1e-5)
    assert np.isfinite(value)


@pytest.mark.parametrize("share", [0.0, 0.25], ids=["whole", "holed"])
@pytest.mark.parametrize("noises", [1, COLUMNS], ids=["shared", "by column"])
def test_with_a_point_at_every_certain_row_the_bound_is_the_evidence(
    share: float, noises: int
) -> None:
    at = replace(places(uncertain=False, noises=noises), points=places().mean)
    rows = holed(RANDOM.normal(size=(ROWS, COLUMNS)), share)
    exact = 0.0
    for column, noise in zip(rows.T, np.broadcast_to(at.noise, COLUMNS), strict=True):
        seen = np.isfinite(column)
        part = (kernel(at.mean, at.mean, at) + noise * np.eye(ROWS))[np.ix_(seen, seen)]
        exact += multivariate_normal(np.zeros(seen.sum()), part).logpdf(column[seen])
    assert at.bound(Cells.of(rows, noises > 1), QUIET).value == pytest.approx(exact, abs=1e-3)


def test_the_bound_is_below_the_sampled_evidence() -> None:
    """Places of four rows on one input, drawn from what is held likely of them."""
    rows = np.array([[0.3, -0.2], [1.1, 0.4], [-0.8, -1.0], [0.2, 0.1]])
    learnt = learn(Cells.of(rows), 1, 4, False, 0, QUIET)
    at = learnt.places
    random = np.random.default_rng(0)
    where = random.normal(size=(200_000, 4, 1))
    covariance = kernel(where, where, at) + at.noise * np.eye(4)
    solved = np.linalg.solve(covariance, np.broadcast_to(rows, (len(where), 4, 2)))
    logs = -0.5 * (rows * solved).sum(axis=(1, 2)) - np.linalg.slogdet(covariance)[1]
    logs -= 4.0 * np.log(2.0 * np.pi)
    highest = logs.max()
    shares = np.exp(logs - highest)
    error = shares.std() / shares.mean() / np.sqrt(len(shares))
    assert error < 0.05
    assert learnt.bound <= highest + np.log(shares.mean()) + 3.0 * error


def drawn(rows: int, seed: int) -> tuple[Floats, Floats]:
    """Six columns that bend along one hidden input."""
    random = np.random.default_rng(seed)
    hidden = np.sort(random.uniform(-1.5, 1.5, rows))
    bends = np.linspace(0.6, 2.2, 6)
    return hidden, np.sin(hidden[:, None] * bends + bends) + 0.05 * random.normal(size=(rows, 6))


def test_holes_are_filled_with_intervals_that_hold() -> None:
    held, cells, errors = 0.0, 0, []
    for seed in range(4):
        _, rows = drawn(60, seed)
        missing = np.random.default_rng(seed + 50).random(rows.shape) < 0.2
        known = Cells.of(np.where(missing, np.nan, rows))
        found = learn(known, 1, 12, False, 0, QUIET)
        whole = LatentMap.of(found.places, known)
        mean, variance = whole.columns(found.places.mean, found.places.variance)
        error = abs(mean - rows)[missing]
        held += float((error < 1.96 * np.sqrt(variance + found.places.noise)[missing]).sum())
        cells += int(missing.sum())
        errors.append(np.sqrt((error**2).mean()) / rows.std())
    assert np.median(errors) < 0.2
    assert 0.90 <= held / cells <= 0.99


def test_what_nothing_needs_is_switched_off() -> None:
    """The columns bend in one plane at most: the third latent input has nothing to tell."""
    _, rows = drawn(80, 0)
    found = learn(Cells.of(rows - rows.mean(axis=0)), 3, 15, False, 0, QUIET)
    shares = relevance(found.places)
    assert (np.diff(shares) <= 0.0).all()
    assert shares[2] < 1e-6 < shares[1]
    np.testing.assert_allclose(found.places.variance[:, 2], 1.0, atol=0.01)


@pytest.mark.parametrize("certain", [False, True], ids=["variational", "map"])
def test_a_row_that_was_there_is_placed_where_it_lies(certain: bool) -> None:
    _, rows = drawn(60, 1)
    cells = Cells.of(rows)
    found = learn(cells, 1, 12, certain, 0, QUIET)
    mean, _ = LatentMap.of(found.places, cells).placed(Cells.of(rows[::7]))
    size = found.places.mean.std()
    np.testing.assert_allclose(mean, found.places.mean[::7], atol=0.05 * size)


def test_components_of_whole_rows_are_those_of_their_decomposition() -> None:
    rows = RANDOM.normal(size=(30, 6)) @ np.diag([5.0, 3.0, 1.0, 1.0, 1.0, 1.0])
    rows -= rows.mean(axis=0)
    left = np.linalg.svd(rows)[0][:, :2]
    found = components(Cells.of(rows), 2, QUIET)
    np.testing.assert_allclose(abs(found), abs(left) * np.sqrt(30), atol=1e-10)


def test_learning_can_be_stopped_and_repeats() -> None:
    class Stopped(Task):
        def check(self) -> None:
            raise Cancelled

    _, rows = drawn(30, 2)
    with pytest.raises(Cancelled):
        learn(Cells.of(rows), 1, 8, False, 0, Stopped())
    one, other = (learn(Cells.of(rows), 1, 8, False, 5, QUIET, most=20) for _ in range(2))
    assert np.array_equal(one.places.flat(), other.places.flat())
