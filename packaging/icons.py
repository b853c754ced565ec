"""The program's icon as each system wants it, from one drawing: ``python packaging/icons.py``

Windows and macOS take PNG pictures of several sizes in a small container of their own.
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parents[1]
DRAWING = ROOT / "resources" / "icons" / "gpstudio.svg"
INTO = ROOT / "build" / "icons"

WINDOWS = (16, 24, 32, 48, 64, 128, 256)
MACOS = {
    b"icp4": 16,
    b"icp5": 32,
    b"ic11": 32,
    b"ic12": 64,
    b"ic07": 128,
    b"ic13": 256,
    b"ic08": 256,
    b"ic14": 512,
    b"ic09": 512,
    b"ic10": 1024,
}
"""Apple's names of the sizes; some are for screens of twice the density."""


def main() -> int:
    application = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    assert application is not None
    INTO.mkdir(parents=True, exist_ok=True)
    (INTO / "gpstudio.ico").write_bytes(ico({size: png(size) for size in WINDOWS}))
    (INTO / "gpstudio.icns").write_bytes(icns({name: png(size) for name, size in MACOS.items()}))
    return 0


def png(size: int) -> bytes:
    """The drawing at this size."""
    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    assert picture.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A head, a line of 16 bytes for each picture, the pictures; a size of 256 is written as 0."""
    at = 6 + 16 * len(pictures)
    lines = b""
    for size, data in pictures.items():
        lines += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), at)
        at += len(data)
    return struct.pack("<HHH", 0, 1, len(pictures)) + lines + b"".join(pictures.values())


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Each picture behind its name and length, all behind a name and length of theirs."""
    parts = b"".join(
        name + struct.pack(">I", 8 + len(data)) + data for name, data in pictures.items()
    )
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


if __name__ == "__main__":
    sys.exit(main())
