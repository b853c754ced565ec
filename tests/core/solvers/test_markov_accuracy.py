"""How many digits the state-space passes hold for forms that turn, stay or are read out in time.

Against 50-digit arithmetic, at quiet and at loud noise, for evidence, mean, variance and gradient.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import mpmath as mp
import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.solvers.kalman import KalmanSolution
from gpstudio.core.task import QUIET

Covariance = Callable[[mp.mpf, mp.mpf], mp.mpf]


def matern(order: int, length: mp.mpf) -> Covariance:
    def k(a: mp.mpf, b: mp.mpf) -> mp.mpf:
        s = mp.sqrt(2 * order + 1) * abs(a - b) / length
        terms = (1, 1 + s, 1 + s + s**2 / 3, 1 + s + 2 * s**2 / 5 + s**3 / 15)
        return terms[order] * mp.exp(-s)

    return k


def cosine(period: mp.mpf) -> Covariance:
    return lambda a, b: mp.cos(2 * mp.pi * (a - b) / period)


def periodic(length: mp.mpf, period: mp.mpf) -> Covariance:
    """Cosines with weights e^{−j/ℓ}, which is what the form below is too."""
    weights = [mp.exp(-j / length) for j in range(9)]
    return lambda a, b: sum(
        w * mp.cos(2 * mp.pi * j * (a - b) / period) for j, w in enumerate(weights)
    )


def cosines(length: float, period: float) -> MarkovForm:
    j = np.arange(9.0)
    weights = np.exp(-j / length)
    return MarkovForm.cosines(weights, 2 * np.pi / period, (j / length * weights)[None])


@dataclass(frozen=True)
class Case:
    made: Callable[..., MarkovForm]
    exact: Callable[..., Covariance]
    numbers: tuple[float, ...]


CASES = {
    "matern 7/2": Case(lambda a: MarkovForm.matern(3, a), lambda a: matern(3, a), (2.0,)),
    "cosine": Case(
        lambda v, p: MarkovForm.cosine(2 * np.pi / p).scaled(v),
        lambda v, p: lambda a, b: v * cosine(p)(a, b),
        (2.0, 7.0),
    ),
    "linear + matern": Case(
        lambda v, c: MarkovForm.linear(3.0).scaled(v).plus(MarkovForm.matern(1, c)),
        lambda v, c: lambda a, b: v * (a - 3) * (b - 3) + matern(1, c)(a, b),
        (0.5, 2.0),
    ),
    "linear * matern": Case(
        lambda v, c: MarkovForm.linear(3.0).scaled(v).times(MarkovForm.matern(1, c)),
        lambda v, c: lambda a, b: v * (a - 3) * (b - 3) * matern(1, c)(a, b),
        (0.5, 2.0),
    ),
    "cosine * matern": Case(
        lambda p, c: MarkovForm.cosine(2 * np.pi / p).times(MarkovForm.matern(2, c)),
        lambda p, c: lambda a, b: cosine(p)(a, b) * matern(2, c)(a, b),
        (5.0, 3.0),
    ),
    "cosine + matern": Case(
        lambda p, c: MarkovForm.cosine(2 * np.pi / p).plus(MarkovForm.matern(1, c)),
        lambda p, c: lambda a, b: cosine(p)(a, b) + matern(1, c)(a, b),
        (5.0, 3.0),
    ),
    "periodic": Case(cosines, periodic, (1.0, 6.0)),
    "periodic * matern": Case(
        lambda a, p, c: cosines(a, p).times(MarkovForm.matern(1, c)),
        lambda a, p, c: lambda s, t: periodic(a, p)(s, t) * matern(1, c)(s, t),
        (1.0, 6.0, 30.0),
    ),
}


def problem(noise: float) -> tuple[Floats, Floats, Floats]:
    random = np.random.default_rng(7)
    x = np.sort(random.uniform(0.0, 20.0, 24))
    x[10] = x[9]
    x[15] = x[14] + 1e-5
    y = np.sin(x) + 0.2 * x + np.sqrt(noise) * random.standard_normal(24)
    return x, y, np.concatenate([[-5.0, 26.0], x[8:11], random.uniform(0.0, 20.0, 4)])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("noise", [1.0, 1e-3, 1e-6])
def test_that_the_passes_hold_nine_digits(name: str, noise: float) -> None:
    case, (x, y, targets) = CASES[name], problem(noise)
    form = case.made(*case.numbers)
    solution = KalmanSolution(form, x, np.full(len(x), noise), y[:, None], QUIET)
    mean, variance = solution.predict(targets[:, None], QUIET)
    gradient = solution.gradient(np.eye(1), QUIET)
    with mp.workdps(50):
        exact = _Exact(case, x, y, noise)
        assert solution.log_determinant == pytest.approx(exact.log_determinant(), rel=1e-9)
        assert solution.quadratic[0, 0] == pytest.approx(exact.quadratic(), rel=1e-9)
        means, variances = exact.predict(targets)
        slopes = exact.gradient()
    np.testing.assert_allclose(mean[:, 0], means, rtol=0, atol=1e-9 * np.abs(means).max())
    # before the first reading it is a difference from the prior, of which it can be a billionth
    spare = np.where(targets < x[0], 1e-10, 1e-16) * form.variance_at(targets)
    np.testing.assert_array_less(np.abs(variance - variances), 1e-9 * variances + spare)
    # a slope is a difference of two large sums where readings and covariance disagree
    size = np.maximum(1.0, np.maximum(np.abs(slopes), exact.quadratic()))
    assert (np.abs(gradient - slopes) <= 1e-9 * size).all()


class _Exact:
    def __init__(self, case: Case, x: Floats, y: Floats, noise: float) -> None:
        self._case, self._noise = case, mp.mpf(noise)
        self._times = [mp.mpf(float(v)) for v in x]
        self._k = case.exact(*(mp.mpf(number) for number in case.numbers))
        self._y = mp.matrix([mp.mpf(float(v)) for v in y])
        self._A = self._matrix(self._k) + self._noise * mp.eye(len(x))
        self._inverse = mp.inverse(self._A)
        self._weights = self._inverse * self._y

    def _matrix(self, k: Covariance) -> mp.matrix:
        n = len(self._times)
        matrix = mp.matrix(n, n)
        for i, a in enumerate(self._times):
            for j, b in enumerate(self._times[: i + 1]):
                matrix[i, j] = matrix[j, i] = k(a, b)
        return matrix

    def log_determinant(self) -> float:
        root = mp.cholesky(self._A)
        return float(2 * sum(mp.log(root[i, i]) for i in range(root.rows)))

    def quadratic(self) -> float:
        return float((self._y.T * self._weights)[0])

    def predict(self, targets: Floats) -> tuple[Floats, Floats]:
        means, variances = [], []
        for target in (mp.mpf(float(v)) for v in targets):
            cross = mp.matrix([self._k(target, t) for t in self._times])
            means.append(float((cross.T * self._weights)[0]))
            variances.append(float(self._k(target, target) - (cross.T * self._inverse * cross)[0]))
        return np.array(means), np.array(variances)

    def gradient(self) -> Floats:
        """Central differences of the covariance, good to thirty digits at this precision."""
        pull, step = self._weights * self._weights.T - self._inverse, mp.mpf("1e-12")
        slopes = []
        for place in range(len(self._case.numbers)):
            sides = []
            for sign in (1, -1):
                moved = [mp.mpf(number) for number in self._case.numbers]
                moved[place] *= mp.exp(sign * step)
                sides.append(self._matrix(self._case.exact(*moved)))
            slope = (sides[0] - sides[1]) / (2 * step)
            n = slope.rows
            slopes.append(sum(pull[i, j] * slope[i, j] for i in range(n) for j in range(n)) / 2)
        slopes.append(self._noise * sum(pull[i, i] for i in range(pull.rows)) / 2)
        return np.array([float(slope) for slope in slopes])
