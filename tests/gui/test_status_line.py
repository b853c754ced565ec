"""A line of the status belongs to its work, and goes with it however that ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.gui import exporting
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.named_work import NamedWork
from gpstudio.gui.status_line import StatusLine
from gpstudio.gui.window import Window

from .conftest import PATIENCE


class Held:
    """Work that reports and then waits until it is let go or stopped."""

    def __init__(self, words: str, error: str = "") -> None:
        self._words, self._error = words, error
        self._gone = threading.Event()

    def __call__(self, *_: Any, task: Task) -> Any:
        task.report(self._words, 0.5)
        while not self._gone.wait(0.005):
            task.check()
        if self._error:
            raise InputError(self._error)
        return None

    def let_go(self) -> None:
        self._gone.set()


@pytest.fixture
def line(qtbot: QtBot) -> StatusLine:
    made = StatusLine()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def works(line: StatusLine) -> Iterator[tuple[NamedWork, NamedWork]]:
    made = NamedWork(), NamedWork()
    for work in made:
        line.follow(work)
    yield made
    for work in made:
        work.close()


def says(line: StatusLine, words: str) -> Callable[[], bool]:
    return lambda: line.words.text() == words


def test_that_a_line_says_what_is_done_and_goes_with_it(
    line: StatusLine, works: tuple[NamedWork, NamedWork], qtbot: QtBot
) -> None:
    fitting, held = works[0], Held("learning")
    line.tell("Saved a.csv.")
    fitting.do("Fitting North", held)
    assert line.words.text() == "Fitting North"
    assert line.bar.isVisible()
    qtbot.waitUntil(says(line, "Fitting North: learning"), timeout=PATIENCE)
    assert line.bar.value() == 500
    held.let_go()
    qtbot.waitUntil(says(line, ""), timeout=PATIENCE)
    assert not line.bar.isVisible()


@pytest.mark.parametrize("end", ["stopped", "left", "failed", "superseded", "closed"])
def test_that_no_line_outlives_its_work(
    line: StatusLine, works: tuple[NamedWork, NamedWork], qtbot: QtBot, end: str
) -> None:
    fitting = works[0]
    held = Held("learning", "No." if end == "failed" else "")
    fitting.do("Fitting 30 fields", held)
    qtbot.waitUntil(says(line, "Fitting 30 fields: learning"), timeout=PATIENCE)
    if end == "stopped":
        fitting.stop()
    elif end == "left":
        fitting.leave()
    elif end == "closed":
        fitting.close()
    elif end == "superseded":
        newer = Held("learning")
        fitting.do("Fitting South", newer)
        newer.let_go()
    held.let_go()
    told = {"stopped": "Stopped.", "failed": "Fitting 30 fields: did not succeed."}
    qtbot.waitUntil(says(line, told.get(end, "")), timeout=PATIENCE)
    assert not line.bar.isVisible()


def test_that_each_of_two_works_has_its_own_line(
    line: StatusLine, works: tuple[NamedWork, NamedWork], qtbot: QtBot
) -> None:
    fitting, writing = works
    fit, write = Held("learning"), Held("page 3")
    fitting.do("Fitting North", fit)
    qtbot.waitUntil(says(line, "Fitting North: learning"), timeout=PATIENCE)
    writing.do("Writing a.pdf", write)
    qtbot.waitUntil(says(line, "Writing a.pdf: page 3"), timeout=PATIENCE)
    write.let_go()
    qtbot.waitUntil(says(line, "Fitting North: learning"), timeout=PATIENCE)
    line.tell("Fitted South.")
    assert line.words.text() == "Fitting North: learning"
    fit.let_go()
    qtbot.waitUntil(says(line, "Fitted South."), timeout=PATIENCE)


# in the window


def test_that_an_export_after_many_fits_is_no_fit_and_leaves_no_line(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened(season)
    with qtbot.waitSignal(window.desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    held = Held("all rows")

    def write(path: Path, sheet: object, form: object, task: Task) -> Path:
        held(task=task)
        return path

    monkeypatch.setattr(exporting, "write_sheet", write)
    path = tmp_path / "stages.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.commands["export_all_stages"].trigger()
    qtbot.waitUntil(says(window.status, "Writing stages.csv: all rows"), timeout=PATIENCE)
    held.let_go()
    qtbot.waitUntil(lambda: not window.desk.is_busy, timeout=PATIENCE)
    assert window.status.words.text() == ""


@pytest.mark.parametrize("newer", ["new project", "another table"])
def test_that_a_fit_that_is_left_takes_its_line_along(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, sample: Path,
    newer: str,
) -> None:  # fmt: skip
    opened(season)
    window.desk.fit_work = Held("learning")
    window.commands["fit"].trigger()
    qtbot.waitUntil(says(window.status, "Fitting North: learning"), timeout=PATIENCE)
    if newer == "new project":
        window.projects.give_up()
        window.commands["new_project"].trigger()
        assert window.status.words.text() == ""
    else:
        opened(sample)
        assert window.status.words.text().startswith("alarc2_smith6_landsat_ndvi.csv: ")
    assert not window.status.bar.isVisible()


def test_that_a_project_that_cannot_be_read_leaves_no_line(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "not there.gpstudio"
    open_path(window, path)
    qtbot.waitUntil(lambda: window.messages.message is not None, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.projects.runner.is_busy, timeout=PATIENCE)
    assert window.status.words.text() == ""
