"""What was known on a day: a slider over the shown season, below the curve.

At its right end everything that was read is known. What it shows is the shown field alone, fitted
anew with what had been read by then; nothing is asked of the document before a person says so.
"""

from __future__ import annotations

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gpstudio.data.hiding import FEWEST
from gpstudio.data.series import Series, iso_day
from gpstudio.gui.fields import describe, label, scaled
from gpstudio.gui.number_slider import QuietSlider
from gpstudio.phenology.season import Season
from gpstudio.translation import tr, tr_count

STEPS = 1_000
"""Of an axis of plain numbers; days have one each."""
BEFORE = 30.0
"""Days before a season from which one may look: it is not known yet then."""
WORDS_WIDTH = 230


class AsOfBar(QWidget):
    looked = Signal(object)
    """The day that is looked from; None where all is known."""
    kept = Signal(float)
    """The day is to be asked of all fields."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("as_of_bar")
        self._series: Series | None = None
        self._ends: tuple[float, float] | None = None
        self.title = label(tr("As of"), "heading")
        self.slider = QuietSlider(Qt.Orientation.Horizontal)
        self.slider.setObjectName("as_of_slider")
        describe(
            self.slider,
            tr("As of"),
            tr("What was known on that day? Drag, or use the arrow keys; the right end is today."),
        )
        self.words = label(rank="quiet")
        self.words.setObjectName("as_of_words")
        self.words.setMinimumWidth(scaled(WORDS_WIDTH))
        self.keep = QPushButton(tr("Ask all fields"))
        self.keep.setObjectName("as_of_keep")
        describe(
            self.keep,
            tr("Ask all fields"),
            tr("Ask this day of all fields: what was read later is hidden from fits and dates."),
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 10, 4)
        row.setSpacing(10)
        row.addWidget(self.title)
        row.addWidget(self.slider, 1)
        row.addWidget(self.words)
        row.addWidget(self.keep)
        self.slider.valueChanged.connect(lambda _: self._slid())
        self.keep.clicked.connect(self._keep)
        self.hide()

    def show_field(self, series: Series | None, season: Season | None) -> None:
        """Over a season as all readings tell it; over all of them where there is none."""
        ends = None if series is None else _ends(series, season)
        if series is self._series and ends == self._ends:
            return
        self._series, self._ends = series, ends
        self.slider.setEnabled(ends is not None)
        blocked = self.slider.blockSignals(True)
        steps = self._steps
        self.slider.setRange(0, steps)
        self.slider.setPageStep(max(1, steps // 20))
        self.slider.setValue(steps)
        self.slider.blockSignals(blocked)
        self._tell()

    @property
    def day(self) -> float | None:
        """That is looked from; None where all is known."""
        if self._ends is None or self.slider.value() == self.slider.maximum():
            return None
        first, last = self._ends
        share = self.slider.value() / max(self.slider.maximum(), 1)
        day = first + share * (last - first)
        return float(round(day)) if self._series is not None and self._series.dated else day

    def leave(self) -> None:
        """All is known again."""
        self.slider.setValue(self.slider.maximum())

    @property
    def _steps(self) -> int:
        if self._ends is None or self._series is None:
            return 0
        first, last = self._ends
        return max(1, math.ceil(last - first)) if self._series.dated else STEPS

    def _slid(self) -> None:
        self._tell()
        self.looked.emit(self.day)

    def _keep(self) -> None:
        day = self.day
        if day is not None:
            self.kept.emit(day)

    def _tell(self) -> None:
        day, series = self.day, self._series
        self.keep.setEnabled(day is not None)
        if series is None or self._ends is None:
            self.words.setText(tr("Too few readings to look back."))
        elif day is None:
            self.words.setText(tr("all readings; drag to look back"))
        else:
            known = int((series.time <= day).sum())
            readings = tr_count(known, "{n:,} reading", "{n:,} readings")
            told = iso_day(day, series.clock) if series.dated else f"{day:.5g}"
            self.words.setText(tr("{day}: {readings}", day=told, readings=readings))


def _ends(series: Series, season: Season | None) -> tuple[float, float] | None:
    """From the day on that leaves enough to fit, to the last reading or the end of the season."""
    if len(series) <= FEWEST:
        return None
    first, last = float(series.time[FEWEST - 1]), float(series.time[-1])
    if season is not None:
        first, last = max(first, season.start - BEFORE), min(last, season.end)
    if series.dated:
        first, last = math.floor(first), math.ceil(last)
    return (first, last) if first < last else None
