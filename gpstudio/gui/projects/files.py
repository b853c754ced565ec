"""Asking a person for the file of a project."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from gpstudio.gui.saving import ask_path, ends
from gpstudio.translation import tr

ENDING = ".gpstudio"
PROJECTS = tr("Projects of GP Studio (*{ending});;All files (*)", ending=ENDING)


def is_project(path: Path) -> bool:
    return path.suffix.lower() == ENDING


def ask_open(parent: QWidget) -> Path | None:
    name, _ = QFileDialog.getOpenFileName(parent, tr("Open a project"), _folder(), PROJECTS)
    return _chosen(name)


def ask_save(parent: QWidget, proposed: str) -> Path | None:
    """With the right ending."""
    start = Path(_folder()) / f"{proposed}{ENDING}"
    return ask_path(parent, tr("Save the project as"), start, PROJECTS, ends(ENDING))[0]


def _chosen(name: str) -> Path | None:
    if not name:
        return None
    QSettings().setValue("folder", str(Path(name).parent))
    return Path(name)


def _folder() -> str:
    return str(QSettings().value("folder", str(Path.home())))
