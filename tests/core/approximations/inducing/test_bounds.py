"""Each bound is the textbook's: dense formulas written out, and other libraries' numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from references.inducing_cases import INDUCING_CASES

from gpstudio.core.approximations.inducing.bounds import BOUNDS, InducedCovariance
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.likelihoods.sites import Sites
from gpstudio.core.solvers import Solution
from gpstudio.core.solvers.woodbury import Woodbury
from gpstudio.core.spec import Setting
from gpstudio.core.task import QUIET

ANSWERS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[3] / "references" / "inducing.json").read_text("utf-8")
)["cases"]
PAIRS = [(case, bound) for case in INDUCING_CASES for bound in ANSWERS[case]["GPy"]]
KERNELS = (
    "1.3 * rbf([1.5, 2.5])",
    "0.7 * matern32(1) * rbf(4) + matern52([2, 3])",
    "0.5 * linear(1, offset=1, centre=0) * rbf(2) + matern32(1.5)",
)


def conditioned(
    bound: str, kernel: Kernel, x: Floats, z: Floats, noise: Floats, columns: Floats, **more: bool
) -> Solution:
    operator = BOUNDS[bound](kernel, x, z, **more)
    return Woodbury().condition(operator, noise, columns, QUIET)


def sites_of(y: Floats, noise: float) -> Sites:
    return Gaussian(Setting(noise)).sites(y, y, np.ones(len(y)), (noise,))


@pytest.mark.parametrize(("name", "bound"), PAIRS)
def test_that_evidence_slopes_mean_and_variance_are_gpys(name: str, bound: str) -> None:
    case, theirs = INDUCING_CASES[name], ANSWERS[name]["GPy"][bound]
    kernel, (x, y, targets, z) = build_kernel(parse(case.kernel), case.inputs), case.data()
    noise, sites = np.full(len(x), case.noise), sites_of(y, case.noise)

    solution = conditioned(bound, kernel, x, z, noise, y[:, None])
    trended = Trended.of(solution, sites)
    assert trended.log_evidence == pytest.approx(theirs["evidence"], rel=1e-10)
    mean, variance = solution.predict(targets, QUIET)
    np.testing.assert_allclose(mean[:, 0], theirs["mean"], rtol=1e-10, atol=1e-11)
    np.testing.assert_allclose(variance, theirs["variance"], rtol=1e-10, atol=1e-11)
    slopes = np.array(theirs["gradient"])
    np.testing.assert_allclose(trended.gradient(QUIET), slopes, atol=1e-10 * abs(slopes).max())

    by_place = conditioned(bound, kernel, x, z, noise, y[:, None], by_place=True)
    slopes = np.array(theirs["places"])
    found = Trended.of(by_place, sites).gradient(QUIET)
    own = len(kernel.settings)
    np.testing.assert_allclose(np.delete(found, slice(own, -1)), trended.gradient(QUIET))
    np.testing.assert_allclose(found[own:-1], slopes, atol=1e-10 * abs(slopes).max())


@pytest.mark.parametrize("name", INDUCING_CASES)
def test_that_the_variational_bound_is_gpytorchs(name: str) -> None:
    case = INDUCING_CASES[name]
    kernel, (x, y, _, z) = build_kernel(parse(case.kernel), case.inputs), case.data()
    noise = np.full(len(x), case.noise)
    solution = conditioned("vfe", kernel, x, z, noise, y[:, None])
    evidence = Trended.of(solution, sites_of(y, case.noise)).log_evidence
    assert evidence == pytest.approx(ANSWERS[name]["GPyTorch"]["vfe"]["evidence"], rel=1e-10)


class Textbook:
    """Quiñonero-Candela & Rasmussen's table and Titsias' bound, with full matrices and inverses."""

    def __init__(self, bound: str, kernel: Kernel, x: Floats, z: Floats, noise: Floats) -> None:
        self.bound, self.kernel, self.x, self.z = bound, kernel, x, z
        self.here = np.isfinite(noise)
        self.x, noise = x[self.here], noise[self.here]
        missed = np.diag(kernel.block(self.x, self.x) - self.through(self.x, self.x))
        self.A = self.through(self.x, self.x) + np.diag(noise)
        self.A += np.diag(missed) if bound == "fitc" else 0.0
        self.log_determinant = float(np.linalg.slogdet(self.A)[1])
        self.log_determinant += float((missed / noise).sum()) if bound == "vfe" else 0.0

    def through(self, a: Floats, b: Floats) -> Floats:
        between = np.linalg.solve(self.kernel.block(self.z, self.z), self.kernel.block(self.z, b))
        return self.kernel.block(a, self.z) @ between

    def quadratic(self, columns: Floats) -> Floats:
        return columns[self.here].T @ np.linalg.solve(self.A, columns[self.here])

    def mean(self, targets: Floats, columns: Floats) -> Floats:
        return self.through(targets, self.x) @ np.linalg.solve(self.A, columns[self.here])

    def covariance(self, targets: Floats) -> Floats:
        prior = self.through if self.bound == "sor" else self.kernel.block
        cross = self.through(targets, self.x)
        return prior(targets, targets) - cross @ np.linalg.solve(self.A, cross.T)


def _setting() -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Uneven noise, some readings missing, a mean's trends as further columns."""
    random = np.random.default_rng(4)
    x = random.uniform(-3.0, 3.0, (40, 2))
    z = random.uniform(-3.0, 3.0, (9, 2))
    noise = random.uniform(0.05, 0.5, 40)
    noise[[3, 17]] = np.inf
    columns = np.column_stack([np.sin(x[:, 0]) + x[:, 1], np.ones(40), x[:, 0]])
    targets = random.uniform(-5.0, 5.0, (11, 2))
    return x, z, noise, columns, targets


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_every_answer_is_the_textbooks(bound: str, text: str) -> None:
    kernel, (x, z, noise, columns, targets) = build_kernel(parse(text), 2), _setting()
    textbook = Textbook(bound, kernel, x, z, noise)
    solution = conditioned(bound, kernel, x, z, noise, columns)
    close = {"rtol": 1e-9, "atol": 1e-10}
    np.testing.assert_allclose(solution.log_determinant, textbook.log_determinant, **close)
    np.testing.assert_allclose(solution.quadratic, textbook.quadratic(columns), **close)
    mean, variance = solution.predict(targets, QUIET)
    np.testing.assert_allclose(mean, textbook.mean(targets, columns), **close)
    expected = textbook.covariance(targets)
    np.testing.assert_allclose(variance, np.diag(expected), **close)
    np.testing.assert_allclose(solution.covariance(targets, QUIET), expected, **close)


