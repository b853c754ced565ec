"""That probabilities about the mode are too even where classes are parted is told."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPClassifier

WORDS = {"kernel": "linear(1e8, offset=0, centre=held(0))", "learning": "fixed", "mean": "zero"}


def parted(n: int, noise: float, classes: int = 2) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    x = random.normal(size=(n, 2))
    turns = 2.0 * np.pi * np.arange(classes) / classes
    heights = x @ np.array([np.cos(turns), np.sin(turns)])
    return x, (heights + noise * random.gumbel(size=heights.shape)).argmax(axis=1)


def told(model: GPClassifier) -> bool:
    return any("too even" in said for said in model.report_.remarks)


@pytest.mark.parametrize("classes", [2, 3])
def test_that_it_is_told_where_classes_are_parted(classes: int) -> None:
    x, y = parted(60, 0.0, classes)
    about_mode = GPClassifier(inference="laplace", **WORDS).fit(x, y)
    assert about_mode.score(x, y) > 0.9
    assert told(about_mode)
    usual = GPClassifier(**WORDS).fit(x, y)
    assert not told(usual)
    truth = np.arange(60), y
    scores = [np.log(model.predict_proba(x)[truth]).mean() for model in (usual, about_mode)]
    assert scores[0] > scores[1] + 0.2


@pytest.mark.parametrize("classes", [2, 3])
def test_that_noise_is_no_sign_of_it(classes: int) -> None:
    x, y = parted(120, 1.0, classes)
    assert not told(GPClassifier("rbf([1, 1])", inference="laplace").fit(x, y))
