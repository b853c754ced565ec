"""Raw readings to crops, beside a random forest: no calendar, no curve, no season.

What ``crop_seasons.py`` asks of seasons as the program reads them, asked of bare columns: 12
readings of a season of Mato Grosso and simple features of them, rows of the same coordinates left
out together, in 10 parts; coupled by a softmax on the metric of the scatter within classes, numbers
learnt by some 300 rows, then the nearest Gaussian to all.
"""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
from crop_seasons import FOLDER, TABLES, beside, missed

from gpstudio.core.classification.asked import Wanted
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
    how = HowLearnt(Recipe.of(), Wanted(metric="within"), 10, float("inf"))
    print(f"Mato Grosso: {len(y):,} rows of {groups.max() + 1} places, 10 parts")
    beside(classify(rows, how), True)


def main() -> int:
    if TABLE.exists():
        crop_types()
    else:
        print(f"{TABLE.name} is not here")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
