"""Stages on the plot: their intervals, names, and the rule of the one that is meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpstudio.data.hiding import as_of
from gpstudio.data.series import Clock, Series
from gpstudio.gui.curve.reach import reach_of
from gpstudio.gui.curve.stage_items import StageLines
from gpstudio.gui.curve.stage_marks import marks_of
from gpstudio.gui.curve.tag_rows import GAP, MOST_ROWS, Seat, seated, spread
from gpstudio.gui.doubt import doubt_of
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.window import Window
from gpstudio.gui.words import time_text
from gpstudio.phenology.indices import INDICES
from gpstudio.phenology.quality import Grade
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.fitting import Fit
from gpstudio.session.request import Request

from .conftest import PATIENCE
from .hand import Hand, place_of

LIMITS = INDICES["ndvi"].limits


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


def test_that_names_have_a_lane_of_their_own_and_leave_the_axis_within_the_index(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
) -> None:
    opened(sample)
    fitted()
    plot, low = window.plot, LIMITS.low
    for crop in ("curve", "wheat"):
        window.desk.do(SetRequest(Request(stages=crop, index="NDVI")))
        qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=PATIENCE)
        for show in (plot.show_whole, plot.show_season):
            show()
            bottom, top = plot.box.viewRange()[1]
            assert top < 1.1
            assert bottom > low - 0.25
            boxes = [plot.tags.mapRectToScene(box) for _, box in plot.tags.seats]
            assert len(boxes) >= 3
            edge = plot.box.sceneBoundingRect().top()
            assert all(box.bottom() <= edge for box in boxes)
            assert edge - min(box.top() for box in boxes) <= 0.25 * plot.height()


def test_that_a_low_plot_has_fewer_rows_of_names_and_none_where_nothing_is_dated(
    shown: Window,
) -> None:
    tags = shown.plot.tags
    assert [tags.rows_for(height) for height in (130.0, 210.0, 335.0, 900.0)] == [1, 2, 3, 3]
    tags.keep_space(0)
    assert tags.height == 0.0
    tags.keep_space(12)
    assert tags.height <= 0.25 * shown.plot.height()
    assert shown.plot.box.sceneBoundingRect().top() >= tags.sceneBoundingRect().bottom() - 1.0


def test_that_long_names_give_way_to_short_words_and_those_to_letters(shown: Window) -> None:
    tags = shown.plot.tags
    mark = next(m for m, _ in tags.seats if m.stage.stage == "mid_green_up")
    tags._marks = [replace(mark, x=shown.plot.box.viewRange()[0][0])]
    day = time_text(mark.stage.date, Clock.DAYS)
    # beside the left edge, in a lane just wide enough for each
    wanted = [f"Mid green-up  {day}", f"Green-up  {day}", "Green-up", "GU", ""]
    metrics = QFontMetricsF(QApplication.font())
    for words in wanted:
        [(_, box)] = tags._seat(tags._width(metrics.horizontalAdvance(words)) + GAP + 1.0, 1)
        assert tags._say(mark) == words, box


def test_that_other_seasons_stages_are_ticks_that_tell_themselves(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
) -> None:
    opened(sample)
    fitted()
    plot, hand = window.plot, Hand(window.plot, qtbot)
    other = next(m for m in plot.stages._marks if m.stage.stage == "peak" and not m.is_mine)
    assert other.name not in [mark.name for mark, _ in plot.tags.seats]
    assert other.outer not in plot.stages.lines.stripes
    x, (low, high) = other.x, plot.box.viewRange()[1]
    hand.hover(place_of(plot, x, 0.5 * (low + high)))
    below = plot.pointing.readout.description
    hand.hover(place_of(plot, x, high) + QPoint(0, 3))
    at_tick = plot.pointing.readout.description
    assert below is not None
    assert at_tick is not None
    assert not below.heading.startswith("Peak")
    assert at_tick.heading.startswith(f"Peak {time_text(other.stage.date, Clock.DAYS)}")
    hand.leave()
    picture = plot.viewport().grab().toImage()
    ratio = picture.devicePixelRatio()
    colour = other.colour(LIGHT)

    def is_drawn(place: QPoint) -> bool:
        around = [(place.x() + i, place.y()) for i in (-1, 0, 1)]
        pixels = [picture.pixelColor(round(ratio * i), round(ratio * j)) for i, j in around]
        return any(
            abs(one.red() - colour.red()) + abs(one.blue() - colour.blue()) < 30 for one in pixels
        )

    assert is_drawn(place_of(plot, x, high) + QPoint(0, 4))
    assert not is_drawn(place_of(plot, x, low) - QPoint(0, 40))


def in_doubt(fit: Fit) -> Fit:
    """As if every date were hardly more than a guess."""
    grade = Grade("D", ("wide",), "poor: the interval is 60 days wide")
    stages = tuple(replace(stage, grade=grade) for stage in fit.stages)
    return fit.with_dates(replace(fit.dates, stages=stages))


def test_that_a_season_in_doubt_is_one_grey_band_with_its_reason(shown: Window, hand: Hand) -> None:
    plot, fit = shown.plot, in_doubt(fit_of(shown))
    assert doubt_of(fit_of(shown), "2021") is None
    plot.show_field(fit.series, fit, False, "2021")
    doubt = doubt_of(fit, "2021")
    assert doubt is not None
    assert plot.tags.seats == []
    assert plot.stages.lines.stripes == [doubt.ends]
    assert plot.tags._rows == 1
    box = plot.tags.doubt_box
    assert box is not None
    hand.hover(plot.tags.mapToScene(box.center()).toPoint())
    description = plot.pointing.readout.description
    assert description is not None
    assert description.heading == "Season 2021: its dates are in doubt"
    assert description.lines == ("noise", "poor: the interval is 60 days wide")
    plot.choose_stage("2021", "peak")
    assert [mark.stage.stage for mark, _ in plot.tags.seats] == ["peak"]
    assert plot.tags.doubt_box is None


def test_that_a_season_of_which_half_the_dates_are_good_is_not_in_doubt(shown: Window) -> None:
    fit = in_doubt(fit_of(shown))
    good = replace(fit.stages[0], grade=Grade("A", (), ""))
    one, two, three = fit.stages
    assert doubt_of(fit.with_dates(replace(fit.dates, stages=(good, two, three))), "2021")
    second = replace(two, grade=good.grade)
    assert not doubt_of(fit.with_dates(replace(fit.dates, stages=(good, second, three))), "2021")
    undated = replace(one, date=None, grade=Grade("-", ("not_reached",), "none"))
    nothing = replace(fit.dates, stages=(undated,))
    assert doubt_of(fit.with_dates(nothing), "2021") is None


def test_that_bands_are_shown_as_far_as_the_index_can_be() -> None:
    def named(name: str, *values: float) -> Series:
        return Series("a", np.arange(float(len(values))), np.array(values), "date", name, True)

    wild = np.array([-3.0, 4.0, np.inf, -np.inf])
    assert reach_of(named("ndvi", 0.2, 0.8), wild) == (LIMITS.low, LIMITS.high)
    assert reach_of(named("ndvi", 0.2, 0.8), np.array([0.1, 0.9])) == (0.1, 0.9)
    # not what it is called, or in another unit
    assert reach_of(named("ndvi", 0.2, 8.0), wild) == (-3.0, 8.0)
    assert reach_of(named("height", 0.2, 0.8), wild) == (-3.0, 4.0)


def test_that_who_looks_back_sees_the_same_heights() -> None:
    value = np.array([0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.1])
    whole = Series("a", np.arange(7.0), value, "date", "ndvi", True)
    back = as_of(whole, 5.0)
    assert back.later is not None
    assert reach_of(back, np.empty(0)) == reach_of(whole, np.empty(0)) == (0.1, 0.8)
