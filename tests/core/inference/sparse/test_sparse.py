"""Curves through inducing inputs: slopes against differences, bounds against other roads."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.choices import make
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.softmax.nearest import Nearest
from gpstudio.core.classification.sparse.robustmax import RobustMax, highest
from gpstudio.core.classification.sparse.tellers import Softmax, YesOrNo
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.inference.sparse.basis import NUGGET, InducingInputs
from gpstudio.core.inference.sparse.belief import Belief
from gpstudio.core.inference.sparse.bound import Found, Tellers, Told, found_at, settled
from gpstudio.core.inference.sparse.features import FeatureBasis
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.likelihoods.bernoulli import Bernoulli
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

CURVES, LEVEL = 3, 2.0
KERNELS = (
    "2 * rbf([0.8, 1.5]) + 0.5 * matern32(2, dims=[1])",
    "1.5 * matern52(1.2) * linear(0.7, offset=0.4, centre=held(0.2))"
    " + 0.3 * rational_quadratic([1, 2], alpha=0.7)",
)


@dataclass(frozen=True, eq=False)
class Measured:
    """Gaussian readings of one curve."""

    values: Floats
    noise: float
    curves = 1
    share = 1.0
    level = True
    coordinates = np.zeros(0)
    before = None

    @property
    def rows(self) -> int:
        return len(self.values)

    def with_coordinates(self, coordinates: Floats) -> Measured:
        return self

    def roughly(self) -> Measured:
        return self

    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told:
        off = self.values[some, None] - mean
        density = -0.5 * (math.log(2 * math.pi * self.noise) + (off**2 + variance) / self.noise)
        return Told(float(density.sum()), off / self.noise, np.full_like(mean, -0.5 / self.noise))


def kernel_of(text: str) -> Kernel:
    return build_kernel(parse(text), 2)


def drawn(n: int, points: int) -> tuple[Floats, Integers, Floats, Floats]:
    """Inputs, classes, weights, places."""
    random = np.random.default_rng(1)
    x = random.normal(size=(n, 2))
    y = np.digitize(x[:, 0] + 0.4 * random.normal(size=n), [-0.6, 0.6])
    return x, y, random.uniform(0.5, 2.0, n), random.normal(size=(points, 2))


def layer_of(kernels: list[Kernel], places: Floats) -> Layer:
    random, beliefs = np.random.default_rng(3), []
    for _ in range(CURVES):
        half = random.normal(size=(len(places), len(places)))
        precision = np.asfortranarray(np.eye(len(places)) + half @ half.T)
        beliefs.append(Belief(precision, random.normal(size=len(places))))
    bases = tuple(InducingInputs.of(kernel, places, LEVEL, QUIET) for kernel in kernels)
    return Layer(bases, tuple(beliefs))


def tellers(y: Integers, weights: Floats) -> list[Tellers]:
    return [Softmax(Labelled(np.eye(CURVES)[y], weights)), RobustMax(y, weights, CURVES, 0.02)]


def moved(kernels: list[Kernel], place: int, step: float) -> list[Kernel]:
    """With the number in this place, of all kernels in a row, so much further on."""
    found = []
    for kernel in kernels:
        settings = [setting for _, setting in kernel.settings]
        if 0 <= place < len(settings):
            parameter = kernel.settings[place][0]
            at = parameter.coordinate(settings[place].number) + step
            settings[place] = settings[place].at(parameter.at_coordinate(at))
        place -= len(settings)
        found.append(kernel.with_settings(settings))
    return found


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("text", KERNELS)
def test_that_the_way_back_is_the_bounds_slope(text: str, own: bool) -> None:
    """In every number, place and input."""
    x, y, weights, z = drawn(9, 5)
    kernels = [kernel_of(text)] * (CURVES if own else 1)
    step = 1e-5
    for teller in tellers(y, weights):

        def bound(kernels: list[Kernel], z: Floats, x: Floats, teller: Tellers = teller) -> float:
            return found_at(layer_of(kernels, z), x, teller, QUIET).bound

        layer = layer_of(kernels, z)
        moments = layer.at(x, QUIET)
        told = teller.told(slice(None), moments.mean, moments.variance)
        found = layer.back(moments, told.pull, told.bend, QUIET, places=True, inputs=True)
        count = sum(len(kernel.settings) for kernel in kernels)
        expected = [
            (bound(moved(kernels, i, step), z, x) - bound(moved(kernels, i, -step), z, x))
            / (2.0 * step)
            for i in range(count)
        ]
        np.testing.assert_allclose(found.numbers, expected, rtol=1e-5, atol=1e-6)
        for given, slopes in ((z, found.places), (x, found.inputs)):
            assert slopes is not None
            for place in ((0, 0), (3, 1), (4, 0)):
                off = np.zeros_like(given)
                off[place] = step
                rise = (
                    bound(kernels, z + off, x) - bound(kernels, z - off, x)
                    if given is z
                    else bound(kernels, z, x + off) - bound(kernels, z, x - off)
                )
                assert slopes[place] == pytest.approx(rise / (2.0 * step), rel=1e-5, abs=1e-6)


def test_that_the_way_back_through_waves_is_the_bounds_slope() -> None:
    """In every number, of some of the rows."""
    x, y, weights, _ = drawn(9, 5)
    kernel, step = kernel_of("2 * rbf([0.8, 1.5]) + 0.5 * matern32(2)"), 1e-5
    fourier = make(APPROXIMATIONS, parse("fourier(features=6)"))
    fourier = fourier.prepared(Ground(kernel, x, 1.0, 0), QUIET)
    teller = tellers(y, weights)[0]
    beliefs = layer_of([kernel_of(KERNELS[0])], drawn(9, 7)[3]).beliefs

    def layer(kernel: Kernel) -> Layer:
        return Layer((FeatureBasis(fourier.operator(kernel, x[:1]), LEVEL),), beliefs)

    here = layer(kernel)
    assert here.bases[0].size == 7
    moments = here.at(x[2:], QUIET)
    some = slice(2, 9)
    told = teller.told(some, moments.mean, moments.variance)
    found = here.back(moments, told.pull, told.bend, QUIET).numbers

    def density(kernel: Kernel) -> float:
        moments = layer(kernel).at(x[2:], QUIET)
        return teller.told(some, moments.mean, moments.variance).log_density

    for place in range(len(kernel.settings)):
        up, down = (density(moved([kernel], place, side * step)[0]) for side in (1.0, -1.0))
        assert found[place] == pytest.approx((up - down) / (2.0 * step), rel=1e-5, abs=1e-6)


def test_that_what_readings_say_has_its_slopes_in_mean_variance_and_own_numbers() -> None:
    random = np.random.default_rng(2)
    _, y, weights, _ = drawn(6, 2)
    mean, variance = random.normal(size=(6, CURVES)), random.uniform(0.2, 3.0, (6, CURVES))
    step = 1e-6
    for teller in tellers(y, weights):
        told = teller.told(slice(None), mean, variance)
        for given, slopes in ((mean, told.pull), (variance, told.bend)):
            for place in ((0, 0), (1, 2), (4, 1), (5, int(y[5]))):
                was, each = given[place], []
                for side in (1.0, -1.0):
                    given[place] = was + side * step
                    each.append(teller.told(slice(None), mean, variance).log_density)
                given[place] = was
                rise = (each[0] - each[1]) / (2.0 * step)
                assert slopes[place] == pytest.approx(rise, rel=1e-5, abs=1e-7)
        at = teller.coordinates
        for place in range(len(at)):
            off = step * np.eye(len(at))[place]
            up, down = (
                teller.with_coordinates(at + side * off).told(slice(None), mean, variance)
                for side in (1.0, -1.0)
            )
            rise = (up.log_density - down.log_density) / (2.0 * step)
            assert told.slopes[place] == pytest.approx(rise, rel=1e-5)


def best(kernel: Kernel, places: Floats, inputs: Floats, teller: Tellers) -> Found:
    bases = (InducingInputs.of(kernel, places, LEVEL, QUIET),)
    beliefs = (Belief.beforehand(len(places)),) * teller.curves
    return settled(bases, beliefs, inputs, teller, QUIET, fine=1e-12, most=200)


def test_that_of_gaussian_readings_one_step_gives_the_collapsed_bound() -> None:
    """log N(y; 0, Q + s) − ½ tr(K − Q)/s, by a plain matrix (Titsias 2009)."""
    x, _, _, z = drawn(40, 8)
    y = np.sin(2.0 * x[:, 0])
    kernel, noise = kernel_of(KERNELS[0]), 0.1
    found = best(kernel, z, x, Measured(y, noise))
    assert found.steps <= 2
    inner = (kernel.block(z, z) + LEVEL) * (1.0 + NUGGET * np.eye(len(z)))
    cross = kernel.block(z, x) + LEVEL
    known = cross.T @ np.linalg.solve(inner, cross)
    total = known + noise * np.eye(len(x))
    missed = kernel.diagonal(x) + LEVEL - np.diag(known)
    expected = -0.5 * (
        y @ np.linalg.solve(total, y)
        + np.linalg.slogdet(2.0 * np.pi * total)[1]
        + missed.sum() / noise
    )
    assert found.bound == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("link", ["logistic", "probit"])
def test_that_through_all_inputs_it_is_the_nearest_gaussian(link: str) -> None:
    """Of yes and no as on the house's one road; of several classes as by whole matrices."""
    x, y, weights, _ = drawn(25, 1)
    yes, kernel = (y > 0).astype(float), kernel_of("2 * rbf([0.8, 1.5])")
    found = best(kernel, x, x, YesOrNo(Bernoulli(link), yes, weights))
    recipe = Recipe.of(
        kernel=f"2 * rbf([0.8, 1.5]) + constant({LEVEL})",
        likelihood=f"bernoulli(link='{link}', inference='variational')",
        learning="fixed", mean="zero",
    )  # fmt: skip
    whole = fit(recipe, Readings.of(x, yes, weights))
    assert found.bound == pytest.approx(whole.report.log_evidence, abs=1e-5)
    mean, variance = whole.latent(x[:5] + 0.3)
    moments = found.layer.at(x[:5] + 0.3, QUIET)
    np.testing.assert_allclose(moments.mean[:, 0], mean, atol=1e-4)
    np.testing.assert_allclose(moments.variance[:, 0], variance, atol=1e-4)


