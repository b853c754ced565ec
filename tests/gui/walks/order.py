"""The way of the tab key: to everything that can be used, downwards and to the right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QTabWidget, QToolBar, QWidget

from .seen import is_reached, named, seen

SLACK, LINE = 4, 24
"""Pixels by which things in one line may stand higher or lower, and how high a line is."""


def disorderly(root: QWidget) -> Iterator[str]:
    window = root.window()
    wanted = [w for w in seen(root) if is_reached(w) and w.focusProxy() is None]
    wanted = [w for w in wanted if not _is_left_out_of_its_group(w)]
    if not wanted or not window.isActiveWindow():
        return
    way = walked(wanted[0], len(window.findChildren(QWidget)))
    for widget in wanted:
        if widget not in way:
            yield f"{named(widget)}: Tab does not come here"
    yield from _jumps([w for w in from_the_top(way, root) if w in wanted], root)


def walked(first: QWidget, most: int) -> list[QWidget]:
    """Where real presses of the key lead, until they come round."""
    first.setFocus(Qt.FocusReason.TabFocusReason)
    way: list[QWidget] = []
    for _ in range(most):
        now = QApplication.focusWidget()
        if now is None or now in way:
            break
        way.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    return way


def from_the_top(way: list[QWidget], root: QWidget) -> list[QWidget]:
    """The way goes round. It is read from where it comes into a panel, and in a window from what
    stands highest, and there from the left."""

    def is_inside(widget: QWidget) -> bool:
        return widget is root or root.isAncestorOf(widget)

    def place(i: int) -> tuple[bool, bool, int, int]:
        corner = way[i].mapTo(root.window(), way[i].rect().center())
        comes_in = is_inside(way[i]) and not is_inside(way[i - 1])
        is_scrolled_away = way[i].visibleRegion().isEmpty()
        return not comes_in, is_scrolled_away, corner.y() // LINE, corner.x()

    start = min(range(len(way)), key=place, default=0)
    return way[start:] + way[:start]


def _is_left_out_of_its_group(widget: QWidget) -> bool:
    """Of buttons that exclude each other the arrows choose."""
    return isinstance(widget, QAbstractButton) and widget.autoExclusive() and not widget.isChecked()


def _jumps(way: list[QWidget], root: QWidget) -> Iterator[str]:
    left: list[QWidget] = []
    for before, after in pairwise(way):
        if panel_of(before, root) is panel_of(after, root):
            if not follows(before, after):
                yield f"{named(before)}: Tab jumps back to {named(after)}"
            continue
        left.append(panel_of(before, root))
        now = panel_of(after, root)
        is_back = not follows(before, after) if now is root else now in left
        if is_back:
            yield f"{named(before)}: Tab returns to {named(after)}"


def panel_of(widget: QWidget, root: QWidget) -> QWidget:
    """The card, page or bar that it stands in."""
    above: QWidget | None = widget.parentWidget()
    while above is not None and above is not root:
        is_card = isinstance(above, QFrame) and above.property("card")
        if is_card or isinstance(above, (QToolBar, QTabWidget)):
            return above
        above = above.parentWidget()
    return root


def follows(before: QWidget, after: QWidget) -> bool:
    """Below, or to the right in one line; a whole column may stand to the right of another."""
    if before.isAncestorOf(after):
        return True  # the head of a table
    one, other, leaves = _branches(before, after)
    if other.top() >= one.bottom() - SLACK:
        return True
    beside = other.left() >= one.right() - SLACK
    return beside and (not leaves or other.bottom() > one.top() + SLACK)


def _branches(before: QWidget, after: QWidget) -> tuple[QRect, QRect, bool]:
    """What parts the two: the nearest widgets about them that have one parent."""
    above = _ancestors(before)
    common = next(w for w in _ancestors(after) if w in above)
    one, other = _child_of(common, before), _child_of(common, after)
    return _placed(one, common), _placed(other, common), one is before and other is after


def _ancestors(widget: QWidget) -> list[QWidget]:
    found, above = [], widget.parentWidget()
    while above is not None:
        found.append(above)
        above = above.parentWidget()
    return found


def _child_of(common: QWidget, widget: QWidget) -> QWidget:
    while (above := widget.parentWidget()) is not None and above is not common:
        widget = above
    return widget


def _placed(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())
