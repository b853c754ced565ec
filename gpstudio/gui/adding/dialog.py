"""What a file would add to the table: the sentence, what is asked, a line a field, one button."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.data.adding.addition import Addition
from gpstudio.gui.adding.gains_model import GainsModel
from gpstudio.gui.fields import describe, label
from gpstudio.gui.importing.progress import ImportProgress
from gpstudio.gui.importing.questions import Questions
from gpstudio.gui.literal import in_title
from gpstudio.gui.rows_table import RowsTable
from gpstudio.gui.words import sentence
from gpstudio.translation import tr

SIZE = QSize(960, 560)
READING = tr("Reading the file as the table was read.")
AS_BEFORE = tr(
    "What was taken out stays out, fields keep their names and crops. Fields that change are "
    "fitted again."
)


class AddingDialog(QDialog):
    answered = Signal(str, str)
    taken = Signal(object)
    """The addition that is shown."""
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("adding_dialog")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setMinimumSize(520, 300)
        self.addition: Addition | None = None
        self.sentence = label(rank="heading", wrap=True)
        self.sentence.setObjectName("adding_sentence")
        self.remarks = label(rank="warning", wrap=True)
        self.remarks.setObjectName("adding_remarks")
        self.questions = Questions()
        self.questions.setObjectName("adding_questions")
        self.model = GainsModel()
        self.table = RowsTable("adding_table", self.model)
        self.model.setParent(self.table)
        describe(self.table, tr("What each field gets"), tr("A line a field; Ctrl+C copies lines."))
        self.progress = ImportProgress()
        self.cancel_button = QPushButton(tr("&Cancel"))
        self.cancel_button.setObjectName("cancel_adding")
        describe(self.cancel_button, tr("Cancel"), tr("Leave the table as it is (Esc)."))
        self.add_button = QPushButton(tr("&Add"))
        self.add_button.setObjectName("add_button")
        self.add_button.setProperty("primary", True)
        self.add_button.setDefault(True)
        describe(self.add_button, tr("Add"), tr("Take what is new into the table (Enter)."))
        self._lay_out()
        self.questions.answered.connect(self.answered)
        self.progress.stop_button.clicked.connect(self.stop_asked)
        self.cancel_button.clicked.connect(self.reject)
        self.add_button.clicked.connect(self._take)

    def _lay_out(self) -> None:
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addStretch()
        for each in (self.progress, self.cancel_button, self.add_button):
            bottom.addWidget(each)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        self.as_before = label(AS_BEFORE, "quiet", wrap=True)
        for part in (self.sentence, self.questions, self.remarks):
            column.addWidget(part)
        space = QWidget()  # also where there is no table: what is asked stays on top
        inside = QVBoxLayout(space)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.table)
        column.addWidget(space, 1)
        column.addWidget(self.as_before)
        column.addLayout(bottom)

    def begin(self, name: str) -> None:
        """Empty, for another file."""
        self.setWindowTitle(tr("Add {name}", name=in_title(name)))
        self._show(None)
        self.sentence.setText(READING)
        self.setFocus()  # on no button: Enter throws nothing away while the file is read

    def fit_in(self, window: QWidget) -> None:
        """As large as is comfortable, and no larger than the window it belongs to."""
        self.resize(SIZE.boundedTo(window.size() - QSize(40, 40)))

    def show_addition(self, addition: Addition) -> None:
        self._show(addition)
        self.sentence.setText(addition.sentence if not addition.questions else "")
        self.sentence.setVisible(not addition.questions)
        buttons = self.questions.buttons
        wanted = buttons[0] if buttons else self.add_button
        (wanted if wanted.isEnabled() else self.cancel_button).setFocus()

    def _show(self, addition: Addition | None) -> None:
        self.addition = addition
        remarks = addition.remarks if addition is not None else ()
        self.sentence.show()
        self.questions.ask(addition.questions if addition is not None else (), None)
        self.remarks.setText(" ".join(map(sentence, remarks)))
        self.remarks.setVisible(bool(remarks))
        self.model.show_gains(addition.told if addition is not None else ())
        self.table.setVisible(bool(self.model.gains))
        self.as_before.setVisible(bool(self.model.gains))
        self.table.fit_columns()
        self.add_button.setEnabled(self._is_ready)

    @property
    def _is_ready(self) -> bool:
        addition = self.addition
        return addition is not None and not addition.questions and not addition.is_empty

    def show_busy(self, busy: bool, stopping: bool) -> None:
        self.progress.show_busy(busy, stopping)
        self.add_button.setEnabled(self._is_ready and not busy)

    def _take(self) -> None:
        if self._is_ready:
            self.taken.emit(self.addition)
