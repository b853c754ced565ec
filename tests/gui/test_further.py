"""Further indices of a table, ticked in the Season card: they join the dates, and undo leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox
from pytestqt.qtbot import QtBot

from gpstudio.data.series import iso_from_days
from gpstudio.gui.window import Window
from gpstudio.session.script.command import command_line

from .conftest import PATIENCE, Find
from .test_season_form import choose, dated

DAYS = 18_700.0 + np.arange(0.0, 300.0, 7.0)
BLOOM = 18_810.0


def bell(day: float, width: float, height: float = 0.6) -> np.ndarray:
    noise = np.random.default_rng(int(width)).normal(0.0, 0.01, len(DAYS))
    return 0.2 + height * np.exp(-(((DAYS - day) / width) ** 2)) + noise


@pytest.fixture
def canola(tmp_path: Path) -> Path:
    frame = pd.DataFrame(
        {
            "date": iso_from_days(DAYS),
            "ndvi": bell(BLOOM - 10.0, 45.0),
            "ndyi": bell(BLOOM, 20.0, 0.3),
            "moisture": bell(BLOOM, 60.0),
        }
    )
    path = tmp_path / "canola.csv"
    frame.to_csv(path, index=False)
    return path


@pytest.fixture
def shown(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    canola: Path,
    qtbot: QtBot,
    find: Find,
) -> Window:
    """Canola, fitted and dated by its NDVI."""
    opened(canola)
    fitted()
    choose(qtbot, find(QComboBox, "season_crop"), "canola")
    dated(window, qtbot)
    return window


def ticks(window: Window) -> dict[str, bool]:
    found = window.season.form.also.findChildren(QCheckBox)
    return {tick.text(): tick.isChecked() for tick in found}


def flowering(window: Window) -> str:
    fit = window.desk.document.fit
    assert fit is not None
    stage = next(stage for stage in fit.stages if stage.stage == "flowering")
    return stage.definition


def tick(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.season.reader.read, timeout=PATIENCE):
        window.season.form.also.findChild(QCheckBox, "season_also_ndyi").click()
    dated(window, qtbot)


def test_that_a_ticked_index_dates_bloom_and_undo_takes_it_back(
    shown: Window, qtbot: QtBot
) -> None:
    assert ticks(shown) == {"NDYI": False}
    assert "NDYI" not in flowering(shown)
    tick(shown, qtbot)
    assert ticks(shown) == {"NDYI": True}
    assert "peak of NDYI ± 4 d" in flowering(shown)
    assert "dates also from 'ndyi'" in shown.commands["undo"].text()
    assert "--also=ndyi=NDYI" in command_line(shown.desk.document, Path("again.sh")).text
    shown.commands["undo"].trigger()
    dated(shown, qtbot)
    assert ticks(shown) == {"NDYI": False}
    assert "NDYI" not in flowering(shown)


def test_that_unticking_needs_no_fit_and_other_crops_offer_their_own(
    shown: Window, qtbot: QtBot, find: Find
) -> None:
    tick(shown, qtbot)
    tick(shown, qtbot)
    assert ticks(shown) == {"NDYI": False}
    choose(qtbot, find(QComboBox, "season_crop"), "wheat")
    assert not shown.season.form.also.isVisible()


def test_that_a_file_that_is_gone_is_told_and_the_tick_springs_back(
    shown: Window, qtbot: QtBot, canola: Path
) -> None:
    canola.unlink()
    with qtbot.waitSignal(shown.season.reader.failed, timeout=PATIENCE) as failed:
        shown.season.form.also.findChild(QCheckBox, "season_also_ndyi").click()
    assert "'canola.csv' is not there: save the table and open it" in failed.args[0]
    qtbot.waitUntil(lambda: ticks(shown) == {"NDYI": False})
    assert shown.season.form.also.findChild(QCheckBox, "season_also_ndyi").isEnabled()


def test_that_another_day_of_the_question_fits_the_further_index_anew(
    shown: Window, qtbot: QtBot
) -> None:
    tick(shown, qtbot)
    with qtbot.waitSignal(shown.season.reader.read, timeout=PATIENCE):
        shown.season.form.as_of.setText("2021-09-01")
        shown.season.form.take_typed()
    known = next(iter(shown.desk.document.facts.values())).witnesses
    assert known
    assert all(one.until is not None and one.until <= 18_871.0 for one in known)
