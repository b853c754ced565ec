"""Tables are opened, fitted and closed again and again: nothing of them stays alive.

Memory is measured over many more rounds in ``tests/benchmarks/open_fit_close.py``.
"""

from __future__ import annotations

import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from random_hand.living import Living, grown_since, living, settle
from random_hand.rounds import a_window, open_and_fit, tables

from gpstudio.gui.theme import Themes
from gpstudio.session.commands import SetChoice

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_remembered")]
WARM, ROUNDS = 2, 2
QUICK = SetChoice("kernel", "matern32")


def test_that_windows_that_were_closed_leave_nothing(
    application: QApplication, tmp_path: Path
) -> None:
    themes = Themes(application)
    counted: list[Living] = []
    for path in tables(tmp_path, WARM + ROUNDS, years=1):
        with a_window(themes) as window:
            window.desk.do(QUICK)
            open_and_fit(window, path)
        del window
        counted.append(living())
    assert grown_since(counted[WARM - 1]) == {}
    assert counted[-1].plot_items == 0
    themes.deleteLater()


def test_that_tables_that_were_replaced_leave_nothing(
    application: QApplication, tmp_path: Path
) -> None:
    themes = Themes(application)
    counted: list[Living] = []
    with a_window(themes) as window:
        window.desk.do(QUICK)
        for path in tables(tmp_path, WARM + ROUNDS, years=1):
            open_and_fit(window, path)
            counted.append(living())
        grown = grown_since(counted[WARM - 1])
    assert grown == {}
    assert counted[-1].plot_items > 0
    themes.deleteLater()


def test_that_who_begins_anew_holds_no_table_of_before(
    application: QApplication, tmp_path: Path
) -> None:
    """But for the newest, which panels that nobody sees may still show."""
    themes = Themes(application)
    first, second = tables(tmp_path, 2, years=1)
    with a_window(themes) as window:
        open_and_fit(window, first)
        table = weakref.ref(window.desk.document.table)
        fit = weakref.ref(window.desk.document.fit)
        window.commands["new_project"].trigger()
        assert window.desk.document.table is None
        open_and_fit(window, second)
        settle()
        assert fit() is None
        assert table() is None
    themes.deleteLater()
