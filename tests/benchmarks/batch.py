"""A batch in processes: how much quicker two are than one, what they hold, and the same bytes.

    python tests/benchmarks/batch.py [speed] [whole] [three] [memory]

`speed` fits 600 fields of one season (73 readings), `auto`, curve stages and 1,000 draws, in one
and in two warm processes, in turn, learning and files included, bar 1.7; and as four shards in turn
with a population learnt once and told apart, merged, beside the same whole with that population,
bar 1.05. `whole` fits 10,000 such fields in two processes that have to be started, bar 20 s and
4 ms of processor a field; `three` as many of three seasons (133 readings) with the stages of
wheat, bar 120 s and 12 ms of processor a field; both tell what all processes hold at most, bar
1 GiB, and what the journal keeps of a field, bar 30 kB. `memory` is the same of 10,000 fields with
held numbers and no dates.
"""

from __future__ import annotations

import hashlib
import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.jobs.chunks import InChunks
from gpstudio.jobs.fields import map_fields
from gpstudio.jobs.processes import Processes
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.batch.asked import Asked, Shard
from gpstudio.session.batch.journal import NAME
from gpstudio.session.batch.run import merge, run_batch
from gpstudio.session.many import fitting_of
from gpstudio.session.request import Request

START = 18_262.0
SPEED, MEMORY, READINGS = 600, 10_000, 73
ROUNDS = 2
RATIO, MOST_PARTED, MOST_BYTES, MOST_KEPT = 1.7, 1.05, 1 << 30, 30_000


def table_of(fields: int) -> Table:
    return replace(read_table(resource(*SAMPLE)), series=tuple(_fields(fields)))


def _fields(count: int) -> Iterator[Series]:
    return (field_of(number) for number in range(count))


def field_of(number: int, seasons: int = 1, readings: int = READINGS) -> Series:
    """Bells, a year each, on days of the field's own."""
    random = np.random.default_rng(number)
    days = np.sort(random.choice(365 * seasons, readings, replace=False)).astype(float)
    peak, width = 150.0 + random.normal(0.0, 10.0), random.uniform(28.0, 45.0)
    value = 0.2 + 0.6 * np.exp(-(((days % 365.0 - peak) / width) ** 2))
    value += random.normal(0.0, 0.02, readings)
    return Series(f"field {number}", START + days, value, "date", "ndvi", True)


def digest(folder: Path) -> str:
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(path.name.encode() + path.read_bytes())
    return whole.hexdigest()[:12]


def speed(folder: Path) -> bool:
    asked = Asked(table_of(SPEED), Recipe(), Request(), {})
    engines = {count: Processes(count) for count in (1, 2)}
    warm = fitting_of(asked.recipe, asked.request, {}, asked.population(QUIET), in_short=True)
    for engine in engines.values():  # started, loaded and compiled
        list(map_fields(warm, asked.table.series[:40], InChunks(engine), QUIET))

    def seconds(asked: Asked, out: Path, count: int) -> float:
        began = time.perf_counter()
        run_batch(asked, out, InChunks(engines[count]))
        return time.perf_counter() - began

    spent: dict[int, list[float]] = {1: [], 2: []}
    made = []
    for turn in range(ROUNDS):
        for count in engines:
            out = folder / f"{count} {turn}"
            spent[count].append(seconds(asked, out, count))
            made.append(digest(out))
    one, two = (min(spent[count]) for count in (1, 2))
    print(f"{SPEED} fields, one season of {READINGS} readings, auto, files included:")
    print(f"  one process {one:.1f} s ({1000 * one / SPEED:.1f} ms a field), two {two:.1f} s")
    print(f"  two processes against one: {one / two:.2f} x (bar {RATIO})")
    began = time.perf_counter()
    given = replace(asked, given=asked.population(QUIET))
    learning = time.perf_counter() - began
    whole = min(seconds(given, folder / f"given {turn}", 2) for turn in range(ROUNDS))
    shards = [folder / f"shard {number}" for number in range(1, 5)]
    began = time.perf_counter()
    for number, shard in enumerate(shards, 1):
        run_batch(replace(given, shard=Shard(number, 4)), shard, InChunks(engines[2]))
    merge(shards, folder / "merged", InChunks(engines[2]))
    parts = time.perf_counter() - began
    same = digest(folder / "merged") == digest(folder / "given 0") and len(set(made)) == 1
    print(f"  learning {learning:.2f} s; with that, whole {whole:.2f} s, four shards in turn and")
    print(f"  merged {parts:.2f} s: {parts / whole:.2f} x (bar {MOST_PARTED})")
    print(f"  the same bytes every time: {same} ({made[0]})", flush=True)
    for engine in engines.values():
        engine.close()
    return one / two >= RATIO and parts <= MOST_PARTED * whole and same


def spent_by(pid: int) -> float:
    """Seconds of processor of a process that runs."""
    after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def whole(folder: Path) -> bool:
    return _whole(folder / "whole", table_of(MEMORY), Recipe(), Request(), 20.0, 4.0)


def three(folder: Path) -> bool:
    fields = tuple(field_of(number, 3, 133) for number in range(MEMORY))
    table = replace(table_of(0), series=fields)
    return _whole(folder / "three", table, Recipe(), Request(stages="wheat"), 120.0, 12.0)


def _whole(
    out: Path, table: Table, recipe: Recipe, request: Request, longest: float = math.inf,
    bar: float = math.inf,
) -> bool:  # fmt: skip
    asked, engine, count = Asked(table, recipe, request, {}), Processes(2), len(table.series)
    size, held, worked = 0, 0, 0.0

    def where(one, fields, task):  # type: ignore[no-untyped-def]
        nonlocal size, held, worked
        yield from InChunks(engine)(one, fields, task)
        size = (out / NAME).stat().st_size
        held = sum(peak(worker.pid) for worker in engine._workers)
        worked = sum(spent_by(worker.pid) for worker in engine._workers)

    where.begin = InChunks(engine).begin  # type: ignore[attr-defined]
    began, driver = time.perf_counter(), time.process_time()
    run_batch(asked, out, where)
    seconds, driver = time.perf_counter() - began, time.process_time() - driver
    engine.close()
    each, held = 1000.0 * (worked + driver) / count, held + peak("self")
    print(
        f"{count:,} fields of {len(table.series[0])} readings, stages {request.stages}: "
        f"{seconds:.1f} s in two processes, files included (bar {longest:g})"
    )
    print(
        f"  processor, of all three processes and their start: {each:.1f} ms a field (bar {bar:g}),"
    )
    print(f"  of which the driver {1000.0 * driver / count:.1f}")
    print(f"  {held / 2**20:.0f} MiB at most in all (bar 1024)")
    print(f"  kept of a field: {size / count / 1000:.1f} kB (bar 30)", flush=True)
    return seconds <= longest and each <= bar and held <= MOST_BYTES and size <= MOST_KEPT * count


def peak(pid: int | str) -> int:
    """Bytes that a process held at most."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    held = next(line for line in lines if line.startswith("VmHWM:"))
    return 1024 * int(held.split()[1])


def memory(folder: Path) -> bool:
    recipe = Recipe.of(kernel="0.1 * matern32(40)", likelihood="gaussian(0.0004)", learning="fixed")
    return _whole(folder / "memory", table_of(MEMORY), recipe, Request(stages="none"))


def main() -> int:
    parts = {"speed": speed, "whole": whole, "three": three, "memory": memory}
    names = sys.argv[1:] or list(parts)
    with tempfile.TemporaryDirectory() as folder:
        missed = [name for name in names if not parts[name](Path(folder))]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
