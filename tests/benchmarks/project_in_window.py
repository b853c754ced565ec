"""A project in the window: opening, autosaving after an edit, saving; how long the window waits

Fields of three years, a reading every ten days, all fitted. The window is on screen, offscreen; a
5 ms timer in its thread notes the gaps between its beats.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
HOME = tempfile.TemporaryDirectory()
for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
    os.environ[variable] = HOME.name
HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

from dataclasses import replace  # noqa: E402
from types import MappingProxyType  # noqa: E402

import numpy as np  # noqa: E402
from window_heartbeat import Heartbeat, wait_until  # noqa: E402

from gpstudio.core.recipe import Recipe  # noqa: E402
from gpstudio.data.excluding import without  # noqa: E402
from gpstudio.data.series import Series  # noqa: E402
from gpstudio.data.table import read_table  # noqa: E402
from gpstudio.gui.commands.tables import open_path  # noqa: E402
from gpstudio.gui.main import make_application  # noqa: E402
from gpstudio.gui.projects.keeping import folder  # noqa: E402
from gpstudio.gui.theme import Themes  # noqa: E402
from gpstudio.gui.window import Window  # noqa: E402
from gpstudio.resources import SAMPLE, resource  # noqa: E402
from gpstudio.session.document import Document  # noqa: E402
from gpstudio.session.field_commands import ExcludeReadings  # noqa: E402
from gpstudio.session.fitting import Fit, fit_series  # noqa: E402
from gpstudio.session.project.codec.document import parts_of_document  # noqa: E402
from gpstudio.session.project.project import Project  # noqa: E402
from gpstudio.session.project.whole import State  # noqa: E402

DAYS = np.arange(18_000.0, 18_000.0 + 3 * 365.0, 10.0)
EDITS = 5
WATCHED = 4.5
"""Seconds after an edit: the longest pause of autosaving, and what it then takes."""


def document(fields: int) -> Document:
    """The same fit for all of them, for the time's sake."""
    random = np.random.default_rng(0)
    wave = 0.5 - 0.3 * np.cos(2.0 * np.pi * DAYS / 365.25)
    series = tuple(
        Series(
            f"field {n}", DAYS, wave + 0.02 * random.normal(size=len(DAYS)), "date", "ndvi", True
        )
        for n in range(fields)
    )
    fit = fit_series(series[0], Recipe())
    result = fit.result
    fits = {
        one.group: Fit(one, replace(result, basis=replace(fit.basis, readings=one.fingerprint)))
        for one in series
    }
    table = replace(read_table(resource(*SAMPLE)), series=series)
    return Document(table, "field 0", fits=MappingProxyType(fits))


def watched(window: Window, seconds: float) -> Heartbeat:
    with Heartbeat() as heartbeat:
        wait_until([], seconds)
    return heartbeat


def job(window: Window, act: str = "", path: Path | None = None) -> tuple[float, Heartbeat]:
    """Start it and wait for its end."""
    ended: list[object] = []
    window.projects.runner.busy_changed.connect(lambda busy: None if busy else ended.append(1))
    with Heartbeat() as heartbeat:
        began = time.perf_counter()
        if path is not None:
            open_path(window, path)
        else:
            window.commands[act].trigger()
        wait_until(ended, 300.0)
        took = time.perf_counter() - began
        wait_until([], 0.5)
    return took, heartbeat


def exclude(window: Window, number: int) -> None:
    series = window.desk.document.series
    assert series is not None
    reading = float(series.time[number]), float(series.value[number])
    window.desk.do(ExcludeReadings(series.group, (reading,)))


def autosaved(window: Window, number: int) -> float:
    """The longest gap while a state with another field is kept, of which the window shows nothing:
    what drawing an edit takes is not counted."""
    document, keeping = window.desk.document, window.projects.keeping
    series = document.table.series[number]
    changed = without(series, np.arange(len(series)) == number)
    with Heartbeat() as heartbeat:
        keeping.keep(State(document.with_series(changed)), None)
        wait_until([], WATCHED)
    return max(heartbeat.gaps)


def until_kept(window: Window) -> float:
    """Seconds from an edit to the file that holds it."""
    began, stamp = time.perf_counter(), time.time()
    exclude(window, 20)
    while time.perf_counter() - began < 15.0:
        wait_until([], 0.01)
        if any(each.stat().st_mtime > stamp for each in folder().glob("*.recovery")):
            return time.perf_counter() - began
    return float("nan")


def measure(fields: int, path: Path) -> None:
    made = document(fields)
    with Project.create(path, parts_of_document(made)):
        pass
    window = Window(Themes(make_application()))
    window.show()
    wait_until([], 0.5)
    own = time.thread_time()
    took, heartbeat = job(window, path=path)
    own = (time.thread_time() - own) * 1e3
    print(f"{fields:,} fields, {path.stat().st_size / 1e6:.1f} MB; load {os.getloadavg()[0]:.1f}")
    print(f"  opened in {took:.2f} s, {own:.0f} ms of them the window's own: {heartbeat}")
    wait_until([], 2.0)  # the shown field's season is foretold again
    print(f"  at rest: {watched(window, WATCHED)}")
    gaps = [autosaved(window, number) for number in range(EDITS)]
    told = ", ".join(f"{gap:.0f}" for gap in gaps)
    print(
        f"  autosaving, the first and {EDITS - 1} after one field changed: longest gaps {told} ms"
    )
    print(f"  from an edit to the file: {until_kept(window):.1f} s  (bar: at most 10)")
    took, heartbeat = job(window, "save_project")
    print(f"  saved in {took:.2f} s: {heartbeat}", flush=True)
    window.projects.give_up()
    window.close()


def main() -> None:
    counts = [int(word) for word in sys.argv[1:]] or [10, 100, 1_000]
    with tempfile.TemporaryDirectory() as home:
        for fields in counts:
            measure(fields, Path(home) / f"{fields}.gpstudio")


if __name__ == "__main__":
    main()
