"""A hand let loose on the window for so many events, and the account of what came of it."""

from __future__ import annotations

import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PySide6.QtCore import QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QMenu

from gpstudio.gui.main import answer_first, begin, make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window

from .doings import Doings
from .faults import Faults
from .reopening import reopened
from .seen import answered
from .watch import Wait, Watch
from .world import World

NESTED = 0.2
"""Seconds after which a menu or a dialog that waits inside an event is answered."""
LONGEST_REST, LOOK = 15_000, 50
"""Milliseconds that a fit is waited for, and between two looks."""
REMEMBERED = 40
"""Events that are told when something goes wrong."""


@dataclass(frozen=True)
class Account:
    seed: int
    events: int
    faults: dict[str, int]
    longest: Wait
    hangs: int
    windows: int
    fits: int
    reopened: str
    """Empty where the project came back as it was."""
    seconds: float

    @property
    def is_good(self) -> bool:
        return not self.faults and not self.hangs and not self.reopened

    def __str__(self) -> str:
        back = "project reopened, the same" if not self.reopened else f"NOT: {self.reopened}"
        return (
            f"seed {self.seed}: {self.events:,} events in {self.seconds:.0f} s, "
            f"{self.windows} windows, {self.fits:,} fits; exceptions and faults "
            f"{sum(self.faults.values())}, hangs {self.hangs}; {back}\n"
            f"  longest wait {self.longest}"
        )


class Monkey:
    """One seed. Threads make no two runs quite the same; what is done depends on the seed alone
    as long as the window answers alike."""

    def __init__(self, seed: int, events: int, tell: Callable[[str], None] = print) -> None:
        self._seed, self._events, self._tell = seed, events, tell
        self._random = Random(seed)
        self._log: deque[str] = deque(maxlen=REMEMBERED)
        self._done = self._windows = self._fits = 0
        self._since, self._patience = 0.0, 0
        self._application = make_application()
        self._loop = QEventLoop()
        self._themes = Themes(self._application)
        self.faults = Faults(self._told)
        self.watch = Watch(self._told)
        self.on_event: Callable[[str], None] = lambda words: None

    def run(self) -> Account:
        began = time.perf_counter()
        answer_first()
        with (
            tempfile.TemporaryDirectory() as home,
            World(Path(home), Random(self._seed + 1)) as world,
            self.faults,
            self.watch,
        ):
            self._window = self._opened()
            doings = self._doings = Doings(lambda: self._window, world, self._random)
            nested = QTimer()
            nested.setInterval(40)
            nested.timeout.connect(self._look_inside)
            nested.start()
            QTimer.singleShot(300, self._step)
            self._loop.exec()
            nested.stop()
            self._put_away()
            back = reopened(
                self._window, self._themes, world.folder / "kept.gpstudio", self.watch.forgive
            )
            del doings
        self._themes.deleteLater()
        return Account(
            self._seed, self._done, dict(self.faults.kinds), self.watch.longest,
            len(self.watch.hangs), self._windows, self._fits, back, time.perf_counter() - began,
        )  # fmt: skip

    def _opened(self) -> Window:
        """As a person starts the program."""
        window = Window(self._themes)
        window.painted.connect(lambda: begin(window, None))
        window.desk.fitted.connect(self._count)
        window.helpers.layout.restore()
        window.show()
        self._windows += 1
        return window

    def _count(self, _: object) -> None:
        self._fits += 1

    def _step(self) -> None:
        """One event; the loop runs in between, as it does for a person."""
        if not self._window.isVisible():
            self._begin_again()
        words = f"{self._done}: on {self._doings.planned()}"
        self._log.append(words)
        self.on_event(words)
        self.watch.doing = words
        self._since = time.perf_counter()
        try:
            did = self._doings.do()
        except Exception as error:  # the hand goes on whatever it is
            did = f"came to {error!r}"
            sys.excepthook(type(error), error, error.__traceback__)
        self._since = 0.0
        self._log[-1] = f"{words}: {did}"
        self.watch.doing = self._log[-1]
        if not self._window.isVisible():
            self.watch.forgive()  # nobody looks on while what runs is ended
        self.watch.beat()
        self._done += 1
        if self._done >= self._events:
            QTimer.singleShot(50, self._loop.quit)
        else:
            self._patience = LONGEST_REST if self._doings.waits else 0
            QTimer.singleShot(self._doings.rest, self._go_on)

    def _go_on(self) -> None:
        """With the next event, or a little later."""
        if self._patience > 0 and self._window.desk.is_busy:
            self._patience -= LOOK
            QTimer.singleShot(LOOK, self._go_on)
        else:
            self._step()

    def _begin_again(self) -> None:
        """The program was left: its work ends, and somebody starts it anew."""
        old = self._window
        old.helpers.layout.keep()
        leave_quietly(old)
        old.deleteLater()
        self._window = self._opened()
        self.watch.forgive()

    def _look_inside(self) -> None:
        """A menu or a dialog may wait within an event: it is answered out of turn."""
        waits = self._since and time.perf_counter() - self._since > NESTED
        if waits:
            QTimer.singleShot(0, self._rescue)

    def _rescue(self) -> None:
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if isinstance(popup, QMenu):
            ways = [a for a in popup.actions() if a.isEnabled() and not a.isSeparator()]
            chosen = self._random.choice([None, *ways])
            popup.close()
            if chosen is not None and chosen.menu() is None:
                self._log[-1] += f" (chose '{chosen.text()}')"
                chosen.trigger()
        elif popup is not None:
            popup.close()
        elif modal is not None:
            self._log[-1] += f" (answered {answered(modal, self._random)})"

    def _put_away(self) -> None:
        """Whatever is open beside the window."""
        for _ in range(20):
            popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
            top = popup or modal
            if top is None:
                break
            top.close()
            self._application.processEvents()
        if not self._window.isVisible():
            self._begin_again()
        self._application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _told(self, words: str) -> None:
        """A fault, with what was done before it."""
        log = "\n".join(f"    {line}" for line in self._log)
        self._tell(f"seed {self._seed}, event {self._done}: {words}\n  before it:\n{log}\n")


def leave_quietly(window: Window) -> None:
    """The end of the program's work, without the end of the process."""
    window.desk.close()
