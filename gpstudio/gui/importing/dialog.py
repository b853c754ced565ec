"""The import dialog: what stands in the file, what was understood of it, and one button to take it.

The dialog shows a table and says what a person wishes; who reads is the importer.
"""

from __future__ import annotations

from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gpstudio.data.decisions import Said
from gpstudio.data.remembered import RememberedChoices
from gpstudio.gui.dropped import FileDrops
from gpstudio.gui.fields import TickBox, describe, label, restyle
from gpstudio.gui.handles import name_handles
from gpstudio.gui.importing.account import ReadingAccount
from gpstudio.gui.importing.opening import Opening
from gpstudio.gui.importing.progress import ImportProgress
from gpstudio.gui.importing.raw_text import RawText
from gpstudio.gui.importing.rows_view import RowsView
from gpstudio.gui.importing.saying import MenuWish, with_answer, with_role
from gpstudio.gui.importing.series_plot import SeriesPlot
from gpstudio.gui.importing.words import reading_words
from gpstudio.gui.literal import in_title
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

ONLY_IN_DOUBT = "import/only_in_doubt"
SIZE = QSize(1180, 780)


class ImportDialog(QDialog):
    said = Signal(object)
    """Everything a person has said so far: the table is to be read so."""
    stop_asked = Signal()
    forget_asked = Signal()
    taken = Signal(object)
    """The reading that is shown, to be imported."""
    dropped = Signal(object)
    """Another file, to be looked at instead."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_dialog")
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setSizeGripEnabled(False)
        self.setMinimumSize(720, 440)
        FileDrops(self, self.dropped.emit)
        self.reading: RememberedChoices | None = None
        self._wanted = Said()
        self.account = ReadingAccount()
        self.text = RawText(theme)
        self.table = RowsView(theme)
        self.plot = SeriesPlot(theme)
        self._make_bottom()
        self._lay_out()
        self._connect()

    def _make_bottom(self) -> None:
        self.only_in_doubt = TickBox(tr("Show this only when something is in do&ubt"))
        self.only_in_doubt.setObjectName("only_in_doubt")
        describe(
            self.only_in_doubt,
            tr("Show this only when something is in doubt"),
            tr("Files about which no question is open are then imported at once."),
        )
        self.progress = ImportProgress()
        self.cancel_button = QPushButton(tr("&Cancel"))
        self.cancel_button.setObjectName("cancel_import")
        describe(self.cancel_button, tr("Cancel"), tr("Import nothing (Esc)."))
        self.import_button = QPushButton(tr("&Import"))
        self.import_button.setObjectName("import_button")
        self.import_button.setProperty("primary", True)
        self.import_button.setDefault(True)
        describe(self.import_button, tr("Import"), tr("Take the table as it is shown (Enter)."))

    def _lay_out(self) -> None:
        self.sides = QSplitter(Qt.Orientation.Horizontal)
        self.text_title = label(tr("In the file"), "heading")
        self.sides.addWidget(_card(self.text, self.text_title))
        self.sides.addWidget(_card(self.table, label(tr("As understood"), "heading")))
        self.sides.setSizes([400, 740])
        self.sides.setStretchFactor(0, 2)
        self.sides.setStretchFactor(1, 3)
        self.sides.setHandleWidth(10)
        self.sides.setChildrenCollapsible(False)
        name_handles(self.sides, tr("the file"), tr("the table"))
        self.plot_card = _card(self.plot)
        self.plot_card.setMinimumHeight(120)
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self.only_in_doubt)
        bottom.addStretch()
        bottom.addWidget(self.progress)
        bottom.addWidget(self.cancel_button)
        bottom.addWidget(self.import_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        column.addWidget(self.account)
        column.addWidget(self.sides, 3)
        column.addWidget(self.plot_card, 1)
        column.addLayout(bottom)

    def _connect(self) -> None:
        self.account.answered.connect(self._answer)
        self.account.start_over.clicked.connect(lambda: self._say(Said()))
        self.account.forget.clicked.connect(self.forget_asked)
        self.table.role_chosen.connect(self._choose_role)
        self.table.line_shown.connect(self.text.see_line)
        self.table.line_selected.connect(self.text.select_line)
        self.text.line_shown.connect(self.table.see_line)
        self.progress.stop_button.clicked.connect(self.stop_asked)
        self.cancel_button.clicked.connect(self.reject)
        self.import_button.clicked.connect(self._take)
        self.only_in_doubt.toggled.connect(lambda on: QSettings().setValue(ONLY_IN_DOUBT, on))

    def set_theme(self, theme: Theme) -> None:
        for part in (self.text, self.table, self.plot):
            part.set_theme(theme)

    def begin(self, opening: Opening) -> None:
        """Empty, for another file."""
        self.setWindowTitle(tr("Import {name}", name=in_title(opening.name)))
        self.only_in_doubt.setChecked(is_hurried())
        self._show(None)
        self.account.begin(opening)
        self.text_title.setText(tr("In the file") if opening.path is not None else tr("Pasted"))
        self.setFocus()  # on no button: Enter throws nothing away while the file is read

    def fit_in(self, window: QWidget) -> None:
        """As large as is comfortable, and no larger than the window it belongs to or the screen."""
        screen = window.screen().availableGeometry().size() * 0.94
        self.resize(SIZE.boundedTo(window.size() - QSize(40, 40)).boundedTo(screen))

    def show_reading(self, reading: RememberedChoices) -> None:
        """The table as it is read now; eye and keyboard stay where they were."""
        first = self.reading is None
        answered = any(button.hasFocus() for button in self.account.questions.buttons)
        self._show(reading)
        self._announce(f"{reading.problem} {reading_words(reading)}".strip())
        if first or answered or self.focusWidget() is None:
            self._first_wanted(reading).setFocus(Qt.FocusReason.OtherFocusReason)

    def _first_wanted(self, reading: RememberedChoices) -> QWidget:
        """Where the keyboard is of most use."""
        if reading.problem:
            return self.table.header
        buttons = self.account.questions.buttons
        return buttons[0] if buttons else self.import_button

    def _show(self, reading: RememberedChoices | None) -> None:
        self.reading = reading
        table = reading.table if reading is not None else None
        self._wanted = table.said if table is not None else Said()
        self.account.show_reading(reading)
        self.text.show_table(table)
        self.table.show_table(table)
        self.plot.show_table(table)
        self.plot_card.setVisible(table is None or bool(table.series))
        self.import_button.setEnabled(self._is_ready)

    @property
    def _is_ready(self) -> bool:
        return self.reading is not None and bool(self.reading.table.series)

    def show_problem(self, sentence: str) -> None:
        """A wish that the file refuses: the table stays as it was."""
        self._wanted = self.reading.table.said if self.reading is not None else Said()
        self.account.show_problem(sentence)
        self._announce(sentence)

    def show_busy(self, busy: bool, stopping: bool) -> None:
        """What is shown is not imported while it is being read otherwise."""
        self.progress.show_busy(busy, stopping)
        ready = self._is_ready and not busy
        if not ready and self.import_button.hasFocus():
            self.setFocus()
        self.import_button.setEnabled(ready)

    def _answer(self, about: str, choice: str) -> None:
        self._say(with_answer(self._wanted, about, choice))

    def _choose_role(self, place: int, wish: MenuWish) -> None:
        if self.reading is not None:
            self._say(with_role(self._wanted, self.reading.table, place, wish))

    def _say(self, said: Said) -> None:
        self._wanted = said
        self.said.emit(said)

    def _take(self) -> None:
        if self.reading is not None:
            self.taken.emit(self.reading)

    def _announce(self, words: str) -> None:
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))


def is_hurried() -> bool:
    """Whether a person wants to see the dialog only when something is in doubt."""
    return QSettings().value(ONLY_IN_DOUBT, False, type=bool) is True


def _card(inside: QWidget, title: QLabel | None = None) -> QFrame:
    frame = QFrame()
    restyle(frame, card=True)
    column = QVBoxLayout(frame)
    column.setContentsMargins(1, 1, 1, 6)
    column.setSpacing(4)
    if title is not None:
        title.setContentsMargins(12, 7, 12, 1)
        title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        title.setBuddy(inside)
        column.addWidget(title)
    column.addWidget(inside, 1)
    return frame
