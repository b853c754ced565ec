"""How early a crop is known: accuracy and log score by the day of the growing year.

Every season is seen to the same day of its growing year, those that are learnt from too; places are
left out whole, in 5 parts. A cloudy season is also asked: half of the readings of a fifth of
Chile's parcels are taken out, and the same model tells them with and without what that leaves open.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from crop_seasons import FOLDER, learnt

from gpstudio import read_table
from gpstudio.core.classification.model import Wanted
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import days_from_dates
from gpstudio.session.classified.courses import SeasonsAsked, season_rows
from gpstudio.session.classified.learning import HowLearnt, classify

CHILE = ("sentinel2_ndvi_chile_crops.csv", "crop")
BRAZIL = ("modis_ndvi_matogrosso_samples.csv", "label")
DAYS = {
    CHILE: ("2021-07-01", "2021-09-01", "2021-11-01", "2022-01-01", "2022-03-01"),
    BRAZIL: ("2015-12-20", "2016-02-20", "2016-05-01"),
}
THINNED = 0.12
"""Of the readings of a cloudy season that are left."""


def through(file: str, label: str) -> None:
    for day in DAYS[file, label]:
        found = learnt(file, label, 5, float(days_from_dates([day])[0]))
        scores = found.scores
        assert scores is not None
        print(
            f"  by {day[5:]}: accuracy {scores.accuracy:.3f}, log score {scores.log_score:.3f}, "
            f"error without chance {scores.ece_debiased:.3f} ({scores.rows:,} seasons)",
            flush=True,
        )


def cloudy() -> None:
    """Parcels that lose most of their readings are asked of a model of the others."""
    file, label = CHILE
    table = read_table(
        FOLDER / file, time="date", value="ndvi", group="sample", roles={label: "label"}
    )
    random = np.random.default_rng(0)
    thin = {series.group for place, series in enumerate(table.series) if place % 4 == 0}
    fields = []
    for series in table.series:
        left = random.random(len(series)) < (THINNED if series.group in thin else 1.0)
        fields.append(replace(series, time=series.time[left], value=series.value[left]))
    labels = {
        group: {label: "" if group in thin else words[label]}
        for group, words in table.labels.items()
    }
    rows = season_rows(replace(table, series=fields), labels, SeasonsAsked(label)).rows
    how = HowLearnt(Recipe.of(), Wanted(), 0, patience=float("inf"))
    for name, given in (
        ("with what is left open", rows),
        ("by the mean curve alone", replace(rows, asked=None)),
    ):
        found = classify(given, how)
        ((those, shares),) = found.asked
        places = [found.classes.index(table.labels[field][label]) for field in those.fields]
        own = shares[np.arange(len(places)), places]
        right = np.mean(shares.argmax(axis=1) == places)
        print(
            f"  {name}: accuracy {right:.3f}, log score {np.log(own).mean():.3f}, "
            f"mean probability of what is told {shares.max(axis=1).mean():.3f} "
            f"({len(places)} parcels)"
        )


def main() -> int:
    for name, source in (("Chile", CHILE), ("Mato Grosso", BRAZIL)):
        if not (FOLDER / source[0]).exists():
            print(f"{source[0]} is not here")
            continue
        print(name)
        through(*source)
        if source == CHILE:
            print("Cloudy parcels of Chile")
            cloudy()
    return 0


if __name__ == "__main__":
    sys.exit(main())
