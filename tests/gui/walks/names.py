"""For who cannot see the window, and for who hovers: what can be used says what it is."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QMenu,
    QProgressBar,
    QScrollBar,
    QSplitterHandle,
    QTabBar,
    QToolButton,
    QWidget,
)

from .seen import named, plain, seen, viewport_of

INPUTS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QComboBox, QKeySequenceEdit, QLineEdit,
)  # fmt: skip
SPOKEN = (*INPUTS, QGraphicsView, QProgressBar, QSplitterHandle, QTabBar)
ROWS = 12
"""Of a list that are looked at: the others are made by the same model."""


def nameless(root: QWidget) -> Iterator[str]:
    for widget in seen(root):
        if is_part(widget):
            continue
        is_used = isinstance(widget, SPOKEN) or widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        if is_used and not spoken(widget):
            yield f"{named(widget)}: no accessible name"
        if isinstance(widget, INPUTS) and not plain(widget.toolTip()):
            yield f"{named(widget)}: no tooltip"
        if isinstance(widget, QTabBar):
            yield from _tabs(widget)
        if isinstance(widget, QAbstractItemView):
            yield from _rows(widget)
        if isinstance(widget, QMenu):
            yield from _entries(widget)


def spoken(widget: QWidget) -> str:
    """What a screen reader says of it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return "" if interface is None else interface.text(QAccessible.Text.Name).strip()


def is_part(widget: QWidget) -> bool:
    """Of a widget that speaks for it: bars, viewports, and the head of a table, which speaks with
    its cells."""
    if isinstance(widget, QHeaderView):
        return widget.focusPolicy() == Qt.FocusPolicy.NoFocus
    is_silent = isinstance(widget, QScrollBar) or widget.focusProxy() is not None
    return is_silent or is_arrow(widget) or viewport_of(widget) is not None


def is_arrow(widget: QWidget) -> bool:
    """Of a tab bar that scrolls, or of a tool bar that is too long: Qt names them."""
    above = widget.parentWidget()
    return isinstance(widget, QToolButton) and isinstance(above, QTabBar)


def _tabs(bar: QTabBar) -> Iterator[str]:
    for place in range(bar.count()):
        if not bar.tabText(place):
            yield f"{named(bar)}: tab {place} has no name"
        elif not bar.tabToolTip(place):
            yield f"{named(bar)}: tab {bar.tabText(place)} has no tooltip"


def _rows(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    if model is None:
        return
    for row in range(min(model.rowCount(view.rootIndex()), ROWS)):
        index = model.index(row, 0, view.rootIndex())
        if not _said(index):
            yield f"{named(view)}: row {row} says nothing"


def _said(index: QModelIndex) -> str:
    roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.DisplayRole)
    return next((str(found) for role in roles if (found := index.data(role))), "")


def _entries(menu: QMenu) -> Iterator[str]:
    for action in menu.actions():
        if not action.isSeparator() and not action.text():
            yield f"{named(menu)}: an entry has no words"
