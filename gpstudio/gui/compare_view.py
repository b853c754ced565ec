"""Comparing kernels: a list to tick, a table that fills, and a way to use what is best."""

from __future__ import annotations

import time

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from gpstudio.core.inference.comparison import Row
from gpstudio.core.language import Expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.gui.compare_model import CompareModel
from gpstudio.gui.compare_table import CompareTable
from gpstudio.gui.comparing import COMPARE, STOP, ComparingView
from gpstudio.gui.fields import describe, label
from gpstudio.gui.pace import Pace
from gpstudio.gui.theme import Theme
from gpstudio.session.comparison import (
    HOW,
    HOW_EXACTLY,
    YOURS,
    KernelEntry,
    basis,
    compare_kernels,
    list_kernels,
)
from gpstudio.session.document import Document
from gpstudio.translation import tr, tr_count

OPEN_FIRST = tr("Open a table first: then kernels can be compared on its readings.")
TICK_FIRST = tr("Tick the kernels that are to be compared.")
READY = tr("Tick kernels and press Compare.")
BEGIN_HELP = tr("Learn every ticked kernel on this field, and hold readings out.")
STOP_HELP = tr("Stop comparing; rows that are done stay.")
Wish = tuple[Series, Recipe, Expression]


class CompareView(ComparingView):
    """Compares on the field that is shown, away from the window."""

    used = Signal(str)
    """A kernel that the model should have."""
    room_for_how = 560
    stopped = tr("Stopped; rows that were done stay.")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        how = label(HOW, "quiet", wrap=True)
        describe(how, tr("How kernels are compared"), HOW_EXACTLY)
        export = tr("Export comparison"), tr("Save the compared kernels as CSV.")
        super().__init__("compare", OPEN_FIRST, export, how, parent)
        self._document = Document()
        self._wish: Wish | None = None
        self._listed: Wish | None = None
        self._asked = 0
        self.kernels = CompareModel(theme, self)
        self.table = CompareTable(self.kernels)
        self.use = QPushButton(tr("Use this kernel"))
        self.use.setObjectName("compare_use")
        describe(
            self.use, tr("Use this kernel"), tr("Take the selected kernel into the model (Enter).")
        )
        self._arrange((self.start, self.use, self.export), self.table)
        self.use.clicked.connect(self._use)
        self.table.used.connect(self._use)
        self.kernels.ticked.connect(self._show_state)
        self._show_state()

    def set_theme(self, theme: Theme) -> None:
        self.kernels.theme = theme
        self.table.viewport().update()

    def show_document(self, document: Document) -> None:
        """Figures stay while field and model are the same but for the kernel."""
        self._document = document
        series, recipe = document.seen, document.recipe
        wish = None if series is None else (series, basis(recipe), recipe.kernel)
        if _same(wish, self._wish):
            return
        if not _same(wish and wish[:2], self._wish and self._wish[:2]):
            self._work.leave()
            self.kernels.show_entries((), recipe.kernel)
            self.kernels.forget()
            self._listed = None  # the model may come back to what it was
            self.state.tell(OPEN_FIRST if wish is None else READY)
        self._wish = wish
        self._show_state()
        if self.isVisible():
            self._list()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._list()

    def _list(self) -> None:
        """Only when somebody looks: finding a rhythm in many readings takes a moment."""
        if self._wish is None or _same(self._wish, self._listed):
            return
        self._listed = self._wish
        kept = [e.text for e, _ in self.kernels.table if e.words == YOURS]
        written = (self._document.recipe.text("kernel"), *kept)
        self._listing.ask(_listed, self._wish, written)

    def _show_list(self, answer: tuple[Wish, tuple[KernelEntry, ...]]) -> None:
        wish, entries = answer
        if self._wish is None or not _same(wish, self._wish):
            return
        chosen = self.kernels.shown[self.table.place].text if self.table.place >= 0 else ""
        self.kernels.show_entries(entries, wish[2])
        texts = [entry.text for entry in self.kernels.shown]
        if chosen in texts:
            self.table.selectRow(texts.index(chosen))
        self._show_state()
        self.listed.emit()

    def _begin(self) -> None:
        wanted, wish = self.kernels.wanted, self._wish
        if not wanted or wish is None:
            return
        self._began = time.perf_counter()
        self.kernels.begin(wanted)
        self._asked, self._pace = len(wanted), Pace()
        self._work.start(compare_kernels, wish[0], wish[1], wanted)
        self._show_progress()
        self._show_state()

    def _take(self, row: Row) -> None:
        self.kernels.take(row)
        self._show_progress()

    def _show_progress(self) -> None:
        """From the rows that came: of quick reports some are left out on the way."""
        done = self._asked - len(self.kernels.waiting)
        self.bar.show_share(done / self._asked)
        if done < self._asked:
            doing = tr("Comparing kernel {place} of {count}…", place=done + 1, count=self._asked)
            self.state.tell(self._pace.with_left(doing, done / self._asked))

    def _finish(self, rows: tuple[Row, ...]) -> None:
        seconds = time.perf_counter() - self._began
        self._end(
            tr(
                "{kernels} compared in {seconds:.2g} s.",
                kernels=tr_count(len(rows), "{n:,} kernel", "{n:,} kernels"),
                seconds=seconds,
            )
        )
        self.compared.emit()

    def _end(self, sentence: str) -> None:
        self.kernels.end()
        self.state.tell(sentence)
        self._show_state()

    def _use(self) -> None:
        if self.table.place >= 0:
            self.used.emit(self.kernels.shown[self.table.place].text)

    def _show_state(self) -> None:
        busy, place = self.is_busy, self.table.place
        title, help = (STOP, STOP_HELP) if busy else (COMPARE, BEGIN_HELP)
        self.start.setText(title)
        describe(self.start, title, f"{help} {HOW}")
        self.start.setEnabled(busy or bool(self.kernels.wanted))
        self.use.setEnabled(place >= 0)
        self.export.setEnabled(not busy and bool(self.kernels.table))
        self.bar.setVisible(busy)
        if not busy and place < 0 and self.kernels.shown and not self.kernels.wanted:
            self.state.tell(TICK_FIRST)

    def _show_selected(self) -> None:
        """The selected kernel in full, since columns may cut it short, or why it has no figures."""
        self._show_state()
        if self.table.place >= 0 and not self.is_busy:
            entry = self.kernels.shown[self.table.place]
            self.state.tell(self.kernels.problem(entry) or f"{entry.words}: {entry.text}")


def _listed(
    wish: Wish, written: tuple[str, ...], task: Task
) -> tuple[Wish, tuple[KernelEntry, ...]]:
    return wish, list_kernels(wish[0], written, task)


def _same(one: tuple[object, ...] | None, other: tuple[object, ...] | None) -> bool:
    """A series is compared by what it is, not by its readings."""
    if one is None or other is None:
        return one is other
    return one[0] is other[0] and one[1:] == other[1:]
