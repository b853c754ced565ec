"""The import dialog: what is shown is what is taken, and everything can be said otherwise."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QSettings, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.decisions import DATES_ACROSS, ROLES, Said
from gpstudio.data.table import Table, read_table
from gpstudio.gui.commands.tables import change_table, open_path, open_sample
from gpstudio.gui.importing import importer as importer_module
from gpstudio.gui.importing.dialog import ONLY_IN_DOUBT, ImportDialog
from gpstudio.gui.importing.examples import example
from gpstudio.gui.importing.importer import memory_path
from gpstudio.gui.importing.roles_header import RolesHeader
from gpstudio.gui.importing.rows_model import HEAD_TINT, RowsModel, blend, role_colour
from gpstudio.gui.importing.saying import MenuWish, with_answer, with_role
from gpstudio.gui.importing.words import ROLE_WORDS
from gpstudio.gui.literal import tip
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.theme import DARK, LIGHT, Theme
from gpstudio.gui.window import Window

from .conftest import PATIENCE, Find, Understood, shown_dialog
from .test_access import TEXT_CONTRAST, contrast
from .test_opening import drop

AMBIGUOUS = "date,ndvi\n03/04/2021,0.2\n04/04/2021,0.3\n05/05/2021,0.4\n06/06/2021,0.5\n"
TWO_INDICES = "date,ndvi,evi\n2021-04-01,0.2,0.1\n2021-05-01,0.6,0.4\n2021-06-01,0.8,0.5\n"

Write = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Write:
    def write(text: str, name: str = "table.csv") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def settled(window: Window, qtbot: QtBot) -> ImportDialog:
    """The dialog, once the table was read as was just said."""
    return shown_dialog(window, qtbot)


def import_it(window: Window, qtbot: QtBot) -> Table:
    dialog = shown_dialog(window, qtbot)
    with qtbot.waitSignal(window.desk.opened, timeout=PATIENCE):
        qtbot.mouseClick(dialog.import_button, Qt.MouseButton.LeftButton)
    assert window.desk.document.table is not None
    return window.desk.document.table


def press_enter(dialog: QDialog, qtbot: QtBot) -> None:
    """Where the keyboard is: while a file is read, that throws nothing away."""
    qtbot.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()


def choose_role(dialog: ImportDialog, title: str) -> None:
    """The entry of the open menu that begins so."""
    actions = dialog.table.actions_of_menu()
    next(action for action in actions if action.text().startswith(title)).trigger()
    dialog.table.menu.close()


def test_that_what_is_shown_is_what_is_imported(
    window: Window, understood: Understood, season: Path, qtbot: QtBot
) -> None:
    dialog = understood(season)
    reading = dialog.reading
    assert reading is not None
    assert window.desk.document.table is None  # nothing is taken before somebody says so
    assert import_it(window, qtbot) is reading.table
    assert not dialog.isVisible()


def test_that_the_enter_key_imports_where_nothing_is_in_doubt_and_space_then_fits(
    window: Window, understood: Understood, season: Path, qtbot: QtBot
) -> None:
    dialog = understood(season)
    assert dialog.focusWidget() is dialog.import_button
    with qtbot.waitSignal(window.desk.opened, timeout=PATIENCE):
        qtbot.keyClick(dialog, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.focusWidget() is window.tools.fit_button)


def test_that_escape_changes_nothing(
    window: Window,
    opened: Callable[[Path], None],
    understood: Understood,
    sample: Path,
    season: Path,
    qtbot: QtBot,
) -> None:
    opened(sample)
    before = window.desk.document
    dialog = understood(season)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert window.desk.document is before
    assert not window.commands["undo"].isEnabled()


def test_that_the_sentence_and_the_reasons_are_told(
    understood: Understood, season: Path, find: Find
) -> None:
    dialog = understood(season)
    sentence = find(QLabel, "import_sentence").text()
    assert sentence == f"{read_table(season).sentence}."
    assert "3 rows set aside" in sentence
    rows = dialog.table.rows
    aside = rows.columnCount() - 1
    assert rows.headerData(aside, Qt.Orientation.Horizontal) == "Set aside"
    told = {rows.line(row): rows.index(row, aside).data() for row in range(rows.rowCount())}
    reasons = {line: reason for line, reason in told.items() if reason}
    assert reasons == {
        4: "without a value",
        9: "without a date",
        17: "with an unreadable value",
    }


def test_that_the_raw_text_stands_beside_with_its_header_and_reasons(
    understood: Understood, written: Write, qtbot: QtBot
) -> None:
    path = written("# station 7\n\nday;ndvi\n17.03.2021;0,2\n18.03.2021;\n19.03.2021;0,3\n")
    text = understood(path).text
    assert text.toPlainText().splitlines() == path.read_text(encoding="utf-8").splitlines()
    quiet = text.format_of(1)
    header = text.format_of(3)
    aside = text.format_of(5)
    assert quiet is not None
    assert not quiet.fontItalic()
    assert header is not None
    assert header.fontWeight() > 400
    assert aside is not None
    assert aside.fontItalic()
    assert text.format_of(4) is None
    assert text.reason(5) == "without a value"


def test_that_a_question_is_asked_first_and_its_answer_reads_the_file_again(
    window: Window, understood: Understood, written: Write, qtbot: QtBot, find: Find
) -> None:
    dialog = understood(written(AMBIGUOUS))
    assert not dialog.import_button.isEnabled()
    day, month = dialog.account.questions.buttons
    assert dialog.focusWidget() is day
    assert "03/04/2021 is 3 April 2021" in day.text()
    assert "03/04/2021 is 4 March 2021" in month.text()
    qtbot.keyClick(day, Qt.Key.Key_Escape)
    assert window.desk.document.table is None

    understood(written(AMBIGUOUS))
    qtbot.mouseClick(find(QPushButton, "answer_date_month first"), Qt.MouseButton.LeftButton)
    dialog = settled(window, qtbot)
    assert not dialog.account.questions.isVisible()
    assert dialog.focusWidget() is dialog.import_button
    import_it(window, qtbot)
    series = window.desk.document.series
    assert series is not None
    assert series.time[0] == 18_690.0  # 4 March 2021
    assert window.tools.fit_button.isEnabled()


def test_that_a_role_is_changed_on_the_head_with_the_mouse(
    window: Window, understood: Understood, written: Write, qtbot: QtBot
) -> None:
    dialog = understood(written(TWO_INDICES))
    header = dialog.table.header
    place = header.sectionViewportPosition(2) + 10
    qtbot.mouseClick(
        header.viewport(), Qt.MouseButton.LeftButton, pos=header.rect().topLeft() + _at(place)
    )
    assert dialog.table.menu.isVisible()
    choose_role(dialog, "Reading")
    dialog = settled(window, qtbot)
    table = import_it(window, qtbot)
    assert [column.role for column in table.columns] == ["time", "ignored", "value"]
    assert list(table.series[0].value) == [0.1, 0.4, 0.5]


def _at(x: int) -> object:
    from PySide6.QtCore import QPoint

    return QPoint(x, 20)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Menu])
def test_that_a_role_is_changed_on_the_head_with_the_keyboard(
    window: Window, understood: Understood, written: Write, qtbot: QtBot, key: Qt.Key
) -> None:
    dialog = understood(written(TWO_INDICES))
    header = dialog.table.header
    header.setFocus()
    qtbot.keyClick(header, Qt.Key.Key_End)
    assert header.current == 2
    qtbot.keyClick(header, Qt.Key.Key_Left)
    assert header.current == 1
    qtbot.keyClick(header, key)
    menu = dialog.table.menu
    assert menu.isVisible()
    ticked = [action.text() for action in menu.actions() if action.isChecked()]
    assert ticked == ["Reading: the values to be fitted"]
    for _ in range(len(ROLES) - 3):  # from the second of them to the last; a place it cannot be
        qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    dialog = settled(window, qtbot)
    assert dialog.reading is not None
    assert dialog.reading.table.columns[1].role == "ignored"
    assert dialog.focusWidget() is header
    assert header.current == 1


def test_that_the_menu_offers_every_role_and_shares_those_that_can_be_shared(
    understood: Understood, season: Path
) -> None:
    dialog = understood(season)
    assert set(ROLE_WORDS) == set(ROLES)
    dialog.table.header.ask_menu(3)
    titles = [action.text() for action in dialog.table.actions_of_menu()]
    dialog.table.menu.close()
    words = [title.partition(":")[0].partition(",")[0] for title in titles]
    offered = [word for role, (word, _) in ROLE_WORDS.items() if role != "place"]
    assert list(dict.fromkeys(words)) == offered
    assert "Field, together with plot" in titles
    assert "Time, together with date" in titles


def test_that_a_wish_the_file_refuses_is_one_sentence_and_the_table_stays(
    window: Window, understood: Understood, season: Path, qtbot: QtBot, find: Find
) -> None:
    dialog = understood(season)
    before = dialog.reading
    dialog.table.header.ask_menu(0)
    choose_role(dialog, "Reading")
    qtbot.waitUntil(lambda: not window.importer.is_busy, timeout=PATIENCE)
    told = find(QLabel, "import_problem")
    assert told.isVisible()
    assert "'plot'" in told.text()
    assert "Traceback" not in told.text()
    assert dialog.reading is before
    assert before is not None
    assert import_it(window, qtbot) is before.table


def test_that_a_decision_can_be_made_otherwise_and_taken_back(
    window: Window, understood: Understood, written: Write, qtbot: QtBot, find: Find
) -> None:
    dialog = understood(written("date;ndvi\n2021-04-17;0.2\n2021-05-17;0.4\n"))
    assert not dialog.account.differently.isVisible()
    qtbot.mouseClick(find(QPushButton, "unfold"), Qt.MouseButton.LeftButton)
    delimiter = find(QComboBox, "read_delimiter")
    assert delimiter.isVisible()
    assert delimiter.currentText() == "semicolon"
    delimiter.setCurrentIndex(delimiter.findText("comma"))
    delimiter.activated.emit(delimiter.currentIndex())
    qtbot.waitUntil(lambda: not window.importer.is_busy, timeout=PATIENCE)
    assert dialog.account.problem.isVisible()  # one column only
    assert delimiter.currentText() == "semicolon"
    assert dialog.reading is not None
    assert dialog.reading.table.said == Said()


def test_that_start_over_forgets_what_was_just_said(
    window: Window, understood: Understood, written: Write, qtbot: QtBot, find: Find
) -> None:
    dialog = understood(written(TWO_INDICES))
    assert dialog.account.start_over.isHidden()
    dialog.table.role_chosen.emit(2, MenuWish("value"))
    settled(window, qtbot)
    again = find(QPushButton, "start_over")
    assert again.isVisible()
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    dialog = settled(window, qtbot)
    assert dialog.reading is not None
    assert [column.role for column in dialog.reading.table.columns][1] == "value"


def test_that_an_answer_is_remembered_for_files_of_the_same_shape_and_can_be_forgotten(
    window: Window, understood: Understood, written: Write, qtbot: QtBot, find: Find
) -> None:
    dialog = understood(written(AMBIGUOUS))
    dialog.account.questions.buttons[1].click()
    settled(window, qtbot)
    assert not memory_path().exists()  # said, and not yet taken
    import_it(window, qtbot)
    assert memory_path().exists()

    other = written(AMBIGUOUS.replace("2021", "2022"), "next year.csv")
    dialog = understood(other)
    assert dialog.import_button.isEnabled()
    assert dialog.account.recalled.isVisible()
    assert dialog.reading is not None
    assert dialog.reading.table.said.answers == {"date": "month first"}
    qtbot.mouseClick(find(QPushButton, "forget_answers"), Qt.MouseButton.LeftButton)
    dialog = settled(window, qtbot)
    assert dialog.account.questions.isVisible()
    dialog.reject()
    assert understood(other).account.questions.isVisible()


def test_that_who_is_in_a_hurry_sees_the_dialog_only_when_something_is_in_doubt(
    window: Window, understood: Understood, season: Path, written: Write, qtbot: QtBot
) -> None:
    dialog = understood(season)
    qtbot.mouseClick(dialog.only_in_doubt, Qt.MouseButton.LeftButton, pos=_box(dialog))
    dialog.reject()
    assert QSettings().value(ONLY_IN_DOUBT, type=bool) is True
    with qtbot.waitSignal(window.desk.opened, timeout=PATIENCE):
        open_path(window, season)
    assert not dialog.isVisible()
    assert understood(written(AMBIGUOUS)).account.questions.isVisible()
    assert dialog.only_in_doubt.isChecked()


def test_that_a_remembered_answer_is_shown_even_to_who_is_in_a_hurry(
    window: Window, understood: Understood, written: Write, qtbot: QtBot
) -> None:
    QSettings().setValue(ONLY_IN_DOUBT, True)
    dialog = understood(written(AMBIGUOUS))
    dialog.account.questions.buttons[1].click()
    settled(window, qtbot)
    import_it(window, qtbot)
    again = understood(written(AMBIGUOUS.replace("2021", "2022"), "from elsewhere.csv"))
    assert again.isVisible()
    assert again.account.recalled.isVisible()


def _box(dialog: ImportDialog) -> object:
    from PySide6.QtCore import QPoint

    return QPoint(8, dialog.only_in_doubt.height() // 2)


def test_that_a_file_half_of_which_is_set_aside_is_in_doubt(
    window: Window, understood: Understood, written: Write
) -> None:
    QSettings().setValue(ONLY_IN_DOUBT, True)
    rows = "".join(f"2021-04-{day:02d},\n" for day in range(1, 20))
    dialog = understood(written(f"date,ndvi\n{rows}2021-05-17,0.2\n2021-05-18,0.3\n"))
    assert dialog.isVisible()


def test_that_reading_can_be_stopped_and_leaves_everything_as_it_was(
    window: Window, season: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object, task: Task) -> None:
        while True:
            task.report("Reading for ever", 0.4)
            task.check()
            time.sleep(0.01)

    monkeypatch.setattr(importer_module, "read_first", endless)
    open_path(window, season)
    qtbot.waitUntil(
        lambda: window.importer.dialog is not None and window.importer.dialog.progress.isVisible(),
        timeout=PATIENCE,
    )
    dialog = window.importer.dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert dialog.progress.words.text() == "Reading for ever"
    assert not dialog.import_button.isEnabled()
    press_enter(dialog, qtbot)
    assert window.importer.is_busy
    qtbot.mouseClick(dialog.progress.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=PATIENCE)
    assert window.desk.document.table is None
    assert not window.importer.is_busy


def test_that_reading_again_can_be_stopped_and_the_table_stays(
    window: Window, understood: Understood, season: Path, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    dialog = understood(season)
    before = dialog.reading

    def endless(*_: object, task: Task) -> None:
        while True:
            task.check()
            time.sleep(0.01)

    monkeypatch.setattr(importer_module, "read_said", endless)
    dialog.import_button.setFocus()
    dialog.table.role_chosen.emit(3, MenuWish("value"))
    assert not dialog.import_button.isEnabled()
    qtbot.waitUntil(dialog.progress.isVisible, timeout=PATIENCE)
    press_enter(dialog, qtbot)
    assert window.importer.is_busy
    qtbot.mouseClick(dialog.progress.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.importer.is_busy, timeout=PATIENCE)
    assert dialog.isVisible()
    assert dialog.reading is before
    assert dialog.import_button.isEnabled()


def test_that_the_small_plot_shows_the_readings_field_by_field(
    understood: Understood, season: Path, qtbot: QtBot, find: Find
) -> None:
    dialog = understood(season)
    assert dialog.plot.shown is read_by(dialog).series[0]
    assert "8 readings, 2021-04-03 to 2021-08-25, field 1 of 2" in dialog.plot.words.text()
    fields = find(QComboBox, "import_field")
    fields.setFocus()
    qtbot.keyClick(fields, Qt.Key.Key_Down)
    assert dialog.plot.shown is read_by(dialog).series[1]
    name = dialog.plot.canvas.accessibleName()
    assert "7 readings" in name
    assert "from 0.2 to 0.8" in name


def read_by(dialog: ImportDialog) -> Table:
    assert dialog.reading is not None
    return dialog.reading.table


def test_that_text_and_table_scroll_together_and_a_row_shows_its_line(
    understood: Understood, written: Write, qtbot: QtBot
) -> None:
    rows = "".join(f"2021-{1 + k // 28:02d}-{1 + k % 28:02d},0.{k:03d}\n" for k in range(150))
    dialog = understood(written(f"# one\n# two\ndate,ndvi\n{rows}"))
    table, text = dialog.table, dialog.text
    table.verticalScrollBar().setValue(40)
    assert text.verticalScrollBar().value() + 1 == table.rows.line(40) == 44
    text.verticalScrollBar().setValue(60)
    assert table.verticalScrollBar().value() == 57  # line 61 is the 58th row
    table.verticalScrollBar().setValue(0)
    assert text.verticalScrollBar().value() == 0  # with what stands above the table


def test_that_a_row_set_aside_is_grey_and_says_why(
    understood: Understood, season: Path, qtbot: QtBot
) -> None:
    rows = understood(season).table.rows
    place = Qt.ItemDataRole
    aside, used = rows.index(2, 2), rows.index(1, 2)
    assert aside.data(place.ToolTipRole) == tip("Set aside: without a value")
    assert aside.data(place.AccessibleDescriptionRole) == "Set aside: without a value"
    assert aside.data(place.ForegroundRole).name() == LIGHT.quiet or DARK.quiet
    assert used.data(place.ToolTipRole) is None
    assert used.data(place.ForegroundRole) is None


def test_that_a_table_of_500_columns_makes_only_what_is_on_screen(
    understood: Understood, written: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ",".join(f"F{k}" for k in range(500))
    rows = "".join(
        f"2021-04-{day:02d}," + ",".join(f"0.{k:03d}" for k in range(500)) + "\n"
        for day in range(1, 29)
    )
    asked = []
    original = RowsModel.data

    def counting(self: RowsModel, index: object, role: int = 0) -> object:
        asked.append(role)
        return original(self, index, role)  # type: ignore[arg-type]

    monkeypatch.setattr(RowsModel, "data", counting)
    dialog = understood(written(f"date,{names}\n{rows}"))
    dialog.table.viewport().grab()
    assert dialog.table.rows.columnCount() >= 501
    asked.clear()
    dialog.table.viewport().grab()
    assert len(asked) < 28 * 501


def test_that_a_table_is_pasted_from_the_clipboard(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    pytest.importorskip("gpstudio.data.source.pasted")
    QGuiApplication.clipboard().setText("date\tndvi\n2021-04-17\t0.2\n2021-05-17\t0.4\n")
    qtbot.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    table = import_it(window, qtbot)
    assert table.delimiter == "\t"
    assert list(table.series[0].value) == [0.2, 0.4]
    window.recent_menu.aboutToShow.emit()
    assert not window.recent_menu.actions()[0].isEnabled()  # a paste is no file


def test_that_a_file_copied_in_a_file_manager_is_pasted_too(
    window: Window, qtbot: QtBot, season: Path
) -> None:
    copied = QMimeData()
    copied.setUrls([QUrl.fromLocalFile(str(season))])
    QGuiApplication.clipboard().setMimeData(copied)
    window.commands["paste_table"].trigger()
    assert season.name in shown_dialog(window, qtbot).windowTitle()


def test_that_pasting_nothing_says_what_to_do(window: Window, find: Find) -> None:
    QGuiApplication.clipboard().setText("  \n")
    window.commands["paste_table"].trigger()
    assert "holds no table" in find(QLabel, "message").text()


def test_that_pasting_where_nothing_was_ever_copied_says_the_same(
    window: Window, find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clipboard of some systems then holds not even an empty thing."""
    clipboard = QGuiApplication.clipboard()
    monkeypatch.setattr(type(clipboard), "mimeData", lambda *_: None)
    window.commands["paste_table"].trigger()
    assert "holds no table" in find(QLabel, "message").text()


