"""Dates of all fields in the window: marked while they are outdated, made anew for all, and never
written some old and some new."""

from __future__ import annotations

import csv
import runpy
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gpstudio.core.task import Task
from gpstudio.gui.commands.tables import load_observed
from gpstudio.gui.pages.calendar import CalendarPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.window import Window
from gpstudio.jobs.fields import Where
from gpstudio.session.commands import SetChoice
from gpstudio.session.dated_now import dated_now
from gpstudio.session.document import Document
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.together import Together

from .conftest import PATIENCE
from .test_dating import WHEAT, many
from .test_in_turns import LEFT, point

pytestmark = [pytest.mark.gui, pytest.mark.slow]
FIELDS = ("A", "B", "C")
Export = Callable[[str, str], str]


@pytest.fixture
def wheat(window: Window, opened: Callable[[Path], None], qtbot: QtBot, tmp_path: Path) -> Window:
    """Three fields of wheat, fitted and dated; B is shown."""
    opened(many(tmp_path))
    window.desk.do(SetRequest(WHEAT))
    window.desk.do(SetChoice("kernel", "matern52(40)"))
    window.desk.do(SetChoice("learning", "fixed"))
    point(window, qtbot, "B")
    fit_all(window, qtbot)
    return window


def fit_all(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    until_dated(window, qtbot)


def until_dated(window: Window, qtbot: QtBot) -> None:
    desk = window.desk
    qtbot.waitUntil(lambda: not desk.document.outdated and not desk.is_busy, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not desk.is_dating, timeout=PATIENCE)


@pytest.fixture
def observed(wheat: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A file of the dates on which heading was seen in every field, loaded from the menu."""
    path = tmp_path / "observed.csv"
    lines = ["field,stage,date"]
    for place, name in enumerate(FIELDS):
        lines += [
            f"{name},heading,2021-05-{22 + 2 * place}",
            f"{name},heading,2022-05-{21 + place}",
        ]
    path.write_text("\n".join(lines), encoding="utf-8")

    def load() -> None:
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        load_observed(wheat)

    return load


@pytest.fixture
def export(window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Export:
    """Writes a file of this name, and gives what was said of it."""

    def write(action: str, name: str) -> str:
        path = str(tmp_path / name)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (path, ""))
        with qtbot.waitSignal(window.desk.said, timeout=PATIENCE) as said:
            window.commands[action].trigger()
        assert said.args is not None
        return str(said.args[0].sentence)

    return write


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def test_that_the_window_writes_the_dates_that_its_script_makes(
    wheat: Window,
    observed: Callable[[], None],
    export: Export,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = wheat.desk
    before = {group: fit.stage_rows for group, fit in desk.document.fits.items()}
    observed()
    qtbot.waitUntil(lambda: desk.document.facts_of("A").seen != (), timeout=PATIENCE)
    until_dated(wheat, qtbot)
    fit_all(wheat, qtbot)
    for group in FIELDS:
        assert desk.document.fits[group].stage_rows != before[group]
        assert desk.document.fits[group].basis.taught.words
    export("export_all_stages", "window.csv")
    export("export_script", "script.py")
    monkeypatch.setattr(sys, "argv", ["script.py", str(tmp_path / "by script")])
    runpy.run_path(str(tmp_path / "script.py"), run_name="__main__")
    assert rows(tmp_path / "window.csv") == rows(tmp_path / "by script" / "stages.csv")


class Gate:
    """Holds the dating back until it is opened."""

    def __init__(self) -> None:
        self.began, self.opened, self.times = threading.Event(), threading.Event(), 0

    def dated(self, document: Document, task: Task, where: Where) -> Together:
        self.times += 1
        self.began.set()
        while not self.opened.wait(0.005):
            task.check()
        return dated_now(document, task, where)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate()
    monkeypatch.setattr("gpstudio.gui.redating.dated_now", made.dated)
    yield made
    made.opened.set()


def later(window: Window) -> None:
    """Something that all dates depend on."""
    request = window.desk.document.request
    window.desk.do(SetRequest(replace(request, stages="barley")))


def kinds(window: Window) -> list[str]:
    model = window.fields.model
    standings = [model.standings.of(series) for series in model.series]
    return [standing.kind for standing in standings]


def test_that_outdated_dates_are_marked_wherever_they_stand_until_they_are_new(
    wheat: Window, gate: Gate, qtbot: QtBot
) -> None:
    wheat.pages.turn_to(CalendarPage)
    strip = wheat.pages[CalendarPage].view
    qtbot.waitUntil(lambda: len(strip.model.lines) == 3, timeout=PATIENCE)
    assert "outdated" not in kinds(wheat)
    later(wheat)
    assert kinds(wheat) == ["outdated"] * 3
    qtbot.waitUntil(lambda: all(line.outdated for line in strip.model.lines), timeout=PATIENCE)
    wheat.pages.turn_to(StagesPage)
    page = wheat.pages[StagesPage].view
    assert page.said.text() == "These dates are outdated; they are being made anew."
    QGuiApplication.clipboard().setText("nothing")
    qtbot.mouseClick(page.copy_button, LEFT)
    assert QGuiApplication.clipboard().text() == "nothing"
    assert "copy them when" in page.said.text()
    gate.opened.set()
    until_dated(wheat, qtbot)
    assert "outdated" not in kinds(wheat)
    assert "outdated" not in page.said.text()
    qtbot.mouseClick(page.copy_button, LEFT)
    assert len(QGuiApplication.clipboard().text().splitlines()) > 3
    wheat.pages.turn_to(CalendarPage)
    qtbot.waitUntil(lambda: not any(line.outdated for line in strip.model.lines), timeout=PATIENCE)


def test_that_an_export_waits_for_the_dates_that_are_asked_for_and_says_so(
    wheat: Window, gate: Gate, export: Export, tmp_path: Path
) -> None:
    exports = {
        "export_stages": ("barley", "shown.csv"),
        "export_all_stages": ("wheat", "all.csv"),
        "export_reports": ("barley", "all.pdf"),
    }
    for action, (crop, name) in exports.items():
        wheat.desk.do(SetRequest(replace(WHEAT, stages=crop)))
        said = export(action, name)
        assert said.endswith("The dates of 3 fields were outdated, and were made anew first.")
        assert not wheat.desk.document.outdated
        assert not gate.opened.is_set()  # nobody else made them anew
        if name.endswith(".csv"):
            assert {row["crop"] for row in rows(tmp_path / name)} == {crop}
        assert "outdated" not in export(action, name)


def test_that_stop_ends_it_and_only_another_wish_begins_it_again(
    wheat: Window, gate: Gate, qtbot: QtBot
) -> None:
    desk = wheat.desk
    later(wheat)
    qtbot.waitUntil(gate.began.is_set, timeout=PATIENCE)
    assert wheat.commands["stop"].isEnabled()
    wheat.commands["stop"].trigger()
    qtbot.waitUntil(lambda: not desk.is_dating, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not wheat.commands["stop"].isEnabled(), timeout=PATIENCE)
    point(wheat, qtbot, "C")
    assert not desk.is_dating
    qtbot.waitUntil(lambda: not wheat.turns.is_pending, timeout=PATIENCE)
    assert wheat.pages[StagesPage].view.said.text() == (
        "These dates are outdated: Fit makes them anew, and so does an export."
    )
    assert len(desk.document.outdated) == 3
    desk.do(SetRequest(WHEAT))
    gate.opened.set()
    until_dated(wheat, qtbot)
    assert gate.times == 1  # nothing was to be done for what had been there before
    desk.do(SetRequest(replace(WHEAT, stages="barley")))
    until_dated(wheat, qtbot)
    assert gate.times == 2


def test_that_an_export_that_fails_leaves_nothing_outdated(
    wheat: Window, gate: Gate, export: Export, qtbot: QtBot, tmp_path: Path
) -> None:
    later(wheat)
    (tmp_path / "a file").write_text("not a folder", encoding="utf-8")
    assert "Saved" not in export("export_all_stages", "a file/stages.csv")
    gate.opened.set()
    until_dated(wheat, qtbot)


def test_that_the_field_that_is_shown_is_dated_first(wheat: Window, qtbot: QtBot) -> None:
    desk, seen = wheat.desk, list[str]()
    desk._dating.arrived.connect(
        lambda found: seen.extend(() if isinstance(found, Together) else (found.series.group,))
    )
    later(wheat)
    until_dated(wheat, qtbot)
    assert seen[0] == "B"
    assert set(seen) == set(FIELDS)
