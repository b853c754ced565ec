"""An SVG text as a PNG file, for figures that are made where Qt is not known."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from gpstudio.core.errors import InputError
from gpstudio.gui.export import save_image
from gpstudio.translation import tr

SHARPNESS = 3
"""Pixels for one of the drawing: 288 an inch, as print wants them."""
DOTS_A_METRE = round(SHARPNESS * 96 / 0.0254)


def rasterise(svg: str, path: Path) -> None:
    """Draw on white, whole or not at all. Needs an application, but not its thread."""
    renderer = QSvgRenderer(QByteArray(svg.encode("utf-8")))
    if not renderer.isValid():
        raise InputError(
            tr("'{name}' was not drawn: its drawing is not valid SVG.", name=path.name)
        )
    size = renderer.defaultSize() * SHARPNESS
    picture = QImage(size, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    picture.setDotsPerMeterX(DOTS_A_METRE)
    picture.setDotsPerMeterY(DOTS_A_METRE)
    painter = QPainter(picture)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, 0, size.width(), size.height()))
    finally:
        painter.end()
    save_image(picture, path)