def _objective(textbook: Textbook, columns: Floats, mixing: Floats) -> float:
    """What ``Solution.gradient`` is the gradient of."""
    through = np.trace(mixing.T @ textbook.quadratic(columns) @ mixing)
    return -0.5 * float(through + textbook.log_determinant)


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_slopes_in_the_numbers_are_the_textbooks_differences(bound: str, text: str) -> None:
    kernel, (x, z, noise, columns, _) = build_kernel(parse(text), 2), _setting()
    mixing = np.random.default_rng(3).standard_normal((3, 3))
    found = conditioned(bound, kernel, x, z, noise, columns).gradient(mixing, QUIET)
    pairs, step = kernel.settings, 1e-5

    def at(steps: Floats) -> float:
        moved = [
            setting.at(parameter.at_coordinate(parameter.coordinate(setting.number) + by))
            for (parameter, setting), by in zip(pairs, steps[:-1], strict=True)
        ]
        with_numbers = kernel.with_settings(moved)
        textbook = Textbook(bound, with_numbers, x, z, noise * np.exp(steps[-1]))
        return _objective(textbook, columns, mixing)

    steps = step * np.eye(len(pairs) + 1)
    expected = np.array([(at(up) - at(-up)) / (2.0 * step) for up in steps])
    np.testing.assert_allclose(found, expected, atol=2e-7 * max(1.0, abs(expected).max()))


