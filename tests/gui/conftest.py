"""A window for every test that asks for one, and what drives it like a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from two_fields import SEASON

from gpstudio.data.table import read_table
from gpstudio.gui import desk
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.importing.dialog import ImportDialog
from gpstudio.gui.importing.importer import memory_path
from gpstudio.gui.main import make_application
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.resources import resource
from gpstudio.session.fitting import fit_series

from .remembered import fit_remembered

# Of every window's desk but where a test is about the work itself, or about what outlives it.
desk.fit_series = fit_remembered  # type: ignore[attr-defined]

PATIENCE = 60_000
"""Milliseconds for a fit: the first one on a machine compiles."""


@pytest.fixture(autouse=True)
def application(qapp: QApplication) -> Iterator[QApplication]:
    """Qt aborts the process where anything is drawn before there is an application.

    And without a screen it keeps what was copied beyond the end of Python, which it then asks to
    delete it: the whole run dies after its last test. So nothing copied outlives its test.
    """
    yield qapp
    QGuiApplication.clipboard().clear()


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first table on a machine compiles its reader: longer than a dialog may wait in a test."""
    path = tmp_path_factory.mktemp("compiled") / "season.csv"
    path.write_text(SEASON, encoding="utf-8")
    read_table(path)


@pytest.fixture
def sample() -> Path:
    return resource("sample", "alarc2_smith6_landsat_ndvi.csv")


@pytest.fixture
def season(tmp_path: Path) -> Path:
    path = tmp_path / "zwei Schläge.csv"
    path.write_text(SEASON, encoding="utf-8")
    return path


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    """Shown, empty, with nothing remembered; closed properly afterwards."""
    application = make_application()
    QSettings().clear()
    QSettings().setValue("model_folded", "no")  # most tests want its forms in sight
    memory_path().unlink(missing_ok=True)
    themes = Themes(application)
    made = Window(themes)
    try:
        made.show()
        _give_keyboard(made, qtbot)
        yield made
    finally:
        made.projects.give_up()
        made.close()
        made.deleteLater()
        themes.deleteLater()


def _give_keyboard(window: Window, qtbot: QtBot) -> None:
    """Ask until it is given: an X server without a window manager gives the keyboard to nobody by
    itself, and a platform that is busy closing the window before may overhear the first call."""

    def has_it() -> bool:
        window.activateWindow()
        return window.isActiveWindow()

    qtbot.waitUntil(has_it, timeout=PATIENCE)


@pytest.fixture
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fit is made anew, and nobody holds it but the window."""
    monkeypatch.setattr(desk, "fit_series", fit_series)


Find = Callable[[type[Any], str], Any]


@pytest.fixture
def another(qtbot: QtBot, window: Window) -> Iterator[Callable[[], Window]]:
    """Further windows, as further starts of the program have them."""
    made: list[tuple[Window, Themes]] = []

    def make() -> Window:
        themes = Themes(QApplication.instance())  # type: ignore[arg-type]
        made.append((Window(themes), themes))
        made[-1][0].show()
        return made[-1][0]

    yield make
    for other, themes in made:
        other.projects.give_up()
        other.close()
        other.deleteLater()
        themes.deleteLater()


@pytest.fixture
def find(window: Window) -> Find:
    """A widget by its object name."""

    def by_name(kind: type[QWidget], name: str) -> QWidget:
        found = window.findChild(kind, name)
        assert found is not None, f"there is no {kind.__name__} called '{name}'"
        return found

    return by_name


Understood = Callable[[Path], ImportDialog]


@pytest.fixture
def understood(window: Window, qtbot: QtBot) -> Understood:
    """Open a file and wait until the dialog shows what was understood of it."""

    def open_and_wait(path: Path) -> ImportDialog:
        open_path(window, path)
        return shown_dialog(window, qtbot)

    return open_and_wait


def shown_dialog(window: Window, qtbot: QtBot) -> ImportDialog:
    """The dialog, as soon as it shows a table and nothing is being read."""

    def is_there() -> bool:
        dialog = window.importer.dialog
        there = dialog is not None and dialog.isVisible() and dialog.reading is not None
        return there and not window.importer.is_busy

    qtbot.waitUntil(is_there, timeout=PATIENCE)
    assert window.importer.dialog is not None
    return window.importer.dialog


@pytest.fixture
def opened(window: Window, qtbot: QtBot, understood: Understood) -> Callable[[Path], None]:
    """Open a table, import it as it was understood, and wait until it is there."""

    def open_and_import(path: Path) -> None:
        dialog = understood(path)
        with qtbot.waitSignal(window.desk.opened, timeout=PATIENCE):
            dialog.import_button.click()
        _give_keyboard(window, qtbot)

    return open_and_import


@pytest.fixture
def fitted(window: Window, qtbot: QtBot) -> Callable[[], None]:
    """Press Fit and wait for the result."""

    def fit_and_wait() -> None:
        with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
            window.commands["fit"].trigger()

    return fit_and_wait
