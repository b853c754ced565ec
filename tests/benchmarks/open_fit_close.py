"""Open, fit, close, 60 times over: the memory that is not given back, and what is left alive.

    python tests/benchmarks/open_fit_close.py [ROUNDS] [WARM]

Once within one window, where each table takes the place of the one before, and once with a window
of its own for each. Memory is what the process holds (resident, after Python and the C library have
given back what is free) after so many rounds to warm up, and after the others. A round takes half a
second: 200 of them, as were once the rule, take four minutes.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
HOME = tempfile.TemporaryDirectory()
for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
    os.environ[variable] = HOME.name
HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from random_hand.living import grown_since, in_use, kinds_alive, living, resident  # noqa: E402
from random_hand.rounds import a_window, open_and_fit, tables  # noqa: E402

from gpstudio.gui.main import make_application  # noqa: E402
from gpstudio.gui.theme import Themes  # noqa: E402

ROUNDS, WARM = 60, 15
MOST = 30.0
"""Megabytes."""
Round = Callable[[int], None]


def measure(name: str, round_: Round, rounds: int, warm: int) -> bool:
    """Prints what has grown; whether it is little enough."""
    for number in range(warm):
        round_(number)
    before, memory, held, kinds = living(), resident(), in_use(), kinds_alive()
    steps = []
    for number in range(rounds):
        round_(warm + number)
        if (number + 1) % max(1, rounds // 4) == 0:
            steps.append(resident() - memory)
    more = grown_since(before)
    after, grown = living(), resident() - memory
    told = ", ".join(f"{step:+.1f}" for step in steps)
    print(f"{name}: {rounds} rounds after {warm}; {memory:.0f} MB, then {told} MB")
    print(f"  of these, held by somebody: {in_use() - held:+.1f} MB; the rest lies free in between")
    print(f"  left alive: {more or 'nothing more'} ({after})", flush=True)
    if os.environ.get("KINDS"):
        print("  ", (kinds_alive() - kinds).most_common(40))
    return grown <= MOST and not more


def main() -> int:
    given = [int(word) for word in sys.argv[1:]]
    rounds, warm = (*given, ROUNDS, WARM)[:2] if len(given) != 1 else (given[0], WARM)
    themes = Themes(make_application())
    with tempfile.TemporaryDirectory() as folder:
        paths = tables(Path(folder), 10)

        def in_its_own(number: int) -> None:
            with a_window(themes) as window:
                open_and_fit(window, paths[number % len(paths)])

        good = measure("a window each", in_its_own, rounds, warm)
        with a_window(themes) as window:

            def in_one(number: int) -> None:
                open_and_fit(window, paths[number % len(paths)])

            good = measure("one window", in_one, rounds, warm) and good
    print(f"at most {MOST:.0f} MB more and nothing left: {'yes' if good else 'NO'}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
