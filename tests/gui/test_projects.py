"""Projects, as a person has them: saved, closed, opened, left in time, and found again after a
crash."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from newer_project import made_newer
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QFrame, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.gui import recent
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.main import begin
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.projects.keeping import folder
from gpstudio.gui.projects.question import SaveQuestion
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.document import Document
from gpstudio.session.field_commands import (
    DrawSeason,
    ExcludeReadings,
    NoteSeen,
    NoteSowing,
    SetCrop,
    SetRequest,
)
from gpstudio.session.project.beside import FOLDER
from gpstudio.session.project.loading import load
from gpstudio.session.project.project import Project
from gpstudio.session.project.recovery import recoverable
from gpstudio.session.project.recovery_file import ENDING
from gpstudio.session.project.schema import VERSION
from gpstudio.session.request import Request

from .conftest import PATIENCE, shown_dialog
from .test_opening import drop

ROOT = Path(__file__).resolve().parents[2]
SOON = 12_000
"""Milliseconds: autosaving promises ten seconds."""

pytestmark = pytest.mark.usefixtures("nothing_kept")


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """No state of another test is there to be recovered, and none stays."""
    shutil.rmtree(folder(), ignore_errors=True)
    yield
    assert not folder().exists() or list(folder().iterdir()) == []


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Weizen 2021.gpstudio"


@pytest.fixture
def named(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is chosen where the window asks for a name."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    return path


@pytest.fixture
def worked(
    window: Window,
    qtbot: QtBot,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    season: Path,
) -> Window:
    """With everything that a person can make of a table."""
    opened(season)
    desk = window.desk
    series = desk.document.series
    assert series is not None
    day, value = float(series.time[2]), float(series.value[2])
    for command in (
        SetChoice("kernel", "matern52"),
        SetRequest(Request(stages="wheat", index="NDVI", horizon=20.0)),
        ExcludeReadings("North", ((day, value),)),
        SetCrop("North", "wheat"),
        NoteSowing("North", float(series.time[0]) - 150.0, "wheat"),
        DrawSeason("North", float(series.time[0]), float(series.time[-1])),
        NoteSeen("North", "heading", "2021", float(series.time[4])),
    ):
        desk.do(command)
    fitted()
    qtbot.waitUntil(lambda: desk.document.fit_is_current, timeout=PATIENCE)
    return window


def idle(window: Window, qtbot: QtBot) -> None:
    """Nothing is being read or written any more."""
    runner = window.projects.runner
    qtbot.waitUntil(lambda: not (runner.is_saving or runner.is_opening), timeout=PATIENCE)


def press(window: Window, qtbot: QtBot, name: str) -> None:
    window.commands[name].trigger()
    idle(window, qtbot)


def open_in(window: Window, qtbot: QtBot, path: Path) -> None:
    open_path(window, path)
    idle(window, qtbot)


def answer(name: str) -> None:
    """Click this button of the question as soon as it is asked."""

    def click() -> None:
        asked = QApplication.activeModalWidget()
        if not isinstance(asked, SaveQuestion):
            QTimer.singleShot(20, click)
            return
        button = asked.findChild(QPushButton, f"question_{name}")
        assert button is not None
        button.click()

    QTimer.singleShot(0, click)


def buttons(window: Window) -> dict[str, QPushButton]:
    """Of all notices, by object name."""
    found = window.projects.notices.findChildren(QPushButton)
    return {each.objectName(): each for each in found if each.isVisible()}


def notice(window: Window, name: str) -> str:
    """What it says; empty where there is none."""
    frame = window.projects.notices.findChild(QFrame, name)
    said = frame.findChild(QLabel, f"{name}_sentence") if frame is not None else None
    return said.text() if said is not None and frame is not None and frame.isVisible() else ""


def status(window: Window) -> str:
    return window.status.words.text()


# --- saved, closed, opened -------------------------------------------------------------------


def test_that_everything_is_there_again(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    before = worked.desk.document
    worked.pages.turn_to(RivalsPage)
    worked.pages.turn_to(SeasonsPage)
    press(worked, qtbot, "save_project")
    assert worked.close()
    window = another()
    open_in(window, qtbot, named)
    after = window.desk.document
    assert after.recipe == before.recipe
    assert after.request == before.request
    assert after.selected == "North"
    facts = after.facts_of("North")
    assert (facts.crop, facts.windows) == ("wheat", before.facts_of("North").windows)
    assert (facts.seen, facts.sowings) == tuple(
        getattr(before.facts_of("North"), name) for name in ("seen", "sowings")
    )
    assert after.series is not None
    assert after.series.excluded is not None
    assert len(after.series.excluded) == 1
    shown, was = window.desk.shown_fit, before.fits["North"]
    assert shown is not None
    assert np.array_equal(shown.curve.mean, was.curve.mean)
    assert shown.stages == was.stages
    assert after.curve_is_current
    assert window.pages[StagesPage].view.table.model().rowCount() > 0
    assert window.plot.mean.isVisible()
    assert window.pages.current is SeasonsPage
    assert window.pages.shown_in_tabs == worked.pages.shown_in_tabs
    assert RivalsPage.title in window.pages.shown_in_tabs.values()
    assert not window.isWindowModified()
    assert window.windowTitle() == "Weizen 2021[*] – GP Studio"
    qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=PATIENCE)
    assert window.desk.document.fits["North"].stages == was.stages
    assert not window.isWindowModified()


def test_that_the_title_tells_name_and_what_is_not_saved(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path
) -> None:
    opened(season)
    assert season.name in window.windowTitle()
    assert not window.isWindowModified()  # nothing was done that would be lost
    window.desk.do(SetChoice("kernel", "rbf"))
    assert window.isWindowModified()
    press(window, qtbot, "save_project")
    assert window.windowTitle() == "Weizen 2021[*] – GP Studio"
    assert not window.isWindowModified()
    window.desk.do(SetChoice("kernel", "matern32"))
    assert window.isWindowModified()
    window.commands["undo"].trigger()
    assert not window.isWindowModified()


def test_that_saving_again_asks_for_nothing_and_keeps_versions(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened(season)
    press(window, qtbot, "save_project")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: pytest.fail("asked"))
    for kernel in ("rbf", "matern32", "matern52", "cosine"):
        window.desk.do(SetChoice("kernel", kernel))
        press(window, qtbot, "save_project")
        assert "Saved" in status(window)
    kept = sorted(each.name for each in (named.parent / FOLDER).glob("*.gpstudio"))
    assert kept == [f"Weizen 2021.{number}.gpstudio" for number in (1, 2, 3)]


def test_that_save_as_goes_on_with_the_other_file(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened(season)
    press(window, qtbot, "save_project")
    other = tmp_path / "other"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    window.desk.do(SetChoice("kernel", "rbf"))
    press(window, qtbot, "save_project_as")
    assert window.windowTitle() == "other[*] – GP Studio"
    assert (tmp_path / "other.gpstudio").exists()
    with Project.open(named) as first:
        assert first.read_only == ""  # nobody holds it any more
    assert [each.name for each in recent.recent_files()][:2] == [
        "other.gpstudio", "Weizen 2021.gpstudio",
    ]  # fmt: skip


def test_that_new_begins_with_nothing(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path
) -> None:
    opened(season)
    press(window, qtbot, "save_project")
    press(window, qtbot, "new_project")
    assert window.desk.document.table is None
    assert window.windowTitle() == "GP Studio[*]"
    with Project.open(named) as project:
        assert project.read_only == ""


def test_that_a_project_dropped_anywhere_is_opened(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    press(worked, qtbot, "save_project")
    worked.close()
    window = another()
    assert drop(window, named, QPoint(600, 300))
    idle(window, qtbot)
    assert window.desk.document.selected == "North"


def test_that_the_project_of_the_command_line_is_opened(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    press(worked, qtbot, "save_project")
    worked.close()
    window = another()
    begin(window, named)
    idle(window, qtbot)
    assert window.desk.document.fits["North"].stages
    window.recent_menu.aboutToShow.emit()
    assert window.recent_menu.actions()[0].text() == named.name


def test_that_a_table_opened_beside_a_project_is_not_saved_over_it(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, sample: Path,
    named: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened(season)
    press(window, qtbot, "save_project")
    opened(sample)
    assert sample.name in window.windowTitle()
    asked: list[str] = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *words: (asked.append(words[2]), ("", ""))[1]
    )
    window.commands["save_project"].trigger()
    assert len(asked) == 1
    assert asked[0].endswith(f"{sample.stem}.gpstudio")
    window.commands["undo"].trigger()
    assert window.windowTitle() == "Weizen 2021[*] – GP Studio"
    assert not window.isWindowModified()


# --- leaving -----------------------------------------------------------------------------------


def test_that_closing_asks_nothing_where_nothing_would_be_lost(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> None:
    opened(season)
    fitted()
    assert window.close()


@pytest.mark.parametrize("answered", ["save", "leave", "stay"])
def test_that_closing_asks_where_something_would_be_lost(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path,
    answered: str,
) -> None:  # fmt: skip
    opened(season)
    window.desk.do(SetChoice("kernel", "rbf"))
    window.desk.do(SetCrop("North", "wheat"))
    assert not window.close()
    assert not window.close()  # asked twice, it is one question
    (question,) = window.findChildren(SaveQuestion)
    assert question.text() == f"Save your work on '{season.name}' as a project?"
    assert question.informativeText() == "Not saved: the model, what is known of the fields."
    answer(answered)
    if answered == "stay":
        qtbot.waitUntil(lambda: window.findChild(SaveQuestion) is None, timeout=PATIENCE)
        assert window.isVisible()
        return
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE)
    assert named.exists() == (answered == "save")


def test_that_a_file_dialog_left_alone_keeps_the_window_open(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened(season)
    window.desk.do(SetChoice("kernel", "rbf"))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    answer("save")
    assert not window.close()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=PATIENCE)
    qtbot.wait(100)
    assert window.isVisible()


def test_that_what_was_typed_last_is_saved_too(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path
) -> None:
    opened(season)
    line = window.model.forms["kernel"].line
    assert line is not None
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "rbf(30)")
    press(window, qtbot, "save_project")
    assert window.desk.document.recipe.text("kernel") == "rbf(30)"
    assert not window.isWindowModified()


def test_that_another_table_asks_where_facts_would_be_lost(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, sample: Path
) -> None:
    opened(season)
    window.desk.do(SetChoice("kernel", "rbf"))
    opened(sample)  # the model is one step back: nothing to ask
    window.commands["undo"].trigger()
    window.desk.do(SetCrop("North", "wheat"))
    answer("leave")
    open_path(window, sample)
    dialog = shown_dialog(window, qtbot)
    dialog.reject()


def paste(window: Window, qtbot: QtBot, last: str = "0.3") -> None:
    text = f"date,ndvi\n2022-01-05,0.2\n2022-02-05,0.4\n2022-03-05,{last}\n"
    QApplication.clipboard().setText(text)
    window.commands["paste_table"].trigger()
    dialog = shown_dialog(window, qtbot)
    with qtbot.waitSignal(window.desk.opened, timeout=PATIENCE):
        dialog.import_button.click()


def said(window: Window) -> str:
    message = window.messages.message
    return message.sentence if message is not None else ""


def is_as_saved(window: Window, saved: Document) -> bool:
    document = window.desk.document
    return (
        document.table is not None
        and document.table.path == getattr(saved.table, "path", None)
        and document.recipe == saved.recipe
        and dict(document.facts) == dict(saved.facts)
        and document.fits.keys() == saved.fits.keys()
    )


@pytest.mark.parametrize("answered", ["leave", "stay"])
def test_that_the_open_project_can_be_opened_again_over_another_table(
    worked: Window, qtbot: QtBot, named: Path, answered: str
) -> None:
    press(worked, qtbot, "save_project")
    saved = worked.desk.document
    paste(worked, qtbot)
    worked.desk.do(SetCrop("", "maize"))
    answer(answered)
    open_in(worked, qtbot, named)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None, timeout=PATIENCE)
    idle(worked, qtbot)
    assert is_as_saved(worked, saved) == (answered == "leave")
    if answered == "leave":
        assert worked.windowTitle() == "Weizen 2021[*] – GP Studio"
        assert not worked.isWindowModified()
        worked.desk.do(SetChoice("kernel", "rbf(11)"))
        press(worked, qtbot, "save_project")  # it is still ours
        assert load(named).problems == ()
        assert not worked.isWindowModified()


def test_that_the_open_project_can_be_opened_again_as_it_was_saved(
    worked: Window, qtbot: QtBot, named: Path
) -> None:
    press(worked, qtbot, "save_project")
    saved = worked.desk.document
    worked.desk.do(SetChoice("kernel", "rbf(11)"))
    worked.desk.do(SetCrop("South", "maize"))
    answer("leave")
    open_in(worked, qtbot, named)
    qtbot.waitUntil(lambda: is_as_saved(worked, saved), timeout=PATIENCE)
    assert not worked.isWindowModified()
    before = worked.desk.document.table
    open_in(worked, qtbot, named)  # nothing would be another
    assert worked.desk.document.table is before
    assert "is open already" in status(worked)


def test_that_a_project_that_is_gone_stays_as_it_is_in_the_window(
    worked: Window, qtbot: QtBot, named: Path
) -> None:
    press(worked, qtbot, "save_project")
    named.unlink()
    worked.desk.do(SetCrop("South", "maize"))
    answer("leave")
    open_in(worked, qtbot, named)
    qtbot.waitUntil(lambda: "There is no" in said(worked), timeout=PATIENCE)
    idle(worked, qtbot)  # earlier versions are looked for
    assert worked.desk.document.facts_of("South").crop == "maize"
    assert worked.isWindowModified()
    press(worked, qtbot, "save_project")
    assert load(named).problems == ()


def test_that_another_pasted_table_is_not_saved_over_the_project_of_the_first(
    window: Window, qtbot: QtBot, named: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paste(window, qtbot)
    press(window, qtbot, "save_project")
    assert window.windowTitle() == "Weizen 2021[*] – GP Studio"
    before = named.read_bytes()
    paste(window, qtbot, "0.7")
    assert window.windowTitle().startswith("pasted table")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    press(window, qtbot, "save_project")  # asks for a name, which is not given
    assert named.read_bytes() == before
    window.commands["undo"].trigger()
    assert window.windowTitle() == "Weizen 2021[*] – GP Studio"


# --- others, failures, damage ------------------------------------------------------------------


def test_that_a_second_window_opens_a_project_read_only_and_offers_another_name(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    press(worked, qtbot, "save_project")
    second = another()
    open_in(second, qtbot, named)
    assert second.windowTitle() == "Weizen 2021 (read-only)[*] – GP Studio"
    assert "is open in another window of GP Studio" in notice(second, "read_only")
    assert second.desk.document.fits
    other = tmp_path / "copy.gpstudio"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    buttons(second)["read_only_save_as"].click()
    idle(second, qtbot)
    assert second.windowTitle() == "copy[*] – GP Studio"
    assert notice(second, "read_only") == ""
    assert load(other).problems == ()


def test_that_saving_a_read_only_project_asks_for_another_name(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    press(worked, qtbot, "save_project")
    second = another()
    open_in(second, qtbot, named)
    before = named.read_bytes()
    second.desk.do(SetChoice("kernel", "cosine"))
    press(second, qtbot, "save_project")  # the same name is given again
    assert "choose another name" in (second.messages.message or pytest.fail("silent")).sentence
    assert second.isWindowModified()
    assert named.read_bytes() == before


def test_that_a_save_that_fails_is_told_in_a_sentence_and_loses_nothing(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened(season)
    window.desk.do(SetChoice("kernel", "rbf"))
    gone = tmp_path / "gone" / "x.gpstudio"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(gone), ""))
    answer("save")
    assert not window.close()
    qtbot.waitUntil(lambda: window.messages.message is not None, timeout=PATIENCE)
    assert window.messages.message is not None
    assert "There is no folder" in window.messages.message.sentence
    assert window.isVisible()
    assert window.isWindowModified()
    there = tmp_path / "there.gpstudio"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(there), ""))
    window.messages.elsewhere_button.click()
    qtbot.waitUntil(lambda: not window.isWindowModified(), timeout=PATIENCE)
    assert there.is_file()


def test_that_a_full_disk_is_told_with_the_bytes_needed(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    opened(season)
    usage = shutil.disk_usage(named.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1_000))
    press(window, qtbot, "save_project")
    assert window.messages.message is not None
    told = window.messages.message.sentence
    assert "The disk is full" in told
    assert " bytes, 1,000 are free" in told


def test_that_no_project_is_told_and_what_is_shown_stays(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, tmp_path: Path
) -> None:
    opened(season)
    wrong = tmp_path / "wrong.gpstudio"
    wrong.write_text("no project", encoding="utf-8")
    open_in(window, qtbot, wrong)
    idle(window, qtbot)
    assert window.messages.message is not None
    assert window.messages.message.sentence == "'wrong.gpstudio' is no project of GP Studio."
    assert window.desk.document.selected == "North"


def test_that_a_project_of_a_newer_version_is_refused_in_a_sentence_and_left_as_it_is(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, path: Path
) -> None:
    Project.create(path, ()).close()
    made_newer(path)
    before = path.read_bytes()
    opened(season)
    open_in(window, qtbot, path)
    idle(window, qtbot)
    assert window.messages.message is not None
    assert window.messages.message.sentence == (
        f"'{path.name}' was saved by a newer GP Studio (format {VERSION + 1}; this one reads up to "
        f"{VERSION}): open it there."
    )
    assert window.desk.document.selected == "North"
    assert path.read_bytes() == before


def test_that_damage_is_told_with_what_is_lost_and_what_to_do(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    press(worked, qtbot, "save_project")
    worked.desk.do(SetChoice("mean", "zero"))
    press(worked, qtbot, "save_project")
    worked.close()
    data = named.read_bytes()
    place = data.index(b'"matern52"')
    named.write_bytes(data[:place] + b'"matern53"' + data[place + 10 :])
    window = another()
    open_in(window, qtbot, named)
    told = notice(window, "damage")
    assert told.startswith("'Weizen 2021.gpstudio' is damaged. Lost: ")
    buttons(window)["damage_versions"].click()
    idle(window, qtbot)
    assert "earlier version" in notice(window, "versions")


def test_that_a_project_that_cannot_be_read_offers_its_earlier_versions(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    press(worked, qtbot, "save_project")
    worked.desk.do(SetChoice("mean", "zero"))
    press(worked, qtbot, "save_project")
    worked.close()
    named.write_bytes(b"SQLite format 3\0" + bytes(5_000))
    window = another()
    open_in(window, qtbot, named)
    qtbot.waitUntil(lambda: "version_1" in buttons(window), timeout=PATIENCE)
    assert window.messages.message is not None
    buttons(window)["version_1"].click()
    idle(window, qtbot)
    assert window.desk.document.recipe.text("mean") == "constant"
    assert window.desk.document.fits
    assert window.isWindowModified()


def test_that_notices_are_there_for_keyboard_and_screen_reader(
    worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    press(worked, qtbot, "save_project")
    second = another()
    open_in(second, qtbot, named)
    frame = second.projects.notices.findChild(QFrame, "read_only")
    assert frame is not None
    assert frame.accessibleName() == notice(second, "read_only")
    shown = buttons(second)
    assert set(shown) == {"read_only_save_as", "read_only_close"}
    for button in shown.values():
        assert button.accessibleName()
        assert button.toolTip()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    shown["read_only_close"].setFocus()
    qtbot.keyClick(shown["read_only_close"], Qt.Key.Key_Space)
    assert notice(second, "read_only") == ""


def test_that_why_a_field_has_no_fit_is_kept(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path,
    another: Callable[[], Window],
) -> None:  # fmt: skip
    opened(season)
    window.desk.unfitted["South"] = "too few readings"
    press(window, qtbot, "save_project")
    window.close()
    second = another()
    open_in(second, qtbot, named)
    assert second.desk.unfitted == {"South": "too few readings"}


# --- earlier versions --------------------------------------------------------------------------


def test_that_an_earlier_version_is_opened_and_can_be_undone(
    worked: Window, qtbot: QtBot, named: Path
) -> None:
    press(worked, qtbot, "save_project")
    fit = worked.desk.document.fits["North"]
    worked.desk.do(SetChoice("kernel", "rbf"))
    press(worked, qtbot, "save_project")
    press(worked, qtbot, "open_earlier")
    assert notice(worked, "versions").startswith("Open an earlier version of 'Weizen 2021")
    buttons(worked)["version_1"].click()
    idle(worked, qtbot)
    document = worked.desk.document
    assert document.recipe.text("kernel") == "matern52"
    assert document.fits["North"].stages == fit.stages
    assert worked.isWindowModified()
    assert "&Undo open the version of" in worked.commands["undo"].text()
    worked.commands["undo"].trigger()
    assert worked.desk.document.recipe.text("kernel") == "rbf"
    assert not worked.isWindowModified()
    worked.commands["redo"].trigger()
    press(worked, qtbot, "save_project")
    assert load(named).problems == ()
    assert not worked.isWindowModified()


def test_that_a_project_saved_once_says_that_it_has_no_earlier_version(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path, named: Path
) -> None:
    assert not window.commands["open_earlier"].isEnabled()
    opened(season)
    press(window, qtbot, "save_project")
    assert window.commands["open_earlier"].isEnabled()
    press(window, qtbot, "open_earlier")
    assert "has no earlier version yet" in notice(window, "versions")
    buttons(window)["versions_close"].click()
    assert notice(window, "versions") == ""
    assert not window.projects.notices.isVisible()


# --- after a crash -----------------------------------------------------------------------------

DYING = """
import sys
from pathlib import Path
from PySide6.QtCore import QSettings
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.main import make_application
from gpstudio.gui.projects.keeping import folder
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from PySide6.QtCore import QTimer
application = make_application()
window = Window(Themes(application))
window.show()
runner = window.projects.runner
def edit():
    if runner.is_opening or window.desk.document.table is None:
        QTimer.singleShot(20, edit)
        return
    window.desk.do(SetChoice("kernel", "rbf(30)"))
    print("edited", flush=True)
