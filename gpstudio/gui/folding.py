"""The title of a card that folds to one line, and stays as it was left."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy

from gpstudio.gui.fields import describe


class FoldTitle(QPushButton):
    """Checked while what is below it can be seen."""

    folded = Signal(bool)

    def __init__(self, name: str, title: str, help: str, folded_at_first: bool) -> None:
        super().__init__()
        self.setObjectName(f"{name}_title")
        self.setProperty("fold", True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCheckable(True)
        self._title, self._said, self._setting = title, "", f"{name}_folded"
        usual = "yes" if folded_at_first else "no"
        self.setChecked(QSettings().value(self._setting, usual) != "yes")
        describe(self, title, help)
        self.toggled.connect(self._fold)
        self._show()

    @property
    def is_folded(self) -> bool:
        return not self.isChecked()

    def say(self, words: str) -> None:
        """Told behind the title while the card is folded."""
        self._said = words
        self._show()

    def _fold(self, unfolded: bool) -> None:
        QSettings().setValue(self._setting, "no" if unfolded else "yes")
        self._show()
        self.folded.emit(not unfolded)

    def _show(self) -> None:
        sign = "▸" if self.is_folded else "▾"
        said = f":  {self._said}" if self._said and self.is_folded else ""
        self.setText(f"{sign}  {self._title}{said}".replace("&", "&&"))
