"""Heading and flowering of wheat where the place is told: every constant learnt without that place.

Turkish stations (ExG of cameras; a station is known to its province only, whose centre is told),
Swiss fields (NDVI and LAI by Sentinel-2, LAI by hand; places from the parcels' outlines), German
fields (LAI by hand; the Rur fields are known to their catchment only), plots at Pullman (NDVI of
cameras), reported beside. A place here is a province, a farm, a research site. Left out for each:
its own region of the calendar, its own lags of the curve, its country's lag from heading to
flowering. How far an anchor is trusted is the template's. Told are place and type, and sowing where
it is known; temperatures are not. A field's series are averaged: every site season counts once.
Days of BBCH 55 and 65 lie on straight lines between visits.

Must be: over all but Pullman RMSE of at most 8 d, at least 80 % held, mean 90 % width of at most
30 d, for heading and for flowering.

python tests/benchmarks/wheat_places.py
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pandas as pd
from phenology.real_wheat import WHEAT, Grown, day, grown, say, series_of, stage_dates

from gpstudio.core.arrays import Floats
from gpstudio.phenology.anchors import CropTemplate, CurveAnchor, StageTemplate, ThermalAnchor
from gpstudio.phenology.measuring import measure_named
from gpstudio.phenology.places import Place
from gpstudio.phenology.places.normals import normals_at
from gpstudio.phenology.stage_chain import date_by_template
from gpstudio.phenology.templates import load_template

SEED = 1
BARS = {"RMSE": 8.0, "held": 0.8, "width": 30.0}
STAGES = {"heading": 55.0, "flowering": 65.0}
PULLMAN = "Pullman"


@dataclass(frozen=True)
class Site:
    """A place, its country, and the regions of the calendar that are its own."""

    name: str
    country: str
    place: Place
    regions: tuple[str, ...]


SITES = {
    "TR01": Site("Adana", "Turkey", Place(36.98, 35.32, 23), ("Adana",)),
    "TR02": Site("Adıyaman", "Turkey", Place(37.76, 38.28, 669), ("Adıyaman",)),
    "TR27": Site("Gaziantep", "Turkey", Place(37.07, 37.38, 838), ("Gaziantep",)),
    "Stri": Site(
        "Strickhof", "Switzerland", Place(47.443, 8.686, 550), ("Strickhof, Switzerland",)
    ),
    "Witz": Site("Witzwil", "Switzerland", Place(46.98, 7.05, 430), ("Witzwil, Switzerland",)),
    "MNI_": Site("Munich", "Germany", Place(48.30, 11.70, 450), ("Munich, Germany",)),
    "Rur_": Site("Rur", "Germany", Place(50.87, 6.45, 100), ("Rur, Germany",)),
    "WW_0": Site(PULLMAN, "USA", Place(46.73, -117.17, 770), ("Washington", "Idaho")),
}
"""By the first letters of a field's name."""
COUNTRIES = {"Turkey": 14.5, "Switzerland": 9.7, "Germany": 11.7, "Great Plains": 8.3}
"""Days from heading to flowering in field tables (see wheat.toml)."""
WARM = {"Turkey": 16.0, "Switzerland": 16.5, "Germany": 15.5, "Great Plains": 17.0}
"""°C of those days by the usual temperatures there."""


@dataclass(frozen=True, eq=False)
class Seen:
    """One series of a site season, and the days on which its stages were seen."""

    site: Site
    season: str
    index: str
    one: Grown
    days: Mapping[str, float]


def day_of(code: float, days: Sequence[float], codes: Sequence[float]) -> float:
    order = np.argsort(days)
    when, rated = np.array(days)[order], np.maximum.accumulate(np.array(codes)[order])
    after = int(np.searchsorted(rated, code))
    if after in (0, len(rated)):
        return np.nan
    share = (code - rated[after - 1]) / (rated[after] - rated[after - 1])
    return float(when[after - 1] + share * (when[after] - when[after - 1]))