def test_that_the_data_tab_opens_the_dialog_again_on_the_present_table(
    window: Window, opened: Callable[[Path], None], written: Write, qtbot: QtBot, find: Find
) -> None:
    opened(written(TWO_INDICES))
    window.pages.turn_to(DataPage)
    qtbot.mouseClick(find(QPushButton, "change_table"), Qt.MouseButton.LeftButton)
    dialog = shown_dialog(window, qtbot)
    assert read_by(dialog) is window.desk.document.table
    dialog.table.role_chosen.emit(2, MenuWish("value"))
    settled(window, qtbot)
    import_it(window, qtbot)
    series = window.desk.document.series
    assert series is not None
    assert series.value_name == "evi"
    window.commands["undo"].trigger()
    series = window.desk.document.series
    assert series is not None
    assert series.value_name == "ndvi"


def test_that_the_sample_can_be_read_differently_too(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        open_sample(window)
    assert window.importer.dialog is None
    change_table(window)
    assert read_by(shown_dialog(window, qtbot)) is window.desk.document.table


def test_that_every_part_of_the_dialog_has_a_name_and_is_reached_with_the_tab_key(
    understood: Understood, season: Path, qtbot: QtBot
) -> None:
    dialog = understood(season)
    dialog.account.unfold.click()
    inputs = [
        widget
        for kind in (QAbstractButton, QComboBox, QPlainTextEdit, RolesHeader)
        for widget in dialog.findChildren(kind)
        if widget.isVisible() and not widget.objectName().startswith("qt_")
    ]
    inputs = [w for w in inputs if w.metaObject().className() != "QTableCornerButton"]
    inputs.append(dialog.table)
    for widget in inputs:
        assert widget.accessibleName(), widget.objectName()
        assert widget.accessibleDescription(), widget.objectName()
    reached = set()
    for _ in range(60):
        focus = dialog.focusWidget()
        assert focus is not None
        reached.add(focus.objectName())
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert {widget.objectName() for widget in inputs} <= reached


def test_that_no_two_mnemonics_of_the_dialog_are_the_same(
    understood: Understood, season: Path
) -> None:
    dialog = understood(season)
    keys = [
        button.text()[button.text().index("&") + 1].lower()
        for button in dialog.findChildren(QAbstractButton)
        if "&" in button.text()
    ]
    assert len(keys) == len(set(keys)), keys


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_the_words_of_a_head_are_readable_on_every_colour(theme: Theme) -> None:
    for role in ROLES:
        back = blend(theme.card, role_colour(theme, role), HEAD_TINT + 0.06).name()
        assert contrast(theme.text, back) >= TEXT_CONTRAST
        assert contrast(theme.quiet, back) >= TEXT_CONTRAST - 0.6
    assert len(set(theme.roles)) == len(ROLES)


def test_that_the_reason_of_a_line_is_one_hover_away(understood: Understood, season: Path) -> None:
    text = understood(season).text
    cursor = text.textCursor()
    cursor.setPosition(text.document().findBlockByNumber(3).position())
    place = text.cursorRect(cursor).center()
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, text.viewport().mapToGlobal(place))
    assert text.viewportEvent(event)
    assert text.reason(4) == "without a value"


