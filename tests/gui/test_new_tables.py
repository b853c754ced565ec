"""Another table begins with nothing of the one before; the way back to automatic is one click."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from two_fields import SEASON

from gpstudio.core.recipe import Recipe
from gpstudio.gui.curve.interaction import MOVE
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.settings.declared import CROP, HORIZON
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.document import Document
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.request import USUAL, Request

from .conftest import PATIENCE, shown_dialog

CHOICES = (("kernel", "rbf(30)"), ("approximation", "nystrom(rank=20)"), ("solver", "cg"))
CHOSEN = Request(stages="wheat", hemisphere="north", horizon=60.0, as_of=18_820.0)
TABLE = "date,evi\n2022-01-05,0.2\n2022-02-05,0.4\n2022-03-05,0.6\n2022-04-05,0.3\n"


@pytest.fixture
def chosen(window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot) -> Window:
    """A table with choices of every kind, also of the list and of the hand."""
    opened(season)
    for choice in CHOICES:
        window.desk.do(SetChoice(*choice))
    window.desk.do(SetRequest(CHOSEN))
    qtbot.keyClicks(window.fields.filter, "south")
    window.commands["mouse_select"].trigger()
    assert window.fields.model.listed == 1
    assert window.plot.lasso.is_on
    return window


def begins_anew(window: Window) -> bool:
    document = window.desk.document
    of_list = window.fields.filter.text(), window.fields.model.listed
    return (
        (document.recipe, document.request) == (Recipe(), USUAL)
        and of_list == ("", len(window.fields.model.series))
        and not window.plot.lasso.is_on
        and window.commands[f"mouse_{MOVE}"].isChecked()
        and window.model.forms["kernel"].choice.currentData() == "auto"
        and window.season.form.crop.currentData() == USUAL.stages
    )


def is_chosen(document: Document) -> bool:
    texts = [(name, document.recipe.text(name)) for name, _ in CHOICES]
    return texts == list(CHOICES) and document.request == CHOSEN


def paste(window: Window, qtbot: QtBot, text: str) -> None:
    window.projects.give_up()  # what was chosen is not to be asked about here
    QGuiApplication.clipboard().setText(text)
    window.commands["paste_table"].trigger()
    dialog = shown_dialog(window, qtbot)
    with qtbot.waitSignal(window.desk.opened, timeout=PATIENCE):
        dialog.import_button.click()


def test_that_another_file_begins_anew_and_undo_brings_all_back(
    chosen: Window, opened: Callable[[Path], None], tmp_path: Path
) -> None:
    before = chosen.desk.document
    path = tmp_path / "other.csv"
    path.write_text(TABLE, encoding="utf-8")
    opened(path)
    assert begins_anew(chosen)
    assert chosen.status.words.text().startswith("other.csv: ")
    chosen.commands["undo"].trigger()
    assert is_chosen(chosen.desk.document)
    assert chosen.status.words.text() == ""
    assert chosen.desk.document.table is before.table
    assert chosen.model.forms["solver"].choice.currentData() == "cg"
    chosen.commands["redo"].trigger()
    assert begins_anew(chosen)


def test_that_a_pasted_table_begins_anew_but_not_the_same_one_again(
    chosen: Window, qtbot: QtBot
) -> None:
    paste(chosen, qtbot, TABLE)
    assert begins_anew(chosen)
    chosen.desk.do(SetChoice("solver", "cg"))
    paste(chosen, qtbot, TABLE)
    assert chosen.desk.document.recipe.text("solver") == "cg"
    paste(chosen, qtbot, TABLE.replace("0.6", "0.7"))
    assert begins_anew(chosen)


def test_that_the_sample_begins_anew(chosen: Window, qtbot: QtBot) -> None:
    chosen.projects.give_up()
    with qtbot.waitSignal(chosen.desk.fitted, timeout=PATIENCE):
        chosen.commands["open_sample"].trigger()
    assert begins_anew(chosen)


def test_that_a_file_with_more_readings_keeps_what_was_chosen(
    chosen: Window, opened: Callable[[Path], None], season: Path
) -> None:
    season.write_text(f"{SEASON}South;10.09.2021;0,24;\n", encoding="utf-8")
    opened(season)
    assert is_chosen(chosen.desk.document)


def test_that_a_table_that_is_read_differently_keeps_what_was_chosen(
    chosen: Window, qtbot: QtBot
) -> None:
    chosen.pages[DataPage].view.change_asked.emit()
    dialog = shown_dialog(chosen, qtbot)
    with qtbot.waitSignal(chosen.desk.opened, timeout=PATIENCE):
        dialog.import_button.click()
    assert is_chosen(chosen.desk.document)


def test_that_a_new_table_is_asked_for_what_the_settings_say(
    chosen: Window, opened: Callable[[Path], None], tmp_path: Path
) -> None:
    CROP.keep("maize")
    HORIZON.keep("90")
    path = tmp_path / "other.csv"
    path.write_text(TABLE, encoding="utf-8")
    opened(path)
    request = chosen.desk.document.request
    assert (request.stages, request.horizon, request.as_of) == ("maize", 90.0, None)


def test_that_back_to_automatic_is_one_click_and_one_step(chosen: Window, qtbot: QtBot) -> None:
    for choice in (("mean", "zero"), ("likelihood", "student_t(4)"), ("learning", "fixed")):
        chosen.desk.do(SetChoice(*choice))
    before = chosen.desk.document
    button, act = chosen.model.automatic, chosen.commands["back_to_automatic"]
    assert button.isEnabled()
    assert act.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert chosen.desk.document.recipe == Recipe()
    assert chosen.desk.document.request == CHOSEN
    assert not button.isEnabled()
    assert not act.isEnabled()
    assert chosen.desk.history.undo_title == "back to automatic"
    chosen.commands["undo"].trigger()
    assert chosen.desk.document.recipe == before.recipe
    act.trigger()
    assert chosen.desk.document.recipe == Recipe()


def test_that_back_to_automatic_lets_go_of_wrong_words(chosen: Window, qtbot: QtBot) -> None:
    line = chosen.model.forms["kernel"].line
    assert line is not None
    line.setText("mattern")
    chosen.model.forms["kernel"].take_typed()
    assert chosen.model.forms["kernel"].error.text()
    chosen.commands["back_to_automatic"].trigger()
    assert chosen.model.forms["kernel"].error.text() == ""
    assert line.text() == "auto"
