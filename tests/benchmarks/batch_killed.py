"""A batch that is killed: no field is lost, none is kept twice, and the files are the same bytes.

    python tests/benchmarks/batch_killed.py [KILLS]

The driver or one of its two processes is killed (SIGKILL) at a random moment, and the batch goes on
with --resume; when it comes to its end, its files are compared with those of a batch that nobody
killed, and the next one begins. Bar: 100 kills, 0 fields lost, 0 kept twice.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from batch import table_of

from gpstudio.core.recipe import Recipe
from gpstudio.jobs.chunks import InChunks
from gpstudio.jobs.processes import Processes
from gpstudio.session.batch.asked import Asked
from gpstudio.session.batch.journal import NAME
from gpstudio.session.batch.run import run_batch
from gpstudio.session.request import Request

ROOT = Path(__file__).resolve().parents[2]
KILLS, FIELDS = 100, 120
LONGEST = 1.2
"""Seconds after its first word within which somebody is killed."""


def asked() -> Asked:
    recipe = Recipe.of(kernel="0.1 * matern32(40)", likelihood="gaussian(0.0004)", learning="fixed")
    return Asked(table_of(FIELDS), recipe, Request(), {})


def drive(folder: Path) -> None:
    """What is killed."""
    engine, wanted = Processes(2), asked()

    def where(one, fields, task):  # type: ignore[no-untyped-def]
        for place, answer in InChunks(engine)(one, fields, task):
            print(*(worker.pid for worker in engine._workers), flush=True)
            yield place, answer

    run_batch(wanted, folder, where, resume=True)
    engine.close()


def kept(journal: Path) -> Counter[int]:
    """How often each field stands in the journal."""
    lines = journal.read_bytes().splitlines() if journal.exists() else []
    named = (line for line in lines if line.startswith(b'{"field":') and line.endswith(b"}"))
    return Counter(json.loads(line)["field"] for line in named)


def files(folder: Path) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def kill(folder: Path, random_: random.Random) -> str:
    """Start it, and kill the driver or a process; empty where it had ended before."""
    driver = subprocess.Popen(
        [sys.executable, __file__, "--drive", str(folder)], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert driver.stdout is not None
    first = driver.stdout.readline().split()
    time.sleep(random_.uniform(0.0, LONGEST))
    who = random_.choice(["driver", "process"])
    if driver.poll() is not None or not first:
        driver.communicate()
        return ""
    if who == "driver":
        driver.send_signal(signal.SIGKILL)
        driver.communicate()
        return who
    try:
        os.kill(int(random_.choice(first)), signal.SIGKILL)
    except ProcessLookupError:
        who = ""
    driver.communicate()
    return who


def main() -> int:
    if sys.argv[1:2] == ["--drive"]:
        drive(Path(sys.argv[2]))
        return 0
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    random_ = random.Random(19)
    told: Counter[str] = Counter()
    lost = twice = other = batches = 0
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "whole"
        run_batch(asked(), whole)
        expected = files(whole)
        while told["driver"] + told["process"] < kills:
            folder = Path(place) / f"batch {batches}"
            before: set[int] = set()
            while not (folder / "report.json").exists():
                told[kill(folder, random_)] += 1
                held = kept(folder / NAME)
                if not (folder / "report.json").exists():
                    lost += len(before - held.keys())
                    twice += sum(count - 1 for count in held.values())
                    before = set(held)
            batches += 1
            other += files(folder) != expected
    kills = told["driver"] + told["process"]
    print(f"{kills} kills ({told['driver']} of the driver, {told['process']} of a process) in ")
    print(f"{batches} batches of {FIELDS} fields: {lost} fields lost, {twice} kept twice,")
    print(f"{other} batches with other files than one that nobody killed", flush=True)
    return 1 if lost or twice or other else 0


if __name__ == "__main__":
    sys.exit(main())
