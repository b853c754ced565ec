"""How soon the curve follows a length slider, and the longest wait of the window meanwhile.

    python tests/benchmarks/live_slider.py

A hand drags the length of the fitted kernel to and fro, sixty steps a second. "Redraw" is from a
step to the end of the paint of a curve that has its number (or a newer one); "single step" the
same for a step that nothing follows. Gaps are those of a 5 ms heartbeat in the window's thread.
Bars are for an idle machine: the time of its case for a single step, and no gap that is felt.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from window_heartbeat import Heartbeat, import_file, wait_until, write_field

from gpstudio.gui.commands import fitting
from gpstudio.gui.main import make_application
from gpstudio.gui.number_slider import NumberSlider
from gpstudio.gui.pages.try_numbers import TryNumbersPage
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.session.fitting import Fit
from gpstudio.session.trial import TriedNumbers

CASES = (
    (73, "matern32", 40),
    (2_000, "matern32", 40),
    (2_000, "periodic(1, period=held(365.25)) * matern52(1000) + matern32(30)", 200),
    (500, "matern32 * rational_quadratic(100)", 200),
)
"""Readings, kernel, and milliseconds that the middle one of single steps may take."""
GAP = 100
"""Milliseconds between two beats of the window, at most."""
STEPS = 180
BETWEEN = 16


def main() -> int:
    held = True
    window = Window(Themes(make_application()))
    window.resize(1600, 1000)
    window.show()
    with Heartbeat() as idle:
        wait_until([], 2.0)
    print(f"window at rest: {idle}")
    for count, kernel, most in CASES:
        try:
            held = measure(window, count, kernel, most) and held
        except Exception as error:
            held = False
            print(f"{count:,} readings, {kernel}: {type(error).__name__}: {error}")
    window.projects.give_up()
    window.close()
    print(f"every step within its bar, no gap above {GAP} ms: {'yes' if held else 'NO'}")
    return 0 if held else 1


def measure(window: Window, count: int, kernel: str, most: float) -> bool:
    """Prints what one case takes; whether it is little enough."""
    done: list[object] = []
    window.desk.opened.connect(done.append)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "readings.csv"
        write_field(path, count)
        import_file(window, path)
        wait_until(done, 60)
    window.desk.opened.disconnect(done.append)
    done.clear()
    for slot, choice in (("kernel", kernel), ("learning", "ml2(restarts=0)")):
        window.choose(slot, choice)  # another table begins with choices of its own
    window.desk.fitted.connect(done.append)
    window.desk.said.connect(done.append)
    fitting.fit(window)
    wait_until(done, 300)
    window.desk.fitted.disconnect(done.append)
    window.desk.said.disconnect(done.append)
    fit = window.desk.document.fit
    assert fit is not None, "the fit did not succeed"
    window.pages.turn_to(TryNumbersPage)
    slider = next(
        s
        for s in window.pages[TryNumbersPage].view.sliders
        if s.slider.accessibleName().startswith("Length")
    )
    drag(window, slider, 20)  # what is compiled at the first trial is not the hand's affair
    began = time.thread_time()
    with Heartbeat() as heartbeat:
        delays, shown = drag(window, slider, STEPS)
    own = (time.thread_time() - began) * 1000.0 / max(shown, 1)
    single = [step(window, slider, place) for place in range(420, 580, 16)]
    print(
        f"{count:,} readings, {kernel}\n"
        f"  drag: {STEPS} steps, {shown} curves; redraw median {np.median(delays):.0f} ms, "
        f"p95 {np.quantile(delays, 0.95):.0f} ms\n"
        f"  single step: median {np.median(single):.0f} ms (at most {most:.0f}), "
        f"longest {max(single):.0f} ms\n"
        f"  window: {heartbeat}; {own:.0f} ms of processor a curve, painting included",
        flush=True,
    )
    return float(np.median(single)) <= most and max(heartbeat.gaps) <= GAP


class PaintWatch(QObject):
    """Tells when the curve's plot has been painted."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self._viewport = window.plot.viewport()
        self._waiting: list[Callable[[], object]] = []
        self._viewport.installEventFilter(self)

    def after_paint(self, act: Callable[[], object]) -> None:
        self._waiting.append(act)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._waiting:
            QTimer.singleShot(0, self._tell)
        return False

    def end(self) -> None:
        self._viewport.removeEventFilter(self)

    def _tell(self) -> None:
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()


def drag(window: Window, slider: NumberSlider, steps: int) -> tuple[list[float], int]:
    """Delays of every step until a curve as new as it is painted, and how many curves came."""
    place = window.pages[TryNumbersPage].view.sliders.index(slider)
    asked: list[float] = []
    waiting: list[tuple[float, float]] = []
    delays: list[float] = []
    curves = 0

    def painted() -> None:
        nonlocal curves
        trial = window.desk.trial
        if trial is None:
            return
        curves += 1
        watch.after_paint(lambda: note(trial))

    def note(trial: Fit) -> None:
        now = time.perf_counter()
        number = TriedNumbers.of(trial).handles[place].setting.number
        met = [i for i, (_, wanted) in enumerate(waiting) if np.isclose(wanted, number, rtol=1e-9)]
        for moment, _ in waiting[: met[0] + 1] if met else ():
            delays.append((now - moment) * 1000.0)
        del waiting[: met[0] + 1 if met else 0]

    def turn() -> None:
        to = 500 + round(240 * np.sin(len(asked) / 25.0)) + len(asked) % 2
        asked.append(time.perf_counter())
        if slider.slider.value() != to:
            waiting.append((asked[-1], slider._scale.number(to / 1000)))
            slider.slider.setValue(to)
        if len(asked) >= steps:
            clock.stop()
            QTimer.singleShot(400, loop.quit)

    watch = PaintWatch(window)
    loop, clock = QEventLoop(), QTimer()
    clock.setInterval(BETWEEN)
    clock.timeout.connect(turn)
    window.desk.tried.connect(painted)
    clock.start()
    loop.exec()
    deadline = time.perf_counter() + 20
    while waiting and time.perf_counter() < deadline:
        QTimer.singleShot(50, loop.quit)
        loop.exec()
    window.desk.tried.disconnect(painted)
    watch.end()
    return delays, curves


def step(window: Window, slider: NumberSlider, place: int) -> float:
    """Milliseconds from one step to its painted curve."""
    heard: list[object] = []

    def painted() -> None:
        watch.after_paint(lambda: heard.append(True))

    watch = PaintWatch(window)
    window.desk.tried.connect(painted)
    began = time.perf_counter()
    slider.slider.setValue(place)
    wait_until(heard, 20)
    window.desk.tried.disconnect(painted)
    watch.end()
    return (time.perf_counter() - began) * 1000.0


if __name__ == "__main__":
    sys.exit(main())
