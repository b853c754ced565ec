"""Long series: seconds, memory, and how soon Stop stops, from the fit to the files.

    python tests/benchmarks/long_series.py [READINGS ...]

Made-up readings of one field: `years` are hourly, one season a year; `season` has daily readings
of five whole seasons and all others in the sixth, which is under way. Each case is a process of
its own, and each phase runs once to its end, in a thread beside which 5 ms naps are timed: a nap
that lasts long says that something held the GIL. Then the phase is run again and stopped at three
moments. "Unlooked" is the longest time for which nobody looked whether to stop, and what the
processors did for this process between two looks.

Must be: a million readings fitted, drawn and dated in 20 s and 2 GiB; stopped within 500 ms in
every phase; naps of 128 ms at most. Wall time beside that of the processors tells how much others
took.
"""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.warm_up import warm_up
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import write_forecast
from gpstudio.data.writing.readings import write_readings
from gpstudio.session import diagnostics
from gpstudio.session.fitting import Fit, fit_series, forecast_of, redated, residuals_of
from gpstudio.session.kept import scored
from gpstudio.session.request import NO_STAGES, Request
from gpstudio.session.rival_lines import draw_rivals

READINGS = (10_000, 100_000, 1_000_000)
WARM = 400
MOMENTS = (0.1, 0.5, 0.9)
"""Shares of a phase's time at which it is stopped."""
NAP = 0.005
MOST_SECONDS, MOST_GIB, MOST_STOP, MOST_NAP = 20.0, 2.0, 0.5, 0.128
MAIN = ("fit, curve", "dates", "residuals")
"""What everybody waits for; the others are done when asked for."""
RIVALS = ("beck", "whittaker", "savitzky_golay", "harmonic")
NOISE = 0.03
SEASON, UNTIL = 365.25, 190.0
"""Days of a year, and day of the year up to which the season under way is read."""


def greenness(time: Floats) -> Floats:
    """Up about day 120 and down about day 240, some days earlier or later each year."""
    year = np.floor(time / SEASON)
    day = time - SEASON * year - 6.0 * np.sin(2.4 * year)
    up = 1.0 / (1.0 + np.exp(-(day - 120.0) / 9.0))
    down = 1.0 / (1.0 + np.exp((day - 240.0) / 9.0))
    return np.asarray(0.2 + 0.6 * (up + down - 1.0))


def made_up(case: str, count: int) -> Series:
    random = np.random.default_rng(0)
    if case == "years":
        time = np.arange(count) / 24.0
    else:
        before = np.arange(0.0, 5 * SEASON)
        step = UNTIL / (count - len(before))
        time = np.concatenate([before, 5 * SEASON + step * np.arange(count - len(before))])
    value = greenness(time) + NOISE * random.standard_normal(len(time))
    return Series("made up", time, value, "date", "ndvi", True)


