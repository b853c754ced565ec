"""The handles between panels, named for who cannot see what they part."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QSplitter

from gpstudio.gui.fields import describe
from gpstudio.translation import tr


def name_handles(splitter: QSplitter, *panels: str) -> None:
    """``panels`` are what stands in it, in its order; the first has no handle before it."""
    for place, (before, after) in enumerate(pairwise(panels), 1):
        handle = splitter.handle(place)
        if handle is not None:
            name = tr("Between {before} and {after}", before=before, after=after)
            describe(
                handle,
                name,
                tr("Drag to give {before} or {after} more room.", before=before, after=after),
            )
