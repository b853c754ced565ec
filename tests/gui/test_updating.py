"""An update keeps what a person chose: files as version 0.1 wrote them are read as they were meant.

Never bring those files up to date: a key or a word that is called otherwise some day is to be read
by its old name too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from gpstudio.data.remembered import Memory
from gpstudio.gui.across.table import HIDDEN
from gpstudio.gui.figure_form import FigureForm, kept_form
from gpstudio.gui.importing.dialog import ONLY_IN_DOUBT
from gpstudio.gui.recent import remembered
from gpstudio.gui.settings.declared import SETTINGS
from gpstudio.gui.settings.shortcuts import Shortcuts
from gpstudio.gui.welcome.news import show_news_once
from gpstudio.gui.window import Window

WRITTEN = Path(__file__).parent / "written_by_0_1"
CHOSEN = {
    "theme": "dark", "scaling": "125", "start": "last", "usual_crop": "wheat",
    "usual_horizon": "60", "where_to_compute": "here", "digits": "six", "fields_name": "own",
}  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    QSettings().clear()


def settings_of_0_1() -> None:
    kept = QSettings(str(WRITTEN / "settings.ini"), QSettings.Format.IniFormat)
    for key in kept.allKeys():
        QSettings().setValue(key, kept.value(key))


def test_that_every_setting_holds_as_it_was_chosen(window: Window) -> None:
    settings_of_0_1()
    assert {setting.name: setting.value for setting in SETTINGS} == CHOSEN
    assert kept_form() == FigureForm("pdf", "own", (170.0, 95.0))
    assert str(QSettings().value("folder")) == "/home/field/season"
    assert str(QSettings().value(HIDDEN)).split("\n") == ["crop", "grade"]
    assert QSettings().value(ONLY_IN_DOUBT, False, type=bool) is True
    assert Shortcuts(window.commands).keys("fit_all").toString() == "Ctrl+Shift+A"


def test_that_recent_files_and_their_days_are_there() -> None:
    settings_of_0_1()
    names = [each.path.name for each in remembered()]
    assert names == ["wheat.csv", "farm.gpstudio"]
    assert [each.when.isoformat()[:10] for each in remembered() if each.when] == [
        "2026-05-02", "2026-05-01"
    ]  # fmt: skip


def test_that_what_was_said_about_a_table_is_remembered() -> None:
    memory = Memory(WRITTEN / "read_as.json")
    said = memory.recall("0ae9acd4a34b0bb1ab7b4b9b0f5bbc4b8d4f0b2f")
    assert said is not None
    assert dict(said.roles) == {"date": "time", "ndvi": "value"}
    assert dict(said.answers) == {"date": "month first"}
    assert said.one_field


def test_that_news_are_shown_once_after_an_update_and_settings_stay(window: Window) -> None:
    settings_of_0_1()
    QSettings().setValue("version", "0.0.9")
    before = {key: QSettings().value(key) for key in QSettings().allKeys() if key != "version"}
    show_news_once(window)
    assert window.helpers.manual is not None
    assert {k: QSettings().value(k) for k in QSettings().allKeys() if k != "version"} == before
