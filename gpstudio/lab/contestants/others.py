"""scikit-learn's: logistic regression, a support vector machine, and small neural networks.

Networks learn by Adam in batches of 200 rows with a tenth of the rows held back: the round with the
best log score on these is kept, and ten rounds and a thousand batches without a better one are the
end. They are walked in short steps, so that they can be stopped at any time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpstudio.core.algebra.aside import aside
from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.lab.contestants.contestant import Contestant, Rows
from gpstudio.translation import tr

HELD_BACK = 0.1
ROUNDS, STEPS, BATCH = 10, 1_000, 200
MOST_ROUNDS = 5_000
SMALLEST = 1e-300
AT_ONCE = 1_000
"""Rows of a step that is not stopped."""
HARD = (1.0, 10.0, 100.0)
"""What a row on the wrong side may cost; the best on rows held back is taken."""
MOST_TRIED = 4_000
"""Rows by which that is chosen."""


def logistic(rows: Rows, task: Task) -> Floats:
    made = _learn("linear_model").LogisticRegression(max_iter=2_000)
    model = aside(lambda: made.fit(rows.inputs, rows.places), task)
    return _spread(model.predict_proba(rows.fresh), model.classes_, rows.classes)


def support_vectors(rows: Rows, task: Task) -> Floats:
    """What each row is taken for: it says nothing of probabilities."""
    make: Callable[..., Any] = _learn("svm").SVC
    some = slice(0, min(len(rows.places), MOST_TRIED))
    cut = max(1, round(HELD_BACK * (some.stop or 0)))
    inputs, places = rows.inputs[some], rows.places[some]
    scores = []
    for hard in HARD:
        tried = make(C=hard)
        aside(lambda tried=tried: tried.fit(inputs[cut:], places[cut:]), task)  # type: ignore[misc]
        scores.append(float(tried.score(inputs[:cut], places[:cut])))
    model = make(C=HARD[int(np.argmax(scores))])
    aside(lambda: model.fit(rows.inputs, rows.places), task)
    parts = np.array_split(rows.fresh, max(1, len(rows.fresh) // AT_ONCE))
    taken = np.concatenate([aside(lambda p=part: model.predict(p), task) for part in parts])  # type: ignore[misc]
    return np.asarray(np.eye(rows.classes)[taken])


@dataclass(frozen=True)
class Network:
    hidden: tuple[int, ...]

    def __call__(self, rows: Rows, task: Task) -> Floats:
        network = _learn("neural_network").MLPClassifier(self.hidden, random_state=rows.seed)
        random = np.random.default_rng([rows.seed, 35])
        order = random.permutation(len(rows.places))
        cut = max(1, round(HELD_BACK * len(order)))
        held, rest = order[:cut], order[cut:]
        patience = max(ROUNDS, -(-STEPS * BATCH // len(rest)))
        best, since = _Best(), 0
        for place in range(MOST_ROUNDS):
            task.report(tr("round {n}", n=place + 1))
            _walk(network, rows, random.permutation(rest), task)
            better = best.saw(network, rows.inputs[held], rows.places[held], task)
            since = 0 if better else since + 1
            if since >= patience:
                break
        best.give_back(network)
        return _shares(network, rows.fresh, task)


class _Best:
    """A network as it was when it scored best on the rows held back."""

    def __init__(self) -> None:
        self._score = -math.inf
        self._numbers: tuple[list[Any], list[Any]] = [], []

    def saw(self, network: Any, inputs: Floats, places: Integers, task: Task) -> bool:
        """Whether it is better than ever."""
        shares = _shares(network, inputs, task)[np.arange(len(places)), places]
        score = float(np.log(np.maximum(shares, SMALLEST)).mean())
        if score <= self._score:
            return False
        self._score = score
        self._numbers = (
            [part.copy() for part in network.coefs_],
            [part.copy() for part in network.intercepts_],
        )
        return True

    def give_back(self, network: Any) -> None:
        network.coefs_, network.intercepts_ = self._numbers


def _shares(network: Any, inputs: Floats, task: Task) -> Floats:
    parts = []
    for first in range(0, len(inputs), AT_ONCE):
        task.check()
        parts.append(network.predict_proba(inputs[first : first + AT_ONCE]))
    return np.concatenate(parts)


def _walk(network: Any, rows: Rows, order: Integers, task: Task) -> None:
    """Once through all rows."""
    every = np.arange(rows.classes)
    for first in range(0, len(order), AT_ONCE):
        task.check()
        some = order[first : first + AT_ONCE]
        network.partial_fit(rows.inputs[some], rows.places[some], classes=every)


def _spread(shares: Floats, own: Any, classes: int) -> Floats:
    whole = np.zeros((len(shares), classes))
    whole[:, own] = shares
    return whole


def _learn(part: str) -> Any:
    from importlib import import_module

    try:
        return import_module(f"sklearn.{part}")
    except ImportError as error:
        raise InputError(
            tr(
                "this wants scikit-learn, which is not installed: with Python, "
                "'pip install gpstudio[lab]' brings it along."
            )
        ) from error


NETWORKS = tuple(
    Contestant(f"network {name}", title, 1.0, Network(hidden))
    for name, title, hidden in (
        ("0", tr("network, no hidden layer"), ()),
        ("4", tr("network of 4 units"), (4,)),
        ("16", tr("network of 16 units"), (16,)),
        ("3 x 592", tr("network of 3 × 592 units"), (592, 592, 592)),
    )
)
OTHERS = (
    Contestant("logistic", tr("logistic regression"), 1.0, logistic),
    Contestant("svm", tr("support vector machine"), 2.0, support_vectors, chances=False),
    *NETWORKS,
)