def rated(ratings: pd.DataFrame) -> dict[str, float]:
    visits = ratings.dropna(subset=["bbch"]).groupby("date")["bbch"].median()
    days = [day(date) for date in visits.index]
    return {stage: day_of(code, days, visits.to_numpy(float)) for stage, code in STAGES.items()}


def site_of(group: str) -> Site:
    return next(site for start, site in SITES.items() if group.startswith(start[:4]))


def turkish() -> list[Seen]:
    seen = stage_dates("wheat_tr_stage_dates.csv", "site_season")
    series = series_of("wheat_tr_camera_exg.csv", "exg", "site_season")
    found = [(s.group, grown(s, "ExG", seen[s.group]["sowing"])) for s in series]
    return [
        Seen(site_of(g), g, "ExG", one, {stage: seen[g][stage] for stage in STAGES})
        for g, one in found
        if one is not None
    ]


def swiss() -> list[Seen]:
    ratings = pd.read_csv(WHEAT / "wheat_ch_bbch.csv")
    days = {name.replace(" ", ""): rated(rows) for name, rows in ratings.groupby("field")}
    found = []
    for name, value, index in (
        ("wheat_ch_2022_sentinel2_points.csv", "ndvi", "NDVI"),
        ("wheat_ch_2022_sentinel2_points.csv", "lai_s2", "LAI"),
        ("wheat_ch_lai_insitu.csv", "lai", "LAI"),
    ):
        for series in series_of(name, value, "field"):
            field = series.group.replace(" ", "")
            one = grown(series, index) if field in days else None
            if one is not None:
                found.append(Seen(site_of(field), field, index, one, days[field]))
    return found


def german() -> list[Seen]:
    ratings = pd.read_csv(WHEAT / "wheat_de_lai_bbch.csv")
    found = []
    for series in series_of("wheat_de_lai_bbch.csv", "lai", "site_year"):
        group = series.group
        days = rated(ratings[ratings["site_year"] == group])
        one = grown(series, "LAI") if len(series) >= 5 else None
        if one is not None:
            found.append(Seen(site_of(group), group, "LAI", one, days))
    return found


def pullman() -> list[Seen]:
    seen = stage_dates("wheat_us_pullman_2022_winter_heading.csv", "plot_id", ["heading_date"])
    found = []
    for series in series_of("wheat_us_pullman_2022_winter_vi.csv", "ndvi", "plot_id"):
        one = grown(series, "NDVI")
        if one is not None:
            days = {"heading": seen[series.group]["heading_date"]}
            found.append(Seen(SITES["WW_0"], series.group, "NDVI", one, days))
    return found


def learnt_without(template: CropTemplate, site: Site, seen: Sequence[Seen]) -> CropTemplate:
    others = [one for one in seen if one.site != site]
    stages = tuple(
        _heading(stage, site, others)
        if stage.name == "heading"
        else _flowering(stage, site)
        if stage.name == "flowering"
        else stage
        for stage in template.stages
    )
    return replace(template, stages=stages)


def _heading(stage: StageTemplate, site: Site, others: Sequence[Seen]) -> StageTemplate:
    (calendar,) = stage.places
    regions = tuple(r for r in calendar.regions if r.name not in site.regions)
    curve = tuple(_lag(anchor, others) for anchor in stage.curve)
    return replace(stage, places=(replace(calendar, regions=regions),), curve=curve)


def _lag(anchor: CurveAnchor, others: Sequence[Seen]) -> CurveAnchor:
    """The mean of places' means; as the template has it where it is from the Great Plains."""
    if anchor.measure == "peak" and "ExG" not in anchor.indices:
        return anchor
    by_site: dict[str, list[float]] = {}
    for one in others:
        if one.index not in anchor.indices:
            continue
        said = measure_named(anchor.measure).of(one.one.drawn)
        lag = one.days["heading"] - np.nanmedian(said) if np.isfinite(said).any() else np.nan
        if np.isfinite(lag):
            by_site.setdefault(one.site.name, []).append(float(lag))
    if not by_site:
        return anchor
    return replace(anchor, days=float(np.mean([np.median(lags) for lags in by_site.values()])))


