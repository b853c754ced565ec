"""A folder: written, or chosen in a dialog."""

from __future__ import annotations

from os.path import isdir
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QPushButton, QWidget

from gpstudio.gui.fields import TITLE_WIDTH, LineField, describe, label
from gpstudio.gui.literal import tip
from gpstudio.translation import tr


class FolderField(QWidget):
    """Says which folder a person wants; an empty line leaves it to the program."""

    chosen = Signal(object)
    """A path, or None where the line was emptied."""

    def __init__(
        self, name: str, title: str, help: str, empty: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._title = title
        self._help = help
        self.line = LineField()
        self.line.setObjectName(f"{name}_line")
        self.line.setPlaceholderText(empty)
        describe(self.line, title, help)
        self.line.settled.connect(self._tell)
        self.browse = QPushButton(tr("Browse…"))
        self.browse.setObjectName(f"{name}_browse")
        describe(self.browse, tr("Browse for the {title}", title=title.lower()), help)
        self.browse.clicked.connect(self._ask)
        words = label(title)
        words.setToolTip(tip(help))
        words.setBuddy(self.line)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        grid.addWidget(words, 0, 0)
        grid.addWidget(self.line, 0, 1)
        grid.addWidget(self.browse, 0, 2)

    @property
    def path(self) -> Path | None:
        text = self.line.text().strip()
        return _at_home(Path(text)) if text else None

    def show_path(self, path: Path | None) -> None:
        """Unless something else is being written just now. The end of a path tells most."""
        if not self.line.is_pending:
            self.line.show_text("" if path is None else str(path))
            self.line.setToolTip(tip("" if path is None else str(path), self._help))
            self.line.end(False)

    def _ask(self) -> None:
        begin = next((p for p in _upwards(self.path) if isdir(p)), Path.home())
        name = QFileDialog.getExistingDirectory(self.window(), self._title, str(begin))
        if name:
            self.line.show_text(name)
            self._tell()

    def _tell(self) -> None:
        self.chosen.emit(self.path)


def _at_home(path: Path) -> Path:
    """With ``~`` as the person's own folder; that of somebody who is not known is taken as it is
    written, and not found."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _upwards(path: Path | None) -> list[Path]:
    return [] if path is None else [path, *path.parents]