@pytest.mark.parametrize("text", KERNELS)
@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_slopes_in_the_places_are_the_textbooks_differences(bound: str, text: str) -> None:
    kernel, (x, z, noise, columns, _) = build_kernel(parse(text), 2), _setting()
    mixing = np.random.default_rng(3).standard_normal((3, 3))
    solution = conditioned(bound, kernel, x, z, noise, columns, by_place=True)
    found = solution.gradient(mixing, QUIET)[len(kernel.settings) : -1]
    step = 1e-5

    def at(moved: Floats) -> float:
        return _objective(
            Textbook(bound, kernel, x, z + moved.reshape(z.shape), noise), columns, mixing
        )

    steps = step * np.eye(z.size)
    expected = np.array([(at(up) - at(-up)) / (2.0 * step) for up in steps])
    np.testing.assert_allclose(found, expected, atol=2e-7 * max(1.0, abs(expected).max()))


@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_far_away_all_return_to_the_prior_but_the_degenerate_one(bound: str) -> None:
    kernel, (x, z, noise, columns, _) = build_kernel(parse(KERNELS[0]), 2), _setting()
    solution = conditioned(bound, kernel, x, z, noise, columns)
    mean, variance = solution.predict(np.full((1, 2), 80.0), QUIET)
    np.testing.assert_allclose(mean, 0.0, atol=1e-12)
    expected = 0.0 if bound == "sor" else 1.3
    assert variance[0] == pytest.approx(expected, abs=1e-12)
    assert "sure of itself, wrongly" in BOUNDS["sor"].spec.help, "and says so"


def test_that_the_variational_bound_grows_with_the_inputs_to_the_exact_evidence() -> None:
    kernel, (x, _, noise, columns, _) = build_kernel(parse(KERNELS[0]), 2), _setting()
    here = np.isfinite(noise)
    x, noise, y = x[here], noise[here], columns[here, :1]
    A = kernel.block(x, x) + np.diag(noise)
    exact = -0.5 * float((y.T @ np.linalg.solve(A, y))[0, 0] + np.linalg.slogdet(A)[1])
    values = []
    for count in (1, 4, 10, 20, 38):
        solution = conditioned("vfe", kernel, x, x[:count], noise, y)
        values.append(-0.5 * float(solution.quadratic[0, 0] + solution.log_determinant))
    assert (np.diff(values) > -1e-9).all()
    assert values[0] < exact - 10.0
    assert values[-1] == pytest.approx(exact, abs=1e-6)


@pytest.mark.parametrize("bound", BOUNDS.names)
def test_that_inputs_in_one_place_count_once(bound: str) -> None:
    kernel, (x, z, noise, columns, targets) = build_kernel(parse(KERNELS[0]), 2), _setting()
    twice = np.vstack([z, z[:4]])
    once = conditioned(bound, kernel, x, z, noise, columns)
    both = conditioned(bound, kernel, x, twice, noise, columns, by_place=True)
    assert both.log_determinant == pytest.approx(once.log_determinant, rel=1e-9)
    np.testing.assert_allclose(
        both.predict(targets, QUIET)[0], once.predict(targets, QUIET)[0], atol=1e-8
    )
    slopes = both.gradient(np.eye(3), QUIET)
    assert slopes.shape == (len(kernel.settings) + twice.size + 1,)
    assert np.isfinite(slopes).all()


def test_that_slopes_by_strips_are_those_of_all_rows_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kernel, (x, z, noise, columns, _) = build_kernel(parse(KERNELS[0]), 2), _setting()
    solution = conditioned("fitc", kernel, x, z, noise, columns, by_place=True)
    whole = solution.gradient(np.eye(3), QUIET)
    monkeypatch.setattr("gpstudio.core.operators.low_rank.KEPT_NUMBERS", 10)
    monkeypatch.setattr("gpstudio.core.operators.low_rank.STRIP_NUMBERS", 7 * len(z))
    solution = conditioned("fitc", kernel, x, z, noise, columns, by_place=True)
    np.testing.assert_allclose(solution.gradient(np.eye(3), QUIET), whole, rtol=1e-9, atol=1e-9)


def test_that_every_bound_says_what_it_is() -> None:
    assert BOUNDS.names == ("vfe", "fitc", "dtc", "sor")
    kinds: set[tuple[bool, bool, bool]] = set()
    entry: type[InducedCovariance]
    for entry in BOUNDS:
        assert entry.spec.help.endswith(".")
        kinds.add((entry.misses_as_noise, entry.misses_as_penalty, entry.degenerate))
    assert len(kinds) == len(BOUNDS), "no two are the same"
