"""The pictures of the manual, made by driving the real window; see ``manual_pictures``."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QPushButton, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.gui import main, recent
from gpstudio.gui.commands.tables import open_this_sample
from gpstudio.gui.lab import study_panel
from gpstudio.gui.pages.calendar import CalendarPage
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.pages.fits import FitsPage
from gpstudio.gui.pages.page import Page
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.pages.try_numbers import TryNumbersPage
from gpstudio.gui.settings.declared import THEME
from gpstudio.gui.terms.rows import CURVES
from gpstudio.gui.welcome.samples import FARMS, FIELD, QUESTION
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.project.recovery_file import ENDING
from gpstudio.session.request import Request

from .conftest import PATIENCE, shown_dialog
from .manual_pictures import FOLDER, LETTERS, POINTS, TAKEN, take
from .test_projects import unsaved

SIZE = 1200, 760


@pytest.fixture
def letters(application: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same on every machine, before any widget is made."""
    usual, set_letters = QFont(application.font()), main._set_letters

    def set_fixed(application: QApplication) -> None:
        set_letters(application)
        fixed = QFont(LETTERS)
        fixed.setPointSizeF(POINTS)
        application.setFont(fixed)

    monkeypatch.setattr(main, "_set_letters", set_fixed)
    yield
    application.setFont(usual)


@pytest.fixture(autouse=True)
def light(letters: None, window: Window, qtbot: QtBot) -> Iterator[None]:
    """Always the same: size, colours, panels where they are at first."""
    window.resize(*SIZE)
    window.commands["theme_light"].trigger()
    qtbot.wait(1)
    yield
    window.commands[f"theme_{THEME.entries[0].name}"].trigger()


@pytest.fixture
def field(window: Window, qtbot: QtBot) -> Window:
    """The sample with its dates."""
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        open_this_sample(window, FIELD)
    quiet(window)
    return window


@pytest.fixture
def farms(window: Window, qtbot: QtBot) -> Window:
    """Twelve fields of wheat with their dates."""
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        open_this_sample(window, FARMS)
    window.desk.do(SetRequest(Request(stages="wheat", index="NDVI")))
    quiet(window)
    wait_for_dates(window, qtbot)
    return window


def wait_for_dates(window: Window, qtbot: QtBot) -> None:
    """Of all fields, as they are asked for now."""

    def all_dated() -> bool:
        document = window.desk.document
        return document.fit_is_current and not document.outdated

    qtbot.waitUntil(all_dated, timeout=PATIENCE)
    qtbot.wait(200)


def quiet(window: Window) -> None:
    """Nothing that is another one at each run, such as how long it took."""
    window.messages.clear()
    window.status.tell("")


def tab(window: Window, page: type[Page]) -> QWidget:
    """The lower card with this page of it, and room for its rows."""
    window.pages.turn_to(page)
    card = window.pages.parentWidget()
    assert card is not None
    column = card.parentWidget()
    assert isinstance(column, QSplitter)
    column.setSizes([260, 400])
    return card


def side(inside: QWidget) -> QWidget:
    """The card that a panel stands in."""
    card = inside.parentWidget()
    assert card is not None
    return card


