"""The manual: complete, true to what is declared, and one key away from everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import SLOTS
from gpstudio.core.solvers import SOLVERS
from gpstudio.data.writing.columns import TABLES
from gpstudio.gui.commands.tables import open_sample
from gpstudio.gui.help import of_stages
from gpstudio.gui.help.glossary import meaning, terms
from gpstudio.gui.help.hovering import give_meanings
from gpstudio.gui.help.manual import Manual
from gpstudio.gui.help.markdown import plain
from gpstudio.gui.help.pages import BY_NAME, FIRST, MANUAL_PAGES, ManualPage, text_of
from gpstudio.gui.help.searching import pages_with
from gpstudio.gui.help.topics import TOPICS, topic_of
from gpstudio.gui.pages import PAGES
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.theme import DARK
from gpstudio.gui.window import Window
from gpstudio.phenology.quality.codes import CODES, LETTERS
from gpstudio.phenology.rivals import METHODS
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.templates import crops, load_template, shown_stages
from gpstudio.resources import resource
from gpstudio.session import observed, sowing

LINK = re.compile(r"\]\((\w+)\)")


def text(name: str) -> str:
    return text_of(BY_NAME[name])


@pytest.mark.parametrize("page", MANUAL_PAGES, ids=lambda page: page.name)
def test_that_every_page_begins_with_its_title_is_filled_and_links_to_pages(
    page: ManualPage,
) -> None:
    written = text_of(page)
    assert written.startswith(f"# {page.title}\n")
    assert "{{" not in written
    assert set(LINK.findall(written)) <= set(BY_NAME)
    assert not re.search(r"\n\n\n", written)


def test_that_every_file_is_a_page_and_every_page_has_a_topic_or_a_link_to_it() -> None:
    files = {path.stem for path in resource("help").glob("*.md")} - {"README"}
    assert files == set(BY_NAME)
    asked = {*TOPICS.values(), *(page.topic for page in PAGES)}
    linked = {name for page in MANUAL_PAGES for name in LINK.findall(text_of(page))}
    assert set(BY_NAME) - linked - asked == set()


def test_that_stages_are_told_with_rules_codes_and_what_they_rest_on() -> None:
    written = text("stages")
    for stage in shown_stages():
        assert f"## {plain(stage.title)}" in written
        assert plain(stage.help) in written
        assert plain(stage.scales) in written
    for spec in RULES.specs:
        assert plain(spec.formula) in written
    wheat = load_template("wheat").stage("heading")
    assert wheat is not None
    kinds = {of_stages._kind(anchor) for anchor in of_stages.anchors_of(wheat)}
    assert "calendar" in kinds
    assert f"| Wheat | {wheat.bbch} | {wheat.zadoks} |" in written


def test_that_crops_are_told_with_all_their_stages_and_how_far_to_trust_them() -> None:
    written = text("crops")
    for crop in crops():
        template = load_template(crop)
        assert f"## {template.title}" in written
    after = written.split("## Sorghum")[1].split("\n## ")[0]
    for stage in load_template("sorghum").stages:
        if stage.shown:
            assert f"| {stage.what.title} |" in after
    assert "± 4 d" in written


def test_that_letters_codes_columns_and_choices_are_those_that_are_declared() -> None:
    quality = text("quality")
    assert all(plain(help) in quality for _, help in LETTERS.values())
    assert all(f"`{name}`" in quality and plain(code.help) in quality
               for name, code in CODES.items())  # fmt: skip
    exports = text("exports")
    assert all(plain(column.help) in exports for table in TABLES.values() for column in table)
    files = text("files")
    for column in (*observed.COLUMNS, *sowing.COLUMNS):
        assert f"`{column.name}`" in files
        assert plain(column.help) in files
    choices = text("kernels") + text("computing")
    for slot in SLOTS:
        for spec in slot.registry.specs:
            assert f"## {plain(spec.title)}" in choices
            assert f"`{spec.signature}`" in choices
    assert all(f"## {plain(spec.title)}" in text("rivals") for spec in METHODS.specs)


def test_that_searching_puts_the_page_about_the_words_first() -> None:
    texts = {page: text_of(page) for page in MANUAL_PAGES}
    assert pages_with("", texts) == list(MANUAL_PAGES)
    assert pages_with("calibration", texts)[0].name == "observed"
    assert pages_with("gap readings", texts)[0].name == "quality"
    assert pages_with("MATERN 5/2", texts)[0].name == "kernels"
    assert pages_with("crocodile", texts) == []


def focusable(root: QWidget) -> list[QWidget]:
    return [
        widget
        for widget in root.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def test_that_every_widget_that_takes_the_keyboard_has_a_page(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    window.commands["show_lab"].trigger()
    window.commands["find_command"].trigger()
    window.commands["show_manual"].trigger()
    found = focusable(window)
    assert len(found) > 60
    lost = [w.objectName() or w.metaObject().className() for w in found if topic_of(w) is None]
    assert lost == []
    assert {*TOPICS.values(), *(page.topic for page in PAGES)} <= set(BY_NAME)


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("fields_list", "fields"),
        ("curve_plot", "curve"),
        ("kernel_choice", "kernels"),
        ("solver_choice", "computing"),
        ("season_crop", "crops"),
        ("export_button", "exports"),
    ],
)
def test_that_f1_opens_the_page_of_what_has_the_keyboard(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    find: Callable[[type[QWidget], str], QWidget],
    qtbot: QtBot,
    name: str,
    page: str,
) -> None:
    opened(season)
    widget = find(QWidget, name)
    widget.setFocus()
    qtbot.keyClick(widget, Qt.Key.Key_F1)
    manual = window.helpers.manual
    assert manual is not None
    assert manual.isVisible()
    assert not manual.isModal()
    assert manual.page.name == page


def test_that_f1_works_in_the_dialog_that_locks_the_window(
    window: Window, understood: Callable[[Path], QWidget], season: Path, qtbot: QtBot
) -> None:
    dialog = understood(season)

    def has_the_keyboard() -> bool:
        dialog.activateWindow()
        return dialog.isActiveWindow()

    qtbot.waitUntil(has_the_keyboard)
    qtbot.keyClick(dialog, Qt.Key.Key_F1)
    manual = dialog.findChild(Manual)
    assert manual is not None
    assert manual.page.name == "opening"
    manual.close()
    dialog.close()


@pytest.fixture
def manual(window: Window) -> Manual:
    window.helpers.open_manual("first_steps")
    assert window.helpers.manual is not None
    return window.helpers.manual


def test_that_back_and_forward_return_to_pages(manual: Manual, qtbot: QtBot) -> None:
    assert not manual.back.isEnabled()
    manual.open_page("stages")
    manual.open_page("crops")
    qtbot.mouseClick(manual.back, Qt.MouseButton.LeftButton)
    assert manual.page.name == "stages"
    qtbot.mouseClick(manual.back, Qt.MouseButton.LeftButton)
    assert manual.page is FIRST
    qtbot.mouseClick(manual.forward, Qt.MouseButton.LeftButton)
    assert manual.page.name == "stages"
    assert manual.list.currentItem().text() == "Stages"


def test_that_words_are_searched_and_enter_opens_the_best_page_on_them(
    manual: Manual, qtbot: QtBot
) -> None:
    qtbot.keyClicks(manual.search, "jitter")
    titles = [manual.list.item(row).text() for row in range(manual.list.count())]
    assert titles
    assert "Stages" not in titles
    qtbot.keyClick(manual.search, Qt.Key.Key_Return)
    assert manual.page.title == titles[0]
    assert manual.reader.textCursor().selectedText().casefold() == "jitter"
    qtbot.keyClicks(manual.search, "xyz")
    assert manual.list.count() == 0
    assert manual.nothing.isVisible()


def test_that_a_link_is_followed_to_its_page(manual: Manual) -> None:
    manual.reader.page_asked.emit("quality")
    assert manual.page.name == "quality"
    assert "Good" in manual.reader.toPlainText()


def test_that_no_page_is_wider_than_the_window(manual: Manual) -> None:
    manual.resize(manual.minimumSize())
    for page in MANUAL_PAGES:
        manual.open_page(page.name)
        QApplication.processEvents()
        assert manual.reader.horizontalScrollBar().maximum() == 0, page.name


def test_that_the_manual_takes_the_colours_of_the_theme(manual: Manual, window: Window) -> None:
    window.commands["theme_dark"].trigger()
    cursor = manual.reader.textCursor()
    cursor.movePosition(cursor.MoveOperation.NextCharacter)
    assert cursor.charFormat().foreground().color().name() == DARK.text
    window.commands["theme_system"].trigger()


def test_that_the_meaning_of_a_word_is_one_hover_away(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.desk.fitted, timeout=60_000):
        open_sample(window)
    window.pages.turn_to(ReportPage)
    words = [name for name in ("Log evidence", "Jitter", "Kernel") if meaning(name)]
    assert len(words) == 3

    def told() -> bool:
        labels = {
            one.text(): one.toolTip() for one in window.pages[ReportPage].view.findChildren(QLabel)
        }
        return all(labels.get(word) for word in words)

    qtbot.waitUntil(told)
    labels = {
        one.text(): one.toolTip() for one in window.pages[ReportPage].view.findChildren(QLabel)
    }
    assert meaning("Jitter") in labels["Jitter"]
    assert meaning("Jitter") in text("words").replace("\\", "")
    assert meaning("Chosen: Kalman") == SOLVERS["kalman"].spec.help


def test_that_a_meaning_goes_with_the_words_it_was_of(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    word, own = QLabel("Chosen: Kalman", root), QLabel("Jitter", root)
    own.setToolTip("Its own.")
    give_meanings(root)
    assert SOLVERS["kalman"].spec.help in word.toolTip()
    word.setText("Chosen: Cholesky")
    give_meanings(root)
    assert SOLVERS["cholesky"].spec.help in word.toolTip()
    word.setText("93.6")
    give_meanings(root)
    assert word.toolTip() == ""
    assert own.toolTip() == "Its own."


def test_that_every_name_in_the_report_has_a_meaning(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.desk.fitted, timeout=60_000):
        open_sample(window)
    window.pages.turn_to(ReportPage)
    quiet = [
        one.text()
        for one in window.pages[ReportPage].view.findChildren(QLabel)
        if one.property("rank") == "quiet"
    ]
    assert len(quiet) > 8
    assert [name for name in quiet if not meaning(name)] == []


def test_that_tabs_say_what_is_on_them(window: Window, qtbot: QtBot) -> None:
    bars = window.pages.findChildren(QTabBar)
    assert sum(bar.count() for bar in bars) > len(PAGES)
    qtbot.waitUntil(
        lambda: all(bar.tabToolTip(place) for bar in bars for place in range(bar.count()))
    )


def test_that_a_meaning_is_a_sentence() -> None:
    assert len(terms()) > 50
    for term in terms().values():
        assert term.meaning.endswith("."), term.name
        assert term.meaning[:1].upper() == term.meaning[:1], term.name
