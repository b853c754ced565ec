"""How series look: colours that colour-blind eyes tell apart, each with a mark of its own.

The colours are Okabe and Ito's, the yellow darkened for white paper. Beyond eight, dashes.
"""

from __future__ import annotations

import math

COLOURS = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#A89A00",
)  # fmt: skip
DASHES = ("", "5 2", "1.5 2", "6 2 1.5 2")
MARK = 2.7
"""Half a mark's width."""


def colour(style: int) -> str:
    return COLOURS[style % len(COLOURS)]


def dashes(style: int) -> str:
    return DASHES[style // len(COLOURS) % len(DASHES)]


def mark(style: int, x: float, y: float) -> str:
    """The mark as an SVG element about a point."""
    shape = SHAPES[style % len(SHAPES)]
    look = f'fill="{colour(style)}" stroke="#fff" stroke-width="0.6"'
    if shape is None:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{MARK:.2f}" {look}/>'
    points = " ".join(f"{x + MARK * dx:.2f},{y + MARK * dy:.2f}" for dx, dy in shape)
    return f'<polygon points="{points}" {look}/>'


def _even(corners: int, turn: float, size: float = 1.15) -> tuple[tuple[float, float], ...]:
    """The corners of a regular polygon; ``turn`` is the first one's angle in degrees."""
    angles = [math.radians(turn + 360.0 * k / corners) for k in range(corners)]
    return tuple((size * math.cos(a), size * math.sin(a)) for a in angles)


def _star(points: int) -> tuple[tuple[float, float], ...]:
    outer, inner = _even(points, -90.0, 1.5), _even(points, -90.0 + 180.0 / points, 0.6)
    return tuple(corner for pair in zip(outer, inner, strict=True) for corner in pair)


_PLUS = (
    (-0.4, -1.3), (0.4, -1.3), (0.4, -0.4), (1.3, -0.4), (1.3, 0.4), (0.4, 0.4), (0.4, 1.3),
    (-0.4, 1.3), (-0.4, 0.4), (-1.3, 0.4), (-1.3, -0.4), (-0.4, -0.4),
)  # fmt: skip
SHAPES: tuple[tuple[tuple[float, float], ...] | None, ...] = (
    None,
    _even(4, 45.0, 1.3),
    _even(3, -90.0, 1.4),
    _even(4, 0.0, 1.45),
    _even(3, 90.0, 1.4),
    _star(5),
    _PLUS,
    _even(6, 0.0),
    _star(4),
    _even(5, -90.0, 1.2),
    tuple((0.707 * (x - y), 0.707 * (x + y)) for x, y in _PLUS),
)
