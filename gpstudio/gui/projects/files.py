"""Asking a person for the file of a project."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from gpstudio.translation import tr

ENDING = ".gpstudio"
PROJECTS = tr("Projects of GP Studio (*{ending});;All files (*)", ending=ENDING)


def is_project(path: Path) -> bool:
    return path.suffix.lower() == ENDING


def ask_open(parent: QWidget) -> Path | None:
    name, _ = QFileDialog.getOpenFileName(parent, tr("Open a project"), _folder(), PROJECTS)
    return _chosen(name)


def ask_save(parent: QWidget, proposed: str) -> Path | None:
    """With the right ending; the dialog asks before a file that is there is replaced."""
    start = str(Path(_folder()) / f"{proposed}{ENDING}")
    name, _ = QFileDialog.getSaveFileName(parent, tr("Save the project as"), start, PROJECTS)
    path = _chosen(name)
    return path if path is None or is_project(path) else path.with_name(f"{path.name}{ENDING}")


def _chosen(name: str) -> Path | None:
    if not name:
        return None
    QSettings().setValue("folder", str(Path(name).parent))
    return Path(name)


def _folder() -> str:
    return str(QSettings().value("folder", str(Path.home())))
