"""How each stage looks: a colour, a mark and a stroke, so that no eye depends on colour alone.

Which of them a stage has is part of its declaration; here words become shapes and strokes.
Six colours cannot be told apart by every eye where ten are wanted: marks all differ, and no two
stages share both colour and stroke. Neighbours in the season have colours that differ for every
kind of colour blindness; a test computes it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from gpstudio.gui.theme import Theme
from gpstudio.phenology.rules import Mark, StageLook, Stroke
from gpstudio.phenology.rules.stage import UNKNOWN_LOOK
from gpstudio.phenology.templates import stage_called

Line = Qt.PenStyle


STROKES: Mapping[Stroke, Qt.PenStyle] = MappingProxyType(
    {
        "solid": Line.SolidLine,
        "dashed": Line.DashLine,
        "dotted": Line.DotLine,
        "dash-dotted": Line.DashDotLine,
    }
)


def look_of(stage: str) -> StageLook:
    known = stage_called(stage)
    return known.look if known else UNKNOWN_LOOK


def stage_colour(stage: str, theme: Theme) -> str:
    return theme.of_stages[look_of(stage).colour]


def stage_stroke(stage: str) -> Qt.PenStyle:
    return STROKES[look_of(stage).stroke]


def draw_mark(
    painter: QPainter, stage: str, where: QPointF, size: float, theme: Theme, faint: bool = False
) -> None:
    """The stage's mark about a point, ``size`` pixels across."""
    draw_look(painter, look_of(stage), where, size, theme, faint)


def draw_look(
    painter: QPainter,
    look: StageLook,
    where: QPointF,
    size: float,
    theme: Theme,
    faint: bool = False,
) -> None:
    """A mark with an edge that shows on any ground."""
    colour = QColor(theme.of_stages[look.colour])
    if faint:
        colour.setAlphaF(0.35)
    path = mark_path(look.mark, QRectF(where.x() - size / 2, where.y() - size / 2, size, size))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if look.mark == "ring":
        painter.setPen(QPen(colour, size / 4.5))
        painter.setBrush(QColor(theme.card))
        inset = size / 9.0
        painter.drawEllipse(path.boundingRect().adjusted(inset, inset, -inset, -inset))
        return
    # the edge goes first: it must not eat into a small mark
    painter.setPen(QPen(QColor(theme.card), 2.4, Line.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if not faint:
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(path)


def mark_path(mark: Mark, box: QRectF) -> QPainterPath:
    """The outline of a mark in a box."""
    return _SHAPES[mark](box)


def _corners(points: Sequence[tuple[float, float]]) -> Callable[[QRectF], QPainterPath]:
    """A closed shape through points of the unit box."""

    def path(box: QRectF) -> QPainterPath:
        made = QPainterPath()
        for place, (x, y) in enumerate(points):
            point = QPointF(box.left() + x * box.width(), box.top() + y * box.height())
            made.lineTo(point) if place else made.moveTo(point)
        made.closeSubpath()
        return made

    return path


def _disc(box: QRectF) -> QPainterPath:
    made = QPainterPath()
    made.addEllipse(box)
    return made


def _star() -> list[tuple[float, float]]:
    """Five rays; every second corner lies further in."""
    points = []
    for corner in range(10):
        angle, reach = math.pi * corner / 5.0, 0.56 if corner % 2 == 0 else 0.24
        points.append((0.5 + reach * math.sin(angle), 0.53 - reach * math.cos(angle)))
    return points


_PLUS = (
    (0.34, 0.0), (0.66, 0.0), (0.66, 0.34), (1.0, 0.34), (1.0, 0.66), (0.66, 0.66),
    (0.66, 1.0), (0.34, 1.0), (0.34, 0.66), (0.0, 0.66), (0.0, 0.34), (0.34, 0.34),
)  # fmt: skip
_CROSS = (
    (0.2, 0.0), (0.5, 0.3), (0.8, 0.0), (1.0, 0.2), (0.7, 0.5), (1.0, 0.8),
    (0.8, 1.0), (0.5, 0.7), (0.2, 1.0), (0.0, 0.8), (0.3, 0.5), (0.0, 0.2),
)  # fmt: skip
_SHAPES: Mapping[Mark, Callable[[QRectF], QPainterPath]] = {
    "triangle": _corners([(0.5, 0.02), (1.0, 0.94), (0.0, 0.94)]),
    "wedge": _corners([(0.0, 0.06), (1.0, 0.06), (0.5, 0.98)]),
    "post": _corners([(0.3, 0.0), (0.7, 0.0), (0.7, 1.0), (0.3, 1.0)]),
    "diamond": _corners([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)]),
    "square": _corners([(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)]),
    "star": _corners(_star()),
    "plus": _corners(_PLUS),
    "cross": _corners(_CROSS),
    "slope": _corners([(0.3, 0.0), (1.0, 0.0), (0.7, 1.0), (0.0, 1.0)]),
    "arrow": _corners([(0.04, 0.0), (1.0, 0.5), (0.04, 1.0)]),
    "return": _corners([(0.96, 0.0), (0.0, 0.5), (0.96, 1.0)]),
    "house": _corners([(0.5, 0.0), (1.0, 0.45), (1.0, 1.0), (0.0, 1.0), (0.0, 0.45)]),
    "disc": _disc,
    "ring": _disc,
}
"""Of every word for a mark; some are free for stages to come."""
