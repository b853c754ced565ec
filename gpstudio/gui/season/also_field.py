"""Ticks for further columns of the table whose curves date stages too."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QWidget

from gpstudio.data.texts import shown
from gpstudio.gui.fields import describe
from gpstudio.session.document import Document
from gpstudio.session.further import Further, further_of, taken_of
from gpstudio.translation import tr

BESIDE = 2
"""Ticks in a row."""


class AlsoField(QWidget):
    """One tick a column; what is wished goes out as the columns that are to be witnesses."""

    wished = Signal(object, bool)
    """Columns, and whether all of them are to be fitted anew."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("season_also")
        self._offered: tuple[Further, ...] = ()
        self._ticks: list[QCheckBox] = []
        self._shown: tuple[object, ...] = ()
        self._as_of: float | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to tick."""
        return bool(self._offered)

    def show_document(self, document: Document) -> None:
        request = document.request
        shown = (document.table, request.crop, document.facts, request.as_of)
        if shown == self._shown:
            return
        table_changed = not self._shown or self._shown[0] is not document.table
        self._shown = shown
        offered = further_of(document.table, request.crop)
        if offered != self._offered:
            self._offer(offered)
        taken = taken_of(document.facts)
        for one, tick in zip(self._offered, self._ticks, strict=True):
            tick.setEnabled(True)
            tick.setChecked(one.column in taken)
        if request.as_of != self._as_of and not table_changed and taken and self._offered:
            self._wish(sorted(taken), anew=True)
        self._as_of = request.as_of

    def forget(self) -> None:
        """Show the document afresh: what was wished did not come."""
        self._shown = ()

    def _offer(self, offered: tuple[Further, ...]) -> None:
        for tick in self._ticks:
            self._grid.removeWidget(tick)
            tick.deleteLater()
        self._offered, self._ticks = offered, [self._tick(one) for one in offered]
        for place, tick in enumerate(self._ticks):
            self._grid.addWidget(tick, place // BESIDE, place % BESIDE)

    def _tick(self, one: Further) -> QCheckBox:
        is_named = one.column.upper() == one.index
        tick = QCheckBox(one.index if is_named else f"{one.index} ({shown(one.column)})")
        tick.setObjectName(f"season_also_{one.column}")
        words = tr(
            "Column {column} is fitted by itself in every field; its curve joins in dating, "
            "weighed by how sure it is.",
            column=shown(one.column),
        )
        describe(tick, tr("Dates also from {index}", index=one.index), words)
        tick.clicked.connect(self._settle)
        return tick

    def _settle(self) -> None:
        ticked = zip(self._offered, self._ticks, strict=True)
        self._wish([one.column for one, tick in ticked if tick.isChecked()])

    def _wish(self, columns: list[str], anew: bool = False) -> None:
        """Until an answer comes, nothing else is to be ticked."""
        for tick in self._ticks:
            tick.setEnabled(False)
        self.wished.emit(columns, anew)