def _flowering(stage: StageTemplate, site: Site) -> StageTemplate:
    (thermal,) = stage.thermal
    targets = [days * WARM[c] for c, days in COUNTRIES.items() if c != site.country]
    moved: ThermalAnchor = replace(thermal, targets=(float(np.mean(targets)),))
    return replace(stage, thermal=(moved,))


def dates_of(template: CropTemplate, one: Seen) -> dict[str, Floats]:
    around = replace(one.one.around, place=one.site.place, crop_type="winter")
    known = replace(one.one, around=around).known(template)
    draws = one.one.drawn.curves.shape[1]
    found = date_by_template(template, known, draws, np.random.default_rng(SEED), say)
    return {stage.what.name: stage.dates for stage in found}


def abroad(seen: Sequence[Seen]) -> list[Seen]:
    """With all regions of their countries as their own."""
    own: dict[str, list[str]] = {}
    for site in SITES.values():
        own.setdefault(site.country, []).extend(site.regions)
    sites = {site: replace(site, regions=tuple(own[site.country])) for site in SITES.values()}
    return [replace(one, site=sites[one.site]) for one in seen]


def table_of(template: CropTemplate, seen: Sequence[Seen]) -> pd.DataFrame:
    rows = []
    for one in seen:
        dates = dates_of(learnt_without(template, one.site, seen), one)
        for stage, true in one.days.items():
            if not np.isfinite(true):
                continue
            lower, middle, upper = np.nanquantile(dates[stage], [0.05, 0.5, 0.95])
            rows.append(
                {
                    "place": one.site.name,
                    "season": one.season,
                    "index": one.index,
                    "stage": stage,
                    "seen": say(true),
                    "error": middle - true,
                    "held": float(lower <= true <= upper),
                    "width": upper - lower,
                }
            )
    return pd.DataFrame(rows)


def _judged(rows: pd.DataFrame) -> tuple[float, float, float, int]:
    rows = rows.assign(square=rows["error"] ** 2)
    each = rows.groupby("season")[["square", "held", "width"]].mean()
    return (
        float(np.sqrt(each["square"].mean())),
        float(each["held"].mean()),
        float(each["width"].mean()),
        len(each),
    )


def report(found: pd.DataFrame) -> None:
    print("| place | stage | site seasons | RMSE, d | bias, d | 90 % held | 90 % width, d |  |")
    print("|---|---|---|---|---|---|---|---|")
    for stage in STAGES:
        mine = found[found["stage"] == stage]
        for place, rows in mine.groupby("place", sort=False):
            _row(str(place), stage, rows, "beside" if place == PULLMAN else "")
        bar = mine[mine["place"] != PULLMAN]
        rmse, held, width, _ = _judged(bar)
        is_met = rmse <= BARS["RMSE"] and held >= BARS["held"] and width <= BARS["width"]
        _row("all but Pullman", stage, bar, "" if is_met else "MISSED")


def _row(name: str, stage: str, rows: pd.DataFrame, verdict: str) -> None:
    rmse, held, width, count = _judged(rows)
    print(
        f"| {name} | {stage} | {count} | {rmse:.1f} | {rows['error'].mean():+.1f} |"
        f" {100 * held:.0f} % | {width:.0f} | {verdict} |"
    )


def main() -> None:
    if not WHEAT.exists():
        print("the shared data are not here")
        return
    seen = [*turkish(), *swiss(), *german(), *pullman()]
    found = table_of(load_template("wheat"), seen)
    report(found)
    print("\nThe calendar without any region of the place's country:\n")
    report(table_of(load_template("wheat"), abroad(seen)))
    hand = found[(found["season"] == "Witzwil_Parzelle35") & (found["stage"] == "flowering")]
    each = ", ".join(f"{row['index']} {row['error']:+.1f} d" for _, row in hand.iterrows())
    print(f"\nWitzwil_Parzelle35, flowering, each series: {each}")
    for site in dict.fromkeys(one.site for one in seen):
        normals = normals_at(site.place)
        if normals is not None:
            print(f"{site.name}: usual temperature of May {normals.months[4]:.1f} °C")


if __name__ == "__main__":
    main()
