"""The page of the map: made when asked for, coloured by choice, a field a click away."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_not

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.core.arrays import Integers
from gpstudio.data.series import Series, iso_day
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.fields import ChoiceBox, describe, label, scaled
from gpstudio.gui.season_map.colours import Looks, looks_of
from gpstudio.gui.season_map.legend import MapLegend
from gpstudio.gui.season_map.picture import MapPicture
from gpstudio.gui.steady_button import SteadyButton
from gpstudio.gui.table_page import StateLine
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_title
from gpstudio.gui.work_bar import WorkBar
from gpstudio.session.document import Document
from gpstudio.session.season_map.colouring import Colouring, colourings
from gpstudio.session.season_map.laying_out import SeasonMap, laid_out
from gpstudio.session.season_map.weeks import FieldYear
from gpstudio.translation import all_of, tr, tr_count

OPEN_FIRST = tr("Open a table of several fields or years: then their seasons can be laid out.")
READY = tr(
    "Lay out makes a point of every year of every field; years that ran alike lie close together. "
    "No fit is needed."
)
START = (tr("Lay out"), tr("Lay all fields' years out as points, by their readings week by week."))
STOP = (tr("Stop"), tr("Stop laying out; the map that was there stays."))
LEAST_CHOICE = 130
NAMED = 6
"""Fields that are named of those that were taken."""


class SeasonMapView(QWidget):
    selected = Signal(str)
    """A field that a point was clicked for."""
    export_asked = Signal()
    laid = Signal(object)
    """A map that was made: whoever holds the document keeps it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("season_map_page")
        self._theme = theme
        self._document = Document()
        self._fields: Sequence[Series] = ()
        self.found: SeasonMap | None = None
        self._colourings: tuple[Colouring, ...] = ()
        self._taken: Integers = np.empty(0, dtype=np.int64)
        self._stale = False
        self.start = SteadyButton("season_map_start", START[0], STOP[0])
        self.colour = ChoiceBox()
        self.colour.setObjectName("season_map_colour")
        self.colour.setMinimumWidth(scaled(LEAST_CHOICE))
        describe(self.colour, tr("Colour by"), tr("What the colours of the points stand for."))
        self.export = QPushButton(tr("Export…"))
        self.export.setObjectName("season_map_export")
        describe(self.export, tr("Export the map"), tr("Save the places of all points."))
        self.legend = MapLegend(theme)
        self.state = StateLine("season_map_state", OPEN_FIRST)
        self.bar = WorkBar("season_map_progress", 90)
        self.picture = MapPicture(theme)
        self._work = Bridge(self)
        self._lay_out()
        self._connect()
        self._show_state()

    def _lay_out(self) -> None:
        by = label(tr("Colour by"), "quiet")
        top = QHBoxLayout()
        top.setContentsMargins(12, 0, 12, 0)
        top.setSpacing(8)
        for tool in (self.start, by, self.colour):
            top.addWidget(tool)
        top.addWidget(self.legend, 1)
        top.addWidget(self.export)
        below = QHBoxLayout()
        below.setContentsMargins(13, 0, 12, 0)
        below.addWidget(self.state, 1)
        below.addWidget(self.bar, alignment=Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(5)
        column.addLayout(top)
        column.addLayout(below)
        column.addWidget(self.picture, 1)

    def _connect(self) -> None:
        self.start.clicked.connect(self._start_or_stop)
        self.export.clicked.connect(self.export_asked)
        self.colour.currentIndexChanged.connect(lambda _: self._show_colours())
        self.picture.chosen.connect(self._choose)
        self.picture.taken.connect(self._take)
        work = self._work
        work.progressed.connect(self._tell_progress)
        work.finished.connect(self._finish)
        work.failed.connect(lambda sentence, details: self._end(sentence))
        work.stopped.connect(lambda: self._end(tr("Stopped; no new map was made.")))

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.picture.theme = self.legend.theme = theme
        self._show_colours()

    def show_document(self, document: Document) -> None:
        """A map is of the readings it was made of: with others it is not shown."""
        before, self._document = self._document, document
        if document.table is not before.table:
            self._turn_to(() if document.table is None else document.table.series)
        if document.table is not before.table or document.season_map is not before.season_map:
            self._show_map(document.present_map)
        if self.found is None:
            return
        if document.selected != before.selected:
            self._mark()
        if any(a is not b for a, b in zip(_told(document), _told(before), strict=True)):
            self._stale = True
            if self.isVisible():
                self._show_choices()

    def close_work(self) -> bool:
        return self._work.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._show_choices()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_busy:
            self._work.stop()
        else:
            super().keyPressEvent(event)

    def _turn_to(self, fields: Sequence[Series]) -> None:
        before, self._fields = self._fields, fields
        if len(fields) != len(before) or any(map(is_not, fields, before)):
            self._work.leave()
            self._end(READY if fields else OPEN_FIRST)

    def _show_map(self, found: SeasonMap | None) -> None:
        if found is self.found:
            return
        self.found, self._colourings, self._stale = found, (), False
        self._taken = np.empty(0, dtype=np.int64)
        if found is None:
            self.picture.show_places(np.empty((0, 2)), ())
            self._fill(())
            self._show_colours()
            self._end(READY if self._fields else OPEN_FIRST)
            return
        words = tuple(self._called(row) for row in found.rows)
        self.picture.show_places(found.places, words)
        self._mark()
        self._show_choices()
        self._end(self._summary(found))

    def _start_or_stop(self) -> None:
        if self.is_busy:
            self._work.stop()
            self.state.tell(tr("Stopping…"))
            return
        if not self._fields:
            return
        self.bar.show_share(0.0)
        self._work.start(laid_out, self._fields, self._document.recipe.seed)
        self.state.tell(tr("Reading seasons week by week"))
        self._show_state()

    def _tell_progress(self, status: str, done: float | None) -> None:
        self.state.tell(status)
        self.bar.show_share(done or 0.0)

    def _finish(self, found: SeasonMap) -> None:
        self.laid.emit(found)
        self._show_state()

    def _end(self, sentence: str) -> None:
        self.state.tell(sentence)
        self._show_state()

    def _show_state(self) -> None:
        busy = self.is_busy
        title, help = STOP if busy else START
        self.start.setText(title)
        describe(self.start, title, help)
        self.start.setEnabled(busy or bool(self._fields))
        self.colour.setEnabled(self.found is not None)
        self.export.setEnabled(self.found is not None and not busy)
        self.bar.setVisible(busy)

    def _show_choices(self) -> None:
        """What is known now of fields and seasons."""
        assert self.found is not None
        self._stale = False
        self._fill(colourings(self._document, self.found))
        self._show_colours()

    def _fill(self, found: tuple[Colouring, ...]) -> None:
        chosen = self.colour.currentData()
        self._colourings = found
        blocked = self.colour.blockSignals(True)
        self.colour.clear()
        for one in found:
            self.colour.addItem(stage_title(one.title) if one.is_day else one.title, one.name)
        self.colour.setCurrentIndex(max(self.colour.findData(chosen), 0) if found else -1)
        self.colour.blockSignals(blocked)

    def _show_colours(self) -> None:
        place = self.colour.currentIndex()
        if self.found is None or not 0 <= place < len(self._colourings):
            self.picture.show_looks(None)
            self.legend.show_looks(None, ())
            return
        colouring = self._colourings[place]
        looks = looks_of(colouring, self._theme)
        self.picture.show_looks(looks)
        self.legend.show_looks(looks, self._legend_of(colouring, looks))

    def _legend_of(self, colouring: Colouring, looks: Looks) -> tuple[str, ...]:
        if not looks.is_scale:
            return colouring.words
        if not colouring.is_day:
            return f"{looks.low:.0f}", f"{looks.high:.0f}"
        assert self.found is not None
        begin = max(row.begin for row in self.found.rows)
        # days of the growing year, without the year: points are of several
        return iso_day(begin + looks.low)[5:], iso_day(begin + looks.high)[5:]

    def _choose(self, point: int) -> None:
        assert self.found is not None
        self.selected.emit(self.found.rows[point].group)

    def _take(self, points: Integers) -> None:
        self._taken = points
        self._mark()
        if self.found is None or not len(points):
            return
        groups = dict.fromkeys(self.found.rows[point].group for point in points)
        self.state.tell(
            tr(
                "{seasons} taken, of {named}.",
                seasons=tr_count(len(points), "{n:,} season", "{n:,} seasons"),
                named=_named([self._document.called(group) for group in groups]),
            )
        )

    def _mark(self) -> None:
        if self.found is None:
            return
        shown = self._document.selected
        marked = np.array([row.group == shown for row in self.found.rows], dtype=bool)
        marked[self._taken] = True
        self.picture.mark(marked)

    def _called(self, row: FieldYear) -> str:
        return f"{self._document.called(row.group)} {row.year}"

    def _summary(self, found: SeasonMap) -> str:
        odd = [found.rows[place] for place in np.flatnonzero(found.odd)]
        laid = tr(
            "{seasons} laid out in {seconds:.2g} s.",
            seasons=tr_count(len(found.rows), "{n:,} season", "{n:,} seasons"),
            seconds=found.seconds,
        )
        if not odd:
            return tr("{laid} None ran as no other did.", laid=laid)
        return tr(
            "{laid} {count} ran as no other did: {named}.",
            laid=laid,
            count=tr_count(len(odd), "{n:,} season", "{n:,} seasons"),
            named=_named([self._called(row) for row in odd]),
        )


def _told(document: Document) -> tuple[object, ...]:
    return document.fits, document.labels, document.facts, document.request


def _named(names: Sequence[str]) -> str:
    rest = len(names) - NAMED
    if rest <= 0:
        return all_of(list(names))
    return tr("{names} and {others:,} more", names=", ".join(names[:NAMED]), others=rest)
