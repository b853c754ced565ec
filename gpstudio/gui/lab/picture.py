"""A figure's drawing on any ground that Qt can paint on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from gpstudio.gui.export import save_image

SHARPNESS = 2.5
"""Pixels of a saved picture for one of the drawing, so that it prints well."""


def rendered(svg: str, scale: float) -> QImage:
    """The drawing as a picture, so many pixels for each of its units."""
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    size = renderer.defaultSize()
    image = QImage(
        QSize(max(1, round(size.width() * scale)), max(1, round(size.height() * scale))),
        QImage.Format.Format_RGB32,
    )
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, image.width(), image.height()))
    painter.end()
    return image


def rasterise(svg: str, path: Path) -> None:
    """The drawing as a PNG file; also in a thread that is not the window's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_image(rendered(svg, SHARPNESS), path)
