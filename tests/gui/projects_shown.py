"""Opens a project in a window of its own and looks at all that there is to see: every field and
every page of it, with an ear for whatever goes wrong meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from random_hand.faults import Faults

from gpstudio.gui.main import make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.session.commands import SelectField

FIELDS = 4
"""That are looked at."""
PATIENCE = 20.0


def shown(path: Path) -> list[str]:
    """What went wrong; a sentence about the file is no fault."""
    told: list[str] = []
    application = make_application()
    with Faults(told.append):
        themes = Themes(application)
        window = Window(themes)
        window.show()
        window.projects.open(path)
        if not _until(lambda: not window.projects.runner.is_opening):
            told.append("opening did not come to its end")
        table = window.desk.document.table
        for series in islice(table.series, FIELDS) if table is not None else ():
            window.desk.do(SelectField(series.group))
            for page in window.pages.face.pages:
                window.pages.turn_to(page)
                _wait(0.03)
            window.grab()
        window.pages.turn_to(window.pages.face.pages[0])
        if not _until(lambda: not window.desk.is_busy):
            told.append("the window did not come to rest")
        window.projects.give_up()
        window.close()
        window.deleteLater()
        _wait(0.05)
    return told


def _until(done: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        _wait(0.03)
        if done():
            return True
    return False


def _wait(seconds: float) -> None:
    loop = QEventLoop()
    QTimer.singleShot(int(1000 * seconds), loop.quit)
    loop.exec()
