"""Stages on the plot: their intervals, names, and the rule of the one that is meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from gpstudio.gui.curve.stage_items import StageLines
from gpstudio.gui.curve.stage_marks import marks_of
from gpstudio.gui.curve.tag_rows import GAP, MOST_ROWS, Seat, seated, spread
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.window import Window
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.fitting import Fit
from gpstudio.session.request import Request

from .conftest import PATIENCE
from .hand import Hand, place_of


@pytest.fixture
def shown(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> Window:
    """The field North with its fit: one season with three stages."""
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


def name_place(window: Window, stage: str) -> QPoint:
    tags = window.plot.tags
    box = next(box for mark, box in tags.seats if mark.stage.stage == stage)
    return tags.mapToScene(box.center()).toPoint()


def parts(window: Window) -> list[str]:
    return [line.part for line in window.plot.stages.guide.guide.lines]


def test_that_pointing_at_a_name_draws_its_rule_until_the_mouse_leaves(
    shown: Window, hand: Hand
) -> None:
    assert parts(shown) == []
    hand.hover(name_place(shown, "mid_green_up"))
    assert parts(shown) == ["ground", "top", "level"]
    description = shown.plot.pointing.readout.description
    assert description is not None
    assert description.heading.startswith("Mid green-up 2021-05-")
    assert description.lines[0].startswith("90 %: 2021-0")
    assert any("last rise through base + 50 %" in line for line in description.lines)
    hand.hover(name_place(shown, "mid_green_up") + QPoint(0, 150))
    assert parts(shown) == []


def test_that_a_click_on_a_name_or_a_line_keeps_the_rule_and_another_lets_it_go(
    shown: Window, hand: Hand
) -> None:
    heard: list[tuple[str, str]] = []
    shown.plot.stage_chosen.connect(lambda season, stage: heard.append((season, stage)))
    hand.click(name_place(shown, "senescence"))
    hand.hover(place_of(shown.plot, shown.plot.box.viewRange()[0][0], 0.5) + QPoint(3, 0))
    assert parts(shown) == ["ground", "top", "level"]
    mark = next(m for m, _ in shown.plot.tags.seats if m.stage.stage == "senescence")
    line = place_of(shown.plot, mark.x, 0.0)
    hand.click(line)
    assert shown.plot.stages.kept is None
    assert heard == [("2021", "senescence"), ("", "")]


def test_that_the_stage_of_the_table_has_its_rule_drawn(shown: Window, qtbot: QtBot) -> None:
    table = shown.pages[StagesPage].view.table
    place = table.visualRect(table.model().index(1, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown.plot.stages.kept is not None
    assert shown.plot.stages.kept[1] == "peak"
    assert parts(shown) == ["top"]


def test_that_the_keyboard_steps_through_the_stages(shown: Window, qtbot: QtBot) -> None:
    plot = shown.plot
    plot.setFocus()
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    assert plot.accessibleDescription().startswith("Mid green-up 2021-05-")
    assert parts(shown) == ["ground", "top", "level"]
    qtbot.keyClick(plot, Qt.Key.Key_Down)
    assert plot.accessibleDescription().startswith("Peak 2021-")
    qtbot.keyClick(plot, Qt.Key.Key_Up)
    assert plot.stages.kept == ("2021", "mid_green_up")


def test_that_the_inner_half_of_an_interval_is_darker(shown: Window, qtbot: QtBot) -> None:
    """Where nothing else is drawn: above the band, below the names."""
    mark = next(m for m, _ in shown.plot.tags.seats if m.stage.stage == "peak")
    assert mark.outer[0] < mark.inner[0] < mark.x < mark.inner[1] < mark.outer[1]
    picture = shown.plot.viewport().grab().toImage()
    top = min(
        float(np.max(fit_of(shown).curve.reading_upper)) * 1.04, shown.plot.box.viewRange()[1][1]
    )

    def light(x: float) -> int:
        place = place_of(shown.plot, x, top)
        ratio = picture.devicePixelRatio()
        return picture.pixelColor(round(place.x() * ratio), round(place.y() * ratio)).lightness()

    inside = light(0.25 * mark.inner[0] + 0.75 * mark.x)
    outside = light(0.5 * (mark.outer[0] + mark.inner[0]))
    free = light(mark.outer[0] - 0.3 * (mark.x - mark.outer[0]))
    assert inside + 8 < outside < free - 8


def test_that_stages_after_the_last_reading_have_broken_lines(shown: Window) -> None:
    fit = fit_of(shown)
    peak = next(stage for stage in fit.stages if stage.stage == "peak")
    later = replace(peak, date=fit.series.time[-1] + 5.0, lower90=None, upper90=None)
    dates = replace(fit.dates, stages=(peak, later))
    before, after = marks_of(fit.with_dates(dates), peak.season)
    assert (before.stroke, after.stroke) == (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
    assert (before.is_forecast, after.is_forecast) == (False, True)


def test_that_of_many_stages_only_the_one_that_is_meant_is_shaded(
    shown: Window, qtbot: QtBot
) -> None:
    shown.desk.do(SetRequest(Request(stages="wheat", index="NDVI")))
    qtbot.waitUntil(lambda: shown.desk.document.fit_is_current, timeout=PATIENCE)
    marks = marks_of(fit_of(shown), "2021")
    assert len(marks) > 4
    assert not any(mark.is_shaded for mark in marks)

    lines = StageLines()
    lines.show_marks(marks, None, LIGHT)
    assert lines.stripes == []
    lines.show_marks(marks, marks[0].name, LIGHT)
    assert lines.stripes == [marks[0].outer, marks[0].inner]


def test_that_names_never_overlap_and_stay_inside() -> None:
    random = np.random.default_rng(0)
    for _ in range(500):
        count = int(random.integers(1, 13))
        room = float(random.uniform(320, 1_400))
        widths = random.uniform(70, 170, count)
        places = np.sort(random.uniform(0, room, count))
        seats = seated(places.tolist(), widths.tolist(), room)
        assert len(seats) == count
        boxes = sorted((s.row, s.left, s.left + w) for s, w in zip(seats, widths, strict=True))
        for (row, _, end), (next_row, start, _) in pairwise(boxes):
            assert next_row > row or start >= end + GAP - 1e-6
        assert all(left >= 0.0 and right <= room + 1e-6 for _, left, right in boxes)


def test_that_few_names_stand_beside_their_lines() -> None:
    seats = seated([600.0, 630.0, 660.0], [150.0, 110.0, 140.0], 700.0)
    assert seats == [Seat(0, 444.0), Seat(1, 514.0), Seat(2, 514.0)]


def test_that_ten_names_take_no_more_than_four_rows_where_there_is_room() -> None:
    for last in (120.0, 300.0, 500.0, 800.0):
        seats = seated(np.linspace(100, last, 10).tolist(), [140.0] * 10, 900.0)
        assert max(seat.row for seat in seats) < MOST_ROWS


def test_that_names_move_aside_as_little_as_they_must() -> None:
    """Two that want the same place share the way."""
    assert spread(np.array([100.0, 100.0]), np.array([50.0, 50.0]), 500.0) == pytest.approx(
        [100.0 - 28.0, 100.0 + 28.0]
    )
