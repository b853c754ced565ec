"""One line to type: a name, a group or a note of fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.fields import describe, label
from gpstudio.gui.literal import in_title
from gpstudio.translation import tr


class WordDialog(QDialog):
    """Opens without waiting; ``taken`` is called with what was typed."""

    def __init__(
        self,
        title: str,
        help: str,
        present: str,
        known: Sequence[str],
        taken: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("word_dialog")
        self.setWindowTitle(in_title(title))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._taken = taken
        self.line = QLineEdit(present)
        self.line.setObjectName("word_line")
        self.line.setMinimumWidth(360)
        describe(self.line, title, help)
        if known:
            completer = QCompleter(list(known), self)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.line.setCompleter(completer)
        self.cancel_button = QPushButton(tr("&Cancel"))
        self.cancel_button.setObjectName("word_cancel")
        describe(self.cancel_button, tr("Cancel"), tr("Leave it as it is (Esc)."))
        self.take_button = QPushButton(tr("&OK"))
        self.take_button.setObjectName("word_take")
        self.take_button.setProperty("primary", True)
        self.take_button.setDefault(True)
        describe(self.take_button, tr("OK"), tr("Take what is typed (Enter)."))
        bottom = QHBoxLayout()
        bottom.addStretch()
        bottom.addWidget(self.cancel_button)
        bottom.addWidget(self.take_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        column.addWidget(label(title, "heading", wrap=True))
        column.addWidget(self.line)
        column.addWidget(label(help, "quiet", wrap=True))
        column.addLayout(bottom)
        self.cancel_button.clicked.connect(self.reject)
        self.take_button.clicked.connect(self._take)
        self.line.selectAll()

    def _take(self) -> None:
        self.accept()
        self._taken(self.line.text().strip())
