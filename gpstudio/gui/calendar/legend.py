"""The marks of the calendar and what they stand for, as long or as short as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.stage_looks import draw_mark
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_short, stage_title
from gpstudio.translation import tr

MARK, AFTER_MARK, BETWEEN = 10.0, 4.0, 7.0


class Legend(QWidget):
    """Whole names where they fit, else two letters each, else the marks alone."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("calendar_legend")
        self.theme = theme
        self.stages: Sequence[str] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_stages(self, stages: Sequence[str], sentence: str) -> None:
        """``sentence`` is one hover away, and what a screen reader says."""
        self.stages = stages
        named = ", ".join(stage_title(stage) for stage in stages)
        describe(self, tr("Legend"), f"{sentence} {named}".strip())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() + 8)

    @property
    def names(self) -> list[str]:
        """As they are written at present."""
        whole = [stage_title(stage) for stage in self.stages]
        short = [stage_short(stage) for stage in self.stages]
        none = [""] * len(short)
        return next((n for n in (whole, short) if self._length(n) <= self.width()), none)

    def _length(self, names: Sequence[str]) -> float:
        letters = self.fontMetrics()
        return sum(letters.horizontalAdvance(n) + MARK + AFTER_MARK + BETWEEN for n in names)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._length([""] * len(self.stages)) > self.width():
            return  # half of the marks would say less than none
        painter = QPainter(self)
        middle, x = self.height() / 2, 0.0
        for stage, name in zip(self.stages, self.names, strict=True):
            draw_mark(painter, stage, QPointF(x + MARK / 2, middle), MARK, self.theme)
            x += MARK + AFTER_MARK
            painter.setPen(QColor(self.theme.quiet))
            room = QRectF(x, 0.0, self.width(), self.height())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
            x += painter.fontMetrics().horizontalAdvance(name) + BETWEEN
        painter.end()
