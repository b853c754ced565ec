"""The pages of one window as tabs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

from PySide6.QtWidgets import QTabWidget, QToolButton

from gpstudio.gui.fields import describe
from gpstudio.gui.help.topics import TOPIC
from gpstudio.gui.pages import PAGES
from gpstudio.gui.pages.page import Page
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

ARROWS = (
    ("ScrollLeftButton", tr("Pages to the left"), tr("Show the tabs that have no room here.")),
    ("ScrollRightButton", tr("Pages to the right"), tr("Show the tabs that have no room here.")),
)
"""Qt's own, which are there where the tabs are wider than the window."""
Kind = TypeVar("Kind", bound=Page[Any])


class Pages(QTabWidget):
    """Knows of its pages what ``Page`` says, and nothing else."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.setObjectName("tabs")
        self.setAccessibleName(tr("Results"))
        self.setDocumentMode(True)
        self._pages: dict[type[Page[Any]], Page[Any]] = {}
        for kind in PAGES:
            page = self._pages[kind] = kind(window)
            page.view.setProperty(TOPIC, page.topic)
            self.addTab(page.view, page.title)
        for name, words, help in ARROWS:
            arrow = self.tabBar().findChild(QToolButton, name)
            if arrow is not None:
                describe(arrow, words, help)

    def __getitem__(self, kind: type[Kind]) -> Kind:
        return cast("Kind", self._pages[kind])

    @property
    def current(self) -> type[Page[Any]]:
        """The one that is turned to."""
        return PAGES[self.currentIndex()]

    def turn_to(self, kind: type[Page[Any]]) -> None:
        self.setCurrentIndex(PAGES.index(kind))

    def turn_to_titled(self, title: str) -> None:
        """The page of that title, where there still is one."""
        for kind in PAGES:
            if kind.title == title:
                self.turn_to(kind)

    def show_new_fit(self) -> None:
        """Turn to the first page, unless a person looks where the fit is seen as well."""
        if not self.current.stays_after_fit:
            self.setCurrentIndex(0)

    @property
    def pieces(self) -> list[Callable[[], None]]:
        """What redraws them, one by one."""
        return [page.show for page in self._pages.values()]

    def set_theme(self, theme: Theme) -> None:
        for page in self._pages.values():
            page.set_theme(theme)

    def close_work(self) -> bool:
        ended = [page.close() for page in self._pages.values()]
        return all(ended)
