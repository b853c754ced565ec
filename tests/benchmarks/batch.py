"""A batch in processes: how much quicker two are than one, what they hold, and the same bytes.

    python tests/benchmarks/batch.py [speed] [memory]

`speed` fits 300 fields of one season (73 readings), `auto`, curve stages and 1,000 draws, in one
and in two warm processes, in turn, and through four shards; bar 1.7. `memory` fits 10,000 fields
with held numbers and no dates: what driver and two processes hold at most, bar 1 GiB, and what is
kept of a field, bar 30 kB.
"""

from __future__ import annotations

import hashlib
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
SPEED, MEMORY, READINGS = 300, 10_000, 73
ROUNDS = 2
RATIO, MOST_BYTES, MOST_KEPT = 1.7, 1 << 30, 30_000


def table_of(fields: int) -> Table:
    return replace(read_table(resource(*SAMPLE)), series=tuple(_fields(fields)))


def _fields(count: int) -> Iterator[Series]:
    for number in range(count):
        random = np.random.default_rng(number)
        days = START + np.sort(random.choice(365, READINGS, replace=False)).astype(float)
        peak, width = START + 150.0 + random.normal(0.0, 10.0), random.uniform(28.0, 45.0)
        curve = 0.2 + 0.6 * np.exp(-(((days - peak) / width) ** 2))
        value = curve + random.normal(0.0, 0.02, READINGS)
        yield Series(f"field {number}", days, value, "date", "ndvi", True)


def digest(folder: Path) -> str:
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(path.name.encode() + path.read_bytes())
    return whole.hexdigest()[:12]


def speed(folder: Path) -> bool:
    asked = Asked(table_of(SPEED), Recipe(), Request(), {})
    engines = {count: Processes(count) for count in (1, 2)}
    warm = fitting_of(asked.recipe, asked.request, {})
    for engine in engines.values():  # started, loaded and compiled
        list(map_fields(warm, asked.table.series[:40], InChunks(engine), QUIET))
    spent: dict[int, list[float]] = {1: [], 2: []}
    made = []
    for turn in range(ROUNDS):
        for count, engine in engines.items():
            out = folder / f"{count} {turn}"
            began = time.perf_counter()
            run_batch(asked, out, InChunks(engine))
            spent[count].append(time.perf_counter() - began)
            made.append(digest(out))
    one, two = (min(spent[count]) for count in (1, 2))
    print(f"{SPEED} fields, one season of {READINGS} readings, auto, files included:")
    print(f"  one process {one:.1f} s ({1000 * one / SPEED:.1f} ms a field), two {two:.1f} s")
    print(f"  two processes against one: {one / two:.2f} x (bar {RATIO})")
    shards = [folder / f"shard {number}" for number in range(1, 5)]
    began = time.perf_counter()
    for number, shard in enumerate(shards, 1):
        run_batch(replace(asked, shard=Shard(number, 4)), shard, InChunks(engines[2]))
    merge(shards, folder / "merged", InChunks(engines[2]))
    whole = time.perf_counter() - began
    made.append(digest(folder / "merged"))
    print(f"  four shards, in turn, merged: {whole:.1f} s, {whole / two:.2f} x the whole")
    print(f"  the same bytes every time: {len(set(made)) == 1} ({made[0]})", flush=True)
    for engine in engines.values():
        engine.close()
    return one / two >= RATIO and len(set(made)) == 1


def peak(pid: int | str) -> int:
    """Bytes that a process held at most."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    held = next(line for line in lines if line.startswith("VmHWM:"))
    return 1024 * int(held.split()[1])


def memory(folder: Path) -> bool:
    recipe = Recipe.of(kernel="0.1 * matern32(40)", likelihood="gaussian(0.0004)", learning="fixed")
    asked = Asked(table_of(MEMORY), recipe, Request(stages="none"), {})
    engine, out = Processes(2), folder / "memory"
    size = 0

    def where(one, fields, task):  # type: ignore[no-untyped-def]
        nonlocal size
        yield from InChunks(engine)(one, fields, task)
        size = (out / NAME).stat().st_size

    began = time.perf_counter()
    run_batch(asked, out, where)
    seconds = time.perf_counter() - began
    peaks = [peak("self"), *(peak(worker.pid) for worker in engine._workers)]
    engine.close()
    kept = size / MEMORY
    print(f"{MEMORY:,} fields, held numbers, no dates: {seconds:.0f} s")
    told = ", ".join(f"{one / 2**20:.0f}" for one in peaks)
    print(
        f"  MiB at most, driver and processes: {told}; {sum(peaks) / 2**20:.0f} in all (bar 1024)"
    )
    print(f"  kept of a field: {kept / 1000:.1f} kB (bar 30)", flush=True)
    return sum(peaks) <= MOST_BYTES and kept <= MOST_KEPT


def main() -> int:
    parts = {"speed": speed, "memory": memory}
    names = sys.argv[1:] or list(parts)
    with tempfile.TemporaryDirectory() as folder:
        missed = [name for name in names if not parts[name](Path(folder))]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
