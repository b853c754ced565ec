"""The manual in a window of its own: pages at the left, the page at the right, search and back.

It never locks the window it belongs to: both can be used beside each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.cards import card
from gpstudio.gui.fields import describe, label
from gpstudio.gui.handles import name_handles
from gpstudio.gui.help.pages import BY_NAME, FIRST, MANUAL_PAGES, Key, ManualPage, text_of
from gpstudio.gui.help.reading import ManualText
from gpstudio.gui.help.searching import pages_with
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

SIZE = (900, 680)
WIDTHS = (230, 670)
NOTHING = tr("No page holds these words.")


@dataclass(frozen=True)
class Place:
    """Where somebody was: what Back returns to."""

    page: ManualPage
    scroll: int = 0


class Manual(QDialog):
    """``keys`` says which shortcuts hold at present, since they can be changed."""

    def __init__(
        self, theme: Theme, keys: Callable[[], Sequence[Key]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("manual")
        self.setWindowTitle(tr("Manual – GP Studio"))
        self.resize(*SIZE)
        self.setMinimumSize(520, 360)
        self._keys = keys
        self._back: list[Place] = []
        self._forward: list[Place] = []
        self._page = FIRST
        self._texts: dict[ManualPage, str] = {}
        self.reader = ManualText(theme)
        self.list = QListWidget()
        self.list.setObjectName("manual_pages")
        self.list.setProperty("choices", True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        describe(self.list, tr("Pages"),
        tr("The pages of the manual; with words typed above, those that "
                 "hold them."))  # fmt: skip
        self.search = QLineEdit()
        self.search.setObjectName("manual_search")
        self.search.setPlaceholderText(tr("Search the manual"))
        self.search.setClearButtonEnabled(True)
        describe(
            self.search,
            tr("Search the manual"),
            tr("Words to look for; Enter opens the best page."),
        )
        self.nothing = label(NOTHING, "quiet", wrap=True)
        self.nothing.hide()
        self.back = self._button(tr("Back"), "manual_back", tr("To the page before (Alt+Left)."))
        self.forward = self._button(
            tr("Forward"), "manual_forward", tr("To the page after (Alt+Right).")
        )
        self._lay_out()
        self._connect()
        self._list_pages(MANUAL_PAGES)
        self._show(Place(FIRST))

    def _button(self, title: str, name: str, help: str) -> QPushButton:
        button = QPushButton(title)
        button.setObjectName(name)
        button.setAutoDefault(False)
        describe(button, title, help)
        return button

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        for part in (self.back, self.forward):
            top.addWidget(part)
        top.addStretch(1)
        self.search.setMinimumWidth(180)
        top.addWidget(self.search, 1)
        side = QWidget()
        left = QVBoxLayout(side)
        left.setContentsMargins(0, 0, 0, 0)
        left.addWidget(self.nothing)
        left.addWidget(self.list, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(10)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(card(side, 5))
        splitter.addWidget(card(self.reader, 5))
        splitter.setStretchFactor(1, 1)
        name_handles(splitter, tr("the pages"), tr("the page"))
        splitter.setSizes(list(WIDTHS))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.addLayout(top)
        column.addWidget(splitter, 1)

    def _connect(self) -> None:
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self.reader.page_asked.connect(self.open_page)
        self.list.currentItemChanged.connect(self._chosen)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._open_best)
        for keys, work in (
            (QKeySequence.StandardKey.Back, self.go_back),
            (QKeySequence.StandardKey.Forward, self.go_forward),
            (QKeySequence.StandardKey.Find, self.search.setFocus),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(work)
        self._soon = QTimer(self)
        self._soon.timeout.connect(self._read_one)

    @property
    def page(self) -> ManualPage:
        return self._page

    def set_theme(self, theme: Theme) -> None:
        self.reader.set_theme(theme)

    def open_page(self, name: str) -> None:
        """Show a page; what was looked at before is one Back away."""
        page = BY_NAME.get(name)
        if page is not None and page is not self._page:
            self._back.append(self._here)
            self._forward.clear()
            self._show(Place(page))

    def open_on(self, name: str) -> None:
        """A page in a window that can be seen, whatever was looked for before."""
        self.search.clear()
        self.open_page(name)
        self.show()
        self.raise_()
        self.activateWindow()
        self.reader.setFocus()
        if len(self._texts) < len(MANUAL_PAGES):
            self._soon.start(0)

    def go_back(self) -> None:
        if self._back:
            self._forward.append(self._here)
            self._show(self._back.pop())

    def go_forward(self) -> None:
        if self._forward:
            self._back.append(self._here)
            self._show(self._forward.pop())

    @property
    def _here(self) -> Place:
        return Place(self._page, self.reader.verticalScrollBar().value())

    def _show(self, place: Place) -> None:
        self._page = place.page
        self.reader.show_text(text_of(place.page, self._keys()), self.search.text())
        if place.scroll:
            self.reader.verticalScrollBar().setValue(place.scroll)
        self.back.setEnabled(bool(self._back))
        self.forward.setEnabled(bool(self._forward))
        self._point_at(place.page)

    def _point_at(self, page: ManualPage) -> None:
        blocked = self.list.blockSignals(True)
        for row in range(self.list.count()):
            if self.list.item(row).data(Qt.ItemDataRole.UserRole) == page.name:
                self.list.setCurrentRow(row)
                break
        else:
            self.list.setCurrentRow(-1)
        self.list.blockSignals(blocked)

    def _list_pages(self, pages: Sequence[ManualPage]) -> None:
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for page in pages:
            item = QListWidgetItem(page.title)
            item.setData(Qt.ItemDataRole.UserRole, page.name)
            item.setToolTip(page.about)
            self.list.addItem(item)
        self.list.blockSignals(blocked)
        self.nothing.setVisible(not pages)
        self._point_at(self._page)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.open_page(str(item.data(Qt.ItemDataRole.UserRole)))

    def _search(self, typed: str) -> None:
        while len(self._texts) < len(MANUAL_PAGES):
            self._read_one()
        self._list_pages(pages_with(typed, self._texts))

    def _open_best(self) -> None:
        if self.list.count():
            name = str(self.list.item(0).data(Qt.ItemDataRole.UserRole))
            if name == self._page.name:
                self._show(Place(self._page))
            self.open_page(name)

    def _read_one(self) -> None:
        """A page at a time, so that nobody who goes on working waits for all of them."""
        page = next((page for page in MANUAL_PAGES if page not in self._texts), None)
        if page is None:
            self._soon.stop()
        else:
            self._texts[page] = text_of(page, self._keys())
