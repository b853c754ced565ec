"""The figure as a file: a picture or a drawing, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from gpstudio.core.errors import InputError
from gpstudio.data.atomic import atomic_path
from gpstudio.gui.plot import CurvePlot

SHARPNESS = 2
"""Pixels of a picture for one of the screen, so that it prints well."""


def save_png(plot: CurvePlot, path: Path) -> None:
    size = plot.viewport().size()
    picture = QImage(size * SHARPNESS, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(SHARPNESS)
    picture.fill(plot.backgroundBrush().color())
    with _painting(QPainter(picture)) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plot.paint_figure(painter, QRectF(0, 0, size.width(), size.height()))
    save_image(picture, path)


def save_svg(plot: CurvePlot, path: Path) -> None:
    size = plot.viewport().size()
    with atomic_path(path) as temporary:
        drawing = QSvgGenerator()
        drawing.setFileName(str(temporary))
        # the axes are kept as pictures, which are scaled where the resolution is another
        drawing.setResolution(plot.logicalDpiX())
        drawing.setSize(QSize(size))
        drawing.setViewBox(QRectF(0, 0, size.width(), size.height()))
        drawing.setTitle("GP Studio")
        painter = QPainter()
        if not painter.begin(drawing):
            raise InputError(f"'{path.name}' cannot be written there; choose another folder.")
        frame = QRectF(0, 0, size.width(), size.height())
        with _painting(painter):
            painter.fillRect(frame, plot.backgroundBrush())
            painter.setPen(Qt.PenStyle.NoPen)
            plot.paint_figure(painter, frame)


@contextmanager
def _painting(painter: QPainter) -> Iterator[QPainter]:
    """Ends the painter whatever happens: a device that goes before its painter ends the process."""
    try:
        yield painter
    finally:
        painter.end()


def save_image(picture: QImage, path: Path) -> None:
    """A PNG file; raises ``InputError`` when it cannot be written."""
    with atomic_path(path) as temporary:
        if not picture.save(str(temporary)):
            raise InputError(f"'{path.name}' was not written; make room or choose another folder.")
