"""The tree of terms: shows it, and says what a person wants moved. It changes nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem, QWidget

from gpstudio.core.arrays import Floats
from gpstudio.gui.fields import describe
from gpstudio.gui.literal import tip
from gpstudio.gui.terms.rows import CURVES, NUMBERS, PLACE, ROW_HEIGHT, TermRows
from gpstudio.gui.theme import LIGHT, Theme
from gpstudio.session.kernel_tree import Node, Path, walk
from gpstudio.translation import tr

MOST_ROWS = 8
"""Beyond so many the tree scrolls by itself."""
SIGNS = {"sum": "+", "product": "×"}
HELP = tr(
    "The terms of the kernel. Drag one, or press Alt+Up or Alt+Down, to move it. Delete takes it "
    "out, Insert adds one."
)


class TermsTree(QTreeWidget):
    """One row a term, with the whole on top."""

    selected = Signal(object)
    """The path of a term that a person chose."""
    moved = Signal(int)
    """Up (-1) or down (1) among its neighbours."""
    dragged = Signal(object, object, int)
    """From a path, to a parent's path, into a gap."""
    removed = Signal()
    add_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("terms_tree")
        describe(self, tr("Terms of the kernel"), HELP)
        self.may_drop: Callable[[Path, Path], bool] = lambda source, parent: False
        self._items: dict[Path, QTreeWidgetItem] = {}
        self._root: Node | None = None
        self._gap: QRect | None = None
        self._rows = TermRows(LIGHT, self)
        self.setItemDelegate(self._rows)
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDropIndicatorShown(False)
        self.currentItemChanged.connect(self._tell_selected)

    def set_theme(self, theme: Theme) -> None:
        self._rows.theme = theme
        self.viewport().update()

    def show_tree(self, root: Node, numbers: Mapping[Path, str], path: Path) -> None:
        """Show the terms with their numbers in words, and select one."""
        blocked = self.blockSignals(True)
        self.clear()
        self._root, self._items = root, {}
        for place, node in walk(root):
            item = QTreeWidgetItem([self._name(root, place, node)])
            item.setData(0, NUMBERS, numbers.get(place, ""))
            item.setData(0, PLACE, place)
            words = f"{node.title}. {numbers.get(place, '')}".rstrip(" .") + "."
            about = node.spec.help if node.kind == "family" else HELP
            item.setToolTip(0, tip(f"{words} {about}"))
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, words)
            self._items[place] = item
            if place:
                self._items[place[:-1]].addChild(item)
            else:
                self.addTopLevelItem(item)
        self.expandAll()
        rows = min(len(self._items), MOST_ROWS)
        self.setFixedHeight(rows * ROW_HEIGHT + 4)
        self.setCurrentItem(self._items.get(path, self._items[()]))
        self.blockSignals(blocked)

    def show_pictures(self, pictures: Mapping[Path, Floats]) -> None:
        """Curves drawn from each term."""
        for place, item in self._items.items():
            item.setData(0, CURVES, pictures.get(place))

    @property
    def path(self) -> Path:
        """Of the selected term."""
        return _path(self.currentItem())

    @property
    def names(self) -> Sequence[str]:
        """What the rows say, from top to bottom."""
        return [item.text(0) for item in self._items.values()]

    def item_at(self, path: Path) -> QTreeWidgetItem:
        return self._items[path]

    def _name(self, root: Node, place: Path, node: Node) -> str:
        """With the sign that joins it to the term before."""
        parent = root
        for step in place[:-1]:
            parent = parent.children[step]
        sign = SIGNS.get(parent.kind, "") if place and place[-1] else ""
        return f"{sign} {node.title}".strip()

    def _tell_selected(self, item: QTreeWidgetItem | None, _: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.selected.emit(_path(item))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        key = event.key()
        if alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.moved.emit(-1 if key == Qt.Key.Key_Up else 1)
        elif key == Qt.Key.Key_Delete:
            self.removed.emit()
        elif key == Qt.Key.Key_Insert:
            self.add_wanted.emit()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.accept()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        target = self._target(event.position().toPoint())
        self._gap = target[2] if target is not None else None
        self.viewport().update()
        event.setAccepted(target is not None)

    def dragLeaveEvent(self, event: Any) -> None:
        self._gap = None
        self.viewport().update()

    def dropEvent(self, event: QDropEvent) -> None:
        target = self._target(event.position().toPoint())
        self._gap = None
        # nothing moves here: the document does it, and the tree is shown anew
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if target is not None:
            source, (parent, place, _) = self.path, target
            QTimer.singleShot(0, self, lambda: self.dragged.emit(source, parent, place))

    def _target(self, point: QPoint) -> tuple[Path, int, QRect] | None:
        """Parent, gap and where to paint it, for a drop at that point."""
        item = self.itemAt(point)
        if item is None or self._root is None:
            return None
        path, box = _path(item), self.visualItemRect(item)
        share = (point.y() - box.top()) / max(box.height(), 1)
        inside = item.childCount() > 0 and share > 0.25
        if inside and self.may_drop(self.path, path):
            return path, item.childCount(), box.adjusted(1, 1, -2, -2)
        if not path or not self.may_drop(self.path, path[:-1]):
            return None
        below = share > 0.5
        y = box.bottom() if below else box.top()
        return path[:-1], path[-1] + below, QRect(box.left(), y, box.width() - 2, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._gap is not None:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(QColor(self._rows.theme.accent), 2))
            painter.drawRect(self._gap)
            painter.end()


def _path(item: QTreeWidgetItem | None) -> Path:
    return tuple(item.data(0, PLACE)) if item is not None else ()
