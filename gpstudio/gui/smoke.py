"""``--smoke``: the window opens on the sample, fits it and saves its picture, and what Help shows
of the program is there. Nobody looks: whether a build is whole is told by the exit code."""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from gpstudio import __version__
from gpstudio.core.errors import InputError
from gpstudio.gui.commands.tables import open_sample
from gpstudio.gui.export import save_image
from gpstudio.gui.garbage import GarbageCollection
from gpstudio.gui.help.about import AboutWindow
from gpstudio.gui.help.components import components
from gpstudio.gui.main import leave, make_application
from gpstudio.gui.messages import Message
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.resources import machine_code
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

BEGAN = "GPSTUDIO_BEGAN"
"""Names the moment at which the process was started: ``--smoke`` then says when it was usable."""
SMOKE_SECONDS = 240
"""How long the sample may take: the first fit on a machine also compiles, and others may want the
machine too."""


def smoke(png: str) -> int:
    """0 only if all of it worked."""
    if Path(png).suffix.lower() != ".png":
        raise InputError(
            tr("'{path}' is no name of a PNG file: give one, as in out.png.", path=png)
        )
    began = os.environ.get(BEGAN)
    application = make_application()
    window = Window(Themes(application))
    window.painted.connect(GarbageCollection(window).begin)
    window.painted.connect(partial(open_sample, window))
    if began:
        _tell_seconds(window, float(began))
    problem, fits = _wait_for_fit(window)
    if not problem and not fits[-1].stages:
        problem = tr("the sample was fitted but no stage was dated")
    if not problem:
        application.processEvents()
        picture = window.grab().toImage()
        if _is_blank(picture):
            problem = tr("the window's picture is blank")
        else:
            save_image(picture, Path(png))
    problem = problem or _problem_of_help(window)
    window.close()
    if problem:
        print(tr("gpstudio: the smoke test failed: {problem}.", problem=problem), file=sys.stderr)
        return leave(window, 1)
    print(
        tr(
            "gpstudio: fitted the sample, dated {count} stages, wrote {path}; Help has the "
            "licences of {parts} parts.",
            count=len(fits[-1].stages),
            path=png,
            parts=len(components()),
        )
    )
    return leave(window, 0)


def _tell_seconds(window: Window, began: float) -> None:
    """For those who measure: since ``began``, by the clock of the system."""

    def tell(what: str) -> None:
        print(f"{what} {time.time() - began:.3f} s", flush=True)

    window.painted.connect(lambda: QTimer.singleShot(0, lambda: tell("usable")))
    window.desk.fitted.connect(lambda _: tell("dates"))


def _wait_for_fit(window: Window) -> tuple[str, list[Fit]]:
    """What went wrong, or nothing and the fit."""
    loop, fits, problems = QEventLoop(), list[Fit](), list[str]()

    def end(problem: str) -> None:
        problems.append(problem)
        loop.quit()

    def said(message: Message) -> None:
        if message.kind == "error":
            end(f"{message.sentence} {message.details}".strip())

    window.desk.fitted.connect(fits.append)
    window.desk.fitted.connect(lambda _: end(""))
    window.desk.said.connect(said)
    clock = QTimer()
    clock.setSingleShot(True)
    clock.timeout.connect(lambda: end(tr("no result after {seconds} s", seconds=SMOKE_SECONDS)))
    clock.start(SMOKE_SECONDS * 1000)
    window.show()
    if not problems:
        loop.exec()
    clock.stop()
    return problems[0], fits


def _problem_of_help(window: Window) -> str:
    """What a build may have left behind: what is new, versions and places, parts and licences."""
    for name, words in (("show_news", __version__), ("show_check", str(machine_code()))):
        title = _opened(window, name)
        manual = window.helpers.manual
        if manual is None or words not in manual.reader.toPlainText() or _is_empty(manual):
            return tr("{command} does not say '{words}'", command=title, words=words)
    title = _opened(window, "about")
    about = next(reversed(window.findChildren(AboutWindow)), None)
    if about is None or not about.list.count() or _is_empty(about):
        return tr("{command} shows nothing that is inside", command=title)
    for row in range(about.list.count()):
        about.list.setCurrentRow(row)
        if not components()[row].text().strip() or not about.licence.toPlainText().strip():
            component = about.list.item(row).text()
            return tr("{command} has no licence of {component}", command=title, component=component)
    return ""


def _opened(window: Window, name: str) -> str:
    """The title of the command that opens it, chosen as a person would."""
    command = window.commands[name]
    command.trigger()
    QApplication.processEvents()
    return command.text().replace("&", "")


def _is_empty(shown: QWidget) -> bool:
    return not shown.isVisible() or _is_blank(shown.grab().toImage())


def _is_blank(picture: QImage) -> bool:
    small = picture.scaled(64, 64)
    return len({small.pixel(x, y) for x in range(64) for y in range(64)}) < 8
