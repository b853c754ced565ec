"""One row a study: settings with which it takes a second or two, and the figures it must leave."""

from __future__ import annotations

from typing import Any

ROWS: list[tuple[str, dict[str, Any], set[str]]] = [
    (
        "kernel_matrix",
        {"sets": "uneven", "sigmas": "3", "budgets": "10,20", "repeats": 2, "rows": 150},
        {"frobenius_nystrom", "largest_entry_nystrom", "seconds", "memory"},
    ),
    (
        "prediction",
        {"sets": "road", "budgets": "10,20", "repeats": 2, "rows": 150},
        {"mse", "coverage", "seconds", "memory"},
    ),
    (
        "krylov",
        {"sets": "road", "iterations": "1,10", "repeats": 2, "rows": 150, "rank": 20},
        {"residual_solvers", "mse_cg"},
    ),
    ("spectrum", {"sets": "flat,road", "sigmas": "1,3", "rows": 150}, {"eigenvalues"}),
    (
        "six_classes",
        {"rows": 50, "repeats": 2, "ways": "one-vs-one"},
        {"six_classes"},
    ),
    ("coin", {"rows": 20, "repeats": 1}, {"evidence"}),
    ("digits", {"rows": 40, "repeats": 2, "points": 5}, {"digits"}),
    (
        "classifier",
        {"sets": "ripples", "budgets": "10", "repeats": 1, "rows": 80},
        {"wrong", "log_score", "apart", "seconds"},
    ),
    (
        "kernel_ranks",
        {"sets": "ripples", "rows": 30, "folds": 2, "repeats": 2, "kernels": "rbf,linear"},
        {"validated_by_evidence", "log_score_by_evidence", "log_score_by_validated"},
    ),
    (
        "learning_curves",
        {
            "contestants": "logistic,svm",
            "sizes": "60,90",
            "fresh": 100,
            "repeats": 1,
        },
        {"wrong", "log_score", "seconds"},
    ),
    (
        "depth",
        {"few": 6, "many": 6, "repeats": 1, "sampled": "no", "restarts": 0, "steps": 20},
        {"depth"},
    ),
]
