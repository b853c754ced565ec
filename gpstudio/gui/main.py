"""Setting the application up: what is shared by every window, before the first one opens.

Nothing here imports scipy, numba or pandas: they are loaded by the first job, behind a window that
is already painted.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLibraryInfo,
    QLocale,
    QMessageLogContext,
    QSettings,
    QtMsgType,
    QTranslator,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFileOpenEvent, QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QApplication

from gpstudio import __version__
from gpstudio.core.memory import short_of
from gpstudio.gui.commands.crops import take_kept_folder
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.garbage import GarbageCollection
from gpstudio.gui.icons import program_icon
from gpstudio.gui.messages import Message
from gpstudio.gui.settings.usual import scale
from gpstudio.gui.theme import Themes
from gpstudio.gui.watchdog import Watchdog, notes_path
from gpstudio.gui.welcome.news import show_news_once
from gpstudio.gui.welcome.start import begin as begin_with_usual
from gpstudio.gui.welcome.start import prepare
from gpstudio.gui.window import Window
from gpstudio.resources import resource
from gpstudio.translation import language, tr

LETTERS = tr("DejaVu Sans")
SWITCH = 0.0005
"""Seconds."""


def main(argv: Sequence[str]) -> int:
    """Open the window, on a file when one is named, and stay until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends the program
    answer_first()
    application = make_application()
    window = Window(Themes(application))
    tell_faults_in(window)
    if isinstance(application, Program):
        application.file_asked.connect(lambda name: open_path(window, Path(name)))
    window.watchdog = Watchdog(notes_path(), window)
    window.painted.connect(GarbageCollection(window).begin)
    path = Path(argv[0]) if argv else None
    window.painted.connect(lambda: begin(window, path))
    window.helpers.layout.restore()
    prepare(window, path)
    window.show()
    code = application.exec()
    window.helpers.layout.keep()
    return leave(window, code)


class Program(QApplication):
    """On macOS a double click on a file comes as an event, whether the program runs already or not.
    Asked here, and not by a filter, which would see every event of every part of the window."""

    file_asked = Signal(str)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.file_asked.emit(event.file())
            return True
        return super().event(event)


def answer_first() -> None:
    """Work in other threads hands Python over to the window ten times as often as usual: during a
    batch the middle wait from a click to its paint fell from 34 to 24 ms."""
    sys.setswitchinterval(SWITCH)


def begin(window: Window, path: Path | None) -> None:
    """What the window starts with, once it can be seen."""
    show_news_once(window)  # before the file is noted as one that was opened: it may be the first
    window.projects.earlier.look_back()
    problem = take_kept_folder()
    if problem:
        window.desk.said.emit(Message.error(problem))
    if path is None:
        begin_with_usual(window)
    else:
        window.importer.arrived.connect(lambda _: window.desk.warm_up())
        open_path(window, path)


def tell_faults_in(window: Window) -> None:
    """A fault of ours in answering a click becomes a message; its traceback can be copied."""

    def tell(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        if isinstance(fault, MemoryError):
            window.messages.show_message(Message.error(short_of(fault)))
            return
        details = "".join(traceback.format_exception(kind, fault, trace))
        sentence = tr(
            "Something went wrong inside GP Studio ({kind}: {error}).",
            kind=kind.__name__,
            error=fault,
        )
        window.messages.show_message(Message.error(sentence, details))

    sys.excepthook = tell


def leave(window: Window, code: int) -> int:
    """End the process also where something cannot be interrupted, such as a compilation."""
    if window.desk.close():
        return code
    QSettings().sync()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def make_application() -> QApplication:
    """The one application of this process, with its name, style and letters."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        scale()
        application = Program(sys.argv[:1])
        if application.platformName() == "offscreen":
            qInstallMessageHandler(_say_what_matters)
    QCoreApplication.setOrganizationName("GP Studio")
    QCoreApplication.setApplicationName("GP Studio")
    QCoreApplication.setApplicationVersion(__version__)
    QGuiApplication.setDesktopFileName("gpstudio")
    application.setStyle("Fusion")
    application.setWindowIcon(program_icon())
    _set_letters(application)
    _speak(application)
    return application


def _speak(application: QApplication) -> None:
    """The buttons of Qt's own dialogs in the language of everything else."""
    words = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if language() and words.load(QLocale(language()), "qtbase", "_", folder):
        application.installTranslator(words)


def _say_what_matters(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    """Qt's words but for the ones it has at every window that nobody sees."""
    if not text.startswith("This plugin does not support "):
        print(text, file=sys.stderr)


def _set_letters(application: QApplication) -> None:
    """The system's letters, with ours for what they lack, and instead of none at all.

    A system without any font would draw a box for every letter, and nothing would fail.
    """
    had_letters = bool(QFontDatabase.families())
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        QFontDatabase.addApplicationFont(str(resource("fonts", name)))
    font = QFont(application.font())
    font.setFamilies([font.family(), LETTERS] if had_letters else [LETTERS])
    application.setFont(font)
