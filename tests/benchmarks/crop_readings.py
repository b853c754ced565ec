"""Raw readings to crops, beside a random forest: no calendar, no curve, no season.

What ``crop_seasons.py`` asks of seasons as the program reads them, asked of bare columns: 12
readings of a season of Mato Grosso and simple features of them, rows of the same coordinates left
out together, in 10 parts; coupled by a softmax on the metric of the scatter within classes, numbers
learnt by some 300 rows, then the nearest Gaussian to all.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import pandas as pd
from crop_seasons import FOLDER, TABLES, TREES, beside, missed
from sklearn.ensemble import RandomForestClassifier

from gpstudio.core.classification.asked import Wanted
from gpstudio.core.classification.scores import Scores
from gpstudio.core.recipe import Recipe
from gpstudio.session.classified.learning import HowLearnt, classify
from gpstudio.session.classified.rows import ClassRows

TABLE = FOLDER / TABLES[0][1]


def seasons() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Readings with simple features of them, labels, and places."""
    table = pd.read_csv(TABLE)
    wide = table.sort_values(["sample", "date"]).groupby("sample")
    readings = np.stack([part["ndvi"].to_numpy()[:12] for _, part in wide])
    first = wide.first()
    steps = np.diff(readings, axis=1)
    features = np.column_stack(
        [
            readings, readings.mean(axis=1), readings.std(axis=1), readings.min(axis=1),
            readings.max(axis=1), steps.max(axis=1), steps.min(axis=1), readings.argmax(axis=1),
        ]
    )  # fmt: skip
    places = first[["longitude", "latitude"]].astype(str).agg(" ".join, axis=1)
    return features, first["label"].to_numpy(), np.unique(places, return_inverse=True)[1]


def crop_types() -> None:
    x, y, groups = seasons()
    rows = ClassRows(
        TABLE.name, tuple(f"input {place}" for place in range(x.shape[1])), x / x.std(axis=0),
        tuple(y), tuple(f"{group:04d}" for group in groups), (0,) * len(x),
    )  # fmt: skip
    began = time.perf_counter()
    how = HowLearnt(Recipe.of(), Wanted(metric="within"), 10, float("inf"))
    found = classify(rows, how)
    places, parts, ours = found.places, found.folds, found.left_out
    theirs = np.zeros_like(ours)
    for part in range(10):
        out = parts == part
        forest = RandomForestClassifier(500, random_state=0)
        theirs[out] = forest.fit(x[~out], y[~out]).predict_proba(x[out])
    seconds = time.perf_counter() - began
    # a forest says 0 where no tree votes so: half a vote
    theirs = np.maximum(theirs, 0.5 / 500.0)
    theirs /= theirs.sum(axis=1, keepdims=True)
    print(f"Crop types, Mato Grosso, {len(y):,} series, {groups.max() + 1} places, {seconds:.0f} s")
    own, other = Scores.of(ours, places), Scores.of(theirs, places)
    for name, scores in (("ours", own), ("forest", other)):
        print(
            f"  {name}: accuracy {scores.accuracy:.4f}, log score {scores.log_score:.4f}, "
            f"calibration error {scores.ece:.4f} (perfect {scores.ece_perfect:.4f}, without "
            f"chance {scores.ece_debiased:.4f})"
        )
    held("log score", f"{own.log_score - other.log_score:+.4f}", own.log_score >= other.log_score)
    held("accuracy", f"{own.accuracy - other.accuracy:+.4f}", own.accuracy >= other.accuracy)
    held("error without chance", f"{own.ece_debiased:.4f} (0.03)", own.ece_debiased <= 0.03)
