"""Seasons on the plot: their ends dragged, new ones drawn, their reasons told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from gpstudio.data.series import SECONDS, days_from_dates
from gpstudio.gui.curve.season_strip import free_part
from gpstudio.gui.window import Window
from gpstudio.session.fitting import Fit

from .conftest import PATIENCE
from .hand import Hand, place_of

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def shown(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> Window:
    """The field North with its fit: one season, from April to August 2021."""
    opened(season)
    fitted()
    return window


@pytest.fixture
def hand(shown: Window, qtbot: QtBot) -> Hand:
    return Hand(shown.plot, qtbot)


def fit_of(window: Window) -> Fit:
    fit = window.desk.document.fit
    assert fit is not None
    return fit


def day(text: str) -> float:
    return float(days_from_dates([text])[0])


def on_day(window: Window, time: float, value: float = 0.5) -> QPoint:
    return place_of(window.plot, time * SECONDS, value)


def windows(window: Window) -> tuple[tuple[float, float], ...]:
    document = window.desk.document
    return document.facts_of(document.selected).windows


def until_dated(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=PATIENCE)


def menu_of(window: Window) -> QMenu:
    found = [m for m in window.plot.findChildren(QMenu, "curve_menu") if m.isVisible()]
    assert len(found) == 1
    return found[0]


def choose(window: Window, name: str) -> None:
    menu = menu_of(window)
    action = menu.findChild(QAction, name)
    assert action is not None, f"the menu has no '{name}'"
    assert action.isEnabled()
    action.trigger()
    menu.close()


def test_that_dragging_the_start_of_a_season_dates_it_anew_and_can_be_undone(
    shown: Window, hand: Hand, qtbot: QtBot
) -> None:
    before = fit_of(shown)
    season = before.seasons[0]
    wanted = day("2021-05-01")
    hand.drag([on_day(shown, season.start), on_day(shown, season.start + 9), on_day(shown, wanted)])
    assert len(windows(shown)) == 1
    start, end = windows(shown)[0]
    assert abs(start - wanted) <= 1.0
    assert end == season.end
    assert shown.plot.ends.window == (start, end)
    until_dated(shown, qtbot)
    assert fit_of(shown).posterior is before.posterior
    assert fit_of(shown).seasons[0].start == start
    assert shown.desk.history.undo_title is not None
    assert shown.desk.history.undo_title.startswith("draw a season from 2021-0")
    shown.commands["undo"].trigger()
    until_dated(shown, qtbot)
    assert windows(shown) == ()
    assert fit_of(shown).seasons[0].start == season.start


def test_that_an_end_cannot_be_dragged_past_the_other(shown: Window, hand: Hand) -> None:
    season = fit_of(shown).seasons[0]
    hand.drag([on_day(shown, season.start), on_day(shown, season.end + 20)])
    assert all(end - start >= 1.0 for start, end in windows(shown))


def test_that_alt_and_a_stroke_draw_a_season_which_is_then_shown(
    shown: Window, hand: Hand, qtbot: QtBot
) -> None:
    first, last = day("2021-04-20"), day("2021-08-01")
    hand.drag([on_day(shown, first), on_day(shown, first + 40), on_day(shown, last)], ALT)
    start, end = windows(shown)[0]
    assert abs(start - first) <= 1.0
    assert abs(end - last) <= 1.0
    until_dated(shown, qtbot)
    assert [s.name for s in fit_of(shown).seasons] == ["2021"]
    assert shown.plot._season == "2021"
    assert "drawn by hand" in fit_of(shown).dates.findings.candidates[-1].reason


def test_that_a_stroke_draws_nothing_once_its_field_is_gone(
    shown: Window, hand: Hand, recwarn: pytest.WarningsRecorder
) -> None:
    first, last = (on_day(shown, day(text)) for text in ("2021-04-20", "2021-08-01"))
    hand.press(first, ALT)
    hand.move(last, ALT)
    assert shown.plot.pointing.readout.description is not None
    shown.projects.new()
    assert shown.desk.document.fit is None
    hand.move(last + QPoint(9, 0), ALT)
    hand.release(last, ALT)
    assert shown.plot.pointing.readout.description is None
    assert shown.desk.document.facts == {}
    assert [str(one.message) for one in recwarn] == []  # the plot's library turns faults into these


def test_that_escape_gives_a_drawn_season_up(shown: Window, hand: Hand, qtbot: QtBot) -> None:
    first, last = day("2021-04-20"), day("2021-08-01")
    hand.press(on_day(shown, first), ALT)
    hand.move(on_day(shown, last), ALT)
    description = shown.plot.pointing.readout.description
    assert description is not None
    assert description.heading.startswith("2021-04-")
    qtbot.keyClick(shown.plot, Qt.Key.Key_Escape)
    hand.release(on_day(shown, last), ALT)
    assert windows(shown) == ()


def test_that_a_season_can_be_asked_for_and_drawn_without_a_key(
    shown: Window, hand: Hand, qtbot: QtBot
) -> None:
    shown.commands["mouse_season"].trigger()
    assert shown.commands["mouse_season"].isChecked()
    hand.drag([on_day(shown, day("2021-04-20")), on_day(shown, day("2021-08-01"))])
    assert len(windows(shown)) == 1
    assert shown.commands["mouse_move"].isChecked()
    until_dated(shown, qtbot)


def test_that_the_menu_forgets_drawn_seasons(shown: Window, hand: Hand, qtbot: QtBot) -> None:
    place = on_day(shown, day("2021-07-20"), 0.1)
    hand.right_click(place)
    action = menu_of(shown).findChild(QAction, "forget_drawn")
    assert action is not None
    assert not action.isEnabled()
    menu_of(shown).close()
    found = fit_of(shown).seasons[0]
    hand.drag([on_day(shown, day("2021-04-20")), on_day(shown, day("2021-08-01"))], ALT)
    until_dated(shown, qtbot)
    hand.right_click(place)
    choose(shown, "forget_drawn")
    until_dated(shown, qtbot)
    assert windows(shown) == ()
    assert fit_of(shown).seasons[0] == found


def test_that_the_keyboard_alone_ends_a_season_at_a_reading(shown: Window, qtbot: QtBot) -> None:
    plot = shown.plot
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_End)
    qtbot.keyClick(plot, Qt.Key.Key_Left)
    middle = plot.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, middle, plot.mapToGlobal(middle))
    QApplication.sendEvent(plot, event)
    choose(shown, "end_here")
    assert windows(shown)[0][1] == day("2021-08-09")
    until_dated(shown, qtbot)


def test_that_a_stretch_that_is_no_season_tells_why(
    shown: Window, hand: Hand, qtbot: QtBot
) -> None:
    first, last = day("2021-07-12"), day("2021-08-20")
    hand.drag([on_day(shown, first), on_day(shown, last)], ALT)
    until_dated(shown, qtbot)
    refused = [bar for bar in shown.plot.strip.bars if not bar.candidate.accepted]
    assert len(refused) == 1
    place = shown.plot.box.mapToScene(refused[0].box.center()).toPoint()
    hand.hover(place)
    description = shown.plot.pointing.readout.description
    assert description is not None
    assert description.heading == "No season"
    assert "no peak in this window" in " ".join(description.lines)
    hand.hover(on_day(shown, last - 8, 0.7))
    description = shown.plot.pointing.readout.description
    assert description is not None
    assert any("no season: the curve has no peak" in line for line in description.lines)


def test_that_a_click_on_a_seasons_bar_shows_it(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
) -> None:
    opened(sample)
    fitted()
    bar = next(bar for bar in window.plot.strip.bars if bar.name == "2021a")
    hand = Hand(window.plot, qtbot)
    place = window.plot.box.mapToScene(bar.box.center()).toPoint()
    hand.hover(place)
    description = window.plot.pointing.readout.description
    assert description is not None
    assert description.heading == "Season 2021a"
    assert "amplitude" in description.lines[1]
    hand.click(place)
    assert window.plot._season == "2021a"
    assert window.plot.ends.window is not None


def test_that_what_others_leave_of_a_stretch_is_its_longest_part() -> None:
    assert free_part((0.0, 10.0), []) == (0.0, 10.0)
    assert free_part((0.0, 10.0), [(2.0, 3.0)]) == (3.0, 10.0)
    assert free_part((0.0, 10.0), [(6.0, 12.0), (-5.0, 1.0)]) == (1.0, 6.0)
    assert free_part((0.0, 10.0), [(-1.0, 20.0)]) == (0.0, 0.0)
    assert free_part((0.0, 10.0), [(20.0, 30.0)]) == (0.0, 10.0)


def test_that_no_bar_of_the_strip_lies_on_another(shown: Window, hand: Hand, qtbot: QtBot) -> None:
    """A stretch inside of a season that is refused, as drawn by hand or found."""
    hand.drag([on_day(shown, day("2021-07-12")), on_day(shown, day("2021-08-20"))], ALT)
    until_dated(shown, qtbot)
    bars = shown.plot.strip.bars
    assert {bar.candidate.accepted for bar in bars} == {True, False}
    for place, bar in enumerate(bars):
        assert not any(bar.box.intersects(other.box) for other in bars[:place])
