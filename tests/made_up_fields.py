"""The made-up tables in resources/sample: what is in them, and that it is the same each time.

    python tests/made_up_fields.py      writes them anew

Twelve fields of winter wheat on three farms over two seasons and into a third, in the north: NDVI
is a bare ground of 0.15 to 0.21, less than a tenth of leaf over winter, a double logistic in spring
and noise of SD 0.02. A satellite passes every five days; more than half of the pictures are lost to
clouds, and a few that were kept are hazy: the column ``quality`` says so. The last pass is in May
of the third year, with the crop in full leaf.

A trial of four varieties in three plots each, seen from a drone every few days of one spring, with
the days on which two plots of each were seen to head. One field seen by three instruments: NDVI and
NDRE where no cloud was, radar backscatter (VH) every six days. One field whose days could be
months. And sixty fields of four crops in one year, of which twelve do not say theirs: bells, double
logistics and a meadow, with fields of a crop up to three weeks apart.
"""

from __future__ import annotations

import sys
from datetime import date, timedelta
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[1] / "resources" / "sample"
FARMS = ("Hill", "Mill", "Valley")
FIELDS = ("North", "East", "South", "West")
FIRST, LAST, STEP = date(2022, 9, 20), date(2025, 5, 24), 5
LOST, HAZY, NOISE, SEED = 0.55, 0.05, 0.02, 20240815


def ndvi(day: date, early: float, tall: float, ground: float) -> float:
    """Of a field whose spring is ``early`` days before the others'."""
    year = day.year + (day.month >= 9)
    since = (day - date(year, 1, 1)).days + early
    winter = 0.1 / (1.0 + np.exp(-(since + 55.0) / 12.0))
    rise = 1.0 / (1.0 + np.exp(-(since - 98.0) / 11.0))
    fall = 1.0 / (1.0 + np.exp((since - 186.0) / 7.5))
    return float(ground + fall * (winter + tall * rise))


def farms() -> str:
    """One row a reading."""
    random = np.random.default_rng(SEED)
    lines = ["field;date;ndvi;quality"]
    for place, farm in enumerate(FARMS):
        for field in FIELDS:
            early = 5.0 * place + random.normal(0.0, 4.0)
            tall, ground = random.uniform(0.5, 0.64), random.uniform(0.15, 0.21)
            day = FIRST + timedelta(int(random.integers(0, STEP)))
            while day <= LAST:
                lost, hazy = random.random(2)
                value = ndvi(day, early, tall, ground) + random.normal(0.0, NOISE)
                haze = random.uniform(0.12, 0.3)
                if lost > LOST:
                    value -= haze if hazy < HAZY else 0.0
                    words = f"{max(value, 0.02):.3f}".replace(".", ",")
                    seen = "hazy" if hazy < HAZY else "good"
                    lines.append(f"{farm} / {field};{day:%d.%m.%Y};{words};{seen}")
                day += timedelta(STEP)
    return "\n".join(lines) + "\n"


def question() -> str:
    """Twelve days of 2023, one a month, none later than the twelfth: days or months."""
    random = np.random.default_rng(SEED + 1)
    lines = ["Field,Date,NDVI"]
    for month in range(1, 13):
        day = date(2023, month, int(random.integers(1, 13)))
        value = ndvi(day, 0.0, 0.55, 0.18) + random.normal(0.0, NOISE)
        lines.append(f"Corner,{day:%d/%m/%Y},{value:.3f}")
    return "\n".join(lines) + "\n"


COURSES = {
    # middle and days of a rise, middle and days of a fall, height
    "winter wheat": ((98.0, 11.0), (186.0, 7.5), 0.6),
    "rapeseed": ((80.0, 12.0), (178.0, 11.0), 0.55),
    "maize": ((168.0, 8.0), (268.0, 9.0), 0.62),
    "meadow": ((75.0, 20.0), (320.0, 15.0), 0.42),
}
EACH, UNKNOWN = 15, 3
"""Fields of a crop, and how many of them do not say it."""


