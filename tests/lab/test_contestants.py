"""Who takes part in the learning curves: learns, says probabilities, can be stopped."""

from __future__ import annotations

import importlib
import time

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Cancelled, Task
from gpstudio.lab.contestants import CONTESTANTS, NETWORKS, Limited, Rows, by_name, others
from gpstudio.lab.hypotheses.hypothesis import HYPOTHESES
from gpstudio.lab.settings import Settings
from gpstudio.lab.studies.learning_curves import LearningCurves
from gpstudio.lab.study import NOTE, STUDIES, DataShelf


def bands(count: int, points: int = 10) -> Rows:
    """Three classes, one beside the other."""
    x = np.random.default_rng(4).uniform(0.0, 3.0, (count + 60, 1))
    places = x[:, 0].astype(np.int64)
    return Rows(x[:count], places[:count], x[count:], 3, points, 7)


QUICK = [
    one.name
    for one in CONTESTANTS
    if one not in NETWORKS
    and one.name not in ("svgp one-vs-rest", "svgp one-vs-one", "ep one-vs-one")
]
"""What is composed is composed alike: one of each."""


@pytest.mark.parametrize("name", QUICK)
def test_that_every_contestant_learns(name: str) -> None:
    rows = bands(50)
    assert _right(by_name(name).tell(rows, QUIET), rows.fresh[:, 0].astype(np.int64)) > 0.85


@pytest.mark.parametrize("name", ["network 0", "network 4", "network 16"])
def test_that_every_network_learns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    places = np.arange(60) % 3
    rows = Rows(np.eye(3)[places], places, np.eye(3), 3, 10, 7)
    scores = []
    for rounds in (1, 100):
        monkeypatch.setattr(others, "MOST_ROUNDS", rounds)
        shares = by_name(name).tell(rows, QUIET)
        assert shares.sum(axis=1) == pytest.approx(1.0)
        scores.append(float(np.log(shares.diagonal()).mean()))
    assert scores[1] > scores[0] + 0.03


def _right(shares: np.ndarray, places: np.ndarray) -> float:
    assert shares.shape == (len(places), 3)
    assert shares.sum(axis=1) == pytest.approx(1.0)
    return float((shares.argmax(axis=1) == places).mean())


def test_that_a_network_keeps_its_best_round() -> None:
    best = others._Best()
    network = _Told()
    for shift, better in ((0.0, True), (1.0, True), (-1.0, False)):
        network.intercepts_ = [np.array([shift])]
        assert best.saw(network, np.zeros((4, 1)), np.ones(4, dtype=np.int64), QUIET) is better
    best.give_back(network)
    assert network.intercepts_[0][0] == 1.0


class _Told:
    """Says yes the surer the larger its intercept is."""

    def __init__(self) -> None:
        self.coefs_: list[np.ndarray] = []
        self.intercepts_ = [np.zeros(1)]

    def predict_proba(self, inputs: np.ndarray) -> np.ndarray:
        yes = 1.0 / (1.0 + np.exp(-self.intercepts_[0][0]))
        return np.tile([1.0 - yes, yes], (len(inputs), 1))


def test_that_work_ends_when_its_time_is_over_and_when_it_is_stopped() -> None:
    limited = Limited(QUIET, 0.02, "a moment")
    time.sleep(0.03)
    limited.check()  # waiting for others' work is not its own
    while limited.processor <= 0.02:
        pass
    with pytest.raises(InputError, match="longer than a moment"):
        limited.check()

    class Stopped(Task):
        def check(self) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        Limited(Stopped(), 100.0, "long").check()


def test_that_a_network_is_stopped_between_its_steps() -> None:
    class After(Task):
        left = 3

        def check(self) -> None:
            self.left -= 1
            if not self.left:
                raise Cancelled

    task = After()
    with pytest.raises(Cancelled):
        by_name("network 3 x 592").tell(bands(400), task)


def test_that_who_lacks_scikit_learn_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nowhere(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", nowhere)
    for one in others.OTHERS:
        with pytest.raises(InputError, match=r"pip install gpstudio\[lab\]"):
            one.tell(bands(30), QUIET)


def test_that_what_would_take_too_long_is_left_out_by_its_time_with_fewer_rows() -> None:
    settings = Settings.of(STUDIES["learning_curves"].spec, minutes=1, fresh=50)
    study = LearningCurves(settings, DataShelf())
    row = {"repeat": 0, "size": 500, "seconds": 10.0, NOTE.name: None}
    study.recall([{**row, "contestant": name} for name in ("ep one-vs-rest", "logistic")])
    case = {"repeat": 0, "size": 1_000}
    with pytest.raises(InputError, match=r"about 80 seconds, 60 seconds are allowed"):
        study.measure({**case, "contestant": "ep one-vs-rest"}, QUIET)
    (told,) = study.measure({**case, "contestant": "logistic"}, QUIET)
    assert 0.0 < float(str(told["wrong"])) < 0.5


def _row(contestant: str, repeat: int, wrong: float) -> dict[str, object]:
    return {
        "repeat": repeat, "size": 4_000, "contestant": contestant, "wrong": wrong,
        "log_score": -1.0, "seconds": 2.0, "processor": 1.0, "rule_wrong": 0.1,
    }  # fmt: skip


def test_that_the_kernel_that_is_chosen_stands_beside_the_networks() -> None:
    """A contestant that no longer takes part is left out."""
    each = {"svgp auto": 0.2, "svgp softmax": 0.4, "network 0": 0.3, "of old": 0.1}
    rows = [_row(name, repeat, wrong) for name, wrong in each.items() for repeat in range(3)]
    (said,) = LearningCurves.findings(rows)
    assert "chosen kernel: accuracy 80.00%" in said
    assert "no hidden layer: 70.00%" in said
    assert LearningCurves.figures(rows)
    (group,) = HYPOTHESES["networks"]().groups(rows)
    assert group.ratio.middle == pytest.approx(2.0 / 3.0)
    assert group.holds


def test_that_time_beside_other_work_does_not_leave_a_contestant_out() -> None:
    """With 500 rows an hour by the clock but three minutes of the processor: ten times as many
    take half an hour."""
    words = {"sizes": "500,5000", "repeats": 1, "contestants": "svgp softmax", "fresh": 50}
    study = LearningCurves(Settings.of(LearningCurves.spec, **words), DataShelf())
    before = {"contestant": "svgp softmax", "size": 500, "seconds": 3_600.0}
    study.recall([{**before, "processor": 180.0}])
    who = by_name("svgp softmax")
    study._check_time(who, 5_000, 3_600.0)
    with pytest.raises(InputError, match="would take about"):
        study._check_time(who, 5_000, 1_700.0)
