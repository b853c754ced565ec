"""The season card above the model: what is known besides the readings; folds to one line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gpstudio.data.texts import shown
from gpstudio.gui.folding import FoldTitle
from gpstudio.gui.messages import Message
from gpstudio.gui.season.field_form import FieldForm
from gpstudio.gui.season.files import FactsReader, read_further
from gpstudio.gui.season.form import RequestForm
from gpstudio.gui.season.words import index_of, index_title
from gpstudio.gui.upright import Upright
from gpstudio.session.document import Document
from gpstudio.session.request import CURVE
from gpstudio.translation import all_of, tr


class SeasonPanel(QFrame):
    """Request and field, one below the other; what a person wants goes out as commands."""

    wished = Signal(object)
    """A command."""
    file_asked = Signal(str)
    said = Signal(object)
    """A message for the person."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("season_panel")
        self.setProperty("card", True)
        self.form = RequestForm()
        self.field = FieldForm()
        self.reader = FactsReader(self)
        self.reader.read.connect(self.wished)
        self.reader.failed.connect(lambda *words: self.said.emit(Message.error(*words)))
        self.reader.remarked.connect(lambda words: self.said.emit(Message.info(words)))
        for part in (self.form, self.field):
            part.wished.connect(self.wished)
        self.form.also.wished.connect(self.take_further)
        self.reader.failed.connect(self._show_further)
        self.reader.busy_changed.connect(self._show_further)
        self.field.file_asked.connect(self.file_asked)
        self._lay_out()
        self.setEnabled(False)

    def _lay_out(self) -> None:
        help = tr("Crop, index and what else is known; press to fold away.")
        self.title = FoldTitle("season", tr("Season"), help, folded_at_first=False)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(14, 2, 14, 12)
        column.setSpacing(10)
        column.addWidget(self.form)
        rule = QFrame()
        rule.setProperty("rule", True)
        column.addWidget(rule)
        column.addWidget(self.field)
        column.addStretch()
        self.area = _AsHighAsItsInside(inside)
        self.area.setObjectName("season_scroll")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(1, 4, 1, 1)
        whole.setSpacing(0)
        whole.addWidget(self.title)
        whole.addWidget(self.area)
        self.title.folded.connect(self.area.setHidden)
        self.area.setHidden(self.title.is_folded)

    def show_document(self, document: Document) -> None:
        self.setEnabled(document.table is not None)
        self.reader.show_document(document)
        self.form.show_document(document)
        self.field.show_document(document)
        self.title.say(summary_of(document, self.form))
        self.area.updateGeometry()

    def load(self, kind: str, path: Path) -> None:
        """Read a file away from the window; what it says is wished for when it is read."""
        self.reader.load(kind, path)

    def take_further(self, columns: list[str], anew: bool = False) -> None:
        """Fitted away from the window, and taken when it is done."""
        name = all_of(map(shown, columns)) if columns else tr("Further indices")
        self.reader.begin(name, partial(read_further, columns, anew))

    def _show_further(self, *_: object) -> None:
        """Ticks as they are, when what was wished has come, has failed or was stopped."""
        if not self.reader.is_busy:
            self.form.also.forget()
            self.form.also.show_document(self.reader.document)

    def take_typed(self) -> str:
        """Take what was typed as meant; the sentence of what is wrong, or nothing."""
        fine = [part.take_typed() for part in (self.form, self.field)]
        return "" if all(fine) else self.form.error.text() or self.field.error.text()

    def forget(self) -> None:
        """Let go of wrong words, so that the forms show the document again."""
        self.form.forget()
        self.field.forget()

    def forget_crops(self) -> None:
        """Other templates are there than before."""
        for part in (self.form, self.field):
            part.forget_crops()

    def close_work(self) -> bool:
        return self.reader.close()


class _AsHighAsItsInside(Upright):
    """Asks for the height of what it holds, and scrolls where there is less."""

    def sizeHint(self) -> QSize:
        inside, width = self.inside, self.width()
        needed = inside.heightForWidth(width) if inside.hasHeightForWidth() else -1
        least = inside.minimumSizeHint().height()
        return QSize(super().sizeHint().width(), max(needed, least))


def summary_of(document: Document, form: RequestForm) -> str:
    """What is chosen, for a folded card: "Wheat, NDVI"."""
    request = document.request
    if document.table is None:
        return ""
    title = form.crop.currentText() if request.stages != CURVE else tr("curve only")
    index = index_title(index_of(request, document.series))
    return ", ".join(part for part in (title, index) if part)
