"""Projects of processes killed at random moments of saving and autosaving

python tests/benchmarks/project_killed.py [KILLS]     (300 when nobody says)
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from session.project.killing import Outcome, killed, new_project  # noqa: E402

LONGEST = 0.4
"""Seconds that a process may live: dozens of saves."""


def main(kills: int) -> None:
    rng = random.Random(20)
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as home:
        project, folder = new_project(Path(home))
        for seed in range(kills):
            outcomes.append(killed(project, folder, seed, rng.random() * LONGEST))
    print(f"A process saves and autosaves without pause; killed {kills} times (SIGKILL), each")
    print(f"time after 0 to {LONGEST:g} s; every start goes on with what the last one left.\n")
    print("| | number | bar |\n|---|---:|---:|")
    _row("kills", len(outcomes))
    _row("of these with a project or version half written", sum(o.amid_save for o in outcomes))
    _row("of these with an autosave half written", sum(o.amid_autosave for o in outcomes))
    _row("starts with something to recover", sum(o.recovered for o in outcomes))
    _row("projects, versions, recoveries unreadable", sum(o.unreadable for o in outcomes), 0)
    _row("states lost after they were reported as safe", sum(o.lost for o in outcomes), 0)
    _row("stray files after the next start", sum(len(o.strays) for o in outcomes), 0)


def _row(what: str, number: int, bar: int | None = None) -> None:
    print(f"| {what} | {number:,} | {'' if bar is None else bar} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
