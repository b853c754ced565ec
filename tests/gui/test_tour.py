"""The first tour: over the real widgets, left at any time, shown once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from gpstudio.gui.commands.tables import open_sample
from gpstudio.gui.main import begin
from gpstudio.gui.tour.placing import placed
from gpstudio.gui.tour.steps import STEPS
from gpstudio.gui.tour.tour import Tour
from gpstudio.gui.window import Window

ROOM = QRect(0, 0, 1000, 700)
SIZE = QSize(340, 150)


@pytest.mark.parametrize(
    ("target", "side"),
    [
        (QRect(300, 20, 80, 30), "below"),
        (QRect(200, 500, 500, 190), "above"),
        (QRect(0, 5, 300, 690), "right"),
        (QRect(700, 5, 300, 690), "left"),
        (QRect(0, 0, 1000, 700), "over"),
    ],
)
def test_that_a_callout_stands_beside_its_target_and_inside_the_window(
    target: QRect, side: str
) -> None:
    found = placed(target, SIZE, ROOM)
    assert found.side == side
    assert ROOM.contains(found.where)
    assert (side == "over") == found.where.intersects(target)


@pytest.fixture
def tour(window: Window) -> Tour:
    window.commands["begin_tour"].trigger()
    assert window.helpers.tour is not None
    return window.helpers.tour


def test_that_five_steps_lead_over_the_real_widgets(
    tour: Tour, window: Window, qtbot: QtBot
) -> None:
    assert len(STEPS) == 5
    for step in STEPS:
        assert tour.step is step
        target = step.target(window)
        around = QRect(target.mapTo(window, QPoint(0, 0)), target.size())
        assert tour.ring.geometry().contains(around.intersected(window.rect()))
        assert window.rect().contains(tour.callout.geometry())
        assert tour.callout.text.text() == step.text
        assert tour.callout.next.hasFocus()
        qtbot.keyClick(tour.callout.next, Qt.Key.Key_Space)
    assert not tour.is_running
    assert not tour.callout.isVisible()
    assert not tour.ring.isVisible()


def test_that_it_can_be_left_at_any_time_and_gives_the_keyboard_back(
    window: Window, qtbot: QtBot
) -> None:
    window.tools.export_button.setFocus()
    window.commands["begin_tour"].trigger()
    tour = window.helpers.tour
    assert tour is not None
    qtbot.mouseClick(tour.callout.next, Qt.MouseButton.LeftButton)
    qtbot.keyClick(tour.callout.next, Qt.Key.Key_Escape)
    assert not tour.is_running
    assert QApplication.focusWidget() is window.tools.export_button


def test_that_back_leads_back(tour: Tour, qtbot: QtBot) -> None:
    assert not tour.callout.back.isEnabled()
    qtbot.mouseClick(tour.callout.next, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(tour.callout.back, Qt.MouseButton.LeftButton)
    assert tour.step is STEPS[0]


def test_that_the_window_can_be_used_meanwhile(tour: Tour, window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.desk.fitted, timeout=60_000):
        open_sample(window)
    assert tour.is_running


def test_that_it_follows_the_window(tour: Tour, window: Window, qtbot: QtBot) -> None:
    for _ in range(4):
        qtbot.mouseClick(tour.callout.next, Qt.MouseButton.LeftButton)
    window.resize(900, 600)

    def follows() -> bool:
        target = tour.step.target(window)
        around = QRect(target.mapTo(window, QPoint(0, 0)), target.size())
        return tour.ring.geometry().contains(around)

    qtbot.waitUntil(follows)
    assert window.rect().contains(tour.callout.geometry())


def test_that_it_is_offered_at_the_start_and_never_begins_by_itself(
    window: Window, qtbot: QtBot
) -> None:
    begin(window, None)
    assert window.helpers.tour is None
    welcome = window.sides.welcome
    assert welcome is not None
    with qtbot.waitSignal(window.desk.fitted, timeout=60_000):
        qtbot.mouseClick(welcome.tour, Qt.MouseButton.LeftButton)
    tour = window.helpers.tour
    assert tour is not None
    assert tour.is_running
    assert window.sides.is_fields  # over the sample: an empty window has nothing to show


def test_that_who_had_the_keyboard_may_be_gone_when_the_tour_ends(
    window: Window, qtbot: QtBot
) -> None:
    """A field of the model, where the kernel became another one meanwhile."""
    field = QLineEdit(window)
    field.show()
    field.setFocus()
    window.helpers.begin_tour()
    tour = window.helpers.tour
    assert tour is not None
    assert tour._before is field
    field.deleteLater()
    QCoreApplication.sendPostedEvents(field, QEvent.Type.DeferredDelete.value)
    tour.leave()
    assert not tour.is_running
