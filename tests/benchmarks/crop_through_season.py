"""How early a crop is known, and how sure a badly read season is.

By the day of the growing year: every season is seen to the same day, those that are learnt from
too; places are left out whole, in 5 parts (Mato Grosso: 3). Cloudy: of 140 of 732 places of Mato
Grosso a season keeps its first and last reading and three of the ten between; it is asked of a
model of the other places, with and without what the clouds leave open, beside a random forest on
the same inputs.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from crop_seasons import FOLDER, TREES, learnt, told
from sklearn.ensemble import RandomForestClassifier

from gpstudio import read_table
from gpstudio.core.classification.model import Wanted
from gpstudio.core.classification.scores import Scores
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import days_from_dates
from gpstudio.session.classified.courses import SeasonsAsked, season_rows
from gpstudio.session.classified.learning import HowLearnt, classify

CHILE = ("sentinel2_ndvi_chile_crops.csv", "crop")
BRAZIL = ("modis_ndvi_matogrosso_samples.csv", "label")
DAYS = {
    CHILE: ("2021-07-01", "2021-09-01", "2021-11-01", "2022-01-01", "2022-03-01"),
    BRAZIL: ("2015-12-20", "2016-02-20"),
}
FOLDS = {CHILE[0]: 5, BRAZIL[0]: 3}
CLOUDY_PLACES, LEFT = 140, 3


def through(file: str, label: str) -> None:
    for day in DAYS[file, label]:
        found = learnt(file, label, FOLDS[file], float(days_from_dates([day])[0]))
        scores = found.scores
        assert scores is not None
        print(
            f"  by {day[5:]}: accuracy {scores.accuracy:.3f}, log score {scores.log_score:.3f}, "
            f"error without chance {scores.ece_debiased:.3f} ({scores.rows:,} seasons)",
            flush=True,
        )


def cloudy() -> None:
    file, label = BRAZIL
    table = read_table(
        FOLDER / file, time="date", value="ndvi", group="sample", roles={label: "label"}
    )
    random = np.random.default_rng(0)
    places = {series.group: table.places[series.group].text for series in table.series}
    chosen = random.permutation(sorted(set(places.values())))[:CLOUDY_PLACES]
    fields, labels = [], {}
    for series in table.series:
        hidden = places[series.group] in chosen
        labels[series.group] = {} if hidden else table.labels[series.group]
        left = np.ones(len(series), dtype=bool)
        if hidden:
            left[1:-1] = False
            left[random.permutation(np.arange(1, len(series) - 1))[:LEFT]] = True
        fields.append(replace(series, time=series.time[left], value=series.value[left]))
    rows = season_rows(replace(table, series=fields), labels, SeasonsAsked(label)).rows
    found = classify(rows, HowLearnt(Recipe.of(), Wanted(), 0, patience=float("inf")))
    ((those, shares),) = found.asked
    true = [table.labels[field][label] for field in those.fields]
    own = np.array([found.classes.index(name) for name in true])
    trees = RandomForestClassifier(TREES, random_state=0).fit(found.rows.inputs, found.places)
    votes = np.maximum(trees.predict_proba(those.inputs), 0.5 / TREES)
    for name, each in (
        ("with what is left open", shares),
        ("by the mean curve alone", found.by_all.probabilities(replace(those, asked=None))),
        ("forest", votes / votes.sum(axis=1, keepdims=True)),
    ):
        print(told(f"{name}, {len(own)} seasons", Scores.of(each, own)), flush=True)


def main() -> int:
    for name, source in (("Chile", CHILE), ("Mato Grosso", BRAZIL)):
        if not (FOLDER / source[0]).exists():
            print(f"{source[0]} is not here")
            continue
        print(name)
        through(*source)
        if source == BRAZIL:
            print("Cloudy seasons of Mato Grosso")
            cloudy()
    return 0


if __name__ == "__main__":
    sys.exit(main())