def test_that_a_role_is_taken_from_the_column_that_had_it_unless_they_share(
    written: Write,
) -> None:
    path = written("site,plot,date,ndvi,evi\nA,1,2021-04-17,0.2,0.1\nA,2,2021-05-17,0.4,0.3\n")
    table = read_table(path, group="plot")
    said = with_role(table.said, table, 0, MenuWish("group"))
    assert dict(said.roles) == {"site": "group"}
    said = with_role(table.said, table, 0, MenuWish("group", ("plot",)))
    assert dict(said.roles) == {"plot": "group", "site": "group"}
    said = with_role(Said({"ndvi": "value"}, {"value": "ndvi"}), table, 4, MenuWish("value"))
    assert said == Said({"evi": "value"})
    said = with_role(table.said, table, 1, MenuWish("ignored"))
    assert said == Said({"plot": "ignored"}, one_field=True)


def test_that_a_folder_is_refused_in_one_sentence_without_a_dialog(
    window: Window, tmp_path: Path, qtbot: QtBot, find: Find
) -> None:
    with pytest.raises(InputError):
        read_table(tmp_path)
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        open_path(window, tmp_path)
    assert "is a folder" in find(QLabel, "message").text()
    assert window.importer.dialog is None or not window.importer.dialog.isVisible()


