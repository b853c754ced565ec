"""How a figure is to be written: what kind of file, how large, and under which heading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtCore import QSettings, QSize

from gpstudio.translation import tr

FigureKind: TypeAlias = Literal["png", "svg", "pdf"]
Millimetres: TypeAlias = tuple[float, float]
INCH = 25.4
LEAST, MOST = 40.0, 600.0
"""Millimetres of a side: below the first no axis has a label."""
KINDS: dict[FigureKind, tuple[str, str]] = {
    "png": (tr("Picture (PNG)"), tr("PNG picture (*.png)")),
    "svg": (tr("Drawing (SVG)"), tr("SVG drawing (*.svg)")),
    "pdf": (tr("Page (PDF)"), tr("PDF page (*.pdf)")),
}
"""What each is called in the dialog, and where a file is chosen."""
SHOWN, OWN = "shown", "own"
SIZES: dict[str, tuple[str, Millimetres | None]] = {
    SHOWN: (tr("As on the screen"), None),
    "column": (tr("A column of a page, 85 × 60 mm"), (85.0, 60.0)),
    "page": (tr("A page's width, 170 × 95 mm"), (170.0, 95.0)),
    "slide": (tr("A slide, 254 × 143 mm"), (254.0, 143.0)),
    OWN: (tr("Another size"), (170.0, 95.0)),
}
KIND_KEY, SIZE_KEY, SIDES_KEY = (f"figure/{key}" for key in ("kind", "size", "sides"))
_SIDES = re.compile(r"(\d+(?:[.,]\d+)?)(?:mm)?[x×*/;by]+(\d+(?:[.,]\d+)?)(?:mm)?")


@dataclass(frozen=True)
class FigureForm:
    kind: FigureKind = "png"
    size: str = SHOWN
    """A name of ``SIZES``."""
    millimetres: Millimetres | None = None
    """As on the screen where None."""
    heading: str | None = None
    """The field's own name where None; nothing where it is empty."""

    def pixels(self, dots: float) -> QSize | None:
        """At so many dots an inch."""
        if self.millimetres is None:
            return None
        wide, high = (round(side / INCH * dots) for side in self.millimetres)
        return QSize(wide, high)

    def keep(self) -> None:
        """For the next figure; a heading is of one figure alone."""
        settings = QSettings()
        settings.setValue(KIND_KEY, self.kind)
        settings.setValue(SIZE_KEY, self.size)
        if self.millimetres is not None and self.size == OWN:
            settings.setValue(SIDES_KEY, sides_text(self.millimetres))


def kept_form() -> FigureForm:
    """As it was last; what is not to be had any more is as usual."""
    settings = QSettings()
    kind, size = str(settings.value(KIND_KEY, "png")), str(settings.value(SIZE_KEY, SHOWN))
    kind = kind if kind in KINDS else "png"
    size = size if size in SIZES else SHOWN
    millimetres = SIZES[size][1]
    if size == OWN:
        millimetres = sides_of(str(settings.value(SIDES_KEY, ""))) or millimetres
    return FigureForm(kind, size, millimetres)


def sides_text(sides: Millimetres) -> str:
    return f"{sides[0]:g} × {sides[1]:g}"


def sides_of(text: str) -> Millimetres | None:
    """Of "170 × 95", also with a letter x and in millimetres; None where it is nothing such."""
    found = _SIDES.fullmatch("".join(text.lower().split()))
    if found is None:
        return None
    wide, high = (float(one.replace(",", ".")) for one in found.groups())
    return (wide, high) if all(LEAST <= side <= MOST for side in (wide, high)) else None
