"""From a wish to open something to the table that is taken: dialog, reader and memory together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QWidget

from gpstudio.core.errors import InputError
from gpstudio.data.decisions import Said
from gpstudio.data.remembered import (
    Memory,
    RememberedChoices,
    read_first,
    read_said,
    shape_of,
)
from gpstudio.data.table import Table
from gpstudio.gui.importing.behind import BehindDialog
from gpstudio.gui.importing.dialog import ImportDialog, is_hurried
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.importing.words import is_in_doubt
from gpstudio.gui.messages import Message
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

MEMORY = "read_as.json"


@dataclass(frozen=True, eq=False)
class _Origin:
    """Without the table: whatever is kept under a table must not hold it."""

    opening: Opening
    shape: str
    recalled: bool = False

    @property
    def source(self) -> tuple[Path | None, str]:
        """Where it came from, however that was written."""
        path = self.opening.path
        return path and path.absolute(), self.opening.text


class Importer(BehindDialog):
    imported = Signal(object)
    """A table that a person has taken."""
    dropped = Signal(object)
    """A file that fell on the dialog."""
    dialog: ImportDialog | None = None

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._theme = theme
        self.memory = Memory(memory_path())
        self._opening = Opening()
        self._hurried = False
        self.was_seen = False
        """Whether a person has seen what was understood of the newest table."""
        self._origins: WeakKeyDictionary[Table, _Origin] = WeakKeyDictionary()

    def open(self, opening: Opening) -> None:
        """Read it and show what was understood; where somebody is in a hurry, only if asked."""
        self._opening = opening
        self._hurried = is_hurried()
        dialog = self._made()
        dialog.begin(opening)
        if not self._hurried and not dialog.isVisible():
            self._clock.start()
        self._start(read_first, opening.source, self.memory)

    def is_again(self, table: Table, present: Table | None) -> bool:
        """Whether the present table was read once more, from the same file or the same text."""
        return present is not None and self._origin(table).source == self._origin(present).source

    def _origin(self, table: Table) -> _Origin:
        return self._origins.get(table) or _unknown_origin(table)

    def change(self, table: Table) -> None:
        """Show a table again that was taken before, to be read differently."""
        origin = self._origin(table)
        self._opening = origin.opening
        dialog = self._made()
        dialog.begin(origin.opening)
        dialog.show_reading(RememberedChoices(table, origin.shape, origin.recalled))
        dialog.account.unfold.setChecked(True)
        self._appear()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.dialog is not None:
            self.dialog.set_theme(theme)

    def _made(self) -> ImportDialog:
        if self.dialog is None:
            dialog = self.dialog = ImportDialog(self._theme, self._window)
            dialog.said.connect(self._read_as_said)
            dialog.forget_asked.connect(self._forget)
            dialog.taken.connect(self._take)
            dialog.dropped.connect(self.dropped)
            self._listen(dialog)
        return self.dialog

    def _read_as_said(self, said: Said) -> None:
        before = self._made().reading
        if before is not None:
            patient = bool(before.problem)
            self._start(read_said, self._opening.source, said, before.shape, patient)

    def _arrived(self, reading: RememberedChoices) -> None:
        dialog = self._made()
        if self._hurried and not dialog.isVisible() and not is_in_doubt(reading):
            self._take(reading)
            return
        dialog.show_reading(reading)
        self._appear()

    def _take(self, reading: RememberedChoices) -> None:
        dialog = self._made()
        self.was_seen = dialog.isVisible()
        dialog.accept()
        self._origins[reading.table] = _Origin(self._opening, reading.shape, reading.recalled)
        self.imported.emit(reading.table)
        try:
            self.memory.keep(reading.shape, reading.table.said)
        except InputError as error:
            self.refused.emit(
                Message.info(tr("What you said is not remembered: {error}", error=error))
            )

    def _forget(self) -> None:
        dialog = self._made()
        if dialog.reading is not None:
            self.memory.forget(dialog.reading.shape)
            self._read_as_said(Said())

    def _refused(self, sentence: str, details: str) -> None:
        """A wish that cannot be granted leaves the table; where there is none the dialog goes."""
        dialog = self._made()
        if dialog.reading is not None:
            dialog.show_problem(sentence)
            return
        dialog.reject()
        self.refused.emit(Message.error(sentence, details))

    def _stopped(self) -> None:
        dialog = self._made()
        if dialog.reading is None:
            dialog.reject()


def _unknown_origin(table: Table) -> _Origin:
    """Of a table that came without the dialog, as the sample does."""
    shape = shape_of((column.name for column in table.columns), table.delimiter)
    return _Origin(Opening(table.path), shape)


def memory_path() -> Path:
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppConfigLocation)
    return Path(folder) / MEMORY
