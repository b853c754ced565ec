"""Undo and redo, from menu and keyboard, with names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from gpstudio.gui.window import Window

from .conftest import Find
from .test_forms import pick, write


def test_that_a_choice_is_undone_and_redone_by_name(window: Window, qtbot: QtBot) -> None:
    form = window.model.forms["kernel"]
    assert not window.commands["undo"].isEnabled()
    pick(form, next(spec for spec in form.slot.specs if spec.name == "rbf"))
    assert window.desk.document.recipe.text("kernel") == "rbf"
    assert window.commands["undo"].text() == "&Undo kernel rbf"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.document.recipe.text("kernel") == "auto"
    assert form.choice.currentText() == "Automatic"
    assert not window.commands["undo"].isEnabled()
    window.commands["redo"].trigger()
    assert window.desk.document.recipe.text("kernel") == "rbf"
    assert form.choice.currentText() == "RBF"


def test_that_undo_puts_wrong_words_away(window: Window, qtbot: QtBot, find: Find) -> None:
    expression = find(QLineEdit, "kernel_line")
    write(qtbot, expression, "rbf(20)")
    write(qtbot, expression, "rfb(30)")
    assert find(QLabel, "kernel_error").isVisible()
    window.commands["undo"].trigger()
    assert expression.text() == "auto"
    assert not find(QLabel, "kernel_error").isVisible()


def test_that_choosing_the_same_again_is_no_step(window: Window) -> None:
    form = window.model.forms["solver"]
    pick(form, form.slot.specs[0])
    assert not window.commands["undo"].isEnabled()


def test_that_opening_another_table_can_be_undone(
    window: Window, opened: Callable[[Path], None], sample: Path, season: Path
) -> None:
    opened(sample)
    assert not window.commands["undo"].isEnabled()  # there was nothing before the first
    opened(season)
    window.commands["undo"].trigger()
    assert window.desk.document.selected == "ALARC2_Smith6"
    assert window.fields.model.rowCount() == 1
    window.commands["redo"].trigger()
    assert window.desk.document.selected == "North"


def test_that_a_changed_model_marks_the_shown_curve_as_outdated(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(season)
    fitted()
    assert find(QLabel, "fit_hint").text() == ""
    write(qtbot, find(QLineEdit, "kernel_line"), "rbf(20)")
    assert "has changed" in find(QLabel, "fit_hint").text()
    assert window.plot.mean.is_dashed
    window.commands["undo"].trigger()
    assert find(QLabel, "fit_hint").text() == ""
    assert not window.plot.mean.is_dashed