def test_that_a_table_that_cannot_be_read_yet_is_shown_and_mended_on_its_head(
    window: Window, understood: Understood, written: Write, qtbot: QtBot
) -> None:
    dialog = understood(written("a,b,c\n9,spring,33\n7,summer,17\n12,autumn,64\n"))
    assert "no column of dates" in dialog.account.problem.text()
    assert not dialog.import_button.isEnabled()
    assert dialog.focusWidget() is dialog.table.header
    dialog.table.role_chosen.emit(0, MenuWish("value"))
    settled(window, qtbot)
    dialog.table.role_chosen.emit(2, MenuWish("time"))
    settled(window, qtbot)
    assert dialog.account.problem.text() == ""
    series = import_it(window, qtbot).series[0]
    assert list(series.time) == [17.0, 33.0, 64.0]
    assert list(series.value) == [7.0, 9.0, 12.0]


def test_that_what_is_said_of_a_date_across_is_said_of_all_dates_across(written: Write) -> None:
    text = "field,2021-04-17,2021-05-17,2021-06-17\nA,0.2,0.4,0.6\nB,0.3,0.5,0.7\n"
    table = read_table(written(text))
    assert table.layout == DATES_ACROSS
    said = with_role(Said(), table, 2, MenuWish("ignored"))
    dates = ("2021-04-17", "2021-05-17", "2021-06-17")
    assert dict(said.roles) == dict.fromkeys(dates, "ignored")
    assert dict(with_role(Said(), table, 0, MenuWish("ignored")).roles) == {"field": "ignored"}


