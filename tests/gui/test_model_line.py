"""The model in one line, and how it unfolds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.gui.model_view import ModelView
from gpstudio.gui.model_words import model_line
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit, fit_series

from .conftest import PATIENCE

WRITTEN = Recipe().with_choice("kernel", "0.1*matern32(40)").with_choice("learning", "fixed")


@pytest.fixture(scope="module")
def found() -> Fit:
    days = np.arange(0.0, 400.0, 16.0)
    series = Series("", days, 0.4 + 0.3 * np.sin(days / 58.0), "day", "ndvi", True)
    return fit_series(series, WRITTEN)


def told(fit: Fit, **said: object) -> str:
    learned = replace(fit.learned, report=replace(fit.report, **said))
    return model_line(Document(), replace(fit, result=replace(fit.result, learned=learned)))


def test_that_what_was_found_is_said_in_plain_words(found: Fit) -> None:
    assert told(found) == "Automatic: a smooth curve; learnt from this field alone."
    yearly = "0.1*periodic(1, period=held(365.25)) + 0.02*matern32(between(40, 10, 90))"
    assert told(found, kernel=yearly, taught_by=83) == (
        "Automatic: a course that repeats yearly; learnt together with 83 fields."
    )
    half = "0.1*periodic([1, 2], period=182.6)*matern52(400) + linear()"
    assert told(found, kernel=half, likelihood="clouded(0.1)") == (
        "Automatic: a course that repeats every 182.6 days; a trend; low readings may be clouds; "
        "learnt from this field alone."
    )


def test_that_choices_are_named_and_a_missing_fit_too(found: Fit) -> None:
    assert model_line(Document(), None) == "Automatic: Fit chooses by what the readings say."
    chosen = Recipe().with_choice("kernel", "matern32 + linear(2)").with_choice("solver", "cg")
    assert model_line(Document(recipe=chosen), found) == (
        "Chosen by you: Kernel matern32 + linear(2); Solver Conjugate gradients."
    )


def test_that_a_newcomer_meets_one_line_and_it_stays_as_it_was_left(
    window: Window, qtbot: QtBot
) -> None:
    QSettings().remove("model_folded")
    first = ModelView()
    qtbot.addWidget(first)
    assert first.title.is_folded
    first.title.click()
    again = ModelView()
    qtbot.addWidget(again)
    assert not again.title.is_folded


def test_that_the_folded_model_tells_why_and_gives_its_room_away(
    window: Window, opened: Callable[[Path], None], season: Path, fitted: Callable[[], None],
    qtbot: QtBot,
) -> None:  # fmt: skip
    opened(season)
    fitted()
    model = window.model
    kernel = model.forms["kernel"]
    high = model.height()
    assert kernel.isVisible()
    assert model.why.isVisible()
    assert not model.reason.isVisible()  # one click away, unfolded too
    qtbot.mouseClick(model.title, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: model.height() < high / 2, timeout=PATIENCE)
    assert not kernel.isVisible()
    assert model.line.isVisible()
    assert model.line.text().startswith("Automatic: ")
    assert not model.reason.isVisible()
    qtbot.mouseClick(model.why, Qt.MouseButton.LeftButton)
    assert model.reason.isVisible()
    assert model.reason.text()


def test_that_a_choice_is_taken_back_beside_its_line_and_a_mistake_unfolds(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    model = window.model
    model.title.setChecked(False)
    back = window.findChild(QPushButton, "automatic_button")
    assert back is not None
    assert not back.isVisible()
    window.desk.do(SetChoice("kernel", "matern52"))
    assert back.isVisible()
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert model.line.text().startswith("Automatic: ")
    window.choose("kernel", "matern53")
    assert model.forms["kernel"].error.isVisible()