open_path(window, Path(sys.argv[1]))
QTimer.singleShot(0, edit)
application.exec()
"""


def crash(path: Path) -> None:
    """A window opens the project, a person changes the kernel; within ten seconds it is killed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, "-c", DYING, str(path)], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "edited\n"
        deadline = time.monotonic() + SOON / 1000.0
        while not unsaved() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    assert unsaved()


@pytest.fixture
def crashed(worked: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]) -> Window:
    """The next start after a crash, which has offered what there is to recover."""
    press(worked, qtbot, "save_project")
    worked.close()
    crash(named)
    window = another()
    begin(window, named)
    qtbot.waitUntil(lambda: notice(window, "recovery") != "", timeout=PATIENCE)
    idle(window, qtbot)
    return window


def test_that_after_a_crash_the_last_edit_is_offered_and_recovered(
    crashed: Window, qtbot: QtBot, named: Path
) -> None:
    window = crashed
    assert notice(window, "recovery").startswith(
        "GP Studio ended before 'Weizen 2021.gpstudio' was saved. It can be recovered as it was at "
    )
    assert window.desk.document.recipe.text("kernel") == "matern52"  # nothing is done unasked
    buttons(window)["recovery_recover"].click()
    idle(window, qtbot)
    document = window.desk.document
    assert document.recipe.text("kernel") == "rbf(30)"
    assert document.fits["North"].stages
    assert window.windowTitle() == "Weizen 2021[*] – GP Studio"
    assert window.isWindowModified()
    qtbot.waitUntil(lambda: len(list(folder().glob("*.recovery"))) == 1, timeout=SOON)
    press(window, qtbot, "save_project")
    assert not window.isWindowModified()
    qtbot.waitUntil(lambda: not list(folder().glob("*.recovery")), timeout=SOON)


