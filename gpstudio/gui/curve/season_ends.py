"""The ends of the shown season, to be dragged; and new seasons, to be drawn across the plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.describing import Describer, Description
from gpstudio.gui.curve.gestures import Stroke
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.commands import Command
from gpstudio.session.field_commands import DrawSeason, ForgetDrawnSeasons
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

Window: TypeAlias = tuple[float, float]
START, END = 0, 1
ENDS = (tr("Start"), "End")
NEAR = 5.0
"""Pixels from an end within which it is taken hold of."""
GRIP = QRectF(-4.0, -42.0, 8.0, 26.0)
SHORTEST = 6.0
"""Pixels: a shorter stroke draws no season."""
DAY = 1.0
"""What always stays between both ends."""
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


class SeasonEnds(OfField, PixelOverlay):
    """Wants strokes that begin at an end of the shown season, and all with Alt or when asked to.

    Only dates have seasons that can be drawn.
    """

    def __init__(
        self,
        box: CurveBox,
        wish: Callable[[Command], None],
        choose: Callable[[str], None],
        describer: Callable[[], Describer | None],
        drew: Callable[[], None],
    ) -> None:
        """``choose`` is told the name of a season once it is found in a window that was drawn;
        ``drew`` that a season was drawn or given up."""
        super().__init__(box, height=22.0)
        self.is_drawing = False
        """Whether the next stroke draws a season, also without Alt."""
        self._wish, self._choose, self._describer, self._drew = wish, choose, describer, drew
        self._fit: Fit | None = None
        self._season = ""
        self._windows: Sequence[Window] = ()
        self._held: int | None = None
        """Which end is in the hand; None while a new season is drawn."""
        self._window: Window | None = None
        """What the hand has made of the season so far."""
        self._wanted: Window | None = None
        """A new season that was drawn and is waiting for its name."""
        self._stroked = ""
        """The field on which the stroke under way began."""
        self._theme: Theme | None = None

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show(self, fit: Fit | None, season: str, windows: Sequence[Window]) -> None:
        """``windows`` are those drawn by hand, also such as the fit does not know of yet."""
        newer = fit is not self._fit
        self.be_of(None if fit is None else fit.series)
        self._fit, self._season, self._windows = fit, season, windows
        self.update()
        if newer and fit is not None and self._wanted is not None:
            self._choose_wanted(fit, self._wanted)

    def _choose_wanted(self, fit: Fit, wanted: Window) -> None:
        if wanted not in fit.facts.windows:
            return
        self._wanted = None
        found = [s for s in fit.seasons if wanted[0] <= s.peak <= wanted[1]]
        if found:
            self._choose(found[0].name)

    @property
    def window(self) -> Window | None:
        """From start to end of the shown season, as it is or as it was just drawn."""
        fit = self._fit
        if fit is None or not fit.series.dated:
            return None
        found = next((s for s in fit.seasons if s.name == self._season), None)
        if found is None:
            return None
        newer = [w for w in self._windows if w not in fit.facts.windows]
        over = (w for w in newer if w[0] < found.end and found.start < w[1])
        return next(over, (found.start, found.end))

    @property
    def has_drawn(self) -> bool:
        return len(self._windows) > 0

    def forget(self) -> None:
        if self._fit is not None and self.has_drawn:
            self._wish(ForgetDrawnSeasons(self._fit.series.group))

    def moved_end(self, which: int, day: float) -> Window | None:
        """The window with one end on another day; None where that leaves no season."""
        if self.window is None:
            return None
        start, end = self.window
        made = (np.round(day), end) if which == START else (start, np.round(day))
        return made if made[1] - made[0] >= DAY else None

    def set_end(self, which: int, day: float) -> None:
        window = self.moved_end(which, day)
        if window is not None and self._fit is not None:
            self._wish(DrawSeason(self._fit.series.group, *window))

    def end_at(self, place: QPointF) -> int | None:
        if self.window is None:
            return None
        off = [abs(place.x() - x) for x in self._across(self.window)]
        nearest = int(np.argmin(off))
        return nearest if off[nearest] <= NEAR else None

    # strokes

    def wants(self, stroke: Stroke) -> bool:
        if self._fit is None or not self._fit.series.dated or stroke.holds(SHIFT):
            return False
        self._held, self._stroked = None, self._fit.series.group
        if self.is_drawing or stroke.holds(ALT):
            return True
        self._held = self.end_at(stroke.start)
        return self._held is not None

    def move(self, stroke: Stroke) -> None:
        if self._fit is None or self._fit.series.group != self._stroked:
            self._window = None  # another field came in the stroke: it draws nothing there
            return
        day = self._day(stroke.now)
        if self._held is None:
            first = self._day(stroke.start)
            self._window = (min(first, day), max(first, day))
        elif self.window is not None:
            self._window = self.moved_end(self._held, day) or self._window
        self.update()

    def end(self, stroke: Stroke) -> None:
        self.move(stroke)
        window, is_new = self._window, self._held is None
        self.cancel()
        if self._fit is None or window is None or window[1] - window[0] < DAY:
            return
        if is_new:
            if abs(stroke.now.x() - stroke.start.x()) < SHORTEST:
                return
            self._wanted = window
        self._wish(DrawSeason(self._fit.series.group, *window))

    def cancel(self) -> None:
        self._window, self._held = None, None
        self.update()
        if self.is_drawing:
            self.is_drawing = False
            self._drew()

    @property
    def description(self) -> Description | None:
        describer = self._describer()
        if self._window is None or describer is None:
            return None
        start, end = self._window
        hint = tr("Release to date the season so; Esc to leave it.")
        return Description(
            tr("{start} to {end}", start=describer.day(start), end=describer.day(end)),
            (tr("{days:.0f} days", days=end - start),),
            hint,
        )

    # the mouse

    def point_at(self, place: QPointF | None) -> None:
        """Nothing changes its look."""

    def description_at(self, place: QPointF) -> Description | None:
        which, describer = self.end_at(place), self._describer()
        if which is None or self.window is None or describer is None:
            return None
        day = describer.day(self.window[which])
        return Description(
            tr("{end} of season {season}: {day}", end=ENDS[which], season=self._season, day=day),
            (),
            tr("Drag it to another day."),
        )

    def cursor_at(self, place: QPointF) -> Qt.CursorShape | None:
        if self.is_drawing:
            return Qt.CursorShape.CrossCursor
        return None if self.end_at(place) is None else Qt.CursorShape.SizeHorCursor

    def click_at(self, place: QPointF) -> bool:
        return False

    # drawing

    def paint(self, painter: QPainter, *_: Any) -> None:
        window = self._window or self.window
        if self._theme is None or window is None or self._fit is None:  # it may go in a drag
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height, accent = self.box.rect().height(), QColor(self._theme.accent)
        left, right = self._across(window)
        whole = QRectF(self.box.rect())
        if self._window is not None:
            fill = QColor(accent)
            fill.setAlphaF(0.10)
            painter.fillRect(QRectF(left, 0.0, right - left, height).intersected(whole), fill)
        painter.setBrush(QColor(self._theme.card))
        for which, x in enumerate((left, right)):
            if not 0.0 <= x <= whole.width():
                continue
            held = self._window is not None and self._held in (None, which)
            painter.setPen(QPen(accent, 2.0 if held else 1.0))
            painter.drawLine(QPointF(x, 0.0), QPointF(x, height))
            grip = GRIP.translated(x, height)
            painter.drawRoundedRect(grip, 3.0, 3.0)
            for off in (-1.5, 1.5):
                top, bottom = grip.top() + 8.0, grip.bottom() - 8.0
                painter.drawLine(QPointF(x + off, top), QPointF(x + off, bottom))

    def _across(self, window: Window) -> tuple[float, float]:
        assert self._fit is not None
        left, right = on_axis(self._fit.series, np.array(window))
        return self.across(left), self.across(right)

    def _day(self, place: QPointF) -> float:
        """A whole day."""
        assert self._fit is not None
        return float(
            np.round(self.box.mapToView(place).x() / on_axis(self._fit.series, np.ones(1))[0])
        )
