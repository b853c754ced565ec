"""Sliders that the curve follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QSlider
from pytestqt.qtbot import QtBot

from gpstudio.gui.latest import Latest
from gpstudio.gui.pages.try_numbers import TryNumbersPage
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice

from .conftest import PATIENCE, Find
from .test_forms import write


@pytest.fixture
def trying(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> Window:
    """A fitted field with its sliders in view."""
    opened(season)
    fitted()
    window.pages.turn_to(TryNumbersPage)
    return window


def turn(window: Window, place: int, to: int, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.desk.tried, timeout=PATIENCE):
        window.pages[TryNumbersPage].view.sliders[place].slider.setValue(to)


def test_that_there_is_a_slider_for_every_number_and_the_learnt_ones_in_the_middle(
    trying: Window,
) -> None:
    fit = trying.desk.document.fit
    assert fit is not None
    numbers = [slider.number for slider in trying.pages[TryNumbersPage].view.sliders]
    assert len(numbers) == 3
    assert numbers[-1] == fit.report.noise
    assert all(slider.slider.value() == 500 for slider in trying.pages[TryNumbersPage].view.sliders)
    assert not trying.pages[TryNumbersPage].view.keep.isEnabled()


def test_that_the_curve_follows_the_slider_and_the_evidence_is_told(
    trying: Window, qtbot: QtBot, find: Find
) -> None:
    fit = trying.desk.document.fit
    assert fit is not None
    turn(trying, 1, 300, qtbot)
    trial = trying.desk.trial
    assert trial is not None
    assert trying.desk.document.fit is fit
    learnt = np.interp(trial.curve.time, fit.curve.time, fit.curve.mean)
    assert np.abs(trial.curve.mean - learnt).max() > 0.01
    assert trying.plot.learnt.size > 100
    assert trying.plot.tags.shown == []
    told = find(QLabel, "tryout_evidence").text()
    assert f"{trial.report.log_evidence:.2f}" in told
    assert "below that of the learnt numbers" in told


def test_that_the_keyboard_turns_and_a_number_can_be_written(
    trying: Window, qtbot: QtBot, find: Find
) -> None:
    slider = find(QSlider, "try_1_slider")
    slider.setFocus()
    with qtbot.waitSignal(trying.desk.tried, timeout=PATIENCE):
        qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert slider.value() == 495
    with qtbot.waitSignal(trying.desk.tried, timeout=PATIENCE):
        write(qtbot, find(QLineEdit, "try_1_number"), "17,5")
    trial = trying.desk.trial
    assert trial is not None
    assert "(17.5)" in trial.report.kernel


def test_that_a_number_that_cannot_be_is_told(trying: Window, qtbot: QtBot, find: Find) -> None:
    write(qtbot, find(QLineEdit, "try_1_number"), "-3")
    assert "above 0" in trying.pages[TryNumbersPage].view.error.text()
    assert trying.desk.trial is None


def test_that_back_shows_the_learnt_curve_again(trying: Window, qtbot: QtBot, find: Find) -> None:
    turn(trying, 1, 300, qtbot)
    qtbot.mouseClick(find(QPushButton, "tryout_back"), Qt.MouseButton.LeftButton)
    assert trying.desk.trial is None
    assert trying.plot.learnt.size == 0
    assert trying.pages[TryNumbersPage].view.sliders[1].slider.value() == 500
    assert not trying.pages[TryNumbersPage].view.keep.isEnabled()


def test_that_kept_numbers_are_written_held_fitted_and_can_be_undone(
    trying: Window, qtbot: QtBot, find: Find
) -> None:
    before = trying.desk.document.recipe
    turn(trying, 1, 300, qtbot)
    trial = trying.desk.trial
    assert trial is not None
    with qtbot.waitSignal(trying.desk.fitted, timeout=PATIENCE):
        qtbot.mouseClick(find(QPushButton, "tryout_keep"), Qt.MouseButton.LeftButton)
    document = trying.desk.document
    assert document.recipe.text("kernel").count("held") == 2
    assert document.fit is not None
    kept = np.interp(trial.curve.time, document.fit.curve.time, document.fit.curve.mean)
    np.testing.assert_allclose(kept, trial.curve.mean, atol=2e-3)
    assert trying.desk.trial is None
    assert trying.commands["undo"].text() == "&Undo keep these numbers"
    trying.commands["undo"].trigger()
    assert trying.desk.document.recipe == before


def test_that_a_trial_ends_when_the_model_changes(trying: Window, qtbot: QtBot) -> None:
    turn(trying, 1, 300, qtbot)
    trying.desk.do(SetChoice("kernel", "rbf"))
    assert trying.desk.trial is None
    assert trying.plot.learnt.size == 0
    assert trying.pages[TryNumbersPage].view.sliders == []


def test_that_a_quick_hand_gets_the_last_answer(qtbot: QtBot) -> None:
    latest = Latest()
    heard: list[int] = []
    latest.arrived.connect(heard.append)
    for wish in range(200):
        latest.ask(lambda n, task: n, wish)
        if wish % 20 == 0:
            qtbot.wait(3)
    qtbot.waitUntil(lambda: bool(heard) and heard[-1] == 199, timeout=PATIENCE)
    assert heard == sorted(heard)
    assert len(heard) < 100
    assert latest.close()


def test_that_what_is_forgotten_is_not_heard(qtbot: QtBot) -> None:
    latest = Latest()
    heard: list[int] = []
    latest.arrived.connect(heard.append)
    latest.ask(lambda task: 1)
    latest.ask(lambda task: 2)
    latest.forget()
    qtbot.wait(40)
    assert heard == []
    assert not latest.is_busy
    assert latest.close()
