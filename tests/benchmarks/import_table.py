"""A CSV of a gigabyte, 10,000 fields with 500 readings each, imported beside pandas.

    python tests/benchmarks/import_table.py [FIELDS]

Every measurement is a process of its own. Bars: no slower than twice ``pandas.read_csv`` told which
columns to read, their types and the format of the dates; memory grows by at most three times the
data used, which is 20 bytes a reading (time 8, value 8, field 4); another thread waits for 50 ms at
most; Stop stops within 100 ms; a table of 300 rows takes less than 20 ms.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

READINGS = 500
BYTES_A_READING = 20
MOMENTS = (0.02, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98)
"""Parts of the whole import after which it is stopped."""


def write_long(path: Path, fields: int, readings: int = READINGS) -> None:
    """About 200 bytes a row, of which three columns are used."""
    import numpy as np

    random = np.random.default_rng(1)
    dates = [str(day) for day in np.datetime64("2015-01-01") + 5 * np.arange(readings)]
    rest = [
        ",".join(f"{v:.6f}" for v in random.uniform(0, 1, 15)) + f",farm {k} of the valley,wheat"
        for k in range(997)
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        bands = ",".join(f"band_{k}" for k in range(1, 16))
        file.write(f"field,date,ndvi,{bands},farm,crop\n")
        for field in range(fields):
            values = np.round(random.uniform(0.1, 0.9, readings), 4).tolist()
            start = field * readings
            file.write(
                "".join(
                    f"field_{field:05d},{day},{value},{rest[(start + k) % 997]}\n"
                    for k, (day, value) in enumerate(zip(dates, values, strict=True))
                )
            )


def write_distinct(path: Path, rows: int) -> None:
    """One field, a reading a minute: no two times are equal. Values with all their digits."""
    import numpy as np

    random = np.random.default_rng(2)
    times = np.datetime64("2020-01-01T00:00:00") + 60 * np.arange(rows)
    values = random.uniform(0.1, 0.9, rows).tolist()
    with path.open("w", newline="", encoding="utf-8") as file:
        file.write("time,ndvi\n")
        file.writelines(f"{t}Z,{v}\n" for t, v in zip(times.astype(str), values, strict=True))


class Memory:
    """Megabytes by which the process has grown at most since it was asked first."""

    def __init__(self) -> None:
        try:
            Path("/proc/self/clear_refs").write_text("5")
        except OSError:
            print("the peak of memory cannot be reset here: it includes the warm-up")
        self._before = self._read("VmRSS")

    def grown(self) -> float:
        return self._read("VmHWM") - self._before

    def _read(self, what: str) -> float:
        status = Path("/proc/self/status").read_text()
        return next(int(x.split()[1]) for x in status.splitlines() if x.startswith(what)) / 1024


class Heartbeat:
    """A thread that wants to run every millisecond, and the longest it had to wait."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> Heartbeat:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        last = time.perf_counter()
        while not self._ended.wait(0.001):
            now = time.perf_counter()
            self.longest = max(self.longest, 1000 * (now - last))
            last = now


def measure_import(path: Path) -> dict[str, Any]:
    from gpstudio import read_table
    from gpstudio.core.task import Task
    from gpstudio.data.warm_up import warm_up

    warm_up()
    reports: list[tuple[str, float | None]] = []

    class Watched(Task):
        def report(self, status: str, fraction: float | None = None) -> None:
            reports.append((status, fraction))

    memory = Memory()
    with Heartbeat() as heartbeat:
        began = time.perf_counter()
        table = read_table(path, task=Watched())
        seconds = time.perf_counter() - began
    fractions = [fraction for _, fraction in reports if fraction is not None]
    return {
        "seconds": seconds,
        "MB": memory.grown(),
        "heartbeat": heartbeat.longest,
        "sentence": table.sentence,
        "rows": table.rows_used,
        "fields": len(table.series),
        "reports": len(reports),
        "ascending": fractions == sorted(fractions),
    }


def measure_pandas(path: Path) -> dict[str, Any]:
    import pandas as pd

    def by_the_book() -> Any:
        return pd.read_csv(
            path,
            usecols=["field", "date", "ndvi"],
            dtype={"field": "category", "ndvi": "float64"},
            parse_dates=["date"],
            date_format="%Y-%m-%d",
        )

    def by_categories() -> Any:
        kinds: dict[str, Any] = {"field": "category", "date": "category", "ndvi": "float64"}
        frame = pd.read_csv(path, usecols=list(kinds), dtype=kinds)
        days = pd.to_datetime(frame["date"].cat.categories, format="%Y-%m-%d")
        frame["date"] = days.take(frame["date"].cat.codes)
        return frame

    def by_format(date_format: str) -> Callable[[], Any]:
        return lambda: pd.read_csv(
            path, dtype={"ndvi": "float64"}, parse_dates=["time"], date_format=date_format
        )

    way = {
        "book": by_the_book,
        "categories": by_categories,
        "format": by_format("%Y-%m-%dT%H:%M:%SZ"),
        "iso": by_format("ISO8601"),
    }[sys.argv[3]]
    memory = Memory()
    began = time.perf_counter()
    frame = way()
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "MB": memory.grown(), "rows": len(frame)}


