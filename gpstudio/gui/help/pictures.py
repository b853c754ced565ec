"""Pictures on the pages of the manual: as wide as the page at most, sharp, with their words below.

A page names one as ``![what is to be seen](name.png)``; it lies in ``resources/help/pictures``,
where the tests put it from the real window.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from gpstudio.gui.theme import Theme
from gpstudio.resources import resource

FOLDER = ("help", "pictures")
HIGHEST = 480
"""Pixels: a picture and what is said of it are to be seen at once."""
_NAMED = re.compile(r"!\[([^\]]+)\]\((\w+)\.png\)")


def named_in(text: str) -> list[tuple[str, str]]:
    """Name and words of each picture of a page."""
    return [(name, words) for words, name in _NAMED.findall(text)]


def with_captions(text: str) -> str:
    """The words that stand for a picture are of use to everyone: they are told below it too."""
    return _NAMED.sub(lambda found: f"{found[0]}\n\n{found[1]}", text)


def fit_pictures(document: QTextDocument, theme: Theme, room: int, ratio: float) -> None:
    """Draw every picture for a page that is so wide, on a screen of this pixel ratio."""
    places = list(_places(document))
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for start, length, name in places:
        picture = _picture(name)
        size = _size(picture.size(), room)
        document.addResource(
            QTextDocument.ResourceType.ImageResource.value,
            QUrl(name),
            _drawn(picture, size, ratio, theme),
        )
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        shape = cursor.charFormat().toImageFormat()
        shape.setWidth(size.width())
        shape.setHeight(size.height())
        cursor.setCharFormat(shape)
        _dress_caption(cursor.block().next(), theme)
    cursor.endEditBlock()


def _places(document: QTextDocument) -> Iterator[tuple[int, int, str]]:
    block = document.begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.charFormat().isImageFormat():
                name = piece.charFormat().toImageFormat().name()
                yield piece.position(), piece.length(), name
            pieces += 1
        block = block.next()


def _dress_caption(block: QTextBlock, theme: Theme) -> None:
    cursor = QTextCursor(block)
    cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
    letters = QTextCharFormat()
    letters.setForeground(QColor(theme.quiet))
    cursor.mergeCharFormat(letters)


@lru_cache(maxsize=8)
def _picture(name: str) -> QImage:
    return QImage(str(resource(*FOLDER, name)))


def _size(whole: QSize, room: int) -> QSize:
    most = QSize(max(room, 1), HIGHEST)
    if whole.width() <= most.width() and whole.height() <= most.height():
        return whole
    return whole.scaled(most, Qt.AspectRatioMode.KeepAspectRatio)


def _drawn(picture: QImage, size: QSize, ratio: float, theme: Theme) -> QImage:
    """With a line around it, since the page may be as white as the picture."""
    smooth = Qt.TransformationMode.SmoothTransformation
    drawn = picture.convertToFormat(QImage.Format.Format_RGB32).scaled(
        size * ratio, Qt.AspectRatioMode.IgnoreAspectRatio, smooth
    )
    painter = QPainter(drawn)
    painter.setPen(QColor(theme.border))
    painter.drawRect(drawn.rect().adjusted(0, 0, -1, -1))
    painter.end()
    drawn.setDevicePixelRatio(ratio)
    return drawn
