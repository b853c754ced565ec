"""Words of the import dialog: each choice told apart, one word for one thing, nothing stale."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.data.decisions import ABOUT
from gpstudio.data.table import read_table
from gpstudio.gui.importing.words import column_words, decision_word, format_word
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.window import Window

from .conftest import Find, Understood, shown_dialog

AMBIGUOUS = "date,ndvi\n03/04/2021,0.2\n04/04/2021,0.3\n05/05/2021,0.4\n06/06/2021,0.5\n"
HIGHEST = "TEMPERATURA MÁXIMA NA HORA ANT. (AUT) (°C)"
LOWEST = "TEMPERATURA MÍNIMA NA HORA ANT. (AUT) (°C)"


def test_that_two_answers_never_read_the_same(understood: Understood, tmp_path: Path) -> None:
    path = tmp_path / "hours.csv"
    text = f"station;date;{HIGHEST};{LOWEST}\nA;2021-04-01;1,5;2,5\nA;2021-04-02;3,5;4,5\n"
    path.write_text(text, encoding="utf-8")
    buttons = understood(path).account.questions.buttons
    first_lines = [button.text().splitlines()[0] for button in buttons]
    assert len(set(first_lines)) == len(buttons) == 2
    assert [button.accessibleName().split(",")[0] for button in buttons] == [HIGHEST, LOWEST]


def test_that_short_answers_stand_four_in_a_row(understood: Understood, tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    names = [f"b{place}" for place in range(6)]
    path.write_text(f"date,{','.join(names)}\n2021-04-01,1,2,3,4,5,6\n")
    buttons = understood(path).account.questions.buttons
    assert len({button.y() for button in buttons[:4]}) == 1
    assert buttons[4].y() > buttons[0].y()


def test_that_no_two_decisions_are_called_the_same_and_none_as_a_button_of_the_window(
    window: Window,
) -> None:
    called = [decision_word(about) for about in ABOUT]
    assert len(set(called)) == len(called)
    buttons = {button.text().replace("&", "") for button in window.findChildren(QPushButton)}
    assert buttons.isdisjoint(called)


def test_that_an_order_that_is_asked_for_is_not_shown_as_settled(tmp_path: Path) -> None:
    path = tmp_path / "ambiguous.csv"
    path.write_text(AMBIGUOUS)
    open_one, settled = (
        read_table(path, answers=answers).columns for answers in ({}, {"date": "day first"})
    )
    assert format_word(open_one[0]) == "DD/MM/YYYY ?"
    assert column_words(settled[0]) == "date, Time, DD/MM/YYYY"
    assert format_word(open_one[1]) == "number"


def test_that_the_status_line_does_not_go_on_about_a_file_that_is_read(
    window: Window,
    understood: Understood,
    opened: Callable[[Path], None],
    season: Path,
    sample: Path,
    find: Find,
    qtbot: QtBot,
) -> None:
    status = find(QLabel, "status")
    dialog = understood(season)
    qtbot.waitUntil(lambda: status.text() == "")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert status.text() == ""
    opened(sample)
    assert "readings" in status.text()
    shown_again = understood(season)
    qtbot.keyClick(shown_again, Qt.Key.Key_Escape)
    assert "Reading" not in status.text()


def test_that_a_paste_has_no_encoding_to_choose(window: Window, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("date\tndvi\n2021-04-17\t0.2\n2021-05-17\t0.4\n")
    qtbot.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    choices = shown_dialog(window, qtbot).account.differently.choices
    assert "delimiter" in choices
    assert "encoding" not in choices


def test_that_a_column_is_followed_to_where_its_new_role_puts_it(
    window: Window, understood: Understood, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "wide.csv"
    names = [f"notes_of_the_{place}th_visit" for place in range(12)]
    lines = [",".join(f"{name} {row}" for name in names) for row in range(4)]
    path.write_text("\n".join([",".join(names), *lines]))
    dialog = understood(path)
    assert dialog.account.problem.text()
    table, last = dialog.table, len(names) - 1
    table.header.ask_menu(last)
    next(a for a in table.actions_of_menu() if a.text().startswith("Reading")).trigger()
    shown_dialog(window, qtbot)
    assert table.rows.columns[last].role == "value"
    left = table.columnViewportPosition(last)
    assert 0 <= left < table.viewport().width()


def test_that_readings_without_a_name_are_not_called_value(
    understood: Understood, tmp_path: Path
) -> None:
    path = tmp_path / "across.csv"
    path.write_text("plot,2021-04-03,2021-04-11,2021-04-19\nA,0.2,0.3,0.4\nB,0.2,0.3,0.4\n")
    words = understood(path).plot.words.text()
    assert words.startswith("3 readings, 2021-04-03 to 2021-04-19")


def test_that_columns_and_decisions_share_a_narrow_window(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    window.pages.turn_to(DataPage)
    view = window.pages[DataPage].view
    for width, below in ((1000, True), (1800, False)):
        window.resize(width, 700)
        qtbot.waitUntil(lambda wanted=below: (view.columns.y() > view.decided.y()) == wanted)
        assert view.columns.columnViewportPosition(4) < view.columns.viewport().width()
