"""The longest wait of a heartbeat in the window's thread, and how quickly Stop stops.

    python tests/benchmarks/window_heartbeat.py [SCENE ...]

A 5 ms timer in the window's thread notes the gaps between its beats while work goes on. Scenes:
`table` reads 200 MB and shows them; `million` fits 1,000,000 readings of one field in O(n); `dense`
fits 4,000 readings by the full matrix; `fields` fits the first of 10,000 fields for a minute;
`dates` makes the dates of 100 fitted fields anew behind what is shown, for another crop. Then
each is stopped at several moments: "acknowledged" is when the button says so, "stopped" when the
work has ended. The watchdog of the product runs beside.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer

from gpstudio.core.arrays import Floats
from gpstudio.data.series import iso_from_days
from gpstudio.gui.commands.fitting import fit
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.garbage import GarbageCollection
from gpstudio.gui.main import answer_first, make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.watchdog import Watchdog
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.document import Document
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.request import Request

BEAT = 5
DATED = 100
MOMENTS = (0.05, 0.5, 1.5, 3.0)
"""Seconds after its start at which a fit is stopped."""


class Heartbeat:
    """The gaps between the beats of a timer, in milliseconds."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self._beat)

    def __enter__(self) -> Heartbeat:
        self._last = time.perf_counter()
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now

    def __str__(self) -> str:
        gaps = np.array(self.gaps)
        p999 = np.quantile(gaps, 0.999)
        return f"{len(gaps)} beats, p99.9 {p999:.0f} ms, longest {gaps.max():.0f} ms"


def wait_until(done: list[object], seconds: float) -> float:
    """Run events until something is in the list; the seconds it took."""
    began = time.perf_counter()
    loop = QEventLoop()
    clock = QTimer()
    clock.setInterval(2)
    clock.timeout.connect(
        lambda: loop.quit() if done or time.perf_counter() - began > seconds else None
    )
    clock.start()
    loop.exec()
    clock.stop()
    return time.perf_counter() - began


def write_field(path: Path, count: int) -> None:
    """One field; as many readings as are asked for."""
    random = np.random.default_rng(1)
    days = np.sort(random.uniform(15_000, 20_000, count))
    write_rows(path, [("", days, _seasons(days, random))])


def write_fields(path: Path, fields: int, readings: int) -> None:
    """Three years, fields one after the other."""
    random = np.random.default_rng(2)
    rows = []
    for place in range(fields):
        days = np.sort(random.uniform(18_000, 19_095, readings))
        rows.append((f"farm {place % 40} field {place}", days, _seasons(days, random)))
    write_rows(path, rows)


def _seasons(days: Floats, random: np.random.Generator) -> Floats:
    wave = 0.45 - 0.3 * np.cos(2 * np.pi * days / 365.25)
    return np.asarray(wave + 0.05 * random.standard_normal(len(days)))


