"""Readings under the mouse and the keyboard: taken out, brought back, told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpstudio.data.decisions import SetAside
from gpstudio.data.series import Excluded, Series
from gpstudio.gui.curve.describing import Describer, aside_words
from gpstudio.gui.curve.lasso import enclosed
from gpstudio.gui.curve.spots import Spots
from gpstudio.gui.window import Window

from .conftest import Find
from .hand import Hand, place_of


@pytest.fixture
def shown(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> Window:
    """The field North with its fit: eight readings."""
    opened(season)
    fitted()
    return window


@pytest.fixture
def hand(shown: Window, qtbot: QtBot) -> Hand:
    return Hand(shown.plot, qtbot)


def values(window: Window) -> list[float]:
    series = window.desk.document.series
    assert series is not None
    return [round(value, 2) for value in series.value.tolist()]


def excluded(window: Window) -> list[float]:
    series = window.desk.document.series
    assert series is not None
    return [] if series.excluded is None else [round(v, 2) for v in series.excluded.value.tolist()]


def of_value(window: Window, value: float) -> QPoint:
    """Where the reading of this value is on screen."""
    spots = window.plot.readings.spots
    place = int(np.argmin(np.abs(spots.value - value)))
    return place_of(window.plot, *window.plot.readings.place_of(spots[place]))


def test_that_a_click_takes_a_reading_out_another_brings_it_back_and_undo_undoes(
    shown: Window, hand: Hand, find: Find
) -> None:
    before = shown.plot.getViewBox().viewRange()[0]
    place = of_value(shown, 0.78)
    hand.click(place)
    assert excluded(shown) == [0.78]
    assert 0.78 not in values(shown)
    assert shown.plot.mean.is_dashed
    assert "readings have changed" in find(QLabel, "fit_hint").text()
    assert shown.plot.getViewBox().viewRange()[0] == pytest.approx(before)
    hand.click(place)
    assert excluded(shown) == []
    assert 0.78 in values(shown)
    shown.commands["undo"].trigger()
    assert excluded(shown) == [0.78]
    shown.commands["undo"].trigger()
    assert excluded(shown) == []
    assert not shown.plot.mean.is_dashed


def test_that_a_click_where_no_reading_is_takes_none_out(shown: Window, hand: Hand) -> None:
    hand.click(of_value(shown, 0.78) + QPoint(0, 40))
    assert excluded(shown) == []
    assert shown.desk.history.undo_title is None


def test_that_shift_and_a_straight_stroke_take_out_what_its_rectangle_holds(
    shown: Window, hand: Hand
) -> None:
    first, last = of_value(shown, 0.78), of_value(shown, 0.81)
    high = min(of_value(shown, 0.86).y(), first.y())
    hand.drag(
        [QPoint(first.x() - 12, high - 12), QPoint(last.x() + 12, first.y() + 12)],
        Qt.KeyboardModifier.ShiftModifier,
    )
    assert excluded(shown) == [0.78, 0.86, 0.81]
    assert shown.desk.history.undo_title == "exclude 3 readings"


def test_that_a_lasso_takes_out_what_it_goes_around(shown: Window, hand: Hand) -> None:
    """The triangle has 0.86 in its rectangle, but not inside."""
    low, top, right = (of_value(shown, v) for v in (0.55, 0.86, 0.81))
    way = [
        QPoint(low.x() - 12, low.y() + 24),
        QPoint(low.x() - 12, low.y() - 14),
        QPoint(right.x() + 30, low.y() - 14),
        QPoint(right.x() + 30, top.y() - 20),
        QPoint(right.x() + 45, low.y() + 24),
    ]
    hand.drag(way, Qt.KeyboardModifier.ShiftModifier)
    assert 0.55 in excluded(shown)
    assert 0.86 not in excluded(shown)


def test_that_a_lasso_about_readings_that_are_all_out_brings_them_back(
    shown: Window, hand: Hand
) -> None:
    place = of_value(shown, 0.86)
    around = [place + QPoint(-9, -9), place + QPoint(9, 9)]
    hand.drag(around, Qt.KeyboardModifier.ShiftModifier)
    assert excluded(shown) == [0.86]
    hand.drag(around, Qt.KeyboardModifier.ShiftModifier)
    assert excluded(shown) == []


def test_that_a_stroke_without_shift_moves_the_view(shown: Window, hand: Hand) -> None:
    before = shown.plot.getViewBox().viewRange()[0]
    place = of_value(shown, 0.86)
    hand.drag([place + QPoint(0, 50), place + QPoint(-80, 50)])
    after = shown.plot.getViewBox().viewRange()[0]
    assert after[0] > before[0]
    assert excluded(shown) == []


def test_that_escape_gives_a_lasso_up(shown: Window, hand: Hand, qtbot: QtBot) -> None:
    place = of_value(shown, 0.86)
    shift = Qt.KeyboardModifier.ShiftModifier
    hand.press(place + QPoint(-9, -9), shift)
    hand.move(place + QPoint(9, 9), shift)
    assert len(shown.plot.lasso.shape_drawn) == 4
    qtbot.keyClick(shown.plot, Qt.Key.Key_Escape)
    hand.move(place + QPoint(12, 12), shift)
    hand.release(place + QPoint(12, 12), shift)
    assert excluded(shown) == []


def test_that_hovering_tells_date_value_and_what_a_click_does(shown: Window, hand: Hand) -> None:
    hand.hover(of_value(shown, 0.78))
    description = shown.plot.pointing.readout.description
    assert description is not None
    assert description.heading == "Reading of 2021-06-06: 0.780"
    assert any("95 %" in line for line in description.lines)
    assert "take it out" in description.hint
    hand.click(of_value(shown, 0.78))
    hand.hover(of_value(shown, 0.78))
    description = shown.plot.pointing.readout.description
    assert description is not None
    assert "Taken out by hand" in description.hint


def test_that_the_readout_goes_with_the_mouse_and_stays_inside(
    shown: Window, hand: Hand, qtbot: QtBot
) -> None:
    plot = shown.plot
    box = plot.box.sceneBoundingRect().toRect()
    for place in (box.topLeft() + QPoint(5, 5), box.bottomRight() - QPoint(5, 5), box.center()):
        hand.hover(place)
        assert plot.pointing.readout.isVisible()
        assert plot.rect().contains(plot.pointing.readout.geometry())
    hand.leave()
    assert not plot.pointing.readout.isVisible()


def test_that_the_keyboard_steps_takes_out_and_brings_back(shown: Window, qtbot: QtBot) -> None:
    plot = shown.plot
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    assert plot.accessibleDescription().startswith("Reading 1 of 8: 2021-04-03, 0.210, used")
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert "2021-04-19" in plot.accessibleDescription()
    qtbot.keyClick(plot, Qt.Key.Key_Delete)
    assert excluded(shown) == [0.28]
    assert "taken out by hand" in plot.accessibleDescription()
    qtbot.keyClick(plot, Qt.Key.Key_Delete)
    assert excluded(shown) == [0.28]
    qtbot.keyClick(plot, Qt.Key.Key_Insert)
    assert excluded(shown) == []
    qtbot.keyClick(plot, Qt.Key.Key_End)
    assert "Reading 8 of 8" in plot.accessibleDescription()
    assert plot.pointing.readout.isVisible()


def test_that_too_few_readings_are_not_left(shown: Window, hand: Hand, find: Find) -> None:
    box = shown.plot.box.sceneBoundingRect().toRect()
    hand.drag(
        [box.topLeft() + QPoint(2, 2), box.bottomRight() - QPoint(2, 2)],
        Qt.KeyboardModifier.ShiftModifier,
    )
    assert excluded(shown) == []
    assert "must stay" in find(QLabel, "message").text()


def series_of(count: int) -> Series:
    random = np.random.default_rng(0)
    time = np.sort(random.uniform(0, 1_000, count))
    return Series("a", time, random.normal(size=count), "day", "ndvi", dated=False)


def test_that_the_nearest_reading_is_that_of_a_look_at_all() -> None:
    spots = Spots.of(series_of(5_000))
    random = np.random.default_rng(1)
    reach = (1.0, 0.1)
    for _ in range(200):
        time, value = random.uniform(0, 1_000), random.normal()
        off = ((spots.time - time) / reach[0]) ** 2 + ((spots.value - value) / reach[1]) ** 2
        wanted = int(np.argmin(off)) if off.min() <= 1.0 else None
        assert spots.nearest(time, value, reach) == wanted


def test_that_a_shape_holds_what_a_point_in_polygon_test_of_qt_says() -> None:
    from PySide6.QtGui import QPolygonF

    spots = Spots.of(series_of(2_000))
    corners = np.array([[100.0, -1.0], [900.0, -0.5], [300.0, 0.0], [700.0, 1.5], [200.0, 0.7]])
    shape = QPolygonF([QPointF(x, y) for x, y in corners])
    wanted = [
        place
        for place in range(len(spots))
        if shape.containsPoint(
            QPointF(spots.time[place], spots.value[place]), Qt.FillRule.OddEvenFill
        )
    ]
    assert spots.inside(corners).tolist() == wanted


def test_that_a_square_encloses_its_area() -> None:
    assert enclosed(np.array([[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [0.0, 2.0]])) == 6.0


def test_that_all_kinds_of_readings_are_told_with_their_weight() -> None:
    time = np.array([1.0, 3.0])
    series = Series(
        "a", time, np.array([0.2, 0.4]), "date", "ndvi", True, np.array([0.5, 1.0]),
        aside=(np.array([2.0]), np.array([0.1])),
        excluded=Excluded(np.array([2.5]), np.array([0.9]), np.array([0.25])),
    )  # fmt: skip
    spots = Spots.of(series)
    assert [spots[place].kind for place in range(4)] == ["used", "aside", "excluded", "used"]
    assert spots.movable.tolist() == [True, False, True, True]
    describer = Describer(series, None, spots)
    description = [describer.of_spot(spots[place]) for place in range(4)]
    assert description[0].heading == "Reading of 1970-01-02: 0.200"
    assert description[0].lines == ("weight 0.5",)
    assert "takes no part" in description[1].hint
    assert description[1].lines == ("set aside when the table was read",)
    assert description[2].lines == ("weight 0.25",)
    assert description[2].heading == "Reading of 1970-01-03 12:00:00: 0.900"
    assert spots.find((2.5, 0.9)) == 2
    assert spots.find((2.5, 0.8)) is None


def test_that_why_a_reading_was_set_aside_is_told_as_far_as_the_table_knows() -> None:
    cloud, flag = SetAside("under clouds", 1_200), SetAside("flagged", 3)
    assert aside_words([cloud]) == "set aside when the table was read: under clouds"
    several = aside_words([cloud, flag, SetAside("a", 2), SetAside("b", 1)])
    assert several.endswith("; of the table's rows 1,200 under clouds, 3 flagged, 2 a, 1 more")


@pytest.mark.parametrize("many", [5, 4_000])
def test_that_readings_taken_out_are_crossed(shown: Window, qtbot: QtBot, many: int) -> None:
    """Of many that cover each other some are drawn, and no place stays empty."""
    plot = shown.plot
    left, right = plot.box.viewRange()[0]
    x = np.linspace(left + 0.1 * (right - left), left + 0.3 * (right - left), many)
    crosses = plot.readings.crosses
    before = plot.viewport().grab().toImage()
    crosses.set_places(x, np.full(many, 0.7), of=shown.desk.document.series)
    after = plot.viewport().grab().toImage()
    ratio = after.devicePixelRatio()
    for place in (x[0], x[many // 2], x[-1]):
        there = place_of(plot, place, 0.7)
        pixels = [
            (round(ratio * (there.x() + i)), round(ratio * (there.y() + j)))
            for i in range(-4, 5)
            for j in range(-4, 5)
        ]
        assert any(before.pixelColor(*p) != after.pixelColor(*p) for p in pixels)


TWICE = (
    "date,ndvi\n"
    + "".join(
        f"2021-{month:02d}-{day:02d},{0.2 + 0.6 * np.sin(np.pi * (30 * month + day) / 400.0):.3f}\n"
        for month in range(1, 13)
        for day in (5, 20)
    )
    + "2021-06-20,0.797\n"
)
"""Two readings of 20 June lie on one spot."""


@pytest.fixture
def twice(window: Window, opened: Callable[[Path], None], tmp_path: Path) -> Window:
    path = tmp_path / "twice.csv"
    path.write_text(TWICE, encoding="utf-8")
    opened(path)
    return window


def test_that_of_two_readings_on_one_spot_each_is_told_and_taken_out_by_another_click(
    twice: Window, qtbot: QtBot
) -> None:
    hand, spots = Hand(twice.plot, qtbot), twice.plot.readings.spots
    pair = np.flatnonzero(spots.time == spots.time[int(np.argmin(np.abs(spots.value - 0.797)))])
    there = [round(float(spots.value[place]), 3) for place in pair]
    assert len(there) == 2
    place = of_value(twice, there[0])
    told = []
    for _ in there:
        hand.hover(place)
        description = twice.plot.pointing.readout.description
        assert description is not None
        assert "of 2 readings on this spot" in description.lines[0]
        told.append(description.heading)
        hand.click(place)
    assert len(set(told)) == 2
    assert sorted(excluded(twice)) == sorted(round(value, 2) for value in there)
    hand.click(place)
    hand.click(place)
    assert excluded(twice) == []


def test_that_the_arrow_keys_go_on_from_the_reading_under_the_mouse(
    twice: Window, qtbot: QtBot
) -> None:
    hand, plot = Hand(twice.plot, qtbot), twice.plot
    plot.setFocus()
    hand.hover(of_value(twice, 0.797))
    first = plot.readings.hovered
    assert first is not None
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.readings.picked == first + 1
    assert f"Reading {first + 2} of 25" in plot.accessibleDescription()


def test_that_a_reading_on_a_seasons_end_is_told_and_the_end_still_dragged(
    shown: Window, hand: Hand
) -> None:
    plot = shown.plot
    window = plot.ends.window
    assert window is not None
    spots = plot.readings.spots
    near = int(np.argmin(np.abs(spots.time - window[0])))
    plot.ends.set_end(0, float(spots.time[near]))
    assert plot.ends.window is not None
    assert plot.ends.window[0] == spots.time[near]
    place = place_of(plot, *plot.readings.place_of(spots[near]))
    hand.hover(place)
    description = plot.pointing.readout.description
    assert description is not None
    assert description.heading.startswith("Reading of")
    hand.drag([place, place + QPoint(-30, 0)])
    assert plot.ends.window[0] < spots.time[near]
    assert excluded(shown) == []
