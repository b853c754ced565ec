"""Markov forms, small problems for them, and dense algebra of their covariances to hold them to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.solvers.kalman import Kalman, KalmanSolution
from gpstudio.core.task import QUIET

Made = Callable[..., MarkovForm]


@cache
def _exponentials() -> tuple[Floats, Floats]:
    """Weights and rates of exp(−r²/2) by ten exponentials, found by the matrix pencil; to 1e-8."""
    step, terms = 0.05, 10
    values = np.exp(-((step * np.arange(240)) ** 2) / 2)
    hankel = values[np.add.outer(np.arange(120), np.arange(120))]
    vectors = np.linalg.svd(hankel)[0][:, :terms]
    poles = np.linalg.eigvals(np.linalg.pinv(vectors[:-1]) @ vectors[1:])
    powers = poles ** np.arange(240)[:, None]
    fitted = np.linalg.lstsq(powers, values.astype(complex), rcond=None)[0]
    return fitted, -np.log(poles) / step


def rbf(length: float) -> MarkovForm:
    """exp(−r²/2ℓ²)."""
    weights, rates = _exponentials()
    return MarkovForm.exponentials(weights, rates / length)


def periodic(length: float, period: float, terms: int = 6) -> MarkovForm:
    weights = np.exp(-np.arange(terms) / length)
    slopes = (np.arange(terms) / length * weights)[None]
    return MarkovForm.cosines(weights, 2 * np.pi / period, slopes)


def year(length: float, departure: float) -> MarkovForm:
    return periodic(length, 3.0).times(MarkovForm.matern(2, departure))


FORMS: dict[str, tuple[Made, tuple[float, ...]]] = {
    "matern 0": (lambda a: MarkovForm.matern(0, a), (3.0,)),
    "matern 3": (lambda a: MarkovForm.matern(3, a), (3.0,)),
    "cosine": (lambda a: MarkovForm.cosine(a).scaled(2.0), (0.5, 2.0)),
    "linear": (lambda a: MarkovForm.linear(8.0).scaled(a), (0.3,)),
    "linear + matern": (
        lambda a, b: MarkovForm.linear(8.0).scaled(a).plus(MarkovForm.matern(1, b)),
        (0.3, 4.0),
    ),
    "linear * matern": (
        lambda a, b: MarkovForm.linear(8.0).scaled(a).times(MarkovForm.matern(1, b)),
        (0.3, 4.0),
    ),
    "cosine * matern": (
        lambda a, b: MarkovForm.cosine(2 * np.pi / a).times(MarkovForm.matern(1, b)),
        (3.0, 5.0),
    ),
    "cosine * cosine": (
        lambda a, b: MarkovForm.cosine(6.28 / a).times(MarkovForm.cosine(6.28 / b)),
        (3.0, 5.0),
    ),
    "periodic": (periodic, (1.0, 4.0)),
    "periodic * matern": (
        lambda a, b, c: periodic(a, b).times(MarkovForm.matern(2, c)),
        (1.0, 4.0, 9.0),
    ),
    "rbf": (rbf, (2.0,)),
    "rbf + matern": (lambda a, b: rbf(a).plus(MarkovForm.matern(1, b)), (4.0, 0.7)),
    "rbf * periodic": (lambda a, b, c: rbf(a).times(periodic(b, c)), (6.0, 1.0, 3.0)),
    "everything": (
        lambda a, b, c: (
            rbf(a)
            .plus(MarkovForm.matern(1, b).times(MarkovForm.linear(2.0)))
            .plus(periodic(0.5, c).chained(np.array([[0.0, 1.0]])))
            .plus(MarkovForm.constant().scaled(3.0).chained(np.zeros((0, 1))))
        ),
        (4.0, 3.0, 2.5),
    ),
}  # fmt: skip
FORMS["cosine"] = (
    lambda a, b: MarkovForm.cosine(2 * np.pi / b).scaled(a),
    (2.0, 7.0),
)


@dataclass(frozen=True)
class Formed:
    """Stands in for a kernel: all that the passes ask of one."""

    form: MarkovForm

    def markov_form(self) -> MarkovForm:
        return self.form

    def markov_error(self) -> float:
        return 0.0

    def __str__(self) -> str:
        return "this"


@dataclass(frozen=True)
class Problem:
    times: Floats
    noise: Floats
    columns: Floats
    targets: Floats


def _problem(columns: int = 1, missing: bool = False, noise: float = 0.05) -> Problem:
    random = np.random.default_rng(columns)
    times = np.sort(random.uniform(0.0, 20.0, 41))
    times[12] = times[11]
    times[20:24] = times[20] + np.array([0.0, 1e-7, 1e-4, 0.01])
    noises = np.full(41, noise) * random.uniform(0.5, 2.0, 41)
    values = np.column_stack([np.sin(times), *(times**i / 20**i for i in range(columns - 1))])
    if missing:
        noises[[0, 7, 8, 40]] = np.inf
        values[[0, 7, 8, 40]] = 1e5
    targets = np.concatenate([[25.0, -3.0], times[[30, 0, 7, 12]], random.uniform(0, 20, 9)])
    return Problem(times, noises, values[:, :columns], targets)


PROBLEMS = {
    "plain": _problem(),
    "missing": _problem(missing=True),
    "columns": _problem(2),
    "many columns": _problem(3),
    "quiet": _problem(noise=1e-3),
}


def solve(form: MarkovForm, problem: Problem) -> KalmanSolution:
    covariance = MarkovCovariance(Formed(form), problem.times[:, None])  # type: ignore[arg-type]
    found = Kalman().condition(covariance, problem.noise, problem.columns, QUIET)
    assert isinstance(found, KalmanSolution)
    return found


class Dense:
    def __init__(self, form: MarkovForm, problem: Problem) -> None:
        here = np.isfinite(problem.noise)
        self.here, self.x, self.t = here, problem.times[here], problem.targets
        self.noise, self.y = problem.noise[here], problem.columns[here]
        self.A = form.covariance(self.x, self.x) + np.diag(self.noise)
        self.inverse = np.linalg.inv(self.A)
        cross = form.covariance(self.t, self.x)
        self.mean = cross @ self.inverse @ self.y
        self.covariance = form.covariance(self.t, self.t) - cross @ self.inverse @ cross.T
        self.quadratic = self.y.T @ self.inverse @ self.y

    def spread(self, values: Floats) -> Floats:
        full = np.zeros((len(self.here), *values.shape[1:]))
        full[self.here] = values
        return full

    def gradient(self, make: Made, numbers: tuple[float, ...], mixing: Floats) -> Floats:
        weights = self.inverse @ self.y @ mixing
        pull = weights @ weights.T - self.inverse
        slopes = []
        for place in range(len(numbers)):
            sides = []
            for steps in (1, -1, 2, -2):
                moved = list(numbers)
                moved[place] *= np.exp(steps * 1e-4)
                sides.append(make(*moved).covariance(self.x, self.x))
            slope = (8 * (sides[0] - sides[1]) - (sides[2] - sides[3])) / 12e-4
            slopes.append(0.5 * np.sum(pull * slope))
        return np.array([*slopes, 0.5 * np.diag(pull) @ self.noise])
