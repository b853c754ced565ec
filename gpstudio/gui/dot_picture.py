"""Very many dots as a picture: every reading marks its own pixel, so that none is left out.

Qt takes 5 ms to draw 20,000 round points; marking 100,000 pixels of an array takes one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from gpstudio.core.arrays import Integers

Levels = NDArray[np.uint8]


def stamped(
    columns: Integers, rows: Integers, levels: Levels | int, shape: tuple[int, int], size: int
) -> Levels:
    """An array of that many rows and columns with a dot of ``size`` pixels about each place: a
    square without its corners.

    Where dots meet the highest level shows. Places lie in the array.
    """
    picture = np.zeros((shape[0] + 2 * size, shape[1] + 2 * size), dtype=np.uint8)
    flat = (rows + size) * picture.shape[1] + (columns + size)
    if isinstance(levels, int):
        picture.ravel()[flat] = levels
    else:
        order = np.argsort(levels, kind="stable")
        picture.ravel()[flat[order]] = levels[order]
    if size < 3:
        return _cut(_grown(_grown(picture, size, 0), size, 1), shape, size, (size, size))
    slim = size - 2
    high = _cut(_grown(_grown(picture, size, 0), slim, 1), shape, size, (size, slim))
    wide = _cut(_grown(_grown(picture, slim, 0), size, 1), shape, size, (slim, size))
    return np.maximum(high, wide)


def _grown(picture: Levels, size: int, axis: int) -> Levels:
    """Along one axis each pixel takes the highest of the ``size`` ones up to itself."""
    moved = np.moveaxis(picture, axis, 0)
    grown, reach = moved.copy(), 1
    while reach < size:
        step = min(reach, size - reach)
        np.maximum(grown[step:], grown[:-step].copy(), out=grown[step:])
        reach += step
    return np.moveaxis(grown, 0, axis)


def _cut(picture: Levels, shape: tuple[int, int], margin: int, sizes: tuple[int, int]) -> Levels:
    """Without the margin, and with what grew onwards about its place again."""
    top, left = (margin + (size - 1) // 2 for size in sizes)
    return picture[top : top + shape[0], left : left + shape[1]]


def draw_levels(
    painter: QPainter, levels: Levels, colours: Sequence[QColor], corner: QPointF, fine: float
) -> None:
    """With a colour for each level from 1; where it is 0 nothing is drawn. ``fine`` is how many
    pixels of the picture make one of the painter's."""
    table = np.zeros(256, dtype=np.uint32)
    for level, colour in enumerate(colours, start=1):
        table[level] = _premultiplied(colour)
    pixels = np.ascontiguousarray(table[levels])  # the picture's own, so it must outlive it
    height, width = levels.shape
    kind = QImage.Format.Format_ARGB32_Premultiplied
    picture = QImage(pixels.data, width, height, 4 * width, kind)
    picture.setDevicePixelRatio(fine)
    painter.drawImage(corner, picture)


def _premultiplied(colour: QColor) -> int:
    parts = (colour.red(), colour.green(), colour.blue())
    red, green, blue = (round(colour.alphaF() * part) for part in parts)
    return colour.alpha() << 24 | red << 16 | green << 8 | blue