def crops() -> str:
    """Fields of several crops in turn; the last of each does not say which it is."""
    random = np.random.default_rng(SEED + 2)
    lines = ["field,crop,date,ndvi"]
    for place in range(EACH * len(COURSES)):
        crop = [*COURSES][place % len(COURSES)]
        (rise, wide), (fall, steep), tall = COURSES[crop]
        late = random.normal(0.0, 8.0)
        height, ground = tall * random.uniform(0.75, 1.1), random.uniform(0.14, 0.24)
        said = "" if place >= (EACH - UNKNOWN) * len(COURSES) else crop
        day = date(2024, 1, 3) + timedelta(int(random.integers(0, STEP)))
        while day <= date(2024, 12, 20):
            since = (day - date(2024, 1, 1)).days - late
            green = 1.0 / (1.0 + np.exp(-(since - rise) / wide))
            green *= 1.0 / (1.0 + np.exp((since - fall) / steep))
            value = ground + height * green + random.normal(0.0, 1.5 * NOISE)
            if random.random() > LOST:
                lines.append(f"{place + 1:02d},{said},{day},{max(value, 0.02):.3f}")
            day += timedelta(STEP)
    return "\n".join(lines) + "\n"


VARIETIES = (("Early", 7.0), ("Middle", 0.0), ("Tall", -3.0), ("Late", -8.0))
"""Days by which each is before the others."""
PLOTS, HEADING = 3, 150.0
"""Of each variety; day of the year on which the middle one heads."""


def _trial() -> tuple[list[str], list[str]]:
    """Rows of the readings, and of the days of heading."""
    random = np.random.default_rng(SEED + 2)
    readings, headings = ["plot,variety,date,ndvi"], ["group,season,stage,date"]
    for variety, earlier in VARIETIES:
        for plot in range(1, PLOTS + 1):
            early = earlier + random.normal(0.0, 1.5)
            tall, ground = random.uniform(0.58, 0.68), random.uniform(0.16, 0.2)
            name, day = f"{variety} {plot}", date(2024, 3, 4)
            while day <= date(2024, 7, 29):
                value = ndvi(day, early, tall, ground) + random.normal(0.0, 0.012)
                readings.append(f"{name},{variety},{day.isoformat()},{value:.3f}")
                day += timedelta(int(random.integers(4, 8)))
            seen = HEADING - early + random.normal(0.0, 1.2)
            if plot < PLOTS:
                on = date(2024, 1, 1) + timedelta(round(seen))
                headings.append(f"{name},2024,heading,{on.isoformat()}")
    return readings, headings


def trial() -> str:
    return "\n".join(_trial()[0]) + "\n"


def trial_heading() -> str:
    return "\n".join(_trial()[1]) + "\n"


def bands() -> str:
    """Radar falls by some decibels where wheat closes and rises again as it ripens."""
    random = np.random.default_rng(SEED + 3)
    lines = ["date,ndvi,ndre,vh"]
    day, last = date(2022, 9, 20), date(2024, 8, 15)
    while day <= last:
        optical, radar = (day - FIRST).days % 5 == 0, (day - FIRST).days % 6 == 0
        clear = optical and random.random() > 0.7
        green = ndvi(day, 0.0, 0.6, 0.17)
        noise = random.normal(0.0, 1.0, 3)
        cells = [f"{green + 0.02 * noise[0]:.3f}" if clear else ""]
        cells += [f"{0.08 + 0.62 * (green - 0.17) + 0.015 * noise[1]:.3f}" if clear else ""]
        cells += [f"{-15.5 - 7.5 * (green - 0.17) + 0.5 * noise[2]:.2f}" if radar else ""]
        if any(cells):
            lines.append(",".join([day.isoformat(), *cells]))
        day += timedelta(1)
    return "\n".join(lines) + "\n"


TABLES = {
    "made_up_farms.csv": farms,
    "made_up_days_or_months.csv": question,
    "made_up_crops.csv": crops,
    "made_up_wheat_trial.csv": trial,
    "made_up_wheat_trial_heading.csv": trial_heading,
    "made_up_three_instruments.csv": bands,
}


def main() -> None:
    for name, made in TABLES.items():
        (FOLDER / name).write_text(made(), encoding="utf-8", newline="\n")
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()