def test_that_what_was_not_saved_can_be_thrown_away(
    crashed: Window, qtbot: QtBot, named: Path
) -> None:
    buttons(crashed)["recovery_discard"].click()
    assert notice(crashed, "recovery") == ""
    assert recoverable(folder()) == ()
    assert crashed.desk.document.recipe.text("kernel") == "matern52"
    assert not crashed.isWindowModified()


def test_that_an_offer_that_is_put_away_comes_again(
    crashed: Window, qtbot: QtBot, named: Path, another: Callable[[], Window]
) -> None:
    buttons(crashed)["recovery_close"].click()
    assert notice(crashed, "recovery") == ""
    crashed.close()
    window = another()
    begin(window, named)
    qtbot.waitUntil(lambda: notice(window, "recovery") != "", timeout=PATIENCE)
    buttons(window)["recovery_discard"].click()


def test_that_what_nobody_can_read_is_said_to_be_lost_and_not_offered(
    window: Window, qtbot: QtBot
) -> None:
    folder().mkdir(parents=True)
    (folder() / f"spoilt{ENDING}").write_bytes(b"date,ndvi\n" * 1000)
    window.projects.earlier.look_back()
    qtbot.waitUntil(lambda: notice(window, "recovery") != "", timeout=PATIENCE)
    told = notice(window, "recovery")
    assert told.startswith("What GP Studio had kept of work that was not saved at ")
    assert told.endswith(" is lost. 'spoilt.recovery' is no project of GP Studio.")
    assert "recovery_recover" not in buttons(window)
    buttons(window)["recovery_discard"].click()


def test_that_work_without_a_project_is_kept_within_ten_seconds_and_given_up_when_undone(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    assert not folder().exists() or list(folder().iterdir()) == []
    window.desk.do(SetChoice("kernel", "rbf"))
    qtbot.waitUntil(lambda: bool(unsaved()), timeout=SOON)
    window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: not list(folder().glob("*.recovery")), timeout=SOON)


def test_that_trouble_with_autosaving_is_told_once(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    folder().parent.mkdir(parents=True, exist_ok=True)
    folder().write_text("a file where the folder should be", encoding="utf-8")
    try:
        window.desk.do(SetChoice("kernel", "rbf"))
        qtbot.waitUntil(lambda: window.messages.message is not None, timeout=SOON)
        assert window.messages.message is not None
        assert window.messages.message.sentence.startswith("Not autosaved: ")
    finally:
        folder().unlink()


def unsaved() -> list[Path]:
    """States that nobody saved, each written to its end: until then a journal lies beside it."""
    begun = [each for each in folder().glob(f"*{ENDING}") if each.stat().st_size]
    return [each for each in begun if not each.with_name(f"{each.name}-journal").exists()]
