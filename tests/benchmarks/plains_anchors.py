"""Where wheat.toml has its numbers of the Great Plains from: the table's even fields.

WheatPhenologyHRW (Ciampitti Lab, MIT licence) in ../shared/data: fields with an even `field_id`;
odd ones are kept for tests. A stage began on the first visit that saw it. Days count from 30 June
of the year before the harvest. The table looks for the highest index from day 240 to 360 and gives
the edge where the index was still rising there: such a day is no peak and is left out.

python tests/benchmarks/plains_anchors.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "A_phenology"
STAGES = {
    "emergence": ("Emerging", "Emerging - Seedling"),
    "stem_elongation": ("Jointing", "1st Node Visible"),
    "heading": ("Heading", "Head Emerging"),
    "flowering": ("Bloom", "Early Bloom"),
    "hard dough": ("Hard Dough",),
}
AUTUMN, SPRING = (60, 215), (200, 400)
"""Days of the season in which a stage can be; what lies outside is another crop or a slip."""
SEARCHED = (241, 360)
INDICES = ("NDVI", "EVI", "GCVI")
LAGS = (("heading", "flowering"), ("flowering", "hard dough"), ("heading", "hard dough"))


def first_seen(visits: pd.DataFrame, names: Sequence[str], low: int, high: int) -> pd.Series:
    seen = visits[visits["growth_stage"].isin(names) & visits["day"].between(low, high)]
    return seen.groupby(["field_id", "harvest_year"])["day"].min()


def even_fields() -> pd.DataFrame:
    visits = pd.read_csv(DATA / "wheat_us_plains_stage_observations.csv.gz", parse_dates=["date"])
    visits = visits[visits["field_id"] % 2 == 0]
    start = pd.to_datetime((visits["harvest_year"] - 1).astype(str) + "-06-30")
    visits = visits.assign(day=(visits["date"] - start).dt.days)
    seen = {
        stage: first_seen(visits, names, *(AUTUMN if stage == "emergence" else SPRING))
        for stage, names in STAGES.items()
    }
    features = pd.read_csv(DATA / "wheat_us_plains_satellite_features.csv.gz")
    return pd.DataFrame(seen).reset_index().merge(features, on=["field_id", "harvest_year"])


def row(name: str, days: pd.Series, written: str = "") -> None:
    days = days.dropna()
    print(f"| {name} | {len(days)} | {days.median():.1f} | {days.std():.1f} | {written} |")


def main() -> None:
    if not DATA.exists():
        print("the shared data are not here")
        return
    fields = even_fields()
    print("| stage | fields | median, day of season | SD, d | median is |\n|---|---|---|---|---|")
    for stage in STAGES:
        middle = pd.Timestamp("2013-06-30") + pd.Timedelta(days=fields[stage].median())
        row(stage, fields[stage], f"{middle:%d %B}")
    print("\n| stage minus highest index | fields | median, d | SD, d | left out, at an edge |")
    print("|---|---|---|---|---|")
    for stage in ("stem_elongation", "heading", "flowering", "hard dough"):
        for index in INDICES:
            peak = fields[f"{index}_POS"]
            inside = peak.between(*SEARCHED, inclusive="neither")
            left_out = int((~inside & peak.notna() & fields[stage].notna()).sum())
            row(f"{stage}, {index}", (fields[stage] - peak)[inside], str(left_out))
    print("\n| from one stage to the next | fields | median, d | SD, d |  |\n|---|---|---|---|---|")
    for earlier, later in LAGS:
        row(f"{earlier} to {later}", fields[later] - fields[earlier])


if __name__ == "__main__":
    main()
