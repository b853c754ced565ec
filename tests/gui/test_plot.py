"""What the plot draws, and its axis of dates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gpstudio.data.series import SECONDS, days_from_dates
from gpstudio.gui.canvas import Canvas
from gpstudio.gui.date_axis import STEPS, DateAxis, labels, step_for, ticks
from gpstudio.gui.dot_picture import stamped
from gpstudio.gui.dots import Dots, thinned
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.window import Window
from gpstudio.phenology.rules import RULES
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.fitting import Fit
from gpstudio.session.request import Request

from .conftest import PATIENCE


def seconds(*dates: str) -> np.ndarray:
    return days_from_dates(list(dates)) * SECONDS


def written(first: str, last: str, pixels: float = 640.0) -> list[str]:
    axis = DateAxis()
    low, high = seconds(first, last)
    [(spacing, values)] = axis.tickValues(low, high, pixels)
    return axis.tickStrings(list(values), 1.0, spacing)


def test_that_the_axis_names_months_where_a_few_seasons_are_in_view() -> None:
    shown = written("2020-01-01", "2022-12-31")
    assert shown == ["2020", "Jul", "2021", "Jul", "2022", "Jul"]


def test_that_the_first_label_says_the_year() -> None:
    assert written("2021-03-15", "2021-09-20")[0] == "Apr 2021"
    assert written("2021-03-15", "2021-03-25")[0] == "15 Mar 2021"


def test_that_days_are_days_of_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    shown = ticks(*seconds("2021-03-15", "2021-03-18"), step_for(SECONDS))
    assert labels(shown, SECONDS) == ["15 Mar 2021", "16 Mar", "17 Mar", "18 Mar"]


def test_that_hours_are_named_within_a_day() -> None:
    shown = written("2021-03-15", "2021-03-16")
    assert shown[0] == "15 Mar 2021"
    assert "12:00" in shown


@pytest.mark.parametrize("years", [("0001-01-01", "2021-01-01"), ("1600-01-01", "2600-01-01")])
def test_that_a_gap_of_a_thousand_years_is_labelled(years: tuple[str, str]) -> None:
    shown = written(*years)
    assert 3 <= len(shown) <= 20
    assert all(len(text.lstrip("-")) >= 3 for text in shown)


def test_that_steps_grow() -> None:
    lengths = [step.seconds for step in STEPS]
    assert lengths == sorted(lengths)


def test_that_every_cell_that_holds_readings_keeps_one() -> None:
    random = np.random.default_rng(0)
    x, y = np.sort(random.uniform(0, 100, 20_000)), random.normal(size=20_000)
    kept = thinned(x, y, 1.0, 0.1)
    assert len(kept) < 10_000
    assert (np.diff(kept) > 0).all()

    def cells(places: np.ndarray) -> set[tuple[int, int]]:
        columns = np.floor((x[places] - x.min()) / 1.0).astype(int)
        rows = np.floor((y[places] - y.min()) / 0.1).astype(int)
        return set(zip(columns.tolist(), rows.tolist(), strict=True))

    assert cells(kept) == cells(np.arange(len(x)))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6])
def test_that_every_reading_of_very_many_marks_its_pixels(size: int) -> None:
    """A square without its corners about each, the stronger one on top."""
    random = np.random.default_rng(size)
    columns, rows = random.integers(0, 40, 60), random.integers(0, 25, 60)
    levels = random.integers(1, 6, 60).astype(np.uint8)
    wanted = np.zeros((25, 40), dtype=np.uint8)
    first = -((size - 1) // 2)
    steps = range(first, first + size)
    ends = {steps[0], steps[-1]} if size > 2 else set()
    for column, row, level in zip(columns, rows, levels, strict=True):
        for i in steps:
            for j in steps:
                inside = 0 <= row + i < 25 and 0 <= column + j < 40
                if inside and not (i in ends and j in ends):
                    wanted[row + i, column + j] = max(wanted[row + i, column + j], level)
    assert (stamped(columns, rows, levels, (25, 40), size) == wanted).all()


def test_that_no_extreme_of_100_000_readings_is_left_out(qtbot: QtBot) -> None:
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(500, 300)
    canvas.dress(LIGHT, dated=False, empty=False)
    dots = Dots()
    dots.set_colour("#000000")
    canvas.addItem(dots)
    x = np.linspace(0.0, 1_000.0, 100_000)
    y = np.zeros(100_000)
    lone = [12_345, 50_000, 87_654]
    y[lone] = [0.8, -0.7, 0.5]
    dots.set_places(x, y)
    canvas.setXRange(0.0, 1_000.0)
    canvas.setYRange(-1.0, 1.0)
    canvas.grab()
    picture = canvas.grab().toImage()
    ratio = picture.devicePixelRatio()
    for place in lone:
        there = canvas.getViewBox().mapViewToScene(QPointF(x[place], y[place]))
        pixel = picture.pixelColor(int(ratio * there.x()), int(ratio * there.y()))
        assert pixel.lightness() < 60


def test_that_the_names_of_stages_do_not_cover_each_other(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
) -> None:
    opened(sample)
    fitted()
    count = len(RULES)
    for width, crop in ((1400, ""), (1100, ""), (1360, "wheat"), (1000, "wheat")):
        if crop:
            window.desk.do(SetRequest(Request(stages=crop, index="NDVI")))
            qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=PATIENCE)
            count = len(window.plot.tags.shown)
            assert count >= 9
        window.resize(width, 800)
        for show in (window.plot.show_whole, window.plot.show_season):
            show()
            qtbot.wait(50)  # layouts follow when events are handled
            qtbot.waitUntil(
                lambda: window.plot.box.sceneBoundingRect().right() <= window.plot.width()
            )
            boxes = [window.plot.tags.mapRectToScene(box) for _, box in window.plot.tags.seats]
            assert len(boxes) == count
            for place, box in enumerate(boxes):
                assert not any(box.intersects(other) for other in boxes[:place])
                assert box.left() >= 0
                assert box.right() <= window.plot.width()


def test_that_nothing_of_pyqtgraphs_own_menu_is_seen(window: Window) -> None:
    inside = [menu for menu in window.plot.findChildren(QMenu) if menu.isVisible()]
    assert inside == []
    assert all(menu.isWindow() for menu in window.plot.findChildren(QMenu))


def test_that_the_whole_forecast_comes_into_view_with_the_fit(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> None:
    opened(season)
    fitted()
    fit = window.desk.document.fit
    assert fit is not None
    left, right = window.plot.getViewBox().viewRange()[0]
    assert left < fit.series.time[0] * SECONDS
    assert right > fit.curve.time[-1] * SECONDS


def test_that_a_view_a_person_chose_stays_when_the_field_is_fitted_again(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], sample: Path
) -> None:
    opened(sample)
    fitted()
    window.commands["show_season"].trigger()
    chosen = window.plot.getViewBox().viewRange()[0]
    fitted()
    assert window.plot.getViewBox().viewRange()[0] == pytest.approx(chosen)
    window.commands["show_whole"].trigger()
    left, right = window.plot.getViewBox().viewRange()[0]
    assert right - left > 2 * (chosen[1] - chosen[0])


def test_that_a_reading_that_counts_less_is_fainter(qtbot: QtBot) -> None:
    canvas = Canvas()
    qtbot.addWidget(canvas)
    canvas.resize(400, 300)
    canvas.dress(LIGHT, dated=False, empty=False)
    dots = Dots()
    dots.set_colour(LIGHT.reading)
    canvas.addItem(dots)
    canvas.setXRange(0.0, 4.0)
    canvas.setYRange(-1.0, 1.0)
    x = np.array([1.0, 2.0, 3.0])
    dots.set_places(x, np.zeros(3), np.array([0.01, 0.5, 1.0]))
    picture = canvas.grab().toImage()
    ratio = picture.devicePixelRatio()

    def darkest(time: float) -> int:
        place = canvas.getViewBox().mapViewToScene(QPointF(time, 0.0))
        around = range(-3, 4)
        points = [(round(ratio * place.x()) + i, round(ratio * place.y()) + j) for i in around
                  for j in around]  # fmt: skip
        return min(picture.pixelColor(*point).lightness() for point in points)

    faint, middle, full = (darkest(time) for time in x)
    assert full + 30 < middle < faint - 20


@pytest.mark.parametrize("beyond", [np.inf, -np.inf, 1e308])
def test_that_a_fit_beyond_all_measure_leaves_a_view(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    beyond: float,
) -> None:
    """As a kernel with numbers that nobody means may give."""
    opened(season)
    fitted()
    fit = window.desk.document.fit
    assert fit is not None
    wild = np.where(np.arange(len(fit.curve.mean)) % 2, beyond, fit.curve.mean)
    curve = replace(fit.curve, mean=wild, reading_lower=wild, reading_upper=wild)
    result = replace(fit.result, curve=curve)
    window.curve.show_field(fit.series, Fit(fit.series, result), False, "", ())
    bottom, top = window.plot.box.viewRange()[1]
    assert bottom < fit.series.value.min() < fit.series.value.max() < top
    assert top - bottom < 10.0


def test_that_a_fit_that_goes_while_a_season_is_dragged_is_painted_without_a_fault(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> None:
    opened(season)
    fitted()
    ends = window.plot.interaction.ends
    ends._window = ends.window or (18_800.0, 18_850.0)  # what the hand has made of it so far
    window.commands["undo"].trigger()
    ends.show(None, "", ())
    assert not window.grab().isNull()  # an exception in a paint fails the test
    ends._window = None
