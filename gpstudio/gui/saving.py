"""Asking a person where to write a file, so that none is replaced unasked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

Named = Callable[[Path, str], Path]
"""The whole name of a file, from what was typed and the kind that was ticked."""


def ask_path(
    parent: QWidget | None, title: str, proposed: Path, kinds: str, named: Named
) -> tuple[Path | None, str]:
    """Where to write and the kind that was ticked; no path where nobody wants to.

    The dialog asks before a file of the typed name is replaced; where the whole name is another
    one that is taken, it is shown again with that name.
    """
    kind = ""
    while True:
        typed, kind = QFileDialog.getSaveFileName(parent, title, str(proposed), kinds, kind)
        if not typed:
            return None, kind
        path = named(Path(typed), kind)
        if path == Path(typed) or not path.exists():
            QSettings().setValue("folder", str(path.parent))
            return path, kind
        proposed = path


def ends(ending: str) -> Named:
    """With this ending, which "field 1.2" has none of."""

    def named(path: Path, _: str) -> Path:
        whole = path.suffix.lower() == ending
        return path if whole else path.with_name(f"{path.name}{ending}")

    return named
