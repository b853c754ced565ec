"""Icons in the colour of the text around them: drawn in black once, tinted for each theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gpstudio.resources import resource

SIZES = (16, 20, 24, 32, 40, 48)
"""Pixels: one icon serves screens of 100 to 200 %."""

WORD = "word"
"""Property of actions that have a word of their own for beside their icons; Qt makes others of the
title."""


@lru_cache(maxsize=128)
def icon(name: str, colour: str, disabled: str) -> QIcon:
    """The picture ``name`` in one colour, and in another where it cannot be used."""
    made = QIcon()
    for mode, tint in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        drawing = resource("icons", f"{name}.svg").read_text(encoding="utf-8")
        renderer = QSvgRenderer(QByteArray(drawing.replace("#000", tint).encode()))
        for size in SIZES:
            picture = QPixmap(size, size)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            made.addPixmap(picture, mode)
    return made


def program_icon() -> QIcon:
    return QIcon(str(resource("icons", "gpstudio.png")))
