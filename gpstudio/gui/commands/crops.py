"""Templates of one's own: where they are kept, and a copy of a bundled one to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog

from gpstudio.core.errors import InputError
from gpstudio.gui.commands.command import window_command
from gpstudio.gui.commands.needs import NOTHING
from gpstudio.gui.commands.tables import last_folder
from gpstudio.gui.messages import Message
from gpstudio.phenology.templates import copied, own_folder, use_folder
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

KEPT = "crops_folder"
"""The setting, and where the folder is kept from one start to the next."""


def take_kept_folder() -> str:
    """The folder of the last time; why it is not used, else an empty text."""
    kept = str(QSettings().value(KEPT, ""))
    if not kept or own_folder() is not None:
        return ""
    try:
        use_folder(Path(kept))
    except InputError as error:
        return tr("Templates of your own are not used: {problem}", problem=error)
    return ""


@window_command(
    tr("Crop templates of your o&wn…"),
    tr("Choose the folder of templates that win over those of GP Studio."),
    needs=NOTHING,
)
def choose_crops(window: Window) -> None:
    folder = _asked(window)
    if folder is not None and _used(window, folder):
        words = tr("Templates in {folder} are used from now on.", folder=folder)
        window.desk.said.emit(Message.info(words))


@window_command(
    tr("Copy the crop's &template…"),
    tr("A copy of the template of the crop in Season, to change it."),
    needs=NOTHING,
)
def copy_crop(window: Window) -> None:
    crop = window.desk.document.request.crop
    if not crop:
        words = tr("Choose a crop in the card Season first: its template is copied.")
        window.desk.said.emit(Message.info(words))
        return
    folder = own_folder() or _asked(window)
    if folder is None:
        return
    try:
        path = copied(crop, folder)
    except InputError as error:
        window.desk.said.emit(Message.error(str(error)))
        return
    if _used(window, folder):
        words = tr(
            "{path} is the template from now on: change it in any editor of texts, then fit again.",
            path=path,
        )
        window.desk.said.emit(Message.info(words))


def _asked(window: Window) -> Path | None:
    start = str(own_folder() or last_folder())
    title = tr("A folder for templates of your own")
    name = QFileDialog.getExistingDirectory(window, title, start)
    return Path(name) if name else None


def _used(window: Window, folder: Path) -> bool:
    try:
        use_folder(folder)
    except InputError as error:
        window.desk.said.emit(Message.error(str(error)))
        return False
    QSettings().setValue(KEPT, str(folder))
    window.season.forget_crops()
    return True
