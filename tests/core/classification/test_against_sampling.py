"""Classes against draws of their curves, which know no approximation."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPClassifier
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.averaging import softmax
from tests.references.elliptical import drawn, evidence_by, mean_of

ASKED = np.array([-0.5, 1.3, 2.6, 3.9, 5.5])


def covariance(x: Floats) -> Floats:
    return np.asarray(4.0 * np.exp(-0.5 * (x[:, None] - x) ** 2))


def rows(n: int, classes: int, seed: int) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 5.0, n))
    places = np.digitize(x + random.normal(0.0, 0.4, n), np.linspace(0.0, 5.0, classes + 1)[1:-1])
    return x, places


def test_that_yes_or_no_is_as_sampling_says() -> None:
    """Expectation propagation, and nearer than what is found about the mode."""
    x, y = rows(40, 2, 0)
    n, whole = len(x), covariance(np.r_[x, ASKED])
    sign = np.where(y == 1, 1.0, -1.0)

    def density(curves: Floats) -> Floats:
        return np.asarray(-np.logaddexp(0.0, -sign * curves[:, :n]).sum(axis=1))

    draws = drawn(density, whole, chains=100, steps=300, warm_up=50)
    truth = mean_of(1.0 / (1.0 + np.exp(-draws[:, :, n:])))
    assert truth.error.max() < 0.01
    evidence = evidence_by(draws[:, :, :n], density, whole[:n, :n])
    off, gap = {}, {}
    for inference in ("ep", "variational", "laplace"):
        words = {"learning": "fixed", "mean": "zero", "inference": inference}
        model = GPClassifier("4*rbf(1)", **words).fit(x[:, None], y)  # type: ignore[arg-type]
        off[inference] = model.predict_proba(ASKED[:, None])[:, 1] - truth.value
        gap[inference] = float(evidence.value) - model.log_marginal_likelihood_
    assert (np.abs(off["ep"]) <= 3.0 * truth.error + 0.003).all()
    assert np.abs(off["ep"]).max() < np.abs(off["laplace"]).max()
    # many readings that say nearly the same cost it some evidence (Cunningham et al. 2011)
    assert abs(gap["ep"]) <= 3.0 * float(evidence.error) + 0.08
    assert abs(gap["ep"]) < gap["variational"] < 0.1
    assert gap["variational"] >= -3.0 * float(evidence.error), "a bound"


@pytest.mark.parametrize("inference", ["variational", "laplace"])
def test_that_several_classes_are_as_sampling_says(inference: str) -> None:
    """The nearest Gaussian's bound is below the evidence, and its probabilities near the truth;
    those about the mode are more even."""
    x, y = rows(20, 3, 1)
    n, places = len(x), np.r_[x, ASKED]
    one, ones = covariance(places), np.eye(3)[y.astype(int)]
    whole = np.kron(np.eye(3), one)

    def by_class(curves: Floats) -> Floats:
        return np.moveaxis(curves.reshape(*curves.shape[:-1], 3, -1), -2, -1)

    def density(curves: Floats) -> Floats:
        here = by_class(curves)[..., :n, :]
        highest = here.max(axis=-1)
        logs = highest + np.log(np.exp(here - highest[..., None]).sum(axis=-1))
        return np.asarray(((here * ones).sum(axis=-1) - logs).sum(axis=-1))

    draws = drawn(density, whole, chains=60, steps=250, warm_up=60)
    truth = mean_of(softmax(by_class(draws)[..., n:, :]))
    words = {"learning": "fixed", "mean": "zero", "multiclass": "softmax", "inference": inference}
    model = GPClassifier("4*rbf(1)", **words).fit(x[:, None], y)  # type: ignore[arg-type]
    off = np.abs(model.predict_proba(ASKED[:, None]) - truth.value)
    room = 0.03 if inference == "variational" else 0.08
    assert (off <= 3.0 * truth.error + room).all()
    if inference == "variational":
        own = by_class(draws)[..., :n, :]
        mine = np.moveaxis(own, -1, -2).reshape(*own.shape[:2], -1)
        small = np.kron(np.eye(3), one[:n, :n])
        evidence = evidence_by(mine, density, small, wider=1.2)
        assert float(evidence.error) < 0.1
        gap = float(evidence.value) - model.log_marginal_likelihood_
        assert -3.0 * float(evidence.error) <= gap < 1.5, "a bound"
