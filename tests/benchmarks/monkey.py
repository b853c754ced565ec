"""A monkey at the window: random events, from seeds, with a watch on faults and waits.

    python tests/benchmarks/monkey.py [EVENTS] [SEEDS]

Every seed is a process of its own. Clicks, drags, keys, texts, commands, files, dialogs: see
``tests/random_hand``. A long night is 20,000 events of five seeds. "Longest wait" is how long the
window's thread stayed away from its events.
At the end the project is saved and opened in another window: all its parts must be the same.
"""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
EVENTS, SEEDS = 1_500, 3
REMEMBERED = 30
HOMES = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA")
ONE = "--seed"


def one(seed: int, events: int, log: Path) -> int:
    """In this process, in a home of its own."""
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    from random_hand.monkey import Monkey

    with log.open("w", encoding="utf-8") as last:
        faulthandler.enable(last)

        def write(words: str) -> None:
            if last.tell() > 1_000_000:
                last.seek(0)
                last.truncate()
            last.write(f"{words}\n")
            last.flush()

        monkey = Monkey(seed, events, lambda words: print(words, file=sys.stderr, flush=True))
        monkey.on_event = write
        account = monkey.run()
    print(account, flush=True)
    for kind, times in sorted(account.faults.items()):
        print(f"  {times} × {kind}", flush=True)
    sys.stdout.flush()
    os._exit(0 if account.is_good else 1)  # whatever cannot be interrupted does not matter here


def every(events: int, seeds: list[int]) -> int:
    """All at a time, since a hand often waits: of waits only the window's own count."""
    with ThreadPoolExecutor(len(seeds)) as pool:
        return sum(pool.map(lambda seed: _apart(seed, events), seeds))


def _apart(seed: int, events: int) -> bool:
    """In a process of its own; whether something was found."""
    with tempfile.TemporaryDirectory() as home:
        log = Path(home) / "last events.txt"
        words = [sys.executable, str(HERE), ONE, str(seed), str(events), str(log)]
        homes = dict.fromkeys(HOMES, home)
        code = subprocess.run(words, cwd=home, env={**os.environ, **homes}, check=False)
        if code.returncode not in (0, 1):
            print(f"seed {seed}: the process DIED with {code.returncode}", flush=True)
            print(_end_of(log.read_text(encoding="utf-8")), file=sys.stderr, flush=True)
        return code.returncode != 0


def _end_of(log: str) -> str:
    """The last events, and where each thread was."""
    events, _, died = log.partition("Fatal Python error")
    where = [line for line in died.split("\n") if not line.startswith("Extension modules")]
    return "\n".join([*events.split("\n")[-REMEMBERED:], *where])


def main() -> int:
    given = sys.argv[1:]
    if given and given[0] == ONE:
        return one(int(given[1]), int(given[2]), Path(given[3]))
    events = int(given[0]) if given else EVENTS
    seeds = [int(word) for word in given[2:]] or list(range(int(given[1]) if given[1:] else SEEDS))
    failed = every(events, seeds)
    print(f"{len(seeds) - failed} of {len(seeds)} seeds: no crash, no fault, no hang, reopened")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