def test_that_keys_open_a_list_and_choose_only_there(
    window: Window, understood: Understood, written: Write, qtbot: QtBot, find: Find
) -> None:
    dialog = understood(written("date;ndvi\n2021-04-17;0.2\n2021-05-17;0.4\n"))
    dialog.account.unfold.click()
    delimiter = find(QComboBox, "read_delimiter")
    delimiter.setFocus()
    before = delimiter.currentText()
    qtbot.keyClick(delimiter, Qt.Key.Key_Down)
    assert delimiter.view().isVisible()
    assert delimiter.currentText() == before
    assert not window.importer.is_busy
    delimiter.hidePopup()


@pytest.mark.parametrize(
    ("about", "choice", "expected"),
    [
        ("date", "day first", "03/04/2021 is 3 April 2021"),
        ("date", "month first", "03/04/2021 is 4 March 2021"),
        ("date", "swapped", ""),
        ("decimal", "decimal comma", "1.234 is 1.234"),
        ("decimal", "thousands mark", "1.234 is 1234"),
        ("value", "ndvi", "1.234, 2.500"),
        ("value", "no such column", ""),
        ("scale", "as written", "2.500 is 2.5"),
        ("scale", "divided by 10", "2.500 is 0.25"),
        ("scale", "less 100, divided by 100", "2.500 is -0.975"),
        ("layout", "wide by field", "ndvi is a field"),
        ("layout", "long", "of one field, one of them is read"),
        ("layout", "wide by date", ""),
        ("tides", "high", ""),
    ],
)
def test_that_an_answer_shows_what_it_makes_of_the_cells(
    written: Write, about: str, choice: str, expected: str
) -> None:
    path = written("date;ndvi\n01/01/2021;\n03/04/2021;1.234\n04/05/2021;2.500\n")
    table = read_table(path, time="date", value="ndvi")
    assert example(table, about, choice) == expected


