"""How long the window takes from the start of its process to the first paint and to its dates.

    python tests/benchmarks/window_start.py [RUNS]

Prints milliseconds, "own" those of the processor, which other programs change less. "Usable" is the
moment at which the painted window, with its page of welcome, answers events; "dates" that at which
the sample is dated, which is clicked at once. As for a person, Python's bytecode of all modules is
kept between runs, whatever the environment says (without it half a second goes to compiling them),
and rubbish is collected after the first paint alone. The runs before the first printed one warm the
disk and write that bytecode.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WARMING_RUNS = 1

CHILD = """
import gc, os, sys, time
gc.disable()  # as the entrance does
began = float(os.environ["GPSTUDIO_BEGAN"])
def since(): return (time.time() - began) * 1000
def own(): return f"(own {time.process_time() * 1000:.0f})"
from PySide6.QtCore import QTimer
from gpstudio.gui.garbage import GarbageCollection
from gpstudio.gui.main import answer_first, begin, make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.welcome.start import prepare
from gpstudio.gui.window import Window
imported = since()
answer_first()
application = make_application()
window = Window(Themes(application))
def painted():
    heavy = [name for name in ("scipy", "numba", "pandas") if name in sys.modules]
    print("imported", round(imported), "painted", round(since()), own(), "heavy", heavy)
    begin(window, None)
    QTimer.singleShot(0, usable)
def usable():
    print("usable", round(since()))
    window.sides.welcome.samples[0].click()
window.painted.connect(GarbageCollection(window).begin)
window.painted.connect(painted)
window.desk.fitted.connect(lambda fit: (print("dates", round(since()), own()), window.close()))
prepare(window, None)
window.show()
application.exec()
"""


def run(kept: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Once, with bytecode that is kept in this folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GPSTUDIO_BEGAN": repr(time.time())}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = kept
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    environment.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
    return subprocess.run(
        [sys.executable, *options, "-c", CHILD],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )


def slowest_imports(report: str, count: int = 12) -> list[str]:
    """The lines of ``-X importtime`` with the largest time of their own."""
    lines = [line for line in report.splitlines() if line.startswith("import time:")][1:]
    return sorted(lines, key=lambda line: -int(line.split(":")[1].split("|")[0]))[:count]


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as kept:
        for place in range(WARMING_RUNS + runs):
            said = " ".join(run(kept).stdout.split())
            if place >= WARMING_RUNS:
                print(f"run {place - WARMING_RUNS + 1}: {said} (ms)")
        print("slowest imports (own µs | with what they import):")
        for line in slowest_imports(run(kept, "-X", "importtime").stderr):
            print("  ", line.removeprefix("import time:"))


if __name__ == "__main__":
    main()
