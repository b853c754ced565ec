"""No clipped text: what a widget has to say has room in it, and it has room where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionHeader,
    QTableView,
    QTextBrowser,
    QToolButton,
    QTreeView,
    QWidget,
)

from gpstudio.gui.fields import NumberField

from .names import is_arrow
from .seen import hover, named, seen, tells, viewport_of

SLACK = 1
"""Pixels that rounding may cost."""
CARET = 2
"""Pixels that a line edit keeps for its caret."""
CELLS = 80


def cramped(root: QWidget) -> Iterator[str]:
    for widget in seen(root):
        if widget.visibleRegion().isEmpty() or is_arrow(widget):
            continue
        yield from _inside(widget)
        if is_text(widget):
            yield from _beyond(widget, root)


def is_text(widget: QWidget) -> bool:
    kinds = (QLabel, QAbstractButton, QComboBox, QLineEdit)
    return isinstance(widget, kinds)


def _inside(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLabel():
            yield from _of_label(widget)
        case QComboBox():
            yield from _of_combo(widget)
        case QLineEdit():
            yield from _of_line(widget)
        case QToolButton() | QCheckBox() | QAbstractButton():
            yield from _of_button(widget)
        case QHeaderView():
            yield from _of_header(widget)
        case QTableView() | QListView() | QTreeView():
            yield from _of_cells(widget)
        case QMenu():
            yield from _of_menu(widget)
        case QTextBrowser():
            if widget.horizontalScrollBar().maximum() > 0:
                yield f"{named(widget)}: its text is wider than it"
        case QScrollArea():
            if widget.horizontalScrollBar().maximum() > 0:
                yield f"{named(widget)}: a form that is to be scrolled sideways"
        case _:
            pass


def _short(widget: QWidget, words: str, needs: QSize, has: QSize) -> str:
    return (
        f"{named(widget)}: '{words[:50]}' needs {needs.width()}x{needs.height()} "
        f"and has {has.width()}x{has.height()}"
    )


def _fits(needs: QSize, has: QSize) -> bool:
    return needs.width() <= has.width() + SLACK and needs.height() <= has.height() + SLACK


def needs_of(label: QLabel) -> QSize:
    """At its present width where it is wrapped, and then as wide as its longest word."""
    if not label.wordWrap():
        return label.sizeHint()
    words = max(label.text().split(), key=len, default="")
    edges = label.contentsMargins()
    wide = label.fontMetrics().horizontalAdvance(words) + edges.left() + edges.right()
    return QSize(wide, label.heightForWidth(label.width()))


def _of_label(label: QLabel) -> Iterator[str]:
    words, needs = label.text(), needs_of(label)
    if words and not _fits(needs, label.size()) and not tells(hover(label), words):
        yield _short(label, words, needs, label.size())


def _of_button(button: QAbstractButton) -> Iterator[str]:
    words, needs = button.text().replace("&", ""), button.sizeHint()
    if isinstance(button, QToolButton):
        style = button.toolButtonStyle()
        words = "" if style == Qt.ToolButtonStyle.ToolButtonIconOnly else words
    if words and not _fits(needs, button.size()) and not tells(hover(button), words):
        yield _short(button, words, needs, button.size())


def _of_combo(combo: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = combo.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, combo)
    words = combo.currentText()
    needs = QSize(combo.fontMetrics().horizontalAdvance(words) + 2, combo.fontMetrics().height())
    if words and not _fits(needs, room.size()) and not tells(hover(combo), words):
        yield _short(combo, words, needs, room.size())


def _of_line(line: QLineEdit) -> Iterator[str]:
    """What cannot be scrolled by a person: what stands in an empty line; and numbers, of which
    one that is cut is another number."""
    words = line.placeholderText() if not line.text() else ""
    if isinstance(line, NumberField):
        words = words or line.text()
    room = room_of(line)
    needs = QSize(line.fontMetrics().horizontalAdvance(words), line.fontMetrics().height())
    if words and not _fits(needs, room) and not tells(hover(line), words):
        yield _short(line, words, needs, room)


def room_of(line: QLineEdit) -> QSize:
    """Between its edges, its margins and the buttons in it."""
    margins, edges = line.textMargins(), line.contentsMargins()
    inner = line.minimumSizeHint().width() - line.fontMetrics().maxWidth()
    taken = inner + margins.left() + margins.right() + edges.left() + edges.right() + CARET
    buttons = [b for b in line.findChildren(QAbstractButton) if b.isVisible()]
    taken += sum(button.width() for button in buttons)
    return QSize(line.width() - taken, line.height())


def _of_header(header: QHeaderView) -> Iterator[str]:
    if header.orientation() != Qt.Orientation.Horizontal:
        return
    for place in range(header.count()):
        words = str(header.model().headerData(place, Qt.Orientation.Horizontal) or "")
        if header.isSectionHidden(place) or not words:
            continue
        left, has = header.sectionViewportPosition(place), header.sectionSize(place)
        option = QStyleOptionHeader()
        header.initStyleOption(option)
        option.rect = QRect(left, 0, has, header.height())
        room = header.style().subElementRect(QStyle.SubElement.SE_HeaderLabel, option, header)
        needs = header.fontMetrics().horizontalAdvance(words)
        middle = QPoint(left + has // 2, header.height() // 2)
        is_there = header.viewport().rect().contains(middle)
        is_short = needs > room.width() + SLACK
        if is_short and is_there and not tells(hover(header.viewport(), middle), words):
            yield f"{named(header)}: heading '{words}' needs {needs} and has {room.width()}"


def cells(view: QAbstractItemView) -> Iterator[tuple[QModelIndex, QRect]]:
    """Those that are on screen, with their places in the viewport."""
    room = view.viewport().rect()
    for place, index in enumerate(_indices(view)):
        where = view.visualRect(index)
        if not where.isEmpty() and room.contains(where.center()):
            yield index, where
        if place > CELLS:
            return


def _indices(view: QAbstractItemView) -> Iterator[QModelIndex]:
    model, root = view.model(), view.rootIndex()
    if isinstance(view, QTreeView):
        index = model.index(0, 0, root)
        while index.isValid():
            yield from (index.siblingAtColumn(place) for place in range(view.header().count()))
            index = view.indexBelow(index)
    elif model is not None:
        across = view.horizontalHeader().count() if isinstance(view, QTableView) else 1
        for row in range(model.rowCount(root)):
            yield from (model.index(row, place, root) for place in range(across))


def _of_cells(view: QAbstractItemView) -> Iterator[str]:
    for index, place in cells(view):
        words = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        letters = view.fontMetrics()
        lines = words.splitlines() or [""]
        needs = QSize(
            max(letters.horizontalAdvance(line) for line in lines), letters.height() * len(lines)
        )
        hint = view.sizeHintForIndex(index)
        tall = hint.height() <= place.height() + SLACK
        if words and not (_fits(needs, place.size()) and tall):
            told = hover(view.viewport(), place.center())
            if not tells(told, words):
                yield _short(view, words, needs.expandedTo(QSize(0, hint.height())), place.size())


def _of_menu(menu: QMenu) -> Iterator[str]:
    if not _fits(menu.sizeHint(), menu.size()):
        yield _short(menu, menu.title(), menu.sizeHint(), menu.size())


def _beyond(widget: QWidget, root: QWidget) -> Iterator[str]:
    """Cut off by what it stands in; what can be scrolled to is not."""
    inner, outer = widget, widget.parentWidget()
    place = QRect(QPoint(0, 0), widget.size())
    while outer is not None and inner is not root and not inner.isWindow():
        place = QRect(inner.mapTo(outer, place.topLeft()), place.size())
        area = viewport_of(outer)
        across, down = _cuts(area)
        room = outer.rect()
        if across and (place.left() < -SLACK or place.right() > room.right() + SLACK):
            yield f"{named(widget)}: cut at the side by {named(outer)} ({place} in {room})"
            return
        if down and (place.top() < -SLACK or place.bottom() > room.bottom() + SLACK):
            yield f"{named(widget)}: cut below by {named(outer)} ({place} in {room})"
            return
        if area is not None:
            place = place.intersected(room)
        inner, outer = outer, outer.parentWidget()


def _cuts(area: QAbstractScrollArea | None) -> tuple[bool, bool]:
    """Across and down: whether what is beyond the edge cannot be scrolled to."""
    if area is None:
        return True, True
    never = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    across = area.horizontalScrollBarPolicy() == never or not area.horizontalScrollBar().maximum()
    down = area.verticalScrollBarPolicy() == never or not area.verticalScrollBar().maximum()
    return across, down
