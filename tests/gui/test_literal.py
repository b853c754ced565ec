"""Words from outside come to Qt through one door, which is the only place that knows its markup."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.gui import literal
from gpstudio.gui.literal import in_entry, in_title, tip

from .walks.literal import HOSTILE, Shown, guessed, is_literal, without_keys

GUI = Path(literal.__file__).parent
OURS = (".help", ".about")
"""Attributes of declarations, which hold words of the program."""


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Of a method, in every module but the door, with the place of each."""
    for path in sorted({*GUI.rglob("*.py")} - {Path(literal.__file__)}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == name:
                yield f"{path.relative_to(GUI)}:{node.lineno}", node


def test_that_nobody_else_escapes_words() -> None:
    others = [path for path in GUI.rglob("*.py") if "html import" in path.read_text("utf-8")]
    assert [path.name for path in others] == ["literal.py"]


def test_that_an_axis_is_named_through_the_door() -> None:
    past = [place for place, call in calls("setLabel") if "in_markup(" not in ast.unparse(call)]
    assert past == []


def test_that_no_sentence_is_put_into_a_tooltip_as_it_is() -> None:
    """Written by ourselves where it stands, or by way of the door."""
    past = []
    for name, place in (("setToolTip", -1), ("setTabToolTip", 1), ("showText", 1)):
        for where, call in calls(name):
            written = ast.unparse(call.args[place])
            if not (written.startswith(("tip(", "tr(", "''")) or written.endswith(OURS)):
                past.append(f"{where}: {written}")
    assert past == []


def test_that_a_tip_shows_its_words_letter_by_letter() -> None:
    assert is_literal(Shown("it", HOSTILE, guessed(tip(HOSTILE))))
    assert tip("", "one", "two") == "<p>one</p><p>two</p>"
    assert tip("") == ""


def test_that_an_entry_and_a_button_show_their_words_letter_by_letter(qtbot: QtBot) -> None:
    menu, button = QMenu(), QPushButton(in_entry(HOSTILE))
    qtbot.addWidget(menu)
    qtbot.addWidget(button)
    action = menu.addAction(in_entry(f"{HOSTILE}\tCtrl+Q"))
    assert without_keys(action.text()) == f"{HOSTILE} Ctrl+Q"
    assert without_keys(button.text()) == HOSTILE
    assert button.shortcut().isEmpty()


@pytest.mark.parametrize("name", ["[*]", "a[*]b", "[*][*]", "x [*]"])
def test_that_a_title_keeps_the_sign_of_a_name(name: str, qtbot: QtBot) -> None:
    """Qt takes the last of an odd number of its signs, and halves the others."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setWindowTitle(f"{in_title(name)}[*] – GP Studio")
    window.setWindowModified(True)
    window.show()
    handle = window.windowHandle()
    assert handle is not None
    assert handle.title() == f"{name}* – GP Studio"
