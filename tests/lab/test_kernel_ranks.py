"""What is said of kernels that evidence and cross-validation rank, on planted numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio import GPClassifier
from gpstudio.core.classification.folds import folds_of
from gpstudio.core.classification.scores import Scores
from gpstudio.lab import STUDIES, Settings, run
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.rows import Row, number
from gpstudio.lab.studies.asked import seed_of
from gpstudio.lab.studies.kernel_ranks import KernelRanks


def planted(evidence: list[float], validated: list[float], swing: float = 0.0) -> list[Row]:
    """Of kernels a, b, c in four repeats; the last is the best for other rows."""
    rows: list[Row] = []
    for repeat in range(4):
        for place, kernel in enumerate("abc"):
            shift = swing * (-1.0) ** (repeat + place)
            rows.append(
                {
                    "set": "ripples", "repeat": repeat, "kernel": kernel,
                    "evidence": evidence[place] + shift, "validated": validated[place] + shift,
                    "log_score": -0.5 + 0.1 * place,
                }
            )  # fmt: skip
    return rows


def test_that_agreement_is_called_so() -> None:
    ranked, judged = KernelRanks.findings(planted([-3.0, -2.0, -1.0], [-0.9, -0.8, -0.7]))
    assert "both choose c" in ranked
    assert "rank 0 the other way round" in ranked
    assert "correlation 1.00" in ranked
    assert "log score -0.3000 by the choice of the evidence, -0.3000 by that" in judged


def test_that_disagreement_is_counted_and_judged_by_other_rows() -> None:
    rows = planted([-1.0, -2.0, -3.0], [-0.9, -0.8, -0.7])
    ranked, judged = KernelRanks.findings(rows)
    assert "they disagree: evidence chooses a, cross-validation c" in ranked
    assert "rank 3 the other way round, 3 of them clearly" in ranked
    assert "correlation -1.00" in ranked
    assert "log score -0.5000 by the choice of the evidence, -0.3000 by that" in judged
    ranked, _ = KernelRanks.findings(planted([-1.0, -2.0, -3.0], [-0.9, -0.8, -0.7], swing=50.0))
    assert "rank 3 the other way round, 1 of them clearly" in ranked


def test_that_a_case_is_what_the_classifier_says_itself(tmp_path: Path) -> None:
    words = {"sets": "ripples", "kernels": "rbf", "rows": 60, "folds": 3, "repeats": 1}
    settings = Settings.of(STUDIES["kernel_ranks"].spec, **words)
    (row,) = run("kernel_ranks", settings, tmp_path).rows
    data = DataShelf()["ripples"]
    order = np.random.default_rng([seed_of(settings, 0), 34]).permutation(len(data.inputs))
    x, y = data.inputs[order[:60]], data.places[order[:60]]
    start = np.sqrt(np.mean(x.var(axis=0) * 2))
    words = {"inference": "laplace", "learning": "ml2(restarts=0)", "patience": float("inf")}
    own = GPClassifier(f"1 * rbf({start:.3g})", **words).fit(x, y)
    assert number(row, "evidence") == pytest.approx(own.log_marginal_likelihood_ / 60, rel=1e-9)
    fresh = order[60:2_060]
    scores = Scores.of(own.predict_proba(data.inputs[fresh]), data.places[fresh])
    assert number(row, "log_score") == pytest.approx(scores.log_score, rel=1e-9)
    assert number(row, "wrong") == pytest.approx(1.0 - scores.accuracy)
    left_out, folds = np.zeros((60, 2)), folds_of(y, np.arange(60), 3, seed_of(settings, 0))
    for fold in range(3):
        others = GPClassifier(f"1 * rbf({start:.3g})", **words).fit(
            x[folds != fold], y[folds != fold]
        )
        left_out[folds == fold] = others.predict_proba(x[folds == fold])
    assert number(row, "validated") == pytest.approx(Scores.of(left_out, y).log_score, rel=1e-9)
