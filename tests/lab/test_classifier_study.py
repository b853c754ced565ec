"""The study of classifiers: solvers say the same, and the exact one what ``GPClassifier`` says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio import GPClassifier
from gpstudio.core.classification.scores import Scores
from gpstudio.core.errors import InputError
from gpstudio.lab import STUDIES, Settings, run
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.rows import grouped, having, number
from gpstudio.lab.splits import split
from gpstudio.lab.studies.asked import seed_of
from gpstudio.lab.studies.classifier import MOST_EXACT, _written


def test_that_solvers_tell_alike_and_as_the_classifier_itself(tmp_path: Path) -> None:
    words = {"sets": "ripples", "budgets": "20", "rows": 100, "repeats": 1}
    settings = Settings.of(STUDIES["classifier"].spec, **words)
    results = run("classifier", settings, tmp_path)
    several = [here for here in grouped(results.rows, "method").values() if len(here) > 1]
    assert len(several) > 2
    for here in several:
        assert here[0]["iterations"] is None
        for row in here[1:]:
            assert number(row, "iterations") >= 1
            assert number(row, "wrong") == number(here[0], "wrong")
            assert number(row, "log_score") == pytest.approx(number(here[0], "log_score"), rel=1e-6)
    assert "0.00% apart at most" in " ".join(STUDIES["classifier"].findings(results.usable))
    exact = having(results.rows, method="exact", solver="direct")[0]
    parts = split(DataShelf()["ripples"], 100, seed_of(settings, 0))
    length = number(exact, "sigma") / 2**0.5
    own = GPClassifier(
        f"{number(exact, 'variance')!r} * rbf({length!r})", learning="fixed", inference="laplace"
    ).fit(parts.train, parts.train_target > 0.0)
    truth = (parts.test_target > 0.0).astype(int)
    scores = Scores.of(own.predict_proba(parts.test), truth)
    assert number(exact, "log_score") == pytest.approx(scores.log_score, rel=1e-6)
    assert number(exact, "wrong") == pytest.approx(1.0 - scores.accuracy)


def test_that_a_large_full_matrix_is_left_out_in_words() -> None:
    with pytest.raises(InputError, match="more than 5,000 rows"):
        _written("exact", 0, MOST_EXACT + 1, 2)
    assert _written("exact", 0, MOST_EXACT, 2) == "exact"
