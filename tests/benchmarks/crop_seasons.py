"""Whole seasons to crops: beside a random forest on the same inputs, places left out whole.

What ``gpstudio classify --seasons`` does, on 1,218 seasons of Mato Grosso (four land uses, 12
readings each, MODIS) in 10 parts and on 84 parcels of Chile (seven crops, Sentinel-2) in 5. The
forest (500 trees, scikit-learn) has the very inputs; where no tree votes it is given half a vote.
The bars, on Mato Grosso: accuracy and log score no lower than the forest's, an error without chance
of 0.03 at most.

By chance: what the error without chance would be of a classifier whose every probability is true,
its classes drawn 2,000 times from the probabilities that were told. Bare readings, without a
calendar, are on the page of ``crop_readings.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import RandomForestClassifier

from gpstudio import read_table
from gpstudio.core.arrays import Floats
from gpstudio.core.classification.model import Wanted
from gpstudio.core.classification.scores import Scores, debiased_error
from gpstudio.core.recipe import Recipe
from gpstudio.session.classified.courses import SeasonsAsked, season_rows
from gpstudio.session.classified.learning import Classified, HowLearnt, classify
from gpstudio.session.classified.results import in_short

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
TABLES = (
    ("Mato Grosso", "modis_ndvi_matogrosso_samples.csv", "label", 10),
    ("Chile", "sentinel2_ndvi_chile_crops.csv", "crop", 5),
)
TREES = 500
DRAWN = 2_000
missed: list[str] = []


def held(name: str, said: str, bar: bool) -> None:
    print(f"  {name}: {said}{'' if bar else '  MISSED'}", flush=True)
    if not bar:
        missed.append(name)


def learnt(file: str, label: str, folds: int, as_of: float | None = None) -> Classified:
    table = read_table(
        FOLDER / file, time="date", value="ndvi", group="sample", roles={label: "label"}
    )
    rows = season_rows(table, table.labels, SeasonsAsked(label, as_of)).rows
    return classify(rows, HowLearnt(Recipe.of(), Wanted(), folds, patience=float("inf")))


def forest(found: Classified) -> Floats:
    shares = np.zeros_like(found.left_out)
    for part in range(int(found.folds.max()) + 1):
        out = found.folds == part
        trees = RandomForestClassifier(TREES, random_state=0)
        trees.fit(found.rows.inputs[~out], found.places[~out])
        shares[np.ix_(out, trees.classes_)] = trees.predict_proba(found.rows.inputs[out])
    shares = np.maximum(shares, 0.5 / TREES)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def told(name: str, scores: Scores) -> str:
    return (
        f"  {name}: accuracy {scores.accuracy:.4f}, log score {scores.log_score:.4f}, calibration "
        f"error {scores.ece:.4f} (perfect {scores.ece_perfect:.4f}, without chance "
        f"{scores.ece_debiased:.4f})"
    )


def by_chance(shares: Floats, told: float) -> str:
    """The 95 % quantile of true probabilities' error without chance, and the share beyond what was
    told."""
    random = np.random.default_rng(0)
    sure = shares.max(axis=1)
    errors = [debiased_error(sure, random.random(len(sure)) < sure) for _ in range(DRAWN)]
    beyond = float((np.array(errors) >= told).mean())
    return f"by chance up to {np.quantile(errors, 0.95):.4f} in 95 of 100, p {beyond:.4f}"


def paired(found: Classified, ours: Floats, theirs: Floats) -> str:
    """Rows that one of both tells right, and the difference with places drawn anew."""
    own, other = (shares.argmax(axis=1) == found.places for shares in (ours, theirs))
    where = np.unique(np.array(found.rows.groups), return_inverse=True)[1]
    gained = np.bincount(where, own.astype(float) - other)
    rows = np.bincount(where)
    drawn = np.random.default_rng(0).integers(0, len(rows), (DRAWN, len(rows)))
    low, high = np.quantile(gained[drawn].sum(axis=1) / rows[drawn].sum(axis=1), (0.025, 0.975))
    return (
        f"  right alone: ours {(own & ~other).sum()} rows, the forest {(other & ~own).sum()}; "
        f"accuracy {gained.sum() / len(own):+.4f}, 95 of 100 draws of places in "
        f"[{low:+.4f}, {high:+.4f}]"
    )


def beside(found: Classified, barred: bool) -> None:
    """Scores, the forest's, and the bars."""
    assert found.scores is not None
    votes = forest(found)
    ours, theirs = found.scores, Scores.of(votes, found.places)
    for name, scores, shares in (("ours", ours, found.left_out), ("forest", theirs, votes)):
        print(f"{told(name, scores)}; {by_chance(shares, scores.ece_debiased)}", flush=True)
    print(paired(found, found.left_out, votes), flush=True)
    if not barred:
        return
    gain = ours.log_score - theirs.log_score
    held("log score", f"{gain:+.4f} (0 wanted)", gain >= 0.0)
    gain = ours.accuracy - theirs.accuracy
    held("accuracy", f"{gain:+.4f} (0 wanted)", gain >= 0.0)
    error = ours.ece_debiased
    held("error without chance", f"{error:.4f} (0.03 wanted)", error <= 0.03)


def main() -> int:
    for name, file, label, folds in TABLES:
        if not (FOLDER / file).exists():
            print(f"{file} is not here")
            continue
        found = learnt(file, label, folds)
        places = len(set(found.rows.groups))
        print(
            f"{name}: {len(found.rows):,} seasons of {places:,} places, {folds} parts, "
            f"{in_short(found.model.kernels[0])}"
        )
        beside(found, name == "Mato Grosso")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