def test_that_a_memory_that_cannot_be_written_is_told_and_the_table_is_taken(
    window: Window, understood: Understood, written: Write, qtbot: QtBot, find: Find
) -> None:
    path = memory_path()
    path.mkdir(parents=True)
    try:
        understood(written(AMBIGUOUS)).account.questions.buttons[0].click()
        settled(window, qtbot)
        import_it(window, qtbot)
        assert window.messages.isVisible()
        assert "not remembered" in find(QLabel, "message").text()
    finally:
        path.rmdir()


def test_that_another_file_dropped_on_the_dialog_is_shown_instead(
    window: Window, understood: Understood, season: Path, written: Write, qtbot: QtBot
) -> None:
    dialog = understood(season)
    other = written(TWO_INDICES, "other.csv")
    assert drop(dialog, other, dialog.text.mapTo(dialog, dialog.text.rect().center()))
    qtbot.waitUntil(lambda: dialog.account.title.text() == "other.csv", timeout=PATIENCE)
    assert import_it(window, qtbot).path == other


def test_that_the_newest_word_about_a_column_counts_on_whichever_way_it_came() -> None:
    said = Said({"plot": "group", "cloud": "quality"}, one_field=False)
    answered = with_answer(said, "field", "site")
    assert answered == Said({"cloud": "quality"}, {"field": "site"})
    assert not with_answer(Said(one_field=True), "field", "site").one_field
    assert with_answer(Said(one_field=True), "date", "day first").one_field


def test_that_a_role_said_on_the_head_outdates_the_answer(written: Write) -> None:
    table = read_table(written("site,plot,date,ndvi\nA,1,2021-04-17,0.2\nA,2,2021-05-17,0.4\n"))
    said = with_role(
        Said(answers={"field": "site", "date": "day first"}), table, 1, MenuWish("group")
    )
    assert said == Said({"plot": "group"}, {"date": "day first"})