def test_that_the_page_of_welcome_is_as_pictured(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    now = datetime.now().astimezone()
    entries = []
    for name, days in (("Wheat 2024.gpstudio", 1), ("fields.csv", 3), ("Mill farm.xlsx", 5)):
        (tmp_path / name).touch()
        entries.append(recent.Recent(tmp_path / name, now - timedelta(days=days)))
    recent._keep(entries)
    window.resize(1000, 640)
    window.commands["show_welcome"].trigger()
    qtbot.wait(100)
    take(window, "welcome")


def test_that_a_question_about_a_table_is_as_pictured(window: Window, qtbot: QtBot) -> None:
    open_this_sample(window, QUESTION)
    dialog = shown_dialog(window, qtbot)
    dialog.resize(860, 500)
    qtbot.wait(50)
    take(dialog, "question")
    dialog.reject()


def test_that_a_field_with_its_dates_is_as_pictured(field: Window, qtbot: QtBot) -> None:
    qtbot.wait(50)
    take(field, "field")
    menu = field.tools.export_button.menu()
    menu.popup(field.mapToGlobal(field.rect().center()))
    take(menu, "exports")
    menu.close()
    for page, name in ((SeasonsPage, "seasons"), (ReportPage, "report"), (DataPage, "data")):
        take(tab(field, page), name)
    card = tab(field, DiagnosticsPage)
    qtbot.wait(300)
    take(card, "diagnostics")
    tab(field, StagesPage)
    side(field.curve).parentWidget().setSizes([470, 190])
    for name in ("show_draws", "show_residuals", "show_season"):
        field.commands[name].trigger()
    qtbot.wait(500)
    take(side(field.curve), "curve")


def test_that_ways_to_change_the_model_are_as_pictured(field: Window, qtbot: QtBot) -> None:
    qtbot.wait(300)
    take(side(field.model), "model")
    card = tab(field, TryNumbersPage)
    qtbot.wait(100)
    take(card, "tryout")
    field.resize(1360, SIZE[1])
    with qtbot.waitSignal(field.pages[ComparePage].view.listed, timeout=PATIENCE):
        field.pages.turn_to(ComparePage)
    with qtbot.waitSignal(field.pages[ComparePage].view.compared, timeout=PATIENCE):
        field.pages[ComparePage].view.start.click()
    take(card, "compare")
    with qtbot.waitSignal(field.pages[RivalsPage].view.listed, timeout=PATIENCE):
        field.pages.turn_to(RivalsPage)
    qtbot.wait(100)
    take(card, "rivals")
    field.desk.do(SetChoice("kernel", "matern32"))
    with qtbot.waitSignal(field.desk.fitted, timeout=PATIENCE):
        field.commands["fit"].trigger()
    field.pages.turn_to(FitsPage)
    qtbot.wait(200)
    take(card, "fits")
    field.desk.do(SetChoice("kernel", "matern32(40) + periodic(1, period=365.25) * matern52(400)"))
    fold(field)
    terms = field.model.terms
    qtbot.waitUntil(lambda: terms.tree.item_at(()).data(0, CURVES) is not None, timeout=PATIENCE)
    qtbot.wait(300)
    take(side(field.model), "terms")


def fold(window: Window) -> None:
    """The season's card gives its room to the model's."""
    button = window.season.findChild(QPushButton, "season_title")
    assert button is not None
    button.click()


def test_that_many_fields_are_as_pictured(farms: Window, qtbot: QtBot) -> None:
    take(side(farms.fields), "fields")
    take(farms.season, "season")
    farms.resize(1360, SIZE[1])
    card = tab(farms, StagesPage)
    qtbot.wait(50)
    take(card, "stages")
    tab(farms, CalendarPage)
    qtbot.wait(400)
    take(card, "calendar")


def test_that_what_can_be_recovered_is_as_pictured(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    window.resize(860, 560)
    window.desk.do(SetChoice("kernel", "rbf"))
    qtbot.waitUntil(lambda: bool(unsaved()), timeout=PATIENCE)
    (kept,) = unsaved()
    dead = kept.with_name(f"0123456789abcdef{ENDING}")
    shutil.copy(kept, dead)
    window.commands["undo"].trigger()
    window.projects.earlier.look_back()
    qtbot.waitUntil(window.projects.notices.isVisible, timeout=PATIENCE)
    take(window, "recovery", highest=230)
    dead.unlink()


def test_that_palette_and_settings_are_as_pictured(
    window: Window, season: Path, qtbot: QtBot
) -> None:
    # no dialog before it: the keyboard that comes back from one would close the palette
    window.desk.open(season, lambda _: None)
    qtbot.waitUntil(lambda: window.commands["fit"].isEnabled(), timeout=PATIENCE)
    qtbot.wait(50)
    window.commands["find_command"].trigger()
    palette = window.helpers.palette
    assert palette is not None
    qtbot.keyClicks(palette.line, "fit")
    qtbot.wait(50)
    take(palette, "palette")
    palette.close()
    window.commands["open_settings"].trigger()
    settings = window.helpers.settings
    assert settings is not None
    settings.resize(560, 420)
    qtbot.wait(50)
    take(settings, "settings")


def test_that_the_lab_is_as_pictured(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study_panel, "home", lambda: tmp_path / "GP Studio studies")
    window.commands["show_lab"].trigger()
    lab = window.sides.lab
    assert lab is not None
    qtbot.waitUntil(lambda: bool(lab.panel.outlook.text()), timeout=PATIENCE)
    lab.panel.choose("spectrum")
    lab.panel.show_settings({"sets": ("road", "flat"), "sigmas": (3.0,), "rows": 60})
    qtbot.waitUntil(lambda: bool(lab.panel.outlook.text()), timeout=PATIENCE)
    with qtbot.waitSignal(lab.ended, timeout=PATIENCE):
        lab.panel.run.click()
    qtbot.wait(300)
    take(window, "lab")


def test_that_every_kept_picture_was_taken(request: pytest.FixtureRequest) -> None:
    whole = {item.name for item in request.session.items if item.path == request.path}
    scenes = {name for name in globals() if name.endswith("_as_pictured")}
    if not scenes <= whole:
        pytest.skip("only some of the scenes were asked for")
    assert {path.stem for path in FOLDER.iterdir()} == TAKEN
