"""Help on the program itself: what is new, told once; what is inside; where things lie."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpstudio import __version__
from gpstudio.gui import smoke
from gpstudio.gui.help import about
from gpstudio.gui.help import components as room
from gpstudio.gui.help.about import AboutWindow
from gpstudio.gui.help.pages import BY_NAME, text_of
from gpstudio.gui.main import Program, begin
from gpstudio.gui.welcome.news import SEEN
from gpstudio.gui.window import Window
from gpstudio.resources import changelog, machine_code


def shows_news(window: Window, path: Path | None = None) -> bool:
    """At a start, which also leaves the page behind."""
    begin(window, path)
    manual = window.helpers.manual
    shown = manual is not None and manual.isVisible() and manual.page.name == "whats_new"
    if manual is not None:
        manual.close()
        manual.open_page("words")
    return shown


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ({}, False),
        ({"theme": "dark"}, True),
        ({SEEN: "0.0.9"}, True),
        ({SEEN: __version__}, False),
        ({SEEN: "99.0"}, False),
    ],
    ids=["new here", "from before versions were noted", "older", "the same", "newer"],
)
def test_that_what_is_new_is_told_once_after_an_update(
    window: Window, kept: dict[str, str], told: bool
) -> None:
    settings = QSettings()
    settings.clear()
    for key, value in kept.items():
        settings.setValue(key, value)
    assert shows_news(window) is told
    assert settings.value(SEEN) == __version__
    assert not shows_news(window)


def test_that_who_begins_with_a_file_is_new_here_too(window: Window, season: Path) -> None:
    """That a file was opened is noted in the settings as well."""
    QSettings().clear()
    assert not shows_news(window, season)


def test_that_the_page_of_news_is_the_changelog() -> None:
    written = text_of(BY_NAME["whats_new"])
    _, _, versions = changelog().read_text(encoding="utf-8").partition("\n## ")
    told = [line for line in versions.splitlines() if line.startswith("- ")]
    assert told
    assert all(line in written for line in told)
    assert f"## {__version__}" in written
    assert "Unreleased" not in written


def test_that_a_person_finds_versions_and_where_things_lie() -> None:
    written = text_of(BY_NAME["check"])
    assert f"| GP Studio | {__version__} |" in written
    assert f"| numpy | {version('numpy')} |" in written
    for place in (QSettings().fileName(), str(machine_code())):
        assert f"`{place}`" in written


def test_that_what_is_inside_is_told_with_its_licences(window: Window, qtbot: QtBot) -> None:
    window.commands["about"].trigger()
    shown = window.findChild(AboutWindow)
    assert shown is not None
    rows = [shown.list.item(row).text() for row in range(shown.list.count())]
    (scipy,) = [row for row, text in enumerate(rows) if text.startswith("scipy ")]
    assert rows[scipy] == f"scipy {version('scipy')}"
    shown.list.setCurrentRow(scipy)
    assert "Licence: BSD" in shown.licence.toPlainText()
    assert "Redistribution and use in source and binary forms" in shown.licence.toPlainText()
    assert not {"pytest", "gpstudio"} & {text.partition(" ")[0] for text in rows}
    shown.close()


def test_that_an_installed_program_tells_what_it_was_built_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = {
        "name": "libxcb1",
        "version": "1.15-1",
        "licenses": [{"license": {"name": "X11"}}],
        "properties": [
            {"name": "gpstudio:source", "value": "libxcb"},
            {"name": room.TEXT, "value": "libxcb1.txt"},
        ],
    }
    (tmp_path / room.LIST).write_text(json.dumps({"components": [entry]}), encoding="utf-8")
    (tmp_path / "libxcb1.txt").write_text("Permission is granted", encoding="utf-8")
    monkeypatch.setattr(room, "bundled_components", lambda: tmp_path)
    (found,) = room.components.__wrapped__()
    assert (found.name, found.version, found.licence) == ("libxcb1", "1.15-1", "X11")
    assert found.text() == "Permission is granted"


def test_that_a_file_the_system_asks_for_is_opened(window: Window, season: Path) -> None:
    """As macOS does."""
    application = QApplication.instance()
    assert isinstance(application, Program)
    asked: list[str] = []
    application.file_asked.connect(asked.append)
    QApplication.sendEvent(application, QFileOpenEvent(str(season)))
    application.file_asked.disconnect(asked.append)
    assert asked == [str(season)]


def test_that_the_smoke_test_sees_what_a_build_left_behind(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert smoke._problem_of_help(window) == ""
    with monkeypatch.context() as patched:
        patched.setattr(smoke, "machine_code", lambda: tmp_path)
        assert smoke._problem_of_help(window) == f"Check does not say '{tmp_path}'"
    bare = room.Component("libbare", "1.0", "MIT", lambda: " ")
    for found, problem in (((bare,), "has no licence of libbare 1.0"), ((), "shows nothing")):
        with monkeypatch.context() as patched:
            for place in (smoke, about):
                patched.setattr(place, "components", lambda found=found: found)
            assert smoke._problem_of_help(window).startswith(f"About GP Studio {problem}")
    for shown in window.findChildren(AboutWindow):
        shown.close()
