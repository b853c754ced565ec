"""Contrast as it is seen: from the picture of a surface, not from what somebody meant to paint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QTextBrowser,
    QToolButton,
    QWidget,
)

from .room import cells
from .seen import named, seen

TEXT, SIGN, OFF = 4.5, 3.0, 2.5
"""Least contrast of text, of icons and lines, and of text that cannot be used now."""
DENSE = 2
"""Pixels of the picture in one of the screen: strokes of letters then show their colour."""
PICTURE = "\ufffc"
"""What stands for one in a text."""
GAP, EDGE = 9, 3
"""Pixels of the screen: between two words of one line, and of a frame about them."""

Pixels = NDArray[np.uint32]
Seen = tuple[float, str, str]
_known: dict[bytes, Seen] = {}


@dataclass(frozen=True)
class Ink:
    """A piece of a surface that should be told from what is behind it."""

    of: str
    where: QRect
    least: float = TEXT
    apart: bool = False
    """Whether it holds several colours: then each word is looked at by itself."""
    has_words: bool = False
    """Whether there must be something to see."""


def faint(root: QWidget) -> Iterator[str]:
    pixels = picture(root)
    for ink in inks(root):
        for part in crops(pixels, ink):
            seen_as, ground, text = told_apart(part)
            if seen_as < ink.least and (seen_as > 1.0 or ink.has_words):
                yield f"{ink.of}: {text} on {ground} is {seen_as:.2f}:1, wants {ink.least}"


def picture(root: QWidget) -> Pixels:
    """Of its window as much as it takes, dense enough for thin strokes."""
    window = root.window()
    image = QImage(window.size() * DENSE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(DENSE)
    image.fill(window.palette().window().color())
    painter = QPainter(image)
    place = QRect(root.mapTo(window, QPoint(0, 0)), root.size())
    window.render(painter, place.topLeft(), QRegion(place))
    painter.end()
    flat = np.frombuffer(image.constBits(), dtype=np.uint32)
    return flat.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()] & 0xFFFFFF


def inks(root: QWidget) -> Iterator[Ink]:
    for widget in seen(root):
        if not widget.visibleRegion().isEmpty():
            yield from _of(widget)


def _of(widget: QWidget) -> Iterator[Ink]:
    for kind, of_kind in KINDS:
        if isinstance(widget, kind):
            yield from of_kind(widget, named(widget), TEXT if widget.isEnabled() else OFF)
            return


def _of_label(label: QLabel, name: str, least: float) -> Iterator[Ink]:
    if label.text():
        yield _ink(label, label.contentsRect(), name, least, words=True)


def _of_button(button: QAbstractButton, name: str, least: float) -> Iterator[Ink]:
    is_icon = isinstance(button, QToolButton) and _is_icon(button)
    if button.text() and not is_icon:
        yield _ink(button, _within(button), name, least, words=True)
    elif button.isEnabled():
        yield _ink(button, _within(button), name, SIGN)


def _of_tick(tick: QCheckBox, name: str, least: float) -> Iterator[Ink]:
    yield _ink(tick, tick.rect(), name, least if tick.text() else SIGN)


def _of_field(field: QWidget, name: str, least: float) -> Iterator[Ink]:
    yield _ink(field, _within(field), name, least)


def _of_tabs(bar: QTabBar, name: str, least: float) -> Iterator[Ink]:
    """Those that are not partly beneath the arrows of a bar that is too long."""
    arrows = [b.x() for b in bar.findChildren(QToolButton) if b.isVisible()]
    room = bar.rect().adjusted(0, 0, min(arrows, default=bar.width()) - bar.width(), 0)
    for tab in range(bar.count()):
        if room.contains(bar.tabRect(tab)):
            enough = least if bar.isTabEnabled(tab) else OFF
            yield _ink(bar, bar.tabRect(tab), f"{name} {bar.tabText(tab)}", enough)


def _of_header(header: QHeaderView, name: str, least: float) -> Iterator[Ink]:
    for place in range(header.count()):
        left, wide = header.sectionViewportPosition(place), header.sectionSize(place)
        if not header.isSectionHidden(place):
            room = QRect(left, 0, wide, header.height() - EDGE)
            yield _ink(header.viewport(), room, f"{name} heading {place}", least)


def _of_view(view: QAbstractItemView, name: str, least: float) -> Iterator[Ink]:
    """A cell without words holds marks."""
    for index, place in cells(view):
        is_usable = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        of_words = least if is_usable else OFF
        enough = of_words if index.data(Qt.ItemDataRole.DisplayRole) else min(SIGN, of_words)
        inside = place.adjusted(EDGE, EDGE, -EDGE, -EDGE)
        row = f"{name} row {index.row()} column {index.column()}"
        yield _ink(view.viewport(), inside, row, enough, apart=True)


def _of_menu(menu: QMenu, name: str, least: float) -> Iterator[Ink]:
    for action in menu.actions():
        if not action.isSeparator():
            enough = least if action.isEnabled() else OFF
            yield _ink(menu, menu.actionGeometry(action), f"{name} {action.text()}", enough)


def _of_page(page: QTextBrowser, name: str, least: float) -> Iterator[Ink]:
    """Paragraph by paragraph, as far as they are whole on screen; pictures are none of it."""
    room, down = page.viewport().rect(), page.verticalScrollBar().value()
    block = page.document().begin()
    while block.isValid():
        place = page.document().documentLayout().blockBoundingRect(block).toRect()
        place.translate(-page.horizontalScrollBar().value(), -down)
        if room.contains(place) and block.text() and PICTURE not in block.text():
            words = f"{name} '{block.text()[:30]}'"
            yield _ink(page.viewport(), place, words, least, apart=True)
        block = block.next()


def _is_icon(button: QToolButton) -> bool:
    return button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly


def _within(widget: QWidget) -> QRect:
    return widget.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)


def _ink(
    widget: QWidget, place: QRect, name: str, least: float, apart: bool = False, words: bool = False
) -> Ink:
    visible = place.intersected(widget.visibleRegion().boundingRect())
    if visible.height() < min(place.height(), widget.fontMetrics().height()):
        visible = QRect()  # scrolled away but for the tops of its letters
    corner = widget.mapTo(widget.window(), visible.topLeft())
    is_whole = visible == place
    return Ink(name, QRect(corner, visible.size()), least, apart, words and is_whole)


def _of_plot(view: QGraphicsView, name: str, least: float) -> Iterator[Ink]:
    """The numbers and dates along a plot."""
    item = getattr(view, "getPlotItem", lambda: None)()
    for side in ("left", "bottom"):
        axis = item.getAxis(side) if item is not None else None
        if axis is not None and axis.isVisible():
            place = axis.mapRectToScene(axis.boundingRect()).toRect()
            place = QRect(view.mapFromScene(place.topLeft()), place.size())
            room = place.adjusted(0, 0, -12, 0) if side == "left" else place.adjusted(0, 8, 0, 0)
            yield _ink(view.viewport(), room, f"{name} axis {side}", least, apart=True)


KINDS: tuple[tuple[type[QWidget], Callable[[Any, str, float], Iterator[Ink]]], ...] = (
    (QLabel, _of_label), (QCheckBox, _of_tick), (QAbstractButton, _of_button),
    (QComboBox, _of_field), (QLineEdit, _of_field), (QTabBar, _of_tabs),
    (QHeaderView, _of_header), (QAbstractItemView, _of_view), (QMenu, _of_menu),
    (QTextBrowser, _of_page), (QGraphicsView, _of_plot),
)  # fmt: skip
"""The first that fits holds."""


def crops(pixels: Pixels, ink: Ink) -> Iterator[Pixels]:
    where = ink.where
    top, left = where.top() * DENSE, where.left() * DENSE
    part = pixels[max(top, 0) : top + where.height() * DENSE,
                  max(left, 0) : left + where.width() * DENSE]  # fmt: skip
    if part.size:
        yield from words_of(part) if ink.apart else (part,)


def words_of(part: Pixels) -> Iterator[Pixels]:
    """Lines of it, and in each the pieces that stand apart from each other."""
    ground = most_common(part)
    for line in _runs((part != ground).any(axis=1), 2):
        for piece in _runs((part[line] != ground).any(axis=0), GAP * DENSE):
            cut = part[line, piece]
            if cut.shape[0] >= 5 * DENSE and cut.shape[1] >= 4 * DENSE:
                yield np.pad(cut, 2 * DENSE, constant_values=ground)


def _runs(used: NDArray[np.bool_], gap: int) -> Iterator[slice]:
    places = np.flatnonzero(used)
    if not len(places):
        return
    breaks = np.flatnonzero(np.diff(places) > gap)
    firsts = places[np.r_[0, breaks + 1]]
    lasts = places[np.r_[breaks, len(places) - 1]]
    for first, last in zip(firsts, lasts, strict=True):
        yield slice(int(first), int(last) + 1)


def most_common(part: Pixels) -> int:
    colours, counts = np.unique(part, return_counts=True)
    return int(colours[np.argmax(counts)])


def told_apart(part: Pixels) -> Seen:
    """The contrast of what differs most from the ground, the ground, and that colour. Most of a
    window looks as it did on the surface before."""
    key = blake2b(part.tobytes(), digest_size=16).digest()
    if key not in _known:
        _known[key] = _looked_at(part)
    return _known[key]


def _looked_at(part: Pixels) -> Seen:
    colours, counts = np.unique(part, return_counts=True)
    ground = colours[np.argmax(counts)]
    light = luminance(colours)
    one = luminance(np.array([ground]))[0]
    high, low = np.maximum(light, one), np.minimum(light, one)
    ratios = (high + 0.05) / (low + 0.05)
    best = int(np.argmax(ratios))
    return float(ratios[best]), f"#{int(ground):06x}", f"#{int(colours[best]):06x}"


def luminance(colours: NDArray[np.uint32]) -> NDArray[np.float64]:
    """As WCAG 2 defines it."""
    parts = np.stack([(colours >> shift) & 0xFF for shift in (16, 8, 0)]).astype(float) / 255.0
    linear = np.where(parts <= 0.03928, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.array([0.2126, 0.7152, 0.0722]) @ linear)
