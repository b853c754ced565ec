"""Years ahead of series that grow: how many readings the 95 % interval holds, and its CRPS.

Airline passengers, 24 months ahead of 72, 96, 108 and 120 known months (Box and Jenkins), and CO2
at Mauna Loa by the month, five years ahead of 15 to 35 known years; ../shared/data, skipped where
absent. The default fit, which asks the readings for their scale, and beside it each of the two.
Must be, of the default: 96 % of the passengers held over all four.

Looked at once, after the rule was settled: 18 monthly and quarterly series, none of them used
in building it (R's collections of time series and the Turing Change Point Dataset), two years ahead
of 60 and of 85 % of each, 36 cuts. A log was taken in 14 of them, the interval there held 97 % in
place of 81 (the worst cut 88 in place of 0), at a CRPS 1.10 times that of readings as they are:
on a log the band is true, and wide.

python tests/benchmarks/years_ahead.py
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pandas as pd
from band_coverage_real import DATA, crps_of, quantiles_of

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.session.scales import scale_for

CLASSIC = DATA.parent / "C_classic"
MONTHS_KNOWN, MONTHS_AHEAD = (72, 96, 108, 120), 24
YEARS_KNOWN, YEARS_AHEAD = (15, 20, 25, 30, 35), 5
HELD = 96.0


class Ahead(NamedTuple):
    title: str
    column: str
    known: tuple[Floats, Floats]
    ahead: tuple[Floats, Floats]


def cuts() -> Iterator[Ahead]:
    airline = pd.read_csv(CLASSIC / "airline_passengers.csv")
    values = airline["passengers_thousand"].to_numpy(float)
    months = np.arange(len(values), dtype=float)
    for known in MONTHS_KNOWN:
        yield _cut("airline", "passengers_thousand", months, values, known, MONTHS_AHEAD)
    weekly = pd.read_csv(CLASSIC / "mauna_loa_co2_weekly.csv", parse_dates=["date"])
    monthly = weekly.set_index("date")["co2_ppm"].resample("MS").mean().dropna()
    days = monthly.index.to_numpy().astype("datetime64[D]").astype(float)
    for years in YEARS_KNOWN:
        known = int(np.searchsorted(days, days[0] + 365.25 * years))
        new = int(np.searchsorted(days, days[known] + 365.25 * YEARS_AHEAD)) - known
        yield _cut("CO2", "co2_ppm", days, monthly.to_numpy(), known, new)


def _cut(title: str, column: str, times: Floats, values: Floats, known: int, new: int) -> Ahead:
    before, after = slice(known), slice(known, known + new)
    return Ahead(title, column, (times[before], values[before]), (times[after], values[after]))


def told(ahead: Ahead, scale: str) -> tuple[float, float, str, str]:
    """Per cent held, CRPS over the spread of what is known, scale and kernel."""
    gp = GPRegressor("auto", scale=scale).fit(*ahead.known)
    times, truth = ahead.ahead
    found = quantiles_of(gp, times, truth)
    inside = (truth > found.edges[0]) & (truth < found.edges[1])
    loss = float(crps_of(found.levels, truth).mean() / np.std(ahead.known[1]))
    written = gp._posterior.plan.written
    return 100.0 * float(inside.mean()), loss, written.text("scale"), written.text("kernel")


def main() -> None:
    if not CLASSIC.is_dir():
        print(f"the series are not on this machine (looked for {CLASSIC.name})")
        return
    warnings.simplefilter("ignore")
    print("CRPS in standard deviations of what is known\n")
    heads = (
        "series, known, ahead, scale, held %, CRPS, as given: held %, CRPS, on a log: held %, CRPS"
    )
    print("|", heads.replace(",", " |"), "| kernel |")
    print("|---" * 11 + "|")
    passengers = []
    for ahead in cuts():
        held, loss, scale, kernel = told(ahead, scale_for(ahead.column, ahead.known[1]).text)
        each = [told(ahead, one)[:2] for one in ("identity", "log")]
        cells = [f"{share:.0f} | {one:.3f}" for share, one in ((held, loss), *each)]
        sizes = f"{len(ahead.known[0])} | {len(ahead.ahead[0])}"
        print(
            f"| {ahead.title} | {sizes} | {scale} | {' | '.join(cells)} | `{kernel}` |", flush=True
        )
        if ahead.title == "airline":
            passengers.append(held)
    mean = float(np.mean(passengers))
    print(f"\nairline, all: {mean:.0f} % held{'' if mean >= HELD else ' MISSED'}")


if __name__ == "__main__":
    main()
