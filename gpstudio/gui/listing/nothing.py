"""What stands in the list while its filter hides every field: why it is empty, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from gpstudio.gui.fields import describe, label
from gpstudio.translation import tr, tr_count


class NothingListed(QWidget):
    asked = Signal()
    """A person wants to see all fields again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("nothing_listed")
        self.words = label(rank="quiet", wrap=True)
        self.words.setObjectName("nothing_listed_words")
        self.button = QPushButton(tr("Show all fields"))
        self.button.setObjectName("show_all_fields")
        self.button.setProperty("link", True)
        describe(self.button, tr("Show all fields"), tr("List them whatever they are called."))
        self.button.clicked.connect(self.asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 0)
        column.setSpacing(4)
        column.addWidget(self.words)
        column.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def tell(self, fields: int) -> None:
        """So many fields there are, and none is listed."""
        self.words.setText(
            tr(
                "The filter hides {fields}.",
                fields=tr_count(fields, "the field", "all {n:,} fields"),
            )
        )