def test_that_coupled_classes_through_all_inputs_are_those_of_whole_matrices() -> None:
    x, y, weights, _ = drawn(25, 1)
    labelled, kernel = Labelled(np.eye(CURVES)[y], weights), kernel_of("4 * rbf([0.8, 1.5])")
    found = best(kernel, x, x, Softmax(labelled))
    matrix = DenseCovariance(kernel, x).entries() + LEVEL
    whole = Nearest.of([matrix] * CURVES, labelled, None, QUIET)
    assert found.bound == pytest.approx(whole.log_evidence, abs=1e-5)
    np.testing.assert_allclose(found.layer.at(x, QUIET).mean, whole.mean, atol=1e-3)


def test_that_nothing_near_the_best_belief_is_higher() -> None:
    x, y, weights, z = drawn(40, 6)
    random = np.random.default_rng(0)
    for teller in tellers(y, weights):
        found = best(kernel_of(KERNELS[0]), z, x, teller)
        for _ in range(5):
            beliefs = []
            for belief in found.layer.beliefs:
                half = np.eye(6) + 0.01 * random.normal(size=(6, 6))
                precision = np.asfortranarray(half @ belief.precision @ half.T)
                beliefs.append(Belief(precision, belief.mean + 0.01 * random.normal(size=6)))
            other = found_at(Layer(found.layer.bases, tuple(beliefs)), x, teller, QUIET)
            assert other.bound < found.bound


