"""From Fit to dates; Stop; and that nothing late overwrites what is newer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QProgressBar
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.gui.fields_list import STATUS
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.season.stage_columns import NAMES
from gpstudio.gui.window import Window
from gpstudio.gui.words import in_short
from gpstudio.phenology.rules import RULES
from gpstudio.session.commands import SelectField, SetChoice, SetRecipe
from gpstudio.session.dating import NO_DATES
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request

from .conftest import PATIENCE, Find


def slow(series: Series, recipe: Recipe, request: Request, facts: Facts, *, task: Task) -> Fit:
    """Work that goes on until it is stopped."""
    while True:
        task.check()
        task.report("waiting", 0.5)
        time.sleep(0.005)


def table_rows(window: Window) -> list[list[str]]:
    stages = window.pages[StagesPage].view.table.stages
    return [
        [str(stages.index(row, column).data()) for column in range(stages.columnCount())]
        for row in range(stages.rowCount())
    ]


def test_that_f5_fits_and_dates_appear_newest_season_first(
    window: Window, opened: Callable[[Path], None], sample: Path, qtbot: QtBot
) -> None:
    opened(sample)
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        qtbot.keyClick(window, Qt.Key.Key_F5)
    rows = table_rows(window)
    assert [row[1] for row in rows[: len(RULES)]] == [spec.title for spec in RULES.specs]
    assert rows[0][0] == rows[len(RULES) - 1][0] == "2022b"
    assert rows[0][2].startswith("2022-10-")
    first, last = rows[0][NAMES.index("interval90")].split(" to ")
    assert first < rows[0][2][5:] < last  # of the date's own year
    assert len(rows) == len(RULES) * len({row[0] for row in rows})


def test_that_the_button_fits_and_the_curve_is_drawn(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        qtbot.mouseClick(window.tools.fit_button, Qt.MouseButton.LeftButton)
    assert window.plot.mean.size > 100
    assert not window.plot.curve_band.boundingRect().isEmpty()
    index = window.fields.model.index(0)
    assert index.data(STATUS) == "8 readings · fitted"
    assert window.fields.model.index(1).data(STATUS) == "7 readings · not fitted"


def test_that_the_report_begins_with_the_reason(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    find: Find,
) -> None:
    opened(season)
    fitted()
    fit = window.desk.document.fit
    assert fit is not None
    window.pages.turn_to(ReportPage)
    told = find(QLabel, "report_reason").text()
    assert told.rstrip(".").lower() == fit.report.reason.lower()
    panel = find(QLabel, "reason")
    assert panel.text() == in_short(fit.report.reason)
    assert told.rstrip(".") in panel.toolTip()


def test_that_the_status_tells_the_seconds_a_person_waited(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
    find: Find,
) -> None:
    def late(series: Series, recipe: Recipe, request: Request, facts: Facts, *, task: Task) -> Fit:
        fit = fit_series(series, recipe, request, facts, task)
        time.sleep(1.0)
        return fit

    window.desk.fit_work = late
    opened(season)
    fitted()
    told = find(QLabel, "status").text()
    assert float(told.removeprefix("Fitted in ").split(" s.")[0]) >= 1.0


def test_that_clicking_a_stage_shows_its_season_in_the_plot(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    qtbot: QtBot,
) -> None:
    opened(sample)
    fitted()
    names = [row[0] for row in table_rows(window)]
    assert window.plot._season == names[0]
    row = names.index("2022a")
    cell = (
        window.pages[StagesPage]
        .view.table.visualRect(window.pages[StagesPage].view.table.stages.index(row, 2))
        .center()
    )
    qtbot.mouseClick(
        window.pages[StagesPage].view.table.viewport(), Qt.MouseButton.LeftButton, pos=cell
    )
    assert window.plot._season == "2022a"
    tags = [tag.text for tag in window.plot.tags.shown]
    assert any("2022-02-" in text for text in tags)
    assert len(tags) == len(RULES)


def test_that_stop_is_acknowledged_at_once_and_the_work_ends_within_half_a_second(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    window.desk.fit_work = slow
    button = window.tools.fit_button
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.text() == "Stop"
    qtbot.waitUntil(lambda: "waiting" in find(QLabel, "status").text())
    assert find(QProgressBar, "progress").isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert button.text() == "Stopping…"
    assert not button.isEnabled()
    qtbot.waitUntil(lambda: button.text() == "Fit", timeout=500)
    assert window.focusWidget() is button
    assert find(QLabel, "status").text() == "Stopped."
    assert not find(QProgressBar, "progress").isVisible()
    assert window.desk.document.fit is None


def test_that_escape_stops(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    window.desk.fit_work = slow
    window.commands["fit"].trigger()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.desk.is_busy, timeout=500)


def test_that_a_stopped_fit_leaves_the_earlier_result(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path,
    qtbot: QtBot,
) -> None:  # fmt: skip
    opened(season)
    fitted()
    earlier = window.desk.document.fit

    def half_done(
        series: Series, recipe: Recipe, request: Request, facts: Facts, *, task: Task
    ) -> Fit:
        assert earlier is not None
        task.partial(earlier.with_dates(NO_DATES))
        return slow(series, recipe, request, facts, task=task)

    window.desk.fit_work = half_done
    window.commands["fit"].trigger()
    qtbot.waitUntil(lambda: not table_rows(window))
    window.commands["stop"].trigger()
    qtbot.waitUntil(lambda: not window.desk.is_busy)
    assert window.desk.shown_fit is earlier
    assert table_rows(window)


def test_that_a_late_result_never_overwrites_a_newer_one(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    """The older work ignores its stop and answers after the newer one has."""
    opened(season)
    let_go, ended = threading.Event(), threading.Event()

    def stubborn(*arguments: Any, task: Task) -> Fit:
        let_go.wait(10)
        fit = fit_series(*arguments)
        task.partial(fit)
        ended.set()
        return fit

    window.desk.fit_work = stubborn
    window.commands["fit"].trigger()
    window.desk.do(SetChoice("kernel", "rbf"))
    window.desk.fit_work = fit_series
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        window.commands["fit"].trigger()
    newer = window.desk.document.fit
    let_go.set()
    qtbot.waitUntil(ended.is_set, timeout=PATIENCE)
    qtbot.wait(120)
    assert window.desk.document.fit is newer
    assert window.desk.shown_fit is newer
    assert newer is not None
    assert newer.recipe.text("kernel") == "rbf"


def test_that_a_fit_belongs_to_its_field_also_when_another_is_shown_meanwhile(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        window.commands["fit"].trigger()
        window.desk.do(SelectField("South"))
    assert set(window.desk.document.fits) == {"North"}
    assert window.desk.shown_fit is None
    assert table_rows(window) == []


def test_that_opening_another_file_ends_the_fit_of_the_first(
    window: Window, opened: Callable[[Path], None], season: Path, sample: Path, qtbot: QtBot
) -> None:
    opened(season)
    window.desk.fit_work = slow
    window.commands["fit"].trigger()
    opened(sample)
    qtbot.waitUntil(lambda: not window.desk.is_busy)
    # its thread says that it has ended a breath before it has
    qtbot.waitUntil(lambda: not any(t.name == "job slow" for t in threading.enumerate()))


def test_that_closing_the_window_ends_its_work(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    window.desk.fit_work = slow
    window.commands["fit"].trigger()
    window.close()
    assert not any(thread.name == "job slow" for thread in threading.enumerate())


def test_that_a_fault_of_ours_is_a_sentence_whose_details_can_be_copied(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    def broken(*_: Any, task: Task) -> Fit:
        raise RuntimeError("bad luck")

    opened(season)
    window.desk.fit_work = broken
    with qtbot.waitSignal(window.desk.said) as told:
        window.commands["fit"].trigger()
    message = told.args[0]
    assert "RuntimeError: bad luck" in message.sentence
    assert "Traceback" not in window.messages.sentence.text()
    assert "Traceback" in message.details


@pytest.mark.parametrize("times", ["0,1,2,3", "5,5,5,5", "7"])
def test_that_plain_numbers_single_and_repeated_times_are_drawn(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    tmp_path: Path,
    times: str,
) -> None:
    path = tmp_path / "numbers.csv"
    rows = [f"{time},0.{place + 2}" for place, time in enumerate(times.split(","))]
    path.write_text("\n".join(["time,value", *rows, ""]), encoding="utf-8")
    opened(path)
    fitted()
    left, right = window.plot.getViewBox().viewRange()[0]
    assert left < float(times[0]) < right


def test_that_a_fit_that_would_not_end_is_refused_until_a_person_says_so(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    slow = Recipe.of(kernel="rbf", learning="mcmc(samples=100000)")
    window.desk.do(SetRecipe(slow))
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE) as said:
        window.commands["fit"].trigger()
    (message,) = said.args or ()
    assert "would take about" in message.sentence
    assert "Fit anyway" in message.sentence
    assert window.desk.document.fit is None

    def quickly(
        series: Series, recipe: Recipe, request: Request, facts: Facts, *, task: Task
    ) -> Fit:
        assert (recipe, request.anyway) == (slow, True)
        return fit_series(series, Recipe.of(learning="fixed"), request, facts, task)

    window.desk.fit_work = quickly
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        window.commands["fit_anyway"].trigger()
    assert window.desk.document.fit is not None
    window.desk.undo()
    window.desk.undo()
    assert not window.desk.document.request.anyway
