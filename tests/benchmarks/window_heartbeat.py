"""The longest wait of a heartbeat in the window's thread, and how quickly Stop stops.

    python tests/benchmarks/window_heartbeat.py [READINGS]

A 5 ms timer in the window's thread notes the gaps between its beats while a table is read and
fitted. Then a fit is stopped at several moments: "acknowledged" is when the button says so,
"stopped" when the work has ended.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer

from gpstudio.data.series import iso_from_days
from gpstudio.gui.main import make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window

BEAT = 5
MOMENTS = (0.05, 0.5, 1.5, 3.0, 6.0)
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


def write_readings(path: Path, count: int) -> None:
    random = np.random.default_rng(1)
    days = np.sort(random.uniform(15_000, 20_000, count))
    values = 0.45 - 0.3 * np.cos(2 * np.pi * days / 365.25) + 0.05 * random.standard_normal(count)
    rows = [f"{d},{v:.4f}\n" for d, v in zip(iso_from_days(days), values, strict=True)]
    path.write_text("date,ndvi\n" + "".join(rows), encoding="utf-8")


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
    window.deeds.open_path(path)
    clock.start()


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    window = Window(Themes(make_application()))
    window.show()
    opened: list[object] = []
    fitted: list[object] = []
    window.desk.opened.connect(opened.append)
    window.desk.fitted.connect(fitted.append)
    window.desk.said.connect(fitted.append)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "readings.csv"
        write_readings(path, count)
        with Heartbeat() as heartbeat:
            import_file(window, path)
            seconds = wait_until(opened, 120)
        print(f"read {count:,} readings in {seconds:.2f} s: {heartbeat}")
        for moment in MOMENTS:
            stop_after(window, moment, fitted)
        with Heartbeat() as heartbeat:
            window.deeds.fit()
            seconds = wait_until(fitted, 600)
        print(f"fitted in {seconds:.2f} s: {heartbeat}")
    window.close()


def stop_after(window: Window, moment: float, fitted: list[object]) -> None:
    button = window.tools.fit_button
    window.deeds.fit()
    wait_until(fitted, moment)
    if fitted:
        print(f"the fit had ended before {moment} s")
        fitted.clear()
        return
    began = time.perf_counter()
    button.click()
    acknowledged = (time.perf_counter() - began) * 1000
    assert button.text() == "Stopping…"
    ended: list[object] = []
    watch = QTimer()
    watch.setInterval(1)
    watch.timeout.connect(lambda: ended.append(True) if not window.desk.is_busy else None)
    watch.start()
    wait_until(ended, 60)
    watch.stop()
    stopped = (time.perf_counter() - began) * 1000
    print(f"Stop after {moment} s: acknowledged {acknowledged:.1f} ms, stopped {stopped:.0f} ms")


if __name__ == "__main__":
    main()
