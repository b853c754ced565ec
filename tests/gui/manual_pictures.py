"""The manual's pictures: taken of real widgets, held against those that are kept, written anew.

    GPSTUDIO_WRITE_PICTURES=1 python -m pytest tests/gui/test_manual_pictures.py

writes them; look at each before it is kept. A picture is held against the kept one much reduced,
since the same letters are drawn a little differently elsewhere: what is told apart is another page,
a panel that is missing, rows that have moved. Measured: the same scenes drawn 4 % larger are at
most 1.3 apart, the two pictures that are most alike 7.3.
"""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from gpstudio.core.arrays import Floats

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "help" / "pictures"
WRITES = "GPSTUDIO_WRITE_PICTURES"
HOW = f"look at the window, then write it anew: {WRITES}=1 pytest {Path(__file__).parent.name}"
CELL = 12
"""Pixels of the picture to one of what is compared."""
MOST_APART = 4.0
"""Mean difference of the reduced pictures, of 255."""
SIZES_APART = 0.03
"""Share by which a panel may be larger or smaller."""
LETTERS, POINTS = "DejaVu Sans", 9.0
"""Those that come with the program: with others every line would end elsewhere."""
COLOURS = 200
TAKEN: set[str] = set()
"""Names of those that this run has taken."""


def take(widget: QWidget, name: str, highest: int = 10_000) -> None:
    """What can be seen of the widget, with what it stands on, must be as the kept picture; or
    becomes it where that was asked for."""
    TAKEN.add(name)
    picture = seen(widget, highest).convertToFormat(QImage.Format.Format_RGB888)
    path = FOLDER / f"{name}.png"
    if os.environ.get(WRITES) == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_bytes(png(pixels(picture)))
    elif not path.is_file():
        pytest.fail(f"The picture '{name}' of the manual is missing: {HOW}")
    else:
        told = differs(picture, QImage(str(path)))
        if told:
            pytest.fail(f"The window is not as on the picture '{name}' any more ({told}): {HOW}")


def seen(widget: QWidget, highest: int) -> QImage:
    window = widget.window()
    part = widget.visibleRegion().boundingRect().translated(widget.mapTo(window, QPoint(0, 0)))
    part.setHeight(min(part.height(), highest))
    return window.grab(part).toImage()


def differs(one: QImage, other: QImage) -> str:
    """In what way two pictures are not of the same thing; empty where they are."""
    for a, b in ((one.width(), other.width()), (one.height(), other.height())):
        if abs(a - b) > SIZES_APART * b:
            return f"{one.width()} × {one.height()}, not {other.width()} × {other.height()}"
    apart = distance(one, other)
    return f"{apart:.1f} of 255 apart" if apart > MOST_APART else ""


def distance(one: QImage, other: QImage) -> float:
    size = QSize(max(other.width() // CELL, 1), max(other.height() // CELL, 1))
    return float(np.abs(reduced(one, size) - reduced(other, size)).mean())


def reduced(picture: QImage, size: QSize) -> Floats:
    ways = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return pixels(picture.scaled(size, *ways)).astype(float)


def pixels(picture: QImage) -> np.ndarray:
    """Rows of red, green and blue."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1)
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()


def png(image: np.ndarray) -> bytes:
    """With a palette of the most frequent colours: a third of the bytes of a full picture, and no
    difference that an eye finds. The same picture is the same bytes."""
    palette, places = few_colours(image)
    rows = np.column_stack([np.zeros(len(places), np.uint8), places])
    height, width = places.shape
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )


def few_colours(image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The colours that are kept, and for each pixel the place of the nearest of them."""
    flat = image.reshape(-1, 3).astype(np.int64)
    found, which, counts = np.unique(
        flat @ np.array([65536, 256, 1]), return_inverse=True, return_counts=True
    )
    colours = np.stack([found >> 16, (found >> 8) & 255, found & 255], axis=1)
    kept = colours[np.argsort(-counts, kind="stable")[: COLOURS // 2]]
    for _ in range(COLOURS - len(kept)):  # then whatever is worst served by those
        apart = ((colours[:, None, :] - kept[None]) ** 2).sum(axis=2).min(axis=1)
        worst = int(np.argmax(apart * np.sqrt(counts)))
        if apart[worst] == 0:
            break
        kept = np.vstack([kept, colours[worst]])
    nearest = ((colours[:, None, :] - kept[None]) ** 2).sum(axis=2).argmin(axis=1)
    return kept, nearest[which].reshape(image.shape[:2]).astype(np.uint8)
