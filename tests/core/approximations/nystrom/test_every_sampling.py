"""One contract for every sampling: its probabilities, what it draws, and where that leads.

A new sampling takes one row in ``ROWS``: its probabilities as a formula of the dense matrix, where
it has such.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
import scipy.linalg
from scipy.stats import chisquare

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.landmarks import LandmarkCovariance
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS, Drawing, Sampling
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import RecipeError, parse
from gpstudio.core.operators.low_rank import LowRankCovariance
from gpstudio.core.solvers.woodbury import Woodbury
from gpstudio.core.task import QUIET, Cancelled, Task

NOISE = 0.05
RANK = 6
Formula = Callable[[Floats], Floats]
"""From the matrix to probabilities, not yet summing to one."""


@dataclass(frozen=True)
class Row:
    formula: Formula | None = None
    """None where it is not drawn by probabilities that a formula gives."""
    rows: bool = True
    """Whether landmarks are readings."""


def _leading(matrix: Floats) -> Floats:
    return (scipy.linalg.svd(matrix)[0][:, :RANK] ** 2).sum(axis=1)


def _ridge(matrix: Floats) -> Floats:
    return np.diag(matrix @ scipy.linalg.inv(matrix + NOISE * np.eye(len(matrix))))


ROWS: dict[str, Row] = {
    "rpcholesky": Row(),
    "recursive": Row(),
    "sketch": Row(rows=False),
    "ridge_leverage": Row(_ridge),
    "leverage": Row(_leading),
    "kmeans": Row(rows=False),
    "column_norm": Row(lambda matrix: (matrix**2).sum(axis=0)),
    "uniform": Row(lambda matrix: np.ones(len(matrix))),
}
OF_READINGS = [name for name, row in ROWS.items() if row.rows]
REPEATING = [entry.spec.name for entry in SAMPLINGS if entry.repeats]
KERNELS = (
    "1.3 * rbf([1.5, 2.5])",
    "2 * matern12(1)",
    "matern52(2) + 0.3 * rbf(0.5, dims=1)",
    "rational_quadratic(1, alpha=0.7) * linear(1, offset=1, centre=0)",
)


def _kernel(text: str = KERNELS[0]) -> Kernel:
    return build_kernel(parse(text), 2)


def _inputs(n: int = 80) -> Floats:
    """A tight cluster and readings at large."""
    random = np.random.default_rng(4)
    spread = random.uniform(-2.0, 2.0, (n - n // 2, 2))
    return np.concatenate([0.1 * random.standard_normal((n // 2, 2)), spread])


def _ground(text: str = KERNELS[0], n: int = 80) -> Ground:
    return Ground(_kernel(text), _inputs(n), NOISE, 0)


def _operator(
    name: str, ground: Ground, rank: int, seed: int = 0, replacement: bool = False
) -> LowRankCovariance:
    sampling, random = SAMPLINGS[name](), np.random.default_rng(seed)
    chances = sampling.probabilities(ground, rank, random)
    settled = sampling.settled(Drawing(ground, rank, random, chances, replacement))
    return settled(ground.kernel, ground.inputs)


def _error(name: str, ground: Ground, rank: int, seed: int) -> float:
    features = _operator(name, ground, rank, seed).features_at(ground.inputs)
    exact = ground.kernel.block(ground.inputs, ground.inputs)
    return float(np.linalg.norm(features @ features.T - exact) / np.linalg.norm(exact))


def test_that_every_sampling_has_a_row() -> None:
    assert set(SAMPLINGS.names) == set(ROWS)
    assert SAMPLINGS.names[0] == "rpcholesky", "what is written nothing of"


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("name", ROWS)
def test_that_probabilities_are_those_of_the_dense_formula(name: str, text: str) -> None:
    ground, formula = _ground(text), ROWS[name].formula
    found = SAMPLINGS[name]().probabilities(ground, RANK, np.random.default_rng(1))
    if formula is None:
        assert found is None or found.sum() == pytest.approx(1.0)
        return
    expected = formula(ground.kernel.block(ground.inputs, ground.inputs))
    assert found is not None
    np.testing.assert_allclose(found, expected / expected.sum(), rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("name", ROWS)
def test_that_more_landmarks_come_nearer_and_all_are_exact(name: str, text: str) -> None:
    ground = _ground(text)
    errors = [np.mean([_error(name, ground, rank, seed) for seed in (1, 2, 3)]) for rank in RANKS]
    few, more, whole = errors
    assert more < 0.7 * few
    assert whole < 1e-7


RANKS = (4, 24, 80)


@pytest.mark.parametrize("name", OF_READINGS)
def test_that_landmarks_are_readings_each_once_and_as_many_as_wanted(name: str) -> None:
    sampling, ground, random = SAMPLINGS[name](), _ground(), np.random.default_rng(1)
    chances = sampling.probabilities(ground, 30, random)
    places = sampling.places(Drawing(ground, 30, random, chances))
    assert len(np.unique(places)) == len(places) == 30
    landmarks = sampling.landmarks(Drawing(ground, 30, random, chances))
    assert {tuple(row) for row in landmarks} <= {tuple(row) for row in ground.inputs}


@pytest.mark.parametrize("name", REPEATING)
def test_that_draws_with_replacement_follow_the_probabilities(name: str) -> None:
    sampling, ground, random = SAMPLINGS[name](), _ground(n=12), np.random.default_rng(5)
    chances = sampling.probabilities(ground, 4, random)
    assert chances is not None
    places = sampling.places(Drawing(ground, 20_000, random, chances, True))
    counts = np.bincount(places, minlength=12)
    assert chisquare(counts, 20_000 * chances).pvalue > 0.001
    first = [sampling.places(Drawing(ground, 3, random, chances))[0] for _ in range(4_000)]
    assert chisquare(np.bincount(first, minlength=12), 4_000 * chances).pvalue > 0.001


@pytest.mark.parametrize("name", REPEATING)
def test_that_repetitions_drop_out_and_weights_cancel(name: str) -> None:
    """As the pseudo-inverse of the weighed columns would have it."""
    sampling, ground = SAMPLINGS[name](), _ground("matern12(1)")
    chances = sampling.probabilities(ground, 60, np.random.default_rng(1))
    assert chances is not None
    places = sampling.places(Drawing(ground, 60, np.random.default_rng(2), chances, True))
    assert len(np.unique(places)) < 60
    weights = 1.0 / np.sqrt(60 * chances[places])
    across = ground.kernel.block(ground.inputs, ground.inputs[places]) * weights
    inner = across[places] * weights[:, None]
    expected = across @ np.linalg.pinv(inner, rcond=1e-12, hermitian=True) @ across.T
    settled = sampling.settled(Drawing(ground, 60, np.random.default_rng(2), chances, True))
    operator = settled(ground.kernel, ground.inputs)
    assert operator.rank == len(np.unique(places))
    features = operator.features_at(ground.inputs)
    np.testing.assert_allclose(features @ features.T, expected, atol=1e-9)


@pytest.mark.parametrize("name", ROWS)
def test_that_the_seed_decides_what_is_drawn(name: str) -> None:
    ground = _ground()
    first, again, other = (
        _operator(name, ground, 10, seed).features_at(ground.inputs) for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first, again)
    assert first.shape != other.shape or not np.allclose(first, other)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("twins", [False, True], ids=["apart", "twins"])
def test_that_the_evidence_has_its_gradient_where_landmarks_stay(name: str, twins: bool) -> None:
    text = "1.3 * rbf([1.5, 2.5]) + 0.2 * matern12(1)"
    ground = _ground(text, n=40)
    if twins:
        inputs = np.repeat(ground.inputs[:20], 2, axis=0)
        ground = Ground(ground.kernel, inputs, NOISE, 0)
    kernel, inputs = ground.kernel, ground.inputs
    values = np.sin(inputs.sum(axis=1))[:, None]
    noise = np.linspace(0.05, 0.2, len(inputs))
    sampling: Sampling = SAMPLINGS[name]()
    chances = sampling.probabilities(ground, 26, np.random.default_rng(1))
    settled = sampling.settled(Drawing(ground, 26, np.random.default_rng(1), chances))

    def evidence(kernel: Kernel) -> float:
        solution = Woodbury().condition(settled(kernel, inputs), noise, values, QUIET)
        return float(-0.5 * (solution.quadratic[0, 0] + solution.log_determinant))

    solution = Woodbury().condition(settled(kernel, inputs), noise, values, QUIET)
    gradient = solution.gradient(np.eye(1), QUIET)[:-1]
    settings, step = [setting for _, setting in kernel.settings], 1e-5
    for place, slope in enumerate(gradient):
        sides = []
        for sign in (1, -1):
            moved = list(settings)
            moved[place] = moved[place].at(moved[place].number * np.exp(sign * step))
            sides.append(evidence(kernel.with_settings(moved)))
        assert slope == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=1e-5, abs=1e-5)


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("patience", [0, 2, 7])
def test_that_it_can_be_stopped_in_the_middle(name: str, patience: int) -> None:
    ground = Ground(_kernel(), _inputs(900), NOISE, 0)
    approximation = make(APPROXIMATIONS, parse(f"nystrom(rank=300, sampling='{name}')"))

    def features(task: Task) -> Floats:
        operator = approximation.prepared(ground, task).operator(ground.kernel, ground.inputs)
        made: Floats = operator.features_at(ground.inputs, task)
        return made

    with pytest.raises(Cancelled):
        features(Impatient(patience))


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_that_few_readings_are_all_looked_through(name: str, n: int) -> None:
    ground = Ground(_kernel(), _inputs()[-n:], NOISE, 0)
    for rank in range(1, n + 1):
        assert 1 <= _operator(name, ground, rank).rank <= rank
    assert _error(name, ground, n, 0) < 1e-7


@pytest.mark.parametrize("name", ROWS)
def test_that_readings_all_alike_are_one_landmark(name: str) -> None:
    ground = Ground(_kernel(), np.ones((20, 2)), NOISE, 0)
    operator = _operator(name, ground, 5)
    features = operator.features_at(ground.inputs)
    np.testing.assert_allclose(features @ features.T, np.full((20, 20), 1.3), rtol=1e-7)


@pytest.mark.parametrize("name", sorted(set(ROWS) - set(REPEATING)))
def test_that_what_never_draws_twice_refuses_replacement(name: str) -> None:
    with pytest.raises(InputError, match="leave out replacement, or choose one of"):
        make(APPROXIMATIONS, parse(f"nystrom(sampling='{name}', replacement='yes')"))


@pytest.mark.parametrize("name", REPEATING)
def test_that_replacement_is_written_in_the_recipe(name: str) -> None:
    ground = _ground("matern12(1)")
    written = parse(f"nystrom(rank=60, sampling='{name}', replacement='yes')")
    operator = make(APPROXIMATIONS, written).prepared(ground).operator(ground.kernel, ground.inputs)
    assert isinstance(operator, LandmarkCovariance)
    assert operator.rank < 60


def test_that_no_rank_and_one_above_the_readings_are_refused() -> None:
    with pytest.raises(RecipeError, match="goes from 1"):
        make(APPROXIMATIONS, parse("nystrom(rank=0)"))
    approximation = make(APPROXIMATIONS, parse("nystrom(rank=81)"))
    with pytest.raises(InputError, match="at most 80"):
        approximation.check(80, 2)


def test_that_exact_leverage_of_many_readings_names_what_comes_near_it() -> None:
    approximation = make(APPROXIMATIONS, parse("nystrom(rank=10, sampling='leverage')"))
    approximation.check(5_000, 2)
    with pytest.raises(InputError, match="one of 'recursive', 'ridge_leverage'"):
        approximation.check(5_001, 2)
    ground = Ground(_kernel(), np.zeros((5_001, 2)), NOISE, 0)
    with pytest.raises(InputError, match="here are 5,001"):
        SAMPLINGS["leverage"]().probabilities(ground, 10, np.random.default_rng(1))
