"""Saving, autosaving and opening projects: how long it takes, and how long the caller waits"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from dataclasses import replace  # noqa: E402

from gpstudio.data.series import Series  # noqa: E402
from gpstudio.data.table import Table, read_table  # noqa: E402
from gpstudio.resources import SAMPLE, resource  # noqa: E402
from gpstudio.session.project.autosave import Autosave  # noqa: E402
from gpstudio.session.project.codec.once import Made  # noqa: E402
from gpstudio.session.project.codec.table import parts_of_table, table_of  # noqa: E402
from gpstudio.session.project.loading import load  # noqa: E402
from gpstudio.session.project.store import save  # noqa: E402

BEAT = 0.001
"""Seconds for which the caller sleeps between two looks at the clock, as an idle window does."""


def main() -> None:
    sample = read_table(resource(*SAMPLE))
    tables = {
        "the sample": sample,
        "10,000 fields of 100": replace(sample, series=_fields(10_000, 100)),
        "one field of 1,000,000": replace(sample, series=_fields(1, 1_000_000)),
        "10,000 fields of 1,000": replace(sample, series=_fields(10_000, 1_000)),
    }
    print("“Gap”: the longest time for which the calling thread, asleep for 1 ms at a time, did")
    print(f"not come to a turn meanwhile; {_idle() * 1e3:.0f} ms when nothing runs. Bar: 16 ms.\n")
    print("| table | MB | autosave (gap), ms | after a change of one field | save | open | call |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, table in tables.items():
        _measure(name, table)


def _measure(name: str, table: Table) -> None:
    changed = replace(table, series=(_nudged(table.series[0]), *table.series[1:]))
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "wheat.gpstudio"
        autosave = Autosave(Path(home) / "state", path, pause=0.0)
        calls: list[float] = []
        made: Made = {}

        def autosaved(one: Table) -> None:
            calls.append(
                _seconds(lambda: autosave.hand_over(lambda: parts_of_table(one, made=made)))
            )
            assert autosave.flush(300.0)

        first = _watched(lambda: autosaved(table))
        again = _watched(lambda: autosaved(changed))
        saved = _watched(lambda: save(path, parts_of_table(changed)))
        opened = _watched(lambda: table_of(load(path)))
        size = path.stat().st_size / 1e6
        autosave.close()
    told = " | ".join(f"{took * 1e3:,.0f} ({gap * 1e3:.0f})" for took, gap in (first, again))
    rest = " | ".join(f"{took * 1e3:,.0f} ({gap * 1e3:.0f})" for took, gap in (saved, opened))
    print(f"| {name} | {size:.1f} | {told} | {rest} | {max(calls) * 1e3:.2f} |", flush=True)


def _watched(work: Callable[[], object]) -> tuple[float, float]:
    """How long it takes in a thread of its own, and the longest gap here meanwhile."""
    thread = threading.Thread(target=work)
    start = last = time.perf_counter()
    longest = 0.0
    thread.start()
    while thread.is_alive():
        time.sleep(BEAT)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    return time.perf_counter() - start, longest


def _idle() -> float:
    return _watched(lambda: time.sleep(1.0))[1]


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _nudged(series: Series) -> Series:
    return replace(series, value=series.value + 0.0)


def _fields(count: int, readings: int) -> tuple[Series, ...]:
    rng = np.random.default_rng(1)
    days = np.arange(float(readings))
    return tuple(
        Series(f"field {number}", days + number % 7, rng.random(readings), "date", "ndvi", True)
        for number in range(count)
    )


if __name__ == "__main__":
    main()