def measure_stops(path: Path) -> dict[str, Any]:
    from gpstudio import read_table
    from gpstudio.core.task import Cancelled, Task
    from gpstudio.data.warm_up import warm_up

    warm_up()

    class Stopped(Task):
        """Remembers when it was asked to stop, and says so at the next question."""

        def __init__(self, after: float) -> None:
            self.at = time.perf_counter() + after

        def check(self) -> None:
            if time.perf_counter() > self.at:
                raise Cancelled

    longest, whole = 0.0, float(sys.argv[3])
    for moment in MOMENTS:
        task = Stopped(moment * whole)
        try:
            read_table(path, task=task)
        except Cancelled:
            longest = max(longest, time.perf_counter() - task.at)
    return {"longest": 1000 * longest}


def measure_small(path: Path) -> dict[str, Any]:
    began = time.perf_counter()
    from gpstudio import read_table

    read_table(path)
    first = time.perf_counter() - began
    times = []
    for _ in range(30):
        began = time.perf_counter()
        read_table(path)
        times.append(1000 * (time.perf_counter() - began))
    return {"first": first, "median": sorted(times)[len(times) // 2]}


MEASURES: dict[str, Callable[[Path], dict[str, Any]]] = {
    "import": measure_import,
    "pandas": measure_pandas,
    "stops": measure_stops,
    "small": measure_small,
}


def measured(what: str, path: Path, *more: str) -> dict[str, Any]:
    """The measurement, made in a process of its own."""
    run = subprocess.run(
        [sys.executable, __file__, f"={what}", str(path), *more],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    )
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def told(found: dict[str, Any], rows: int) -> str:
    used = BYTES_A_READING * rows / 1e6
    growth = found["MB"] * 1.048576
    return f"{found['seconds']:.2f} s, memory grew by {growth:.0f} MB ({growth / used:.1f} × used)"


def compare_large(path: Path, fields: int) -> None:
    write_long(path, fields)
    pandas = [measured("pandas", path, way) for way in ("book", "categories")]
    ours = measured("import", path)
    pandas += [measured("pandas", path, way) for way in ("book", "categories")]
    again = measured("import", path)
    best = min(pandas, key=lambda found: found["seconds"])
    rows = ours["rows"]
    size = path.stat().st_size / 1e9
    print(f"{size:.2f} GB, {rows:,} rows, {ours['fields']:,} fields: {ours['sentence']}")
    print(f"  GP Studio {told(ours, rows)}; again {told(again, rows)} (bar 3.0 ×)")
    print(f"  pandas {told(best, rows)}, the best of two ways, twice each")
    speed = best["seconds"] / min(ours["seconds"], again["seconds"])
    print(f"  {speed:.2f} of pandas' speed (bar 0.5)")
    waited = max(ours["heartbeat"], again["heartbeat"])
    print(f"  another thread waited {waited:.0f} ms at most (bar 50)")
    order = "never going back" if ours["ascending"] else "going back at times"
    print(f"  {ours['reports']} reports of progress, {order}")
    stops = measured("stops", path, str(ours["seconds"]))["longest"]
    print(f"  stopped at {len(MOMENTS)} moments: {stops:.0f} ms at most (bar 100)", flush=True)


def compare_distinct(path: Path, rows: int) -> None:
    """Times as loggers write them, beside pandas told their format, or that they are ISO 8601."""
    write_distinct(path, rows)
    pandas = {way: measured("pandas", path, way) for way in ("format", "iso")}
    ours = [measured("import", path) for _ in range(2)]
    seconds = min(found["seconds"] for found in ours)
    print(f"{path.stat().st_size / 1e6:.0f} MB, all times different: {ours[0]['sentence']}")
    print(f"  GP Studio {told(ours[0], rows)}; again {told(ours[1], rows)} (bar 3.0 ×)")
    for way, found in pandas.items():
        speed = found["seconds"] / seconds
        bar = " (bar 0.5)" if way == "format" else ""
        print(f"  pandas, {way}: {told(found, rows)}; {speed:.2f} of its speed{bar}")
    waited = max(found["heartbeat"] for found in ours)
    stops = measured("stops", path, str(seconds))["longest"]
    print(f"  another thread waited {waited:.0f} ms at most (bar 50)", end="; ")
    print(f"stopped at {len(MOMENTS)} moments: {stops:.0f} ms at most (bar 100)", flush=True)


def import_small(path: Path) -> None:
    rows = [f"{2015 + k // 100}-{k % 12 + 1:02d}-{k % 28 + 1:02d}" for k in range(300)]
    text = "".join(f"{day},field {k % 3},{0.3 + 0.001 * k:.4f}\n" for k, day in enumerate(rows))
    path.write_text("date,field,ndvi\n" + text, encoding="utf-8")
    found = measured("small", path)
    print(f"300 rows: {found['median']:.1f} ms (bar 20); the first in a process", end=" ")
    print(f"{found['first']:.2f} s, with everything that it loads")


def main() -> None:
    fields = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        import_small(Path(folder) / "small.csv")
        for part in (5, 1):
            compare_distinct(Path(folder) / "distinct.csv", fields * READINGS // part)
        compare_large(Path(folder) / "large.csv", fields)


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1].startswith("="):
        print(json.dumps(MEASURES[sys.argv[1][1:]](Path(sys.argv[2]))))
    else:
        main()