def write_rows(path: Path, fields: list[tuple[str, Floats, Floats]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write("field,date,ndvi,quality\n")
        for name, days, values in fields:
            dates = iso_from_days(days)
            file.writelines(
                f"{name},{d},{v:.4f},clear\n" for d, v in zip(dates, values, strict=True)
            )


def import_file(window: Window, path: Path) -> None:
    """Open a file and press Import as soon as the dialog shows what was understood."""

    def press() -> None:
        dialog = window.importer.dialog
        if dialog is not None and dialog.isVisible() and dialog.import_button.isEnabled():
            clock.stop()
            dialog.import_button.click()

    clock = QTimer(window)
    clock.setInterval(2)
    clock.timeout.connect(press)
    open_path(window, path)
    clock.start()


class Scenes:
    """A window and what is done in it, one scene after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        answer_first()
        self.window = Window(Themes(make_application()))
        self.window.show()
        GarbageCollection(self.window).begin()
        self.window.watchdog = Watchdog(None, self.window)
        self.opened: list[object] = []
        self.ended: list[object] = []
        desk = self.window.desk
        desk.opened.connect(self.opened.append)
        for end in (desk.fitted, desk.fitted_many, desk.said):
            end.connect(self.ended.append)

    def table(self) -> None:
        path = self.folder / "table.csv"
        write_fields(path, 10_000, 470)
        self._read(path)

    def million(self) -> None:
        path = self.folder / "million.csv"
        write_field(path, 1_000_000)
        self._read(path)
        self._fit("1,000,000 readings in O(n)")
        self._stops("1,000,000 readings", partial(fit, self.window))

    def dense(self) -> None:
        path = self.folder / "dense.csv"
        write_field(path, 4_000)
        self._read(path)
        for slot, words in (
            ("kernel", "matern32"),
            ("approximation", "exact"),
            ("solver", "cholesky"),
        ):
            self.window.desk.do(SetChoice(slot, words))
        desk = self.window.desk
        desk.do(SetRequest(replace(desk.document.request, anyway=True)))  # over a minute, it says
        self._fit("4,000 readings by the full matrix")
        self._stops("4,000 readings", partial(fit, self.window))
        for slot in ("kernel", "approximation", "solver"):
            self.window.desk.do(SetChoice(slot, "auto"))

    def fields(self) -> None:
        path = self.folder / "fields.csv"
        write_fields(path, 10_000, 60)
        self._read(path)
        fit_all = self.window.fields.fit_all
        self.ended.clear()
        with Heartbeat() as heartbeat:
            fit_all.click()
            wait_until(self.ended, 60.0)
        print(f"{len(self.window.desk.document.fits):,} fields in a minute: {heartbeat}")
        self._stop("Fit all")
        self._stops("Fit all", fit_all.click)

    def dates(self) -> None:
        path = self.folder / "dates.csv"
        write_fields(path, DATED, 60)
        self._read(path)
        desk = self.window.desk
        for slot, words in (("kernel", "matern52(40)"), ("learning", "fixed")):
            desk.do(SetChoice(slot, words))
        self.ended.clear()
        self.window.fields.fit_all.click()
        wait_until(self.ended, 600)
        self._dated("wheat")
        for crop, moment in zip(("barley", "canola"), MOMENTS, strict=False):
            desk.do(SetRequest(Request(stages=crop)))
            wait_until([], moment)
            began = time.perf_counter()
            with Heartbeat() as heartbeat:
                self.window.commands["stop"].trigger()
                self._until_undated()
            print(
                f"Stop, dates, after {moment} s: stopped {1000 * (time.perf_counter() - began):.0f}"
                f" ms, longest wait {max(heartbeat.gaps, default=0.0):.0f} ms, "
                f"{len(desk.document.outdated)} fields still outdated",
                flush=True,
            )

    def _dated(self, crop: str) -> None:
        began = time.perf_counter()
        with Heartbeat() as heartbeat:
            self.window.desk.do(SetRequest(Request(stages=crop)))
            self._until_undated()
        seconds = time.perf_counter() - began
        assert not self.window.desk.document.outdated
        print(f"dated {DATED} fields anew in {seconds:.1f} s: {heartbeat}", flush=True)

    def _until_undated(self) -> None:
        quiet: list[object] = []
        watch = QTimer()
        watch.setInterval(1)
        watch.timeout.connect(lambda: None if self.window.desk.is_dating else quiet.append(True))
        watch.start()
        wait_until(quiet, 600)
        watch.stop()

    def _read(self, path: Path) -> None:
        self.opened.clear()
        self.window.desk.resume(Document())  # else it asks whether long fits may be lost
        with Heartbeat() as heartbeat:
            import_file(self.window, path)
            seconds = wait_until(self.opened, 300)
        rows = sum(len(series.time) for series in self.window.desk.document.table.series)
        size = path.stat().st_size / 1e6
        print(f"read {rows:,} readings ({size:.0f} MB) in {seconds:.1f} s: {heartbeat}", flush=True)

    def _fit(self, name: str) -> None:
        self.ended.clear()
        with Heartbeat() as heartbeat:
            fit(self.window)
            seconds = wait_until(self.ended, 900)
        print(f"fitted {name} in {seconds:.1f} s: {heartbeat}", flush=True)

    def _stops(self, name: str, begin: Callable[[], object]) -> None:
        for moment in MOMENTS:
            self.ended.clear()
            begin()
            wait_until(self.ended, moment)
            if self.ended:
                print(f"{name}: had ended before {moment} s")
                return
            self._stop(f"{name}, after {moment} s")

    def _stop(self, name: str) -> None:
        """Press Stop as a hand does, and wait until nothing runs."""
        desk, button = self.window.desk, self.window.tools.fit_button
        with Heartbeat() as heartbeat:
            began = time.perf_counter()
            button.click()
            acknowledged = (time.perf_counter() - began) * 1000
            assert button.text() == "Stopping…"
            quiet: list[object] = []
            watch = QTimer()
            watch.setInterval(1)
            watch.timeout.connect(lambda: None if desk.is_busy else quiet.append(True))
            watch.start()
            stopped = wait_until(quiet, 60) * 1000
            watch.stop()
        print(
            f"Stop, {name}: acknowledged {acknowledged:.1f} ms, stopped {stopped:.0f} ms, "
            f"longest wait {max(heartbeat.gaps):.0f} ms",
            flush=True,
        )


def main() -> None:
    names = sys.argv[1:] or ["table", "million", "dense", "fields", "dates"]
    with tempfile.TemporaryDirectory() as folder:
        scenes = Scenes(Path(folder))
        for name in names:
            getattr(scenes, name)()
        # among them those in which this benchmark writes its own files
        print(scenes.window.watchdog.words, file=sys.stderr)
        for stall in scenes.window.watchdog.stalls:
            print(stall.words, file=sys.stderr)
        scenes.window.projects.give_up()
        scenes.window.close()


if __name__ == "__main__":
    main()
