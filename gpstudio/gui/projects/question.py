"""The question before something would be lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from gpstudio.gui.literal import tip
from gpstudio.translation import tr

SAVE, LEAVE, STAY = "save", "leave", "stay"


class SaveQuestion(QMessageBox):
    """Asks once; does not hold anything up while it is open."""

    def __init__(
        self,
        question: str,
        lost: Sequence[str],
        answered: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("save_question")
        self.setWindowTitle("GP Studio")
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(question)
        self.setInformativeText(tr("Not saved: {listed}.", listed=", ".join(lost)))
        roles = QMessageBox.ButtonRole
        self._meaning = {}
        for meaning, title, role, help in (
            (SAVE, tr("&Save"), roles.AcceptRole, tr("Save, then go on.")),
            (LEAVE, tr("&Don't save"), roles.DestructiveRole, tr("Go on; the changes are lost.")),
            (STAY, tr("&Cancel"), roles.RejectRole, tr("Go on as before; nothing is lost.")),
        ):
            button = self.addButton(title, role)
            button.setObjectName(f"question_{meaning}")
            button.setAccessibleName(title.replace("&", ""))
            button.setToolTip(tip(help))
            self._meaning[button] = meaning
            if meaning == SAVE:
                self.setDefaultButton(button)
            if meaning == STAY:
                self.setEscapeButton(button)
        self._answered = answered
        self.finished.connect(self._finish)

    def _finish(self) -> None:
        self.deleteLater()
        self._answered(self._answer)

    @property
    def _answer(self) -> str:
        """Put away without one, it changes nothing."""
        clicked = self.clickedButton()
        return next((m for button, m in self._meaning.items() if button is clicked), STAY)
