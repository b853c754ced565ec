"""A small plot of the readings as they would be taken, field by field."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpstudio.data.series import SECONDS, Series
from gpstudio.data.table import Table
from gpstudio.gui.canvas import Canvas
from gpstudio.gui.dots import Dots
from gpstudio.gui.fields import ChoiceBox, describe, label
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import time_text
from gpstudio.translation import tr, tr_count

UNNAMED = "value"
"""What readings are called where the file does not say what they are."""


class SeriesPlot(QWidget):
    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fields: Sequence[Series] = ()
        self.title = label(tr("Readings"), "heading")
        self.choice = ChoiceBox()
        # nothing is made of a name before it is shown
        self._names = QStringListModel(self)
        self.choice.setModel(self._names)
        self.choice.setObjectName("import_field")
        self.choice.setMinimumContentsLength(16)
        describe(
            self.choice,
            tr("Field"),
            tr("Which field is drawn; the arrow keys go from one to the next."),
        )
        self.choice.currentIndexChanged.connect(self._show)
        self.words = label(rank="quiet")
        self.words.setObjectName("import_readings")
        self.canvas = Canvas()
        self.canvas.setObjectName("import_plot")
        self.canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.canvas.setMouseEnabled(x=False, y=False)
        self.canvas.getPlotItem().layout.setContentsMargins(6, 2, 14, 4)
        self.dots, self.aside = Dots(), Dots()
        self.canvas.addItem(self.aside, ignoreBounds=True)
        self.canvas.addItem(self.dots)
        self._lay_out()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(12, 6, 12, 0)
        top.setSpacing(10)
        top.addWidget(self.title)
        top.addWidget(self.choice)
        top.addWidget(self.words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(self.canvas, 1)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.dots.set_colour(theme.reading)
        self.aside.set_colour(theme.quiet, hole=theme.card)
        self._show()

    def show_table(self, table: Table | None) -> None:
        """The field that was looked at stays in view where it is still there."""
        before = self.choice.currentText()
        self._fields = table.series if table is not None else ()
        self.choice.blockSignals(True)
        self._names.setStringList(table.groups if table is not None else ())
        self.choice.setCurrentIndex(max(0, self.choice.findText(before)) if self._fields else -1)
        self.choice.blockSignals(False)
        self.choice.setVisible(len(self._fields) > 1)
        self._show()

    @property
    def shown(self) -> Series | None:
        place = self.choice.currentIndex()
        return self._fields[place] if 0 <= place < len(self._fields) else None

    def _show(self) -> None:
        series = self.shown
        dated = series is None or series.dated
        self.canvas.dress(self._theme, dated, empty=series is None)
        if series is None:
            self.dots.set_places(np.empty(0), np.empty(0))
            self.aside.set_places(np.empty(0), np.empty(0))
            self.words.setText("")
            self.canvas.setAccessibleName(tr("Plot of the readings, empty"))
            return
        x = series.time * SECONDS if dated else series.time
        self.dots.set_places(x, series.value, series.weight)
        when, value = series.aside or (np.empty(0), np.empty(0))
        self.aside.set_places(when * SECONDS if dated else when, value)
        low, high = float(series.value.min()), float(series.value.max())
        spread = (high - low) or abs(high) or 1.0
        width = float(x[-1] - x[0]) or (SECONDS if dated else 1.0)
        self.canvas.setXRange(float(x[0]) - 0.01 * width, float(x[-1]) + 0.01 * width, padding=0)
        self.canvas.setYRange(low - 0.08 * spread, high + 0.08 * spread, padding=0)
        axis = self.canvas.getPlotItem().getAxis("left")
        axis.setWidth(56)
        first, last = (time_text(float(t), series.clock) for t in series.time[[0, -1]])
        said = tr_count(
            len(series),
            "{n:,} reading, {first} to {last}",
            "{n:,} readings, {first} to {last}",
            first=first,
            last=last,
        )
        if series.value_name != UNNAMED:
            said = f"{series.value_name}: {said}"
        if len(self._fields) > 1:
            said = tr(
                "{readings}, field {place} of {count:,}",
                readings=said,
                place=self.choice.currentIndex() + 1,
                count=len(self._fields),
            )
        self.words.setText(said)
        self.canvas.setAccessibleName(
            tr(
                "Plot of {readings}, values from {low:.4g} to {high:.4g}",
                readings=said,
                low=low,
                high=high,
            )
        )
