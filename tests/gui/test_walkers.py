"""The walks find what is wrong: each is led past one fault that was made for it, and past none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from other_words import other
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpstudio.gui.canvas import Canvas
from gpstudio.gui.fields import describe
from gpstudio.gui.literal import in_entry, in_markup, in_title, tip
from gpstudio.gui.main import make_application
from gpstudio.gui.theme import Themes

from .walks.contrast import faint
from .walks.literal import BOLD, KEY, PICTURE, SIGN, STAR, changed
from .walks.names import nameless
from .walks.order import disorderly
from .walks.room import cramped
from .walks.words import untranslated

LONG = "Words that are longer than any narrow field"


@pytest.fixture
def panel(qapp: QApplication, qtbot: QtBot) -> Iterator[QWidget]:
    """A label, a field and two buttons in a row, with nothing wrong."""
    themes = Themes(make_application())
    themes.set_wish("light")
    made = QWidget()
    made.setObjectName("panel")
    column, row = QVBoxLayout(made), QHBoxLayout()
    column.addWidget(QLabel("A heading"))
    field = QLineEdit()
    field.setObjectName("field")
    describe(field, "Field", "What is to be written.")
    column.addWidget(field)
    for name in ("One", "Two"):
        button = QPushButton(name)
        button.setObjectName(name.lower())
        describe(button, name, "What it does.")
        row.addWidget(button)
    column.addLayout(row)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    made.close()
    made.deleteLater()
    themes.set_wish("system")
    themes.deleteLater()


def child(panel: QWidget, name: str) -> QWidget:
    found = panel.findChild(QWidget, name)
    assert found is not None
    return found


def label(panel: QWidget) -> QLabel:
    found = panel.findChild(QLabel)
    assert found is not None
    return found


def table(panel: QWidget, words: str) -> QTableWidget:
    made = QTableWidget(1, 1)
    describe(made, "Table", "Of one cell.")
    made.setItem(0, 0, QTableWidgetItem(words))
    made.setColumnWidth(0, 60)
    layout = panel.layout()
    assert layout is not None
    layout.addWidget(made)
    QApplication.processEvents()
    return made


def test_that_a_panel_without_a_fault_passes_every_walk(panel: QWidget) -> None:
    table(panel, "word")
    for walk in (nameless, disorderly, cramped, faint):
        assert list(walk(panel)) == []


def test_that_a_button_without_a_name_or_a_tooltip_is_found(panel: QWidget) -> None:
    child(panel, "field").setAccessibleName("")
    child(panel, "two").setToolTip("")
    assert list(nameless(panel)) == [
        "panel > field: no accessible name",
        "panel > two: no tooltip",
    ]


def test_that_a_way_that_jumps_back_is_found(panel: QWidget) -> None:
    QWidget.setTabOrder(child(panel, "two"), child(panel, "one"))
    assert any("jumps back to panel > one" in fault for fault in disorderly(panel))


def test_that_what_the_key_never_comes_to_is_found(panel: QWidget) -> None:
    trap = QPlainTextEdit()  # writes the tab
    trap.setObjectName("trap")
    layout = panel.layout()
    assert layout is not None
    layout.addWidget(trap)
    QApplication.processEvents()
    QWidget.setTabOrder(child(panel, "field"), trap)
    QWidget.setTabOrder(trap, child(panel, "one"))
    QWidget.setTabOrder(child(panel, "one"), child(panel, "two"))
    found = list(disorderly(panel))
    assert "panel > one: Tab does not come here" in found
    assert "panel > two: Tab does not come here" in found


def test_that_a_label_without_room_is_found_and_one_that_tells_itself_is_not(
    panel: QWidget,
) -> None:
    words = label(panel)
    words.setText(LONG)
    words.setFixedWidth(60)
    (fault,) = cramped(panel)
    assert LONG[:20] in fault
    words.setToolTip(f"<p>{LONG}</p>")
    assert list(cramped(panel)) == []


def test_that_a_wrapped_label_without_height_is_found(panel: QWidget) -> None:
    words = label(panel)
    words.setText(LONG)
    words.setWordWrap(True)
    words.setFixedSize(100, 16)
    assert len(list(cramped(panel))) == 1


def test_that_what_an_empty_field_says_has_room(panel: QWidget) -> None:
    field = child(panel, "field")
    assert isinstance(field, QLineEdit)
    field.setPlaceholderText(LONG)
    field.setFixedWidth(80)
    (fault,) = cramped(panel)
    assert "panel > field" in fault


def test_that_a_cut_cell_is_found(panel: QWidget) -> None:
    cut = table(panel, LONG)
    assert len(list(cramped(panel))) == 1
    item = cut.item(0, 0)
    assert item is not None
    item.setToolTip(LONG)
    assert list(cramped(panel)) == []


def test_that_what_stands_beyond_its_panel_is_found(panel: QWidget) -> None:
    stray = QLabel("beyond", panel)
    stray.show()
    stray.move(panel.width() - 10, 0)
    (fault,) = cramped(panel)
    assert "'beyond': cut at the side by" in fault


@pytest.mark.parametrize(("colour", "faults"), [("#6b6b6b", 0), ("#808080", 1), ("#f3f5f4", 1)])
def test_that_text_that_hardly_stands_out_is_found(
    panel: QWidget, colour: str, faults: int
) -> None:
    panel.setStyleSheet(f"#panel {{ background: #f3f5f4; }} QLabel {{ color: {colour}; }}")
    panel.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    QApplication.processEvents()
    found = list(faint(panel))
    assert len(found) == faults, found


def test_that_text_that_cannot_be_used_may_stand_out_less(panel: QWidget) -> None:
    panel.setStyleSheet("QPushButton:disabled { color: #999999; background: white; }")
    child(panel, "one").setEnabled(False)
    QApplication.processEvents()
    assert list(faint(panel)) == []


def test_that_words_in_plain_letters_are_found_where_all_have_others(panel: QWidget) -> None:
    for widget in panel.findChildren(QWidget):
        for name in ("text", "toolTip", "accessibleName", "accessibleDescription"):
            if hasattr(widget, name):
                setter = getattr(widget, f"set{name[0].upper()}{name[1:]}")
                setter(other(getattr(widget, name)()))
    assert list(untranslated(panel)) == []
    panel.findChildren(QPushButton)[0].setToolTip("Left behind.")
    (found,) = untranslated(panel)
    assert "Left behind" in found
    panel.findChildren(QPushButton)[0].setToolTip("kernel_1.csv, Ctrl+O, matern32(30) besides NDVI")
    (found,) = untranslated(panel)
    assert "'besides'" in found


HOSTILE = f"{PICTURE}> {BOLD} {SIGN}"


def shows(widget: QWidget) -> bool:
    """Whether the walk finds fault with it."""
    return any("zq" in fault for fault in changed(widget))


def test_that_a_label_that_guesses_is_found(panel: QWidget) -> None:
    (fault,) = changed(panel)
    assert "guesses" in fault
    words = label(panel)
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setText(HOSTILE)
    assert list(changed(panel)) == []
    words.setTextFormat(Qt.TextFormat.AutoText)
    assert shows(panel)


def test_that_a_letter_underlined_by_a_name_is_found(panel: QWidget) -> None:
    button, words = child(panel, "one"), label(panel)
    assert isinstance(button, QPushButton)
    button.setText(in_entry(KEY))
    assert not shows(panel)
    button.setText(KEY)
    assert shows(panel)
    button.setText("One")
    words.setTextFormat(Qt.TextFormat.PlainText)
    words.setText(KEY)
    assert not shows(panel)
    words.setBuddy(child(panel, "field"))
    assert shows(panel)


def test_that_a_tooltip_of_markup_is_found_wherever_it_is_told(panel: QWidget) -> None:
    box = QComboBox()
    box.addItem("one")
    layout = panel.layout()
    assert layout is not None
    layout.addWidget(box)
    cell = table(panel, "word").item(0, 0)
    assert cell is not None
    QApplication.processEvents()
    places = (
        child(panel, "one").setToolTip,
        lambda words: box.setItemData(0, words, Qt.ItemDataRole.ToolTipRole),
        cell.setToolTip,
    )
    for write in places:
        write(tip(HOSTILE))
        assert not shows(panel)
        write(HOSTILE)
        assert shows(panel)
        write("")


def test_that_the_name_of_an_axis_that_is_markup_is_found(panel: QWidget) -> None:
    plot = Canvas()
    layout = panel.layout()
    assert layout is not None
    layout.addWidget(plot)
    QApplication.processEvents()
    plot.setLabel("left", in_markup(HOSTILE))
    plot.setTitle(in_markup(HOSTILE))
    assert not shows(panel)
    for words in (PICTURE + ">", BOLD, SIGN):
        plot.setLabel("left", words)
        assert shows(panel)
    plot.setLabel("left", "")
    plot.setTitle(BOLD)
    assert shows(panel)


def test_that_a_title_that_loses_a_sign_of_the_name_is_found(panel: QWidget) -> None:
    panel.setWindowTitle(f"{in_title(STAR)}[*]")
    assert not shows(panel)
    panel.setWindowTitle(f"{STAR}[*]")
    assert shows(panel)
