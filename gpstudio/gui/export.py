"""The figure as a file or on the clipboard: a picture, a drawing or a page, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import (
    QMarginsF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gpstudio.core.errors import InputError
from gpstudio.data.atomic import atomic_path
from gpstudio.translation import tr

SHARPNESS = 2
"""Pixels of a picture for one of the screen, so that it prints well."""
PRINTED = 300.0
"""Dots an inch of a picture whose size on paper is said."""
POINTS_AN_INCH, INCHES_A_METRE = 72.0, 39.37007874
TITLE = "GP Studio"


class DrawableFigure(Protocol):
    """What can be drawn into a file as it is on screen."""

    @property
    def figure_size(self) -> QSize:
        """Pixels on screen."""

    @property
    def ground(self) -> str:
        """The colour behind it."""

    def paint_figure(self, painter: QPainter, target: QRectF) -> None: ...

    def logicalDpiX(self) -> int: ...


def save_png(figure: DrawableFigure, path: Path, fine: float | None = None) -> None:
    """``fine``: dots an inch where it has a size on paper."""
    save_image(picture_of(figure, fine), path)


def save_svg(figure: DrawableFigure, path: Path) -> None:
    with atomic_path(path) as temporary:
        drawing = _drawing(figure)
        drawing.setFileName(str(temporary))
        _draw(figure, drawing, path.name)


def save_pdf(figure: DrawableFigure, path: Path) -> None:
    """One page of the figure's size; letters stay letters."""
    size = figure.figure_size
    with atomic_path(path) as temporary:
        page = QPdfWriter(str(temporary))
        page.setTitle(TITLE)
        page.setCreator(TITLE)
        # the axes are kept as pictures, which are scaled where the resolution is another
        page.setResolution(figure.logicalDpiX())
        scale = POINTS_AN_INCH / figure.logicalDpiX()  # as large on paper as on screen
        points = QSizeF(size.width() * scale, size.height() * scale)
        page.setPageSize(QPageSize(points, QPageSize.Unit.Point, "figure"))
        page.setPageMargins(QMarginsF())
        painter = QPainter()
        if not painter.begin(page):
            raise InputError(_nowhere(path.name))
        with _painting(painter):
            _paint(figure, painter)


def copy_figure(figure: DrawableFigure) -> None:
    """As a picture. Several kinds at once would want a Python object on the clipboard, which
    outlives Python and ends the process badly."""
    QGuiApplication.clipboard().setImage(picture_of(figure))


def picture_of(figure: DrawableFigure, fine: float | None = None) -> QImage:
    sharpness = SHARPNESS if fine is None else fine / figure.logicalDpiX()
    picture = QImage(figure.figure_size * sharpness, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(sharpness)
    picture.fill(QColor(figure.ground))
    with _painting(QPainter(picture)) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint(figure, painter)
    if fine is not None:
        for side in (picture.setDotsPerMeterX, picture.setDotsPerMeterY):
            side(round(fine * INCHES_A_METRE))
    return picture


def save_image(picture: QImage, path: Path) -> None:
    """A PNG file; raises ``InputError`` when it cannot be written."""
    with atomic_path(path) as temporary:
        if not picture.save(str(temporary)):
            raise InputError(
                tr("'{name}' was not written; make room or choose another folder.", name=path.name)
            )


def _drawing(figure: DrawableFigure) -> QSvgGenerator:
    made = QSvgGenerator()
    # the axes are kept as pictures, which are scaled where the resolution is another
    made.setResolution(figure.logicalDpiX())
    made.setSize(figure.figure_size)
    made.setViewBox(_frame(figure))
    made.setTitle(TITLE)
    return made


def _draw(figure: DrawableFigure, drawing: QSvgGenerator, name: str) -> None:
    painter = QPainter()
    if not painter.begin(drawing):
        raise InputError(_nowhere(name))
    with _painting(painter):
        _paint(figure, painter)


def _paint(figure: DrawableFigure, painter: QPainter) -> None:
    frame = _frame(figure)
    painter.fillRect(frame, QColor(figure.ground))
    painter.setPen(Qt.PenStyle.NoPen)
    figure.paint_figure(painter, frame)


def _frame(figure: DrawableFigure) -> QRectF:
    size = figure.figure_size
    return QRectF(0, 0, size.width(), size.height())


def _nowhere(name: str) -> str:
    return tr("'{name}' cannot be written there; choose another folder.", name=name)


@contextmanager
def _painting(painter: QPainter) -> Iterator[QPainter]:
    """Ends the painter whatever happens: a device that goes before its painter ends the process."""
    try:
        yield painter
    finally:
        painter.end()
