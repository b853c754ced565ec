"""Where a callout stands: beside what it speaks of, inside the window, over as little as can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QPoint, QRect, QSize

Side: TypeAlias = Literal["below", "above", "right", "left", "over"]
GAP, MARGIN = 6, 10
"""Pixels between callout and target, and between callout and the window's edge."""


@dataclass(frozen=True)
class Placed:
    where: QRect
    side: Side
    """Of the target, on which the callout stands."""
    tip: QPoint
    """Where the arrow points, in pixels of the window."""


def placed(target: QRect, size: QSize, room: QRect) -> Placed:
    """On the first side that has room; over the target's middle where none has."""
    inside = room.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    middle = target.center()
    wide, high = size.width(), size.height()
    left, top = middle.x() - wide // 2, middle.y() - high // 2
    ways: tuple[tuple[Side, QPoint, QPoint], ...] = (
        ("below", QPoint(left, target.bottom() + GAP), QPoint(middle.x(), target.bottom())),
        ("above", QPoint(left, target.top() - GAP - high), QPoint(middle.x(), target.top())),
        ("right", QPoint(target.right() + GAP, top), QPoint(target.right(), middle.y())),
        ("left", QPoint(target.left() - GAP - wide, top), QPoint(target.left(), middle.y())),
    )  # fmt: skip
    for side, corner, tip in ways:
        where = _moved_in(QRect(corner, size), inside)
        if not where.intersects(target) and inside.contains(where):
            return Placed(where, side, tip)
    return Placed(_moved_in(QRect(QPoint(left, top), size), inside), "over", middle)


def _moved_in(where: QRect, inside: QRect) -> QRect:
    """As far as it is no larger than the room."""
    x = max(inside.left(), min(where.left(), inside.right() - where.width() + 1))
    y = max(inside.top(), min(where.top(), inside.bottom() - where.height() + 1))
    return QRect(QPoint(x, y), where.size())
