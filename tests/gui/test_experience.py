"""How long a fit takes is told before it begins, by what was measured here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QLabel

from gpstudio.core.inference import cost
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.gui import experience
from gpstudio.gui.experience import factor_of, learn_time, seconds_of, time_told, wait_for
from gpstudio.gui.pace import roughly
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.foretime import load_of

from .conftest import Find

SLOW = Recipe().with_choice("solver", "cg")


@pytest.fixture(autouse=True)
def nothing_measured() -> None:
    QSettings().clear()


def readings(count: int) -> Series:
    days = np.arange(float(count))
    return Series("", days, np.sin(days), "day", "ndvi", True)


def test_that_a_measured_time_is_foretold_the_next_time() -> None:
    series = readings(133)
    load = load_of(SLOW, series)
    assert load is not None
    for _ in range(12):
        learn_time(SLOW, series, 80.0)
    assert seconds_of(SLOW, series) == pytest.approx(80.0, rel=0.01)
    assert factor_of(load.kind) == pytest.approx(80.0 / load.modelled, rel=0.01)
    # and of another length by the same law
    more = load_of(SLOW, readings(266))
    assert more is not None
    assert more.kind == load.kind
    assert seconds_of(SLOW, readings(266)) == pytest.approx(
        80.0 * more.modelled / load.modelled, rel=0.01
    )
    assert time_told(SLOW, series).startswith("133 readings: this model takes about 80 s, the auto")


def test_that_nobody_is_told_of_what_is_quick_or_cannot_be() -> None:
    assert wait_for(Recipe(), readings(133)) == 0.0
    learn_time(SLOW, readings(133), 0.001)
    assert not QSettings().allKeys()
    impossible = Recipe().with_choice("approximation", "nystrom").with_choice("solver", "kalman")
    assert load_of(impossible, readings(133)) is None
    assert time_told(impossible, readings(133)) == ""


def test_that_a_damaged_setting_is_as_none() -> None:
    kind = "products averaged several"
    usual = factor_of(kind)
    QSettings().setValue(f"pace/{kind}", "soon")
    assert factor_of(kind) == usual


def test_that_a_long_automatic_fit_is_told_without_a_comparison(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cost, "seconds", lambda *_: 40.0)
    monkeypatch.setattr(experience, "factor_of", lambda kind: 1.0)
    assert time_told(Recipe(), readings(20_001)) == "20,001 readings: this takes about 40 s."


def test_that_times_are_told_with_the_digit_that_is_known() -> None:
    assert [roughly(s) for s in (0.48, 6.9, 83.0, 700.0, 9_000.0)] == [
        "0.5 s", "7 s", "80 s", "12 min", "2 h",
    ]  # fmt: skip


def test_that_who_chooses_a_slow_solver_reads_it_beside_fit(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    find: Find,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened(season)
    monkeypatch.setattr(experience, "factor_of", lambda kind: 1e3)
    window.desk.do(SetChoice("solver", "cg"))
    assert "this model takes about" in find(QLabel, "fit_hint").text()
    monkeypatch.setattr(experience, "factor_of", lambda kind: 1e-9)
    window.desk.do(SetChoice("kernel", "matern32"))
    assert "takes about" not in find(QLabel, "fit_hint").text()
