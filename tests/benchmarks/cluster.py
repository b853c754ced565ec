"""A batch on a local Dask cluster, in processes, in shards: the same bytes; and one that vanishes.

    python tests/benchmarks/cluster.py [overhead] [vanished]

Wants the extra `cluster`. `overhead` fits 2,000 fields of one season (73 readings), curve stages
and 1,000 draws, with a population learnt once: in two processes, on a local Dask cluster of two
workers and as four shards in turn, merged, all of them warm, by turns, files included. Bar: the
same bytes, and none takes more than 5 % longer than another by the best of its turns. `vanished`
starts a scheduler and two workers, kills the scheduler (SIGKILL) in mid-run, and goes on with
--resume in processes: one sentence, no field lost, the same bytes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from batch import digest, spent_by, table_of
from batch_killed import kept

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.table import Table
from gpstudio.jobs.chunks import Engine, InChunks
from gpstudio.jobs.cluster import Cluster
from gpstudio.jobs.fields import map_fields
from gpstudio.jobs.processes import Processes
from gpstudio.session.batch.asked import Asked, Shard
from gpstudio.session.batch.journal import NAME
from gpstudio.session.batch.run import merge, run_batch
from gpstudio.session.many import fitting_of
from gpstudio.session.request import Request

FIELDS, FEW, WARM, ROUNDS, SHARDS = 2_000, 400, 40, 2, 4
MOST = 1.05
MOST_SECONDS = 120.0


def overhead(folder: Path) -> bool:
    asked = Asked(table_of(FIELDS), Recipe(), Request(), {})
    asked = replace(asked, given=asked.population(QUIET))
    processes, dask = Processes(2), Cluster("local", 2)
    one = fitting_of(asked.recipe, asked.request, {}, asked.given, in_short=True)
    workers: dict[Engine, list[int]] = {}
    for engine in (processes, dask):  # started, loaded and compiled
        list(map_fields(one, asked.table.series[:WARM], InChunks(engine), QUIET))
    workers[processes] = [worker.pid for worker in processes._workers]
    workers[dask] = list(dask._client.run(os.getpid).values())

    def parted(out: Path) -> None:
        parts = [out.with_name(f"{out.name} {number}") for number in range(1, SHARDS + 1)]
        for number, part in enumerate(parts, 1):
            run_batch(replace(asked, shard=Shard(number, SHARDS)), part, InChunks(processes))
        merge(parts, out, InChunks(processes))

    ways: dict[str, tuple[Engine, Callable[[Path], object]]] = {
        "two processes": (processes, lambda out: run_batch(asked, out, InChunks(processes))),
        "dask=local, two workers": (dask, lambda out: run_batch(asked, out, InChunks(dask))),
        f"{SHARDS} shards in turn, merged": (processes, parted),
    }
    best: dict[str, tuple[float, float]] = {}
    made = set()
    for turn in range(ROUNDS):
        for name, (engine, way) in ways.items():
            out = folder / f"{name} {turn}"
            worked = _worked(workers[engine])
            began = time.perf_counter()
            way(out)
            took = time.perf_counter() - began, _worked(workers[engine]) - worked
            best[name] = min(took, best.get(name, took))
            made.add(digest(out))
    processes.close()
    dask.close()
    print(f"{FIELDS:,} fields of one season, population given, files included, best of {ROUNDS}:")
    for name, (seconds, worked) in best.items():
        each = 1000.0 * worked / FIELDS
        print(f"  {name}: {seconds:.2f} s; {each:.2f} ms of processor a field, this one's included")
    most = max(best.values())[0] / min(best.values())[0]
    print(f"  the slowest over the quickest: {most:.3f} x (bar {MOST})")
    print(f"  the same bytes every time: {len(made) == 1} ({' '.join(sorted(made))})", flush=True)
    return len(made) == 1 and most <= MOST


def _worked(workers: list[int]) -> float:
    """Seconds of processor, of theirs and of ours."""
    return time.process_time() + sum(spent_by(pid) for pid in workers)


def vanished(folder: Path) -> bool:
    table, out = table_of(FEW), folder / "out"
    file = folder / "readings.csv"
    _written(table, file)
    address = folder / "scheduler.json"
    scheduler = _started("dask_scheduler", "--scheduler-file", address, "--no-show", "--port", "0")
    workers = [
        _started("dask_worker", "--scheduler-file", address, "--nthreads", "1") for _ in "12"
    ]
    words = [sys.executable, "-m", "gpstudio", "batch", str(file), "--group", "field", "--out"]
    while not address.exists():
        time.sleep(0.05)
    run = subprocess.Popen(
        [*words, str(out), "--engine", f"dask=file:{address}"], stderr=subprocess.PIPE, text=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    until = time.monotonic() + MOST_SECONDS
    while len(kept(out / NAME)) < FEW // 4 and run.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    scheduler.kill()
    began = time.perf_counter()
    said = run.communicate()[1].strip().splitlines()
    seconds, held = time.perf_counter() - began, kept(out / NAME)
    for one in (scheduler, *workers):
        one.kill()
        one.wait()
    for where, more in ((out, ["--resume"]), (folder / "whole", [])):
        subprocess.run(
            [*words, str(where), "--workers", "2", *more], check=True, capture_output=True
        )
    same = digest(out) == digest(folder / "whole")
    print(f"a scheduler killed amid {FEW} fields: exit code {run.returncode} in {seconds:.1f} s;")
    print(f"  it said: {' / '.join(said).replace(str(folder), '…')}")
    print(f"  {len(held)} fields kept, none twice: {set(held.values()) == {1}}; with --resume the")
    print(f"  same bytes as a batch whose cluster stayed: {same}", flush=True)
    return run.returncode == 2 and len(said) == 1 and set(held.values()) == {1} and same


def _started(what: str, *words: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{what}", "--no-dashboard", *map(str, words)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def _written(table: Table, file: Path) -> None:
    with file.open("w", encoding="utf-8") as into:
        into.write("field,day,ndvi\n")
        for series in table.series:
            rows = zip(series.time, series.value, strict=True)
            into.writelines(f"{series.group},{day:.0f},{value:.4f}\n" for day, value in rows)


def main() -> int:
    if find_spec("distributed") is None:
        print("not run: the extra 'cluster' is not installed")
        return 1
    parts = {"overhead": overhead, "vanished": vanished}
    with tempfile.TemporaryDirectory() as folder:
        missed = [
            name for name in sys.argv[1:] or parts if not parts[name](_own(Path(folder), name))
        ]
    return 1 if missed else 0


def _own(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


if __name__ == "__main__":
    sys.exit(main())
