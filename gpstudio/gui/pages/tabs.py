"""The pages of one window: a tab for each group of the shown face, its pages beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.fields import describe, restyle
from gpstudio.gui.help.topics import TOPIC
from gpstudio.gui.literal import tip
from gpstudio.gui.pages import FACES, face_of
from gpstudio.gui.pages.face import Face, PageGroup
from gpstudio.gui.pages.page import Page
from gpstudio.gui.theme import Theme
from gpstudio.session.document import Document
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

ARROWS = (
    ("ScrollLeftButton", tr("Pages to the left"), tr("Show the tabs that have no room here.")),
    ("ScrollRightButton", tr("Pages to the right"), tr("Show the tabs that have no room here.")),
)
"""Qt's own, which are there where the tabs are wider than the window."""
GAP = 24
"""Pixels between the tabs and the pages of the one that is shown."""
Kind = TypeVar("Kind", bound=Page[Any])


def _bar(name: str, spoken: str) -> QTabBar:
    bar = QTabBar()
    bar.setObjectName(name)
    bar.setAccessibleName(spoken)
    bar.setDrawBase(False)
    bar.setExpanding(False)
    bar.setUsesScrollButtons(True)
    for arrow_name, words, help in ARROWS:
        arrow = bar.findChild(QToolButton, arrow_name)
        if arrow is not None:
            describe(arrow, words, help)
    return bar


class Pages(QWidget):
    """Knows of its pages what ``Page`` says, and nothing else.

    A page is made with the first face that shows it. Those of a group stand in the row of the tabs
    where there is room for every group's, else in a row of their own.
    """

    turned = Signal()
    """Another page is shown."""
    touched = Signal()
    """A hand is on the tabs or the bars of pages, ahead of what becomes of it."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self.setObjectName("results")
        self._window = window
        self._pages: dict[type[Page[Any]], Page[Any]] = {}
        self._bar_of: dict[PageGroup, QTabBar] = {}
        self.face: Face = FACES[-1]
        self._tight, self._wide = False, 0
        """Whether the bars of pages stand closer, and the pixels that they want otherwise."""
        self.tabs = _bar("tabs", tr("Results"))
        self.bars = QStackedWidget()
        self.bars.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._views = QStackedWidget()
        self._head = QGridLayout()
        self._head.setContentsMargins(0, 0, 0, 0)
        self._head.setHorizontalSpacing(GAP)
        self._head.setVerticalSpacing(2)
        self._head.setColumnStretch(1, 1)
        self._head.addWidget(self.tabs, 0, 0)
        self._head.addWidget(self.bars, 0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addWidget(self._views, 1)
        self.tabs.currentChanged.connect(lambda _: self._turn())
        self.tabs.tabBarClicked.connect(self.touched)
        self._show_face(self.face)

    def __getitem__(self, kind: type[Kind]) -> Kind:
        """Made where no face has shown it yet."""
        if kind not in self._pages:
            page = self._pages[kind] = kind(self._window)
            page.view.setProperty(TOPIC, page.topic)
            self._views.addWidget(page.view)
        return cast("Kind", self._pages[kind])

    @property
    def group(self) -> PageGroup:
        return self.face.groups[self.tabs.currentIndex()]

    @property
    def current(self) -> type[Page[Any]]:
        """The one that is turned to."""
        return self._shown_of(self.group)

    @property
    def shown_in_tabs(self) -> dict[str, str]:
        """The page that every group shows where it is turned to, both by title."""
        return {group.title: self._shown_of(group).title for group in self._bar_of}

    def turn_to(self, kind: type[Page[Any]]) -> None:
        group = self.face.group_of(kind)
        if group is not None:
            self._bar_of[group].setCurrentIndex(group.pages.index(kind))
            self.tabs.setCurrentIndex(self.face.groups.index(group))

    def turn_to_titled(self, title: str, in_tabs: Mapping[str, str]) -> None:
        """The page of that title, if there is one; ``in_tabs`` are what other tabs would show."""
        known = {kind.title: kind for kind in self.face.pages}
        for wanted in (*in_tabs.values(), title):
            if wanted in known:
                self.turn_to(known[wanted])

    def show_new_fit(self) -> None:
        """Turn to the first page, unless a fit is seen where a person looks."""
        if not self.current.shows_fit:
            self.turn_to(self.face.pages[0])

    def show_document(self, document: Document) -> None:
        """With the face that suits it."""
        wanted = face_of(document)
        if wanted is not self.face:
            self._show_face(wanted)

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

    def name_pages(self, about: Callable[[str], str]) -> None:
        """Each page says in a sentence what is on it; ``about`` knows by topic."""
        for group, bar in self._bar_of.items():
            for place, kind in enumerate(group.pages):
                if not bar.tabToolTip(place):
                    bar.setTabToolTip(place, tip(about(kind.topic)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Tab goes to the next page, in whichever group it is."""
        steps = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
        step = steps.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            pages = self.face.pages
            self.turn_to(pages[(pages.index(self.current) + step) % len(pages)])
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_bars()

    def _place_bars(self) -> None:
        """In one row, or in two; the same for every group, so that nothing jumps."""
        self._tighten()
        wide = self.tabs.sizeHint().width() + GAP + self.bars.sizeHint().width()
        row = 0 if wide <= self.width() else 1
        if self._head.itemAtPosition(row, 1 - row) is None:
            self._head.removeWidget(self.bars)
            self._head.addWidget(self.bars, row, 1 - row, 1, 1 + row)
        self.bars.setVisible(row == 0 or len(self.group.pages) > 1)

    def _tighten(self) -> None:
        """Where the window is narrow, rather than cut the last of them."""
        if not self._tight:
            self._wide = self.bars.sizeHint().width()
        tight = self._wide > self.width()
        if tight is not self._tight:
            self._tight = tight
            for bar in self._bar_of.values():
                restyle(bar, tight=tight)
                QApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))  # it measures anew

    def _show_face(self, face: Face) -> None:
        self.face = face
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for group in face.groups:
            place = self.tabs.addTab(group.title)
            self.tabs.setTabToolTip(place, tip(group.help))
            if group not in self._bar_of:
                self._bar_of[group] = self._made(group)
            for kind in group.pages:
                self[kind]
        self.tabs.setCurrentIndex(0)
        self.tabs.blockSignals(False)
        self._turn()

    def _made(self, group: PageGroup) -> QTabBar:
        bar = _bar(f"pages_{group.name}", tr("Pages of {group}", group=group.title))
        bar.setProperty("pages", True)
        bar.setProperty("tight", self._tight)
        for kind in group.pages if len(group.pages) > 1 else ():
            bar.addTab(kind.title)
        bar.currentChanged.connect(lambda _: self._turn())
        bar.tabBarClicked.connect(self.touched)
        self.bars.addWidget(bar)
        return bar

    def _shown_of(self, group: PageGroup) -> type[Page[Any]]:
        return group.pages[max(self._bar_of[group].currentIndex(), 0)]

    def _turn(self) -> None:
        """To what the bars say."""
        page = self[self.current]
        if self._views.currentWidget() is page.view and self.property(TOPIC) == page.topic:
            return
        self.bars.setCurrentWidget(self._bar_of[self.group])
        self._views.setCurrentWidget(page.view)
        self.setProperty(TOPIC, page.topic)
        self._place_bars()
        self.turned.emit()
