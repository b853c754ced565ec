"""Every fit of the shown field that is kept: a table to sort, tick, use, pin and tidy."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from gpstudio.data.series import Series
from gpstudio.gui.fields import describe, label, scaled
from gpstudio.gui.kept.lines import KeptLine
from gpstudio.gui.kept.model import FitsModel
from gpstudio.gui.kept.table import FitsTable
from gpstudio.gui.steady_button import SteadyButton
from gpstudio.gui.table_page import StateLine, lay_out
from gpstudio.gui.theme import Theme
from gpstudio.session.document import Document
from gpstudio.session.kept import MOST, MOST_BARE, KeptFit
from gpstudio.session.kept_commands import DropFits, PinFits, UseAgain
from gpstudio.translation import tr

FIT_FIRST = tr("Fit the field (F5): every fit of it is kept here.")
READY = tr(
    "Tick fits to draw their curves over the plot; change the model, fit again, and compare."
)
SHOWN = tr("This fit is the curve that is shown: it can be removed when another one is there.")
HOW = tr(
    "The newest {most} fits of a field are kept, and pinned ones; the project holds them.",
    most=MOST,
)
HOW_EXACTLY = tr(
    "{comparison} Of fields fitted together the newest fit is kept whole, the {count} before "
    "without their curves. The same recipe on the same readings has one row.",
    comparison=HOW,
    count=MOST_BARE,
)
ROOM_FOR_HOW = 640
"""Pixels of the whole below which what is kept is one hover away."""


class FitsView(QWidget):
    """Shows what the document keeps of the field; wishes go out as commands."""

    wished = Signal(object)
    drawn = Signal()
    """Other curves are to be drawn over the plot."""
    looked = Signal()
    """Somebody looks: figures that are not there may be made."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fits")
        self._document = Document()
        self.model = FitsModel(theme, self)
        self.table = FitsTable(self.model)
        self.use = QPushButton(tr("Use this recipe"))
        self.use.setObjectName("fits_use")
        describe(
            self.use, tr("Use this recipe"), tr("Take the model of the selected fit again (Enter).")
        )
        self.pin = SteadyButton("fits_pin", tr("Unpin"), tr("Pin"))
        self.drop = QPushButton(tr("Remove"))
        self.drop.setObjectName("fits_drop")
        self.state = StateLine("fits_state", FIT_FIRST)
        self.how = label(HOW, "quiet", wrap=True)
        describe(self.how, tr("Which fits are kept"), HOW_EXACTLY)
        lay_out(self, (self.use, self.pin, self.drop), self.how, self.state, self.table)
        self._connect()
        self._show_state()

    def _connect(self) -> None:
        self.use.clicked.connect(self._use)
        self.pin.clicked.connect(self._pin)
        self.drop.clicked.connect(self._drop)
        self.table.used.connect(self._use)
        self.table.dropped.connect(self._drop)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_state())
        self.model.ticked.connect(self.drawn)

    @property
    def lines(self) -> tuple[KeptLine, ...]:
        """What is to be drawn over the plot."""
        return self.model.lines

    @property
    def series(self) -> Series | None:
        """What it all is about."""
        return self._document.series

    def set_theme(self, theme: Theme) -> None:
        self.model.theme = theme
        self.table.viewport().update()

    def show_document(self, document: Document) -> None:
        before, self._document = self._document, document
        if _shows_same(before, document):
            self._show_use()
            return
        chosen = self._chosen
        self.model.show_document(document)
        if chosen is not None and self._chosen is None:
            keys = [row.key for row in self.model.rows]
            if chosen.key in keys:
                self.table.selectRow(keys.index(chosen.key))
        self._show_state()
        self.drawn.emit()
        if self.isVisible():
            self.looked.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.how.setVisible(self.width() >= scaled(ROOM_FOR_HOW))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.looked.emit()

    @property
    def _chosen(self) -> KeptFit | None:
        place = self.table.place
        return self.model.rows[place] if 0 <= place < len(self.model.rows) else None

    def _use(self) -> None:
        row = self._chosen
        if row is not None and row.recipe != self._document.recipe:
            self.wished.emit(UseAgain(row.recipe))

    def _pin(self) -> None:
        row = self._chosen
        if row is not None:
            self.wished.emit(PinFits((row.key,), not self.model.is_pinned(row)))

    def _drop(self) -> None:
        row = self._chosen
        if row is not None and self.model.is_shown(row):
            self.state.tell(SHOWN)
        elif row is not None:
            self.wished.emit(DropFits(row.group, (row.name,)))

    def _show_state(self) -> None:
        row = self._chosen
        there = row is not None
        pinned = row is not None and self.model.is_pinned(row)
        shown = row is not None and self.model.is_shown(row)
        self._show_use()
        self.pin.setEnabled(there)
        self.drop.setEnabled(there and not shown)
        self.pin.setText(tr("Unpin") if pinned else tr("Pin"))
        told = (
            tr("Let it go when it is the oldest.") if pinned else tr("Keep it however many follow.")
        )
        describe(self.pin, tr("Unpin this fit") if pinned else tr("Pin this fit"), told)
        help = SHOWN if shown else tr("Remove the selected fit from the list (Delete).")
        describe(self.drop, tr("Remove this fit"), help)
        if row is not None:
            self.state.tell(self.model.said(row))
        else:
            self.state.tell(READY if self.model.rows else FIT_FIRST)

    def _show_use(self) -> None:
        row = self._chosen
        self.use.setEnabled(row is not None and row.recipe != self._document.recipe)


def _shows_same(one: Document, other: Document) -> bool:
    return (
        one.kept is other.kept
        and one.marks == other.marks
        and one.selected == other.selected
        and one.fit is other.fit
        and one.series is other.series
    )