def test_that_more_places_never_lower_the_bound_and_it_stays_below_the_evidence() -> None:
    """The evidence of yes and no by importance sampling about the nearest Gaussian."""
    from scipy.special import logsumexp

    x, y, _, z = drawn(30, 12)
    yes, kernel = (y > 0).astype(float), kernel_of("2 * rbf([0.8, 1.5])")
    teller = YesOrNo(Bernoulli(), yes, np.ones(30))
    few, more = (best(kernel, z[:count], x, teller).bound for count in (4, 12))
    whole = best(kernel, x, x, teller)
    assert few < more < whole.bound
    random, belief = np.random.default_rng(0), whole.layer.beliefs[0]
    basis = whole.layer.bases[0]
    draws = (
        belief.mean + np.linalg.solve(np.tril(belief.lower).T, random.normal(size=(30, 40_000))).T
    )
    curves = draws @ np.tril(basis.lower).T
    off = draws - belief.mean
    logs = (
        -np.logaddexp(0.0, -(2.0 * yes - 1.0) * curves).sum(axis=1)
        - 0.5 * (draws**2).sum(axis=1)
        + 0.5 * np.einsum("si,ij,sj->s", off, belief.precision, off)
        - np.log(np.tril(belief.lower).diagonal()).sum()
    )
    evidence = float(logsumexp(logs)) - math.log(len(logs))
    error = float(np.exp(logs - logs.max()).std() / np.exp(logs - logs.max()).mean()) / 200.0
    assert whole.bound <= evidence + 3.0 * error
    assert evidence - whole.bound < 0.3
    by_moments = fit(
        Recipe.of(
            kernel=f"2 * rbf([0.8, 1.5]) + constant({LEVEL})",
            likelihood="bernoulli(inference='ep')", learning="fixed", mean="zero",
        ),
        Readings.of(x, yes),
    ).report.log_evidence  # fmt: skip
    assert by_moments == pytest.approx(evidence, abs=0.01 + 3.0 * error)


def test_that_the_highest_of_normal_curves_is_so_by_its_integral() -> None:
    """Against draws, and against the normal of a difference."""
    from scipy.special import ndtr

    random = np.random.default_rng(4)
    mean, variance = random.normal(size=(4, 3)), random.uniform(0.1, 3.0, (4, 3))
    found = np.column_stack([highest(np.full(4, c), mean, variance).probability for c in range(3)])
    draws = mean + np.sqrt(variance) * random.normal(size=(200_000, 4, 3))
    shares = np.stack([(draws.argmax(axis=2) == c).mean(axis=0) for c in range(3)], axis=1)
    np.testing.assert_allclose(found, shares, atol=5e-3)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, atol=1e-7)
    two = highest(np.zeros(4, dtype=int), mean[:, :2], variance[:, :2]).probability
    apart = (mean[:, 0] - mean[:, 1]) / np.sqrt(variance[:, :2].sum(axis=1))
    np.testing.assert_allclose(two, ndtr(apart), atol=1e-9)
