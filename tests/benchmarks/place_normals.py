"""How far usual temperatures and calendars that are drawn to a place are from what is known there.

Cities are left out one by one (CHELSA 1981 to 2010, resources/climate). Beside them the regions of
wheat's calendar, each left out, by Hopkins's law with the constant that drifts, and with one
constant for all.

python tests/benchmarks/place_normals.py
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.places import hopkins, normals
from gpstudio.phenology.templates import load_template
from gpstudio.resources import resource

PARTS = {
    "all": (-90.0, 90.0, -180.0, 180.0),
    "Europe": (35.0, 60.0, -11.0, 40.0),
    "North America": (25.0, 60.0, -130.0, -60.0),
    "Asia, north of 25° N": (25.0, 60.0, 40.0, 145.0),
    "the tropics": (-23.5, 23.5, -180.0, 180.0),
}
"""South, north, west and east of each."""


def rms(values: Floats) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def cities() -> tuple[Floats, Floats]:
    with resource("climate", "cities.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return np.array([float(row[2]) for row in rows]), np.array([float(row[3]) for row in rows])


def main() -> None:
    latitude, longitude = cities()
    errors = normals.left_out()
    print("| cities left out | number | RMSE, °C | January | July | 90 % of errors within, °C |")
    print("|---|---|---|---|---|---|")
    for name, (south, north, west, east) in PARTS.items():
        inside = (latitude >= south) & (latitude <= north)
        mine = errors[inside & (longitude >= west) & (longitude <= east)]
        print(
            f"| {name} | {len(mine)} | {rms(mine):.1f} | {rms(mine[:, 0]):.1f} |"
            f" {rms(mine[:, 6]):.1f} | {np.quantile(np.abs(mine), 0.9):.1f} |"
        )
    heading = load_template("wheat").stage("heading")
    assert heading is not None
    (anchor,) = heading.places
    drifting = np.array(hopkins.left_out(anchor.regions))
    slope = hopkins.DAYS_A_DEGREE
    constants = np.array(
        [r.day_of_year - slope * (r.latitude + r.altitude / hopkins.METRES) for r in anchor.regions]
    )
    alone = constants - (constants.sum() - constants) / (len(constants) - 1)
    print("\n| heading of wheat, region left out | regions | RMSE, d | largest, d |")
    print("|---|---|---|---|")
    for name, late in (("a constant that drifts", drifting), ("one constant", alone)):
        worst = anchor.regions[int(np.argmax(np.abs(late)))].name
        print(f"| {name} | {len(late)} | {rms(late):.1f} | {np.abs(late).max():.0f} ({worst}) |")


if __name__ == "__main__":
    main()