class Watch(Task):
    """Notes when it was looked at, and stops whoever looks after it was asked to."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.longest = self.worked = 0.0
        self.looks = 0
        self._last, self._spent = time.perf_counter(), time.process_time()

    def check(self) -> None:
        self.note()
        self.looks += 1
        if self.stopped.is_set():
            raise Cancelled

    def note(self) -> None:
        now, spent = time.perf_counter(), time.process_time()
        self.longest = max(self.longest, now - self._last)
        self.worked = max(self.worked, spent - self._spent)
        self._last, self._spent = now, spent


def in_thread(work: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        with contextlib.suppress(Cancelled):
            work()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def measured(work: Callable[[Watch], object]) -> dict[str, float]:
    """Once to its end, with naps beside it; then stopped."""
    watch, naps, ended = Watch(), [0.0], [0.0]
    began, spent = time.perf_counter(), time.process_time()

    def whole() -> None:
        work(watch)
        ended[0] = time.perf_counter()

    thread = in_thread(whole)
    while thread.is_alive():
        asleep = time.perf_counter()
        time.sleep(NAP)
        naps.append(time.perf_counter() - asleep)
    thread.join()
    watch.note()
    seconds = ended[0] - began
    told = {"seconds": seconds, "cpu": time.process_time() - spent, "looks": float(watch.looks)}
    told |= {"unlooked": watch.longest, "worked": watch.worked, "nap": max(naps), "gib": peak()}
    return told | {"stop": max(stopped_after(work, share * seconds) for share in MOMENTS)}


def stopped_after(work: Callable[[Watch], object], moment: float) -> float:
    """Seconds from asking a phase to stop until it has; nought where it ended before."""
    watch = Watch()
    thread = in_thread(lambda: work(watch))
    thread.join(moment)
    asked = time.perf_counter()
    watch.stopped.set()
    thread.join()
    return time.perf_counter() - asked


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def phases(case: str, count: int, folder: Path) -> dict[str, dict[str, float]]:
    series, recipe = made_up(case, count), Recipe()
    bare, usual = Request(stages=NO_STAGES), Request()
    fits: list[Fit] = []

    def fitted(task: Watch) -> None:
        fits.append(fit_series(series, recipe, bare, task=task))

    told = {MAIN[0]: measured(fitted)}
    fit = fits[0]
    fits.clear()

    def dated(task: Watch) -> None:
        fits.append(redated(fit, usual, fit.facts, task))

    told[MAIN[1]] = measured(dated)
    fit = fits[0]
    works: dict[str, Callable[[Watch], object]] = {
        MAIN[2]: lambda task: residuals_of(replace(fit), task),
        "forecast": lambda task: forecast_of(replace(fit), task),
        "forecast file": lambda task: write_forecast(folder / "f.csv", [fit.forecast], task),
        "readings file": lambda task: write_readings(folder / "r.csv", [series], task),
        "left out": lambda task: diagnostics.left_out(fit, task),
        "score": lambda task: scored(fit, task),
        "places": lambda task: diagnostics.spread_of_places(fit, task),
        "quantiles": lambda task: diagnostics.normal_quantiles(fit, task),
        "autocorrelation": lambda task: diagnostics.autocorrelation(fit, task),
        "posterior curves": lambda task: diagnostics.posterior_curves(fit, task),
        "posterior picture": lambda task: diagnostics.posterior_picture(fit, task),
        "rivals": lambda task: draw_rivals(fit, RIVALS, task),
    }
    for name, work in works.items():
        told[name] = measured(work)
    return told


def main(words: list[str]) -> int:
    if len(words) == 2 and words[0] in ("years", "season"):
        warm_up()
        fit_series(made_up("years", 3_000), Recipe())
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(phases(words[0], int(words[1]), Path(folder))))
        return 0
    fine = True
    for case in ("years", "season"):
        for count in map(int, words or map(str, READINGS)):
            fine = shown(case, count, alone(case, count)) and fine
    return 0 if fine else 1


def alone(case: str, count: int) -> dict[str, dict[str, float]]:
    command = [sys.executable, __file__, case, str(count)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    told: dict[str, dict[str, float]] = json.loads(run.stdout.splitlines()[-1])
    return told


def shown(case: str, count: int, told: dict[str, dict[str, float]]) -> bool:
    """Whether all bars are kept."""
    print(f"\n{case}, {count:,} readings\n")
    print("| phase | s | CPU s | stop, ms | unlooked, ms | CPU ms | looks | nap, ms | peak GiB |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, found in told.items():
        thousand = ("stop", "unlooked", "worked", "nap")
        numbers: Any = {**found, **{k: 1e3 * found[k] for k in thousand}}
        print(
            f"| {name} | {{seconds:.2f}} | {{cpu:.2f}} | {{stop:.0f}} | {{unlooked:.0f}} | "
            "{worked:.0f} | "
            "{looks:.0f} | {nap:.0f} | {gib:.2f} |".format(**numbers)
        )
    seconds = sum(told[name]["seconds"] for name in MAIN)
    gib = max(told[name]["gib"] for name in MAIN)
    stop = max(found["stop"] for found in told.values())
    nap = max(found["nap"] for found in told.values())
    cpu = sum(told[name]["cpu"] for name in MAIN)
    print(f"\nfit, curve and dates {seconds:.1f} s (≤ {MOST_SECONDS:.0f}), of the CPU {cpu:.1f}; ")
    print(
        f"{gib:.2f} GiB (≤ {MOST_GIB:.0f}); Stop {1e3 * stop:.0f} ms (≤ 500), nap {1e3 * nap:.0f}"
    )
    print("(≤ 128)", flush=True)
    return seconds <= MOST_SECONDS and gib <= MOST_GIB and stop <= MOST_STOP and nap <= MOST_NAP


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
