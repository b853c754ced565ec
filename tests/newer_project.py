"""Projects as a later version of the program will save them."""

from __future__ import annotations

from pathlib import Path

from gpstudio.session.project.loading import load
from gpstudio.session.project.schema import VERSION
from gpstudio.session.project.store import save


def made_newer(path: Path) -> None:
    """In a format that is not known yet."""
    parts = tuple(load(path).parts.values())
    path.unlink()
    save(path, parts, version=VERSION + 1)
