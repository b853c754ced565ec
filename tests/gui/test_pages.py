"""One contract for every page below the curve; a new page takes one row in ``ROWS``.

A row says how one knows which field a page shows: empty where it shows none.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QTabBar
from pytestqt.qtbot import QtBot

from gpstudio.data.table import read_table
from gpstudio.gui import pages as pages_module
from gpstudio.gui.commands.pages import name_of
from gpstudio.gui.help.pages import BY_NAME
from gpstudio.gui.help.topics import topic_of
from gpstudio.gui.pages import DATES, FACES, PAGES
from gpstudio.gui.pages.across import AcrossPage
from gpstudio.gui.pages.calendar import CalendarPage
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.pages.face import Face, PageGroup
from gpstudio.gui.pages.fits import FitsPage
from gpstudio.gui.pages.page import Page
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.season_map import SeasonMapPage
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.pages.tabs import Pages
from gpstudio.gui.pages.try_numbers import TryNumbersPage
from gpstudio.gui.window import Window
from gpstudio.session.commands import SelectField, SetChoice
from gpstudio.session.document import Document

from .conftest import PATIENCE


def of_fit(page: Page[Any]) -> str:
    """Of a page whose view keeps the fit that it shows."""
    fit = page.view._fit
    return fit.series.group if fit is not None else ""


def of_document(page: Page[Any]) -> str:
    """Of a page whose view keeps the document that it shows."""
    return str(page.view._document.selected)


def of_readings(page: ComparePage) -> str:
    """Kernels are compared on readings."""
    wish = page.view._wish
    return wish[0].group if wish is not None else ""


def of_table(page: DataPage) -> str:
    """Every field of the table: the shown one is among them."""
    table = page.view._table
    return page.window.desk.document.selected if table is not None else ""


ROWS: dict[type[Page[Any]], Callable[[Any], str]] = {
    StagesPage: of_fit,
    SeasonsPage: of_fit,
    CalendarPage: of_document,
    SeasonMapPage: of_document,
    AcrossPage: of_document,
    DataPage: of_table,
    ReportPage: of_fit,
    DiagnosticsPage: of_fit,
    TryNumbersPage: of_fit,
    FitsPage: of_document,
    ComparePage: of_readings,
    RivalsPage: of_fit,
}


def test_that_every_page_has_a_row() -> None:
    assert set(ROWS) == set(PAGES)


def test_that_pages_are_told_apart_and_have_a_page_of_the_manual(window: Window) -> None:
    titles = [page.title for page in PAGES]
    assert len(titles) == len(set(titles))
    for kind in PAGES:
        assert kind.topic in BY_NAME, f"{kind.__name__} has no page of the manual: {kind.topic}"
        view = window.pages[kind].view
        assert view.objectName(), f"the view of {kind.__name__} has no name"
        assert topic_of(view) == kind.topic


def test_that_every_page_follows_the_shown_field(
    window: Window, qtbot: QtBot, season: Path
) -> None:
    pages, desk = window.pages, window.desk

    def shown() -> dict[str, str]:
        found = {}
        for kind in PAGES:
            pages.turn_to(kind)
            QApplication.processEvents()
            found[kind.__name__] = ROWS[kind](pages[kind])
        return found

    def rests() -> bool:
        return not (window.is_busy or desk.is_dating or window.turns.is_pending)

    assert set(shown().values()) == {""}
    desk.take(read_table(season))
    for slot, text in (("kernel", "0.1*matern32(40)"), ("learning", "fixed")):
        desk.do(SetChoice(slot, text))
    with qtbot.waitSignal(desk.fitted_many, timeout=PATIENCE):
        desk.fit_many(["North", "South"])
    for group in ("South", "North"):
        desk.do(SelectField(group))
        qtbot.waitUntil(rests, timeout=PATIENCE)
        assert shown() == dict.fromkeys((kind.__name__ for kind in PAGES), group)
    desk.resume(Document())
    assert set(shown().values()) == {""}


def test_that_a_new_fit_is_shown_where_it_is_looked_for(window: Window) -> None:
    for kind in PAGES:
        window.pages.turn_to(kind)
        window.pages.show_new_fit()
        assert window.pages.current is (kind if kind.shows_fit else StagesPage)
    assert not DataPage.shows_fit


def bars(pages: Pages) -> tuple[list[str], list[str]]:
    """What can be read: the tabs, and the pages of the one that is shown."""
    bar = pages.bars.currentWidget()
    assert isinstance(bar, QTabBar)
    tabs, inner = ([one.tabText(p) for p in range(one.count())] for one in (pages.tabs, bar))
    return tabs, inner


def test_that_a_tab_shows_its_own_and_the_one_seen_last(window: Window) -> None:
    pages = window.pages
    assert bars(pages) == (["Dates", "Data", "Trust"], [page.title for page in DATES.pages])
    pages.turn_to(CalendarPage)
    pages.turn_to(DataPage)
    assert bars(pages)[1] == []
    assert pages[DataPage].view.isVisible()
    pages.tabs.setCurrentIndex(0)
    assert pages.current is CalendarPage
    assert pages[CalendarPage].view.isVisible()
    assert not pages[DataPage].view.isVisible()


def test_that_every_page_has_a_command_that_is_ticked_where_it_is_shown(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    for kind in PAGES:
        window.commands[name_of(kind)].trigger()
        assert window.pages.current is kind
        ticked = [page for page in PAGES if window.commands[name_of(page)].isChecked()]
        assert ticked == [kind]


def test_that_another_kind_of_table_has_another_face(
    window: Window, monkeypatch: pytest.MonkeyPatch, season: Path
) -> None:
    trees = PageGroup("trees", "Trees", "Of trees.", (DataPage, ReportPage))
    told = [False]
    face = Face("trees", (trees,), lambda document: told[0])
    monkeypatch.setattr(pages_module, "FACES", (face, *FACES))
    told[0] = True
    window.desk.take(read_table(season))
    assert window.pages.face is face
    assert bars(window.pages) == (["Trees"], [DataPage.title, ReportPage.title])
    assert window.pages.current is DataPage
    assert not window.commands[name_of(StagesPage)].isEnabled()
    told[0] = False
    window.desk.changed.emit()
    assert window.pages.current is StagesPage
    assert window.commands[name_of(StagesPage)].isEnabled()


def test_that_nothing_is_cut_on_a_small_screen_and_the_plot_has_half_of_it(window: Window) -> None:
    """On the smallest screen that is promised."""
    window.resize(1280, 800)
    window.sides.show_fields()
    QApplication.processEvents()
    assert window.plot.height() >= window.height() // 2
    for group in window.pages.face.groups:
        window.pages.turn_to(group.pages[-1])
        QApplication.processEvents()
        for bar in (window.pages.tabs, window.pages.bars.currentWidget()):
            assert isinstance(bar, QTabBar)
            assert bar.sizeHint().width() <= bar.width()


def test_that_own_take_a_row_of_their_own_where_there_is_no_room(window: Window) -> None:
    pages = window.pages
    window.sides.show_fields()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert pages.bars.y() == pages.tabs.y()
    window.resize(window.minimumWidth(), 800)
    QApplication.processEvents()
    assert pages.bars.y() >= pages.tabs.y() + pages.tabs.height()


def test_that_closing_asks_every_page(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[type[Page[Any]]] = []
    for kind in PAGES:
        monkeypatch.setattr(window.pages[kind], "close", lambda kind=kind: asked.append(kind))
    window.pages.close_work()
    assert asked == list(PAGES)
