"""A field that is pointed at is shown in pieces: the newest wins, and nothing stays behind."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.gui.in_turns import InTurns
from gpstudio.gui.pages import FACES, TRUST
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.window import Window
from gpstudio.jobs.stepping_aside import ROOM
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.fitting import fit_series
from gpstudio.session.many import FitsOutcome
from gpstudio.session.request import Request

pytestmark = pytest.mark.gui
PATIENCE = 60_000
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def two(window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot) -> Window:
    """Both fields fitted, North shown."""
    opened(season)
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    desk = window.desk
    background = (desk._dating, desk._scoring)
    qtbot.waitUntil(lambda: not any(work.is_busy for work in background), timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.turns.is_pending, timeout=PATIENCE)
    assert window.desk.document.selected == "North"
    return window


def point(window: Window, qtbot: QtBot, group: str) -> None:
    view = window.fields.view
    index = window.fields.model.index(window.fields.model.row_of(group), 0)
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())


def stages_of(window: Window) -> str:
    fit = window.pages[StagesPage].view._fit
    return fit.series.group if fit is not None else ""


def shown_everywhere(window: Window) -> set[str]:
    """Groups that panels show, each in its own place."""
    pages = window.pages
    of_pages = (pages[kind].view._fit for kind in (StagesPage, SeasonsPage, DiagnosticsPage))
    fits = (*of_pages, pages[RivalsPage].view.fit, window.curve._fit)
    shown = {fit.series.group if fit is not None else "" for fit in fits}
    return shown | {window.model._document.selected, window.fields.selected_groups[0]}


def test_that_the_document_and_the_curve_are_there_first_and_the_panels_follow(
    two: Window, qtbot: QtBot
) -> None:
    point(two, qtbot, "South")
    assert two.desk.document.selected == "South"
    assert two.curve._fit is two.desk.document.fit
    assert two.turns.is_pending
    assert stages_of(two) == "North"
    with qtbot.waitSignal(two.turns.ended, timeout=PATIENCE):
        pass
    assert shown_everywhere(two) == {"South"}
    assert not two.turns.is_pending
    assert not ROOM.is_taken


def test_that_the_newest_of_quick_clicks_is_what_is_shown(two: Window, qtbot: QtBot) -> None:
    seen: list[str] = []
    show = two.pages[StagesPage].view.show_fit

    def noted(fit: object, *more: object) -> None:
        seen.append(two.desk.document.selected)
        show(fit, *more)  # type: ignore[arg-type]

    two.pages[StagesPage].view.show_fit = noted  # type: ignore[method-assign, assignment]
    for group in ("South", "North", "South"):
        point(two, qtbot, group)
    with qtbot.waitSignal(two.turns.ended, timeout=PATIENCE):
        pass
    assert set(seen) == {"South"}  # more than once where something of it arrived meanwhile
    assert shown_everywhere(two) == {"South"}


def test_that_a_command_right_after_a_click_is_about_the_new_field(
    two: Window, qtbot: QtBot
) -> None:
    before = dict(two.desk.document.fits)
    point(two, qtbot, "South")
    with qtbot.waitSignal(two.desk.fitted, timeout=PATIENCE) as fitted:
        two.commands["fit"].trigger()
    assert fitted.args is not None
    assert fitted.args[0].series.group == "South"
    assert two.desk.document.fits["North"] is before["North"]


def test_that_an_action_finds_every_panel_showing_the_new_field(two: Window, qtbot: QtBot) -> None:
    point(two, qtbot, "South")
    assert stages_of(two) == "North"
    two.commands["show_whole"].trigger()
    assert shown_everywhere(two) == {"South"}


def test_that_a_hand_on_a_panel_finds_it_showing_the_new_field(two: Window, qtbot: QtBot) -> None:
    point(two, qtbot, "South")
    bar = two.pages.tabs
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(FACES[0].groups.index(TRUST)).center())
    assert shown_everywhere(two) == {"South"}
    assert two.pages[TRUST.pages[0]].view.isVisible()


def test_that_whoever_asks_the_desk_finds_every_panel_there(two: Window, qtbot: QtBot) -> None:
    point(two, qtbot, "South")
    two.commands["undo"].trigger()
    assert shown_everywhere(two) == {"North"}


def test_that_a_page_turned_to_while_pieces_are_left_shows_the_new_field(
    two: Window, qtbot: QtBot
) -> None:
    point(two, qtbot, "South")
    two.pages.turn_to(ReportPage)
    fit = two.desk.document.fit
    assert fit is not None
    qtbot.waitUntil(lambda: not two.turns.is_pending, timeout=PATIENCE)
    assert shown_everywhere(two) == {"South"}


# the mechanism by itself


@pytest.fixture
def made(qtbot: QtBot) -> Iterator[tuple[InTurns, QPushButton, QPushButton]]:
    whole = QWidget()
    chooses, other = QPushButton("a", whole), QPushButton("b", whole)
    other.move(QPoint(0, 40))
    qtbot.addWidget(whole)
    whole.show()
    yield InTurns(chooses, whole), chooses, other
    whole.close()  # held until here: its children go with it


Made = tuple[InTurns, QPushButton, QPushButton]


def test_that_one_piece_is_made_a_turn(made: Made, qtbot: QtBot) -> None:
    turns, _, _ = made
    done: list[str] = []
    left: list[bool] = []

    def piece(name: str) -> Callable[[], None]:
        def make() -> None:
            done.append(name)
            left.append(turns.is_pending)

        return make

    turns.begin([piece("a"), piece("b")])
    assert not done
    with qtbot.waitSignal(turns.ended, timeout=PATIENCE):
        pass
    assert done == ["a", "b"]
    assert left == [True, False]


def test_that_what_is_newer_takes_the_place_of_what_is_left(made: Made, qtbot: QtBot) -> None:
    turns, _, _ = made
    done: list[str] = []
    turns.begin([lambda: done.append("old")])
    turns.begin([lambda: done.append("new")])
    with qtbot.waitSignal(turns.ended, timeout=PATIENCE):
        pass
    assert done == ["new"]


def test_that_what_is_made_at_once_hears_no_events_and_ends_a_turn_later(
    qtbot: QtBot,
) -> None:
    class Listening(InTurns):
        heard = 0

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            self.heard += 1
            return super().eventFilter(watched, event)

    chooses = QPushButton("field")
    qtbot.addWidget(chooses)
    turns, done = Listening(chooses, chooses), list[str]()
    turns.begin([lambda: done.append("old")])
    turns.make([lambda: done.append("a"), lambda: done.append("b")])
    assert done == ["a", "b"]
    with qtbot.waitSignal(turns.ended, timeout=PATIENCE):
        chooses.show()
    assert turns.heard == 0
    assert done == ["a", "b"]


def test_that_a_hand_elsewhere_has_the_rest_made_and_one_that_chooses_has_not(
    made: Made, qtbot: QtBot
) -> None:
    turns, chooses, other = made
    done: list[str] = []
    turns.begin([lambda: done.append("a")])
    qtbot.mouseClick(chooses, LEFT)
    assert not done
    qtbot.mouseClick(other, LEFT)
    assert done == ["a"]


def test_that_nothing_is_made_for_a_window_that_is_closed(made: Made, qtbot: QtBot) -> None:
    turns, _, _ = made
    done: list[str] = []
    turns.begin([lambda: done.append("a")])
    turns.close()
    qtbot.wait(20)
    assert not done


def test_that_a_click_during_a_batch_has_not_all_fields_looked_through(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What fields learn from each other waits for the last one, unless something else is asked."""
    opened(season)
    fitted()
    desk, let_go = window.desk, threading.Event()
    started: list[object] = []

    def one_and_wait(
        fields: Sequence[Series],
        recipe: Recipe,
        request: Request,
        *_: object,
        task: Task,
        **__: object,
    ) -> FitsOutcome:
        task.partial(fit_series(fields[1], recipe, request))
        assert let_go.wait(PATIENCE / 1000)
        return FitsOutcome((), ())

    monkeypatch.setattr("gpstudio.gui.desk.fit_fields", one_and_wait)
    monkeypatch.setattr(desk._dating._bridge, "start", lambda *work: started.append(work))
    desk.fit_many(["North", "South"])
    try:
        qtbot.waitUntil(lambda: "South" in desk.document.fits, timeout=PATIENCE)
        point(window, qtbot, "South")
        assert not started
        desk.do(SetRequest(replace(desk.document.request, index="EVI"), "index"))
        assert len(started) == 1
    finally:
        let_go.set()
    qtbot.waitUntil(lambda: not desk.is_busy, timeout=PATIENCE)
