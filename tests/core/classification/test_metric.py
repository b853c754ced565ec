"""How far apart rows are: by the scatter within classes."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPClassifier
from gpstudio.core.classification.metric import Metric


def rows(count: int = 60) -> tuple[np.ndarray, np.ndarray]:
    """Twelve inputs that share what differs within classes, and a little that tells these apart."""
    random = np.random.default_rng(4)
    places = np.arange(count) % 3
    shared = random.normal(size=(count, 2)) @ random.normal(size=(2, 12))
    told = np.sin(places[:, None] + np.arange(12.0))
    return 0.9 * told + 2.0 * shared + random.normal(0.0, 0.25, (count, 12)), places


def test_that_what_rows_of_a_class_share_does_not_part_them() -> None:
    x, y = rows(120)
    metric = Metric.within(x[:60], y[:60])
    new, places = metric(x[60:]), y[60:]
    apart = ((new[:, None] - new) ** 2).sum(axis=2) + 1e9 * np.eye(60)
    plain = ((x[60:][:, None] - x[60:]) ** 2).sum(axis=2) + 1e9 * np.eye(60)
    assert (places[apart.argmin(axis=1)] == places).mean() > 0.95
    assert (places[plain.argmin(axis=1)] == places).mean() < 0.9


@pytest.mark.parametrize("classes", [2, 3])
def test_that_a_classifier_asks_it(classes: int) -> None:
    x, y = rows(120)
    x, y = x[y < classes], y[y < classes]
    half = len(x) // 2
    words = {"learning": "fixed", "inference": "laplace", "metric": "within"}
    model = GPClassifier(**words).fit(x[:half], y[:half])  # type: ignore[arg-type]
    assert "scatter within classes" in model.report_.reason
    assert model.kernel_.startswith("4 * matern32(4.9")
    assert model.score(x[half:], y[half:]) > 0.9
    turned = Metric.within(x[:half], y[:half])
    words |= {"metric": "inputs", "kernel": model.kernel_}
    same = GPClassifier(**words).fit(turned(x[:half]), y[:half])  # type: ignore[arg-type]
    wanted = same.predict_proba(turned(x[half:]))
    np.testing.assert_allclose(model.predict_proba(x[half:]), wanted, atol=1e-12)
    mean, _ = model.predict_latent(x[half:])
    np.testing.assert_allclose(mean, same.predict_latent(turned(x[half:]))[0], atol=1e-9)


def test_that_an_unknown_metric_is_told() -> None:
    with pytest.raises(ValueError, match="within"):
        GPClassifier(metric="far").fit([[0.0], [1.0]], [0, 1])  # type: ignore[arg-type]
