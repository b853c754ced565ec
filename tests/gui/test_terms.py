"""The kernel builder, driven with clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from gpstudio.core.kernels import KERNELS
from gpstudio.gui.terms import TermsEditor
from gpstudio.gui.terms.rows import CURVES, NUMBERS
from gpstudio.gui.window import Window
from gpstudio.session import presets
from gpstudio.session.kernel_tree import Path as Place

from .conftest import PATIENCE, Find
from .test_forms import write


@pytest.fixture
def terms(window: Window, qtbot: QtBot, find: Find) -> TermsEditor:
    """Opened with its link, on a sum."""
    write(qtbot, find(QLineEdit, "kernel_line"), "matern32 + 0.5 * rbf(20) * constant")
    assert window.model.terms.isVisible()  # by itself: no single form can show a sum
    return window.model.terms


def kernel(window: Window) -> str:
    return window.desk.document.recipe.text("kernel")


def select(terms: TermsEditor, place: Place) -> None:
    terms.tree.setCurrentItem(terms.tree.item_at(place))
    terms.tree.setFocus()


def entry(menu: QMenu, title: str) -> QAction:
    menu.aboutToShow.emit()
    return next(action for action in menu.actions() if action.text() == title)


def press(qtbot: QtBot, find: Find, name: str) -> None:
    qtbot.mouseClick(find(QToolButton, name), Qt.MouseButton.LeftButton)


def test_that_the_terms_open_with_their_link_and_close_again(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    link = find(QPushButton, "edit_terms")
    assert not window.model.terms.isVisible()
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert window.model.terms.isVisible()
    assert link.text() == "Hide terms"
    # the first picture on a machine may compile, which nothing can interrupt
    whole = window.model.terms.tree.item_at(())
    qtbot.waitUntil(lambda: whole.data(0, CURVES) is not None, timeout=PATIENCE)
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert not window.model.terms.isVisible()


def test_that_a_sum_is_shown_as_a_tree_with_its_numbers(terms: TermsEditor) -> None:
    assert terms.tree.names == ["Sum", "Matérn 3/2", "+ Product", "RBF", "× Constant"]
    words = terms.tree.item_at((1, 0)).data(0, NUMBERS)
    assert words == "length 20"
    assert terms.tree.item_at((1,)).data(0, NUMBERS) == "variance 0.5"


def test_that_every_term_gets_its_picture(terms: TermsEditor, qtbot: QtBot) -> None:
    def drawn() -> bool:
        items = [terms.tree.item_at(place) for place in ((), (0,), (1,), (1, 0), (1, 1))]
        return all(item.data(0, CURVES) is not None for item in items)

    qtbot.waitUntil(drawn, timeout=PATIENCE)
    assert terms.tree.item_at(()).data(0, CURVES).shape == (120, 3)


def test_that_a_term_is_added_and_undone(window: Window, terms: TermsEditor) -> None:
    before = kernel(window)
    select(terms, (0,))
    entry(terms.add.menu(), "Matérn 5/2").trigger()
    assert kernel(window) == "matern32 + matern52 + 0.5 * rbf(20) * constant"
    assert terms.tree.path == (1,)
    window.commands["undo"].trigger()
    assert kernel(window) == before
    assert terms.tree.names[2] == "+ Product"


def test_that_a_term_is_multiplied_squared_and_replaced(window: Window, terms: TermsEditor) -> None:
    select(terms, (0,))
    entry(terms.multiply.menu(), "RBF").trigger()
    assert kernel(window) == "matern32 * rbf + 0.5 * rbf(20) * constant"
    entry(terms.change.menu(), "Square it").trigger()
    assert kernel(window) == "matern32 * rbf**2 + 0.5 * rbf(20) * constant"
    select(terms, (0, 1))
    assert terms.form.title.text() == "Power 2"
    entry(terms.change.menu(), "Take out of Power 2").trigger()
    entry(terms.change.menu(), "Matérn 5/2").trigger()
    assert kernel(window) == "matern32 * matern52 + 0.5 * rbf(20) * constant"


def test_that_what_cannot_stand_at_a_place_is_greyed_and_says_why(
    window: Window, terms: TermsEditor
) -> None:
    select(terms, (0,))
    white = entry(terms.multiply.menu(), KERNELS["white"].spec.title)
    assert not white.isEnabled()
    assert "noise" in white.toolTip()
    assert entry(terms.add.menu(), KERNELS["white"].spec.title).isEnabled()


def test_that_every_family_is_offered_where_terms_are_added(terms: TermsEditor) -> None:
    terms.add.menu().aboutToShow.emit()
    offered = [action.text() for action in terms.add.menu().actions()]
    assert offered == [spec.title for spec in KERNELS.specs]
    assert all(action.toolTip() for action in terms.add.menu().actions())


def test_that_the_keyboard_moves_and_removes_terms(
    window: Window, terms: TermsEditor, qtbot: QtBot, find: Find
) -> None:
    select(terms, (0,))
    qtbot.keyClick(terms.tree, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert kernel(window) == "0.5 * rbf(20) * constant + matern32"
    assert terms.tree.path == (1,)
    assert window.focusWidget() is terms.tree
    qtbot.keyClick(terms.tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert kernel(window) == "matern32 + 0.5 * rbf(20) * constant"
    press(qtbot, find, "terms_down")
    assert kernel(window) == "0.5 * rbf(20) * constant + matern32"
    terms.tree.setFocus()
    qtbot.keyClick(terms.tree, Qt.Key.Key_Delete)
    assert kernel(window) == "0.5 * rbf(20) * constant"
    assert not find(QToolButton, "terms_up").isEnabled()


def drop(terms: TermsEditor, source: Place, target: Place, share: float) -> None:
    """Let go of a dragged term over another, so far down its row."""
    select(terms, source)
    box = terms.tree.visualItemRect(terms.tree.item_at(target))
    terms.tree.dropEvent(
        QDropEvent(
            QPointF(box.center().x(), box.top() + share * box.height()),
            Qt.DropAction.MoveAction,
            QMimeData(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )


@pytest.mark.parametrize(
    ("source", "target", "share", "result"),
    [
        ((1,), (0,), 0.1, "0.5 * rbf(20) * constant + matern32"),
        ((0,), (1, 1), 0.9, "0.5 * rbf(20) * constant * matern32"),
        ((1, 0), (0,), 0.9, "matern32 + rbf(20) + 0.5 * constant"),
        ((0,), (1,), 0.6, "0.5 * rbf(20) * constant * matern32"),
    ],
)
def test_that_a_term_lands_where_it_is_dropped(
    window: Window,
    terms: TermsEditor,
    qtbot: QtBot,
    source: Place,
    target: Place,
    share: float,
    result: str,
) -> None:
    drop(terms, source, target, share)
    qtbot.waitUntil(lambda: kernel(window) == result, timeout=2_000)


def test_that_a_term_dropped_on_itself_stays(
    window: Window, terms: TermsEditor, qtbot: QtBot
) -> None:
    before = window.desk.document
    drop(terms, (1,), (1, 0), 0.5)
    qtbot.wait(20)
    assert window.desk.document is before


def test_that_the_fields_of_the_selected_term_write_its_numbers(
    window: Window, terms: TermsEditor, qtbot: QtBot
) -> None:
    select(terms, (1, 0))
    field = terms.form.findChild(QLineEdit, "length_start")
    assert field is not None
    assert field.text() == "20"
    write(qtbot, field, "35")
    assert kernel(window) == "matern32 + 0.5 * rbf(35) * constant"
    assert terms.tree.path == (1, 0)
    select(terms, (1,))
    variance = terms.form.findChild(QLineEdit, "variance_start")
    assert variance is not None
    variance.clear()
    qtbot.keyClick(variance, Qt.Key.Key_Return)
    assert kernel(window) == "matern32 + rbf(35) * constant"


def test_that_lists_and_priors_are_written_in_words(
    window: Window, terms: TermsEditor, qtbot: QtBot, find: Find
) -> None:
    select(terms, (0,))
    field = terms.form.findChild(QLineEdit, "length_start")
    assert field is not None
    write(qtbot, field, "around(40, 0.5)")
    assert kernel(window).startswith("matern32(around(40, 0.5)) + ")
    assert field.text() == "around(40, 0.5)"
    write(qtbot, field, "[30")
    assert "Length" in find(QLabel, "kernel_error").text()
    assert kernel(window).startswith("matern32(around(40, 0.5)) + ")
    write(qtbot, field, "[30, 60]")
    assert kernel(window).startswith("matern32([30, 60]) + ")


def test_that_the_form_above_leaves_the_numbers_to_the_terms(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    write(qtbot, find(QLineEdit, "kernel_line"), "matern32(30)")
    qtbot.mouseClick(find(QPushButton, "edit_terms"), Qt.MouseButton.LeftButton)
    lines = window.model.findChildren(QLineEdit, "length_start")
    assert [window.model.terms.isAncestorOf(line) for line in lines] == [True]
    assert lines[0].text() == "30"


def test_that_presets_in_words_write_the_kernel(window: Window, terms: TermsEditor) -> None:
    for preset in presets.offered():
        entry(terms.presets.menu(), preset.title).trigger()
        text = kernel(window)
        window.desk.document.recipe.with_choice("kernel", text)
        assert window.desk.document.recipe == window.desk.document.recipe.with_choice(
            "kernel", preset.text
        )


def test_that_automatic_shows_what_was_chosen_and_a_change_writes_it_out(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> None:
    opened(season)
    window.model.terms_button.click()
    fitted()
    terms = window.model.terms
    assert terms.note.isVisible()
    assert "length" in terms.tree.item_at(()).data(0, NUMBERS)
    entry(terms.add.menu(), KERNELS["constant"].spec.title).trigger()
    assert kernel(window).endswith("+ constant")
    assert not terms.note.isVisible()


def test_that_after_a_fit_each_term_shows_what_was_learnt(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(season)
    write(qtbot, find(QLineEdit, "kernel_line"), "matern32 + constant + white")
    fitted()
    tree = window.model.terms.tree
    for place in ((0,), (1,), (2,)):
        assert "variance" in tree.item_at(place).data(0, NUMBERS)
    assert "days" in tree.item_at((0,)).data(0, NUMBERS)


def test_that_wrong_words_beneath_the_tree_are_told_and_the_kernel_stays(
    window: Window, terms: TermsEditor, qtbot: QtBot, find: Find
) -> None:
    before = window.desk.document
    select(terms, (1, 0))
    field = terms.form.findChild(QLineEdit, "length_start")
    assert field is not None
    write(qtbot, field, "abc")
    assert "'abc' is not a number" in find(QLabel, "kernel_error").text()
    assert window.desk.document is before
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not find(QLabel, "kernel_error").isVisible()
    assert field.text() == "20"


@pytest.mark.parametrize("name", KERNELS.names)
def test_that_every_family_has_its_fields_and_reads_back(
    window: Window, terms: TermsEditor, name: str
) -> None:
    select(terms, (0,))
    action = entry(terms.add.menu(), KERNELS[name].spec.title)
    assert action.isEnabled(), action.toolTip()
    action.trigger()
    assert terms.tree.path == (1,)
    assert terms.form.node() == terms.form._node
    for field in terms.form.findChildren(QLineEdit):
        assert field.accessibleName()
        assert field.toolTip()
