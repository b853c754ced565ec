"""Wheat stages against dates observed in the field: Pullman, Turkey, Switzerland, Germany.

Each series runs the whole road (fit_series, default recipe, wheat's template), told what a user
would know: sowing dates in Turkey and Switzerland, the MeteoSwiss record beside Witzwil; elsewhere
days count at the template's mean temperature. The template's numbers are from other fields
(plains_anchors.py, rur_anchors.py). Calibrated dates never rest on the plot's own variety or the
station's own season. "Held" is by the 90 % interval. Of Turkey's eight stages sowing is told and
tillering is not dated.

Must be: Pullman heading RMSE of at most 10 d uncalibrated, and calibrated at most 1.1 times that of
the mean of the other plots, at least 16 of 20 held, mid green-up not observed; Turkish stations,
one left out: RMSE of at most 9 d for emergence, 10 d for flowering and maturity; Swiss and German
flowering no more than 10 d from when BBCH 61 to 69 was or can have been.

python tests/benchmarks/wheat_stages.py
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pandas as pd
from phenology.real_wheat import DATA, WHEAT, Grown, day, grown, say, series_of, stage_dates

from gpstudio.core.arrays import Floats
from gpstudio.phenology.calibration import CalibrationCase, calibrate, calibrated
from gpstudio.phenology.stage_chain import date_by_template
from gpstudio.phenology.templates import CropTemplate, load_template
from gpstudio.session.temperature import read_temperatures

SEED = 1
BBCH_FLOWERING = (61.0, 69.0)
TURKISH = ("emergence", "stem_elongation", "heading", "flowering", "maturity", "harvest")
TURKISH_BARS = {"emergence": 9.0, "flowering": 10.0, "maturity": 10.0}
PULLMAN_BAR, SHARE_OF_MEAN, LEAST_HELD, FLOWERING_BAR = 10.0, 1.1, 16, 10.0
SWISS = (
    ("NDVI, Sentinel-2", "wheat_ch_2022_sentinel2_points.csv", "ndvi", "NDVI"),
    ("LAI, Sentinel-2", "wheat_ch_2022_sentinel2_points.csv", "lai_s2", "LAI"),
    ("LAI, Sentinel-2, field", "wheat_ch_sentinel2_lai_fields.csv", "lai", "LAI"),
    ("LAI, by hand", "wheat_ch_lai_insitu.csv", "lai", "LAI"),
)
WEATHER_AT = "Witzwil"


@dataclass(frozen=True)
class Dated:
    """A stage dated, and the days on which it was seen: one, or as many as it can have been."""

    day: float
    lower: float
    upper: float
    first: float
    last: float

    @property
    def error(self) -> float:
        return self.day - float(np.clip(self.day, self.first, self.last))

    @property
    def held(self) -> bool:
        return self.lower <= self.last and self.upper >= self.first

    @property
    def width(self) -> float:
        return self.upper - self.lower


def dates_of(template: CropTemplate, one: Grown) -> dict[str, Floats]:
    known = one.known(template)
    draws = one.drawn.curves.shape[1]
    found = date_by_template(template, known, draws, np.random.default_rng(SEED), say)
    return {stage.what.name: stage.dates for stage in found}


def dated(draws: Floats, first: float, last: float | None = None) -> Dated:
    lower, middle, upper = np.nanquantile(draws, [0.05, 0.5, 0.95])
    return Dated(float(middle), float(lower), float(upper), first, first if last is None else last)


def rmse(errors: Iterable[float]) -> float:
    return float(np.sqrt(np.mean(np.square(list(errors)))))


def missed(is_missed: bool) -> str:
    return "MISSED" if is_missed else ""


def pullman(template: CropTemplate) -> None:
    seen = stage_dates("wheat_us_pullman_2022_winter_heading.csv", "plot_id", ["heading_date"])
    varieties = pd.read_csv(WHEAT / "wheat_us_pullman_2022_winter_heading.csv")
    variety = dict(zip(varieties["plot_id"], varieties["variety"], strict=True))
    days = {plot: dates["heading_date"] for plot, dates in seen.items()}
    series = series_of("wheat_us_pullman_2022_winter_vi.csv", "ndvi", "plot_id")
    plots = [one for one in (grown(s, "NDVI") for s in series) if one is not None]
    cases = {
        p.group: CalibrationCase(p.group, p.season, "heading", days[p.group], p.known(template))
        for p in plots
    }
    plain = [dated(dates_of(template, p)["heading"], days[p.group]) for p in plots]
    told = []
    for plot in plots:
        others = [case for g, case in cases.items() if variety[g] != variety[plot.group]]
        moved = calibrated(template, calibrate(template, others), plot.group, plot.season)
        told.append(dated(dates_of(moved, plot)["heading"], days[plot.group]))
    means = [np.mean([d for g, d in days.items() if g != p.group]) - days[p.group] for p in plots]
    print(f"### Pullman 2022, {len(plots)} plots, heading\n")
    print("| dated | RMSE, d | bias, d | 90 % held | 90 % width, d |  |\n|---|---|---|---|---|---|")
    _pullman_row("uncalibrated", plain, rmse(d.error for d in plain) > PULLMAN_BAR)
    bad = rmse(d.error for d in told) > SHARE_OF_MEAN * rmse(means)
    _pullman_row("on the other varieties", told, bad or sum(d.held for d in told) < LEAST_HELD)
    print(f"| mean of the other plots | {rmse(means):.2f} | {np.mean(means):+.1f} |  |  |  |")
    print(f"\n{calibrate(template, cases.values()).words[0]}")
    green = [s for p in plots for s in p.stages if s.stage == "mid_green_up"]
    silent = [s for s in green if s.date is None and s.reason.startswith("Not observed")]
    print(f"mid green-up: not observed in {len(silent)} of {len(green)} plots "
          f"({silent[0].reason if silent else 'no reason'}) "
          f"{missed(len(silent) < len(green))}\n")  # fmt: skip


def _pullman_row(name: str, found: Sequence[Dated], is_missed: bool) -> None:
    errors = [one.error for one in found]
    print(
        f"| {name} | {rmse(errors):.2f} | {np.mean(errors):+.1f} |"
        f" {sum(one.held for one in found)} of {len(found)} |"
        f" {np.mean([one.width for one in found]):.1f} | {missed(is_missed)} |"
    )


def turkey(template: CropTemplate) -> None:
    seen = stage_dates("wheat_tr_stage_dates.csv", "site_season")
    series = series_of("wheat_tr_camera_exg.csv", "exg", "site_season")
    found = [grown(s, "ExG", sowing=seen[s.group]["sowing"]) for s in series]
    sites = [one for one in found if one is not None]
    cases = {
        one.group: [
            CalibrationCase(
                one.group, one.season, stage, seen[one.group][stage], one.known(template)
            )
            for stage in TURKISH
        ]
        for one in sites
    }
    plain = {one.group: _turkish(template, one, seen[one.group]) for one in sites}
    told = {}
    for one in sites:
        others = [case for group, mine in cases.items() if group != one.group for case in mine]
        moved = calibrated(template, calibrate(template, others), one.group, one.season)
        told[one.group] = _turkish(moved, one, seen[one.group])
    print("### Turkish stations, errors in days: uncalibrated → calibrated on the others\n")
    print("| stage |", " | ".join(plain), "| RMSE, d | calibrated | held | 90 % width, d | mean of"
          " the others |  |\n|---" + "|---" * (len(sites) + 6) + "|")  # fmt: skip
    for stage in TURKISH:
        errors = [told[group][stage].error for group in told]
        each = [f"{plain[g][stage].error:+.0f} → {told[g][stage].error:+.0f}" for g in plain]
        bar = TURKISH_BARS.get(stage)
        before = rmse(plain[g][stage].error for g in plain)
        held = f"{sum(told[g][stage].held for g in told)} of {len(told)}"
        width = np.mean([told[g][stage].width for g in told])
        mean = rmse(_from_mean_of_others([seen[g][stage] for g in told]))
        verdict = "reported only" if bar is None else missed(rmse(errors) > bar)
        print(f"| {stage} | {' | '.join(each)} | {before:.1f} | {rmse(errors):.1f} | {held} |"
              f" {width:.0f} | {mean:.1f} | {verdict} |")  # fmt: skip
    every = [case for mine in cases.values() for case in mine]
    print("\n" + "\n".join(calibrate(template, every).words) + "\n")


def _turkish(template: CropTemplate, one: Grown, seen: dict[str, float]) -> dict[str, Dated]:
    dates = dates_of(template, one)
    return {stage: dated(dates[stage], seen[stage]) for stage in TURKISH}


def _from_mean_of_others(days: Sequence[float]) -> list[float]:
    """By the day of the year, all of them in one winter or spring."""
    of_year = np.array([day - day_of_august(day) for day in days])
    return [float(np.mean(np.delete(of_year, k)) - of_year[k]) for k in range(len(of_year))]


def day_of_august(time: float) -> float:
    """The first of August before."""
    year = np.datetime64(int(time), "D").astype("datetime64[Y]").astype(int) + 1970
    august = day(f"{year}-08-01")
    return august if august <= time else day(f"{year - 1}-08-01")


def flowering_of(ratings: pd.DataFrame) -> tuple[float, float]:
    """From the last visit before bloom to the first after it, by the middle rating of a visit."""
    visits = ratings.groupby("date")["bbch"].median().dropna().sort_index()
    low, high = BBCH_FLOWERING
    return day(visits.index[visits < low].max()), day(visits.index[visits > high].min())


def europe(template: CropTemplate) -> None:
    rows = [*_swiss(template), *_german(template)]
    print("### Swiss and German wheat, flowering: days from when BBCH 61 to 69 can have been\n")
    print("| field | index | BBCH 61–69 between | dated | off, d | 90 % interval | held |  |")
    print("|---|---|---|---|---|---|---|---|")
    for name, index, one in rows:
        print(
            f"| {name} | {index} | {say(one.first)}, {say(one.last)} | {say(one.day)} |"
            f" {one.error:+.1f} | {say(one.lower)} to {say(one.upper)} |"
            f" {'yes' if one.held else 'no'} | {missed(abs(one.error) > FLOWERING_BAR)} |"
        )
    found = [one for _, _, one in rows]
    print(f"\nheld {sum(d.held for d in found)} of {len(found)}, mean 90 % width "
          f"{np.mean([d.width for d in found]):.0f} d, largest distance "
          f"{max(abs(d.error) for d in found):.1f} d")  # fmt: skip


def _swiss(template: CropTemplate) -> list[tuple[str, str, Dated]]:
    ratings = pd.read_csv(WHEAT / "wheat_ch_bbch.csv")
    windows = {_plain(name): flowering_of(rows) for name, rows in ratings.groupby("field")}
    farm = pd.read_csv(WHEAT / "wheat_ch_sowing_harvest.csv")
    farm = farm[farm["harvest_year"] == 2022]
    sown = {_plain(n): day(d) for n, d in zip(farm["field"], farm["sowing_date"], strict=True)}
    (record,) = read_temperatures(DATA / "D_ugly" / "meteoswiss_daily_temperature.txt").values()
    found = []
    for title, name, value, index in SWISS:
        for series in series_of(name, value, "field"):
            field = _plain(series.group)
            if field not in windows:
                continue
            near = record if WEATHER_AT in field else None
            one = grown(series, index, sown[field], near)
            if one is None:
                raise RuntimeError(f"no season was found in {title} of {field}")
            found.append(
                (field, title, dated(dates_of(template, one)["flowering"], *windows[field]))
            )
    return found


def _german(template: CropTemplate) -> list[tuple[str, str, Dated]]:
    name = "wheat_de_lai_bbch.csv"
    ratings = pd.read_csv(WHEAT / name)
    found = []
    for series in series_of(name, "lai", "site_year"):
        if not series.group.startswith("MNI"):
            continue
        window = flowering_of(ratings[ratings["site_year"] == series.group])
        one = grown(series, "LAI")
        if one is None:
            raise RuntimeError(f"no season was found in {series.group}")
        flowering = dated(dates_of(template, one)["flowering"], *window)
        found.append((series.group, "LAI, by hand", flowering))
    return found


def _plain(field: str) -> str:
    """One file writes a blank that the others do not."""
    return field.replace(" ", "")


def main() -> None:
    if not WHEAT.exists():
        print("the shared data are not here")
        return
    template = load_template("wheat")
    pullman(template)
    turkey(template)
    europe(template)


if __name__ == "__main__":
    main()
