"""Which part of the field is in view, and the way back to where one looked before."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from gpstudio.core.arrays import Floats
from gpstudio.data.series import SECONDS, Series
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.foretold import Foretold
from gpstudio.gui.curve.reach import reach_of
from gpstudio.gui.curve.season_strip import HEIGHT
from gpstudio.gui.curve.views import Views
from gpstudio.gui.date_axis import on_axis
from gpstudio.session.fitting import Fit

QUIET = 350
"""Milliseconds after the last turn of the wheel when a view counts as one that was looked at."""
PADDING, SEASON_PADDING = 0.02, 0.07
ABOVE = 0.02
"""Share of the heights' range that is left free above them."""
BELOW = HEIGHT + 4.0
"""Pixels that are left free below them, for the strip of the seasons."""
MOST_BELOW = 0.2
"""Of the plot's height."""


class Looking(QObject):
    """One for a plot. Heights always show everything; a person moves along time."""

    changed = Signal()
    """Another view was noted: where one can go back or forward may differ."""

    def __init__(self, box: CurveBox, parent: QObject) -> None:
        super().__init__(parent)
        self._box = box
        self._views = Views()
        self._series: Series | None = None
        self._fit: Fit | None = None
        self._season = ""
        self._reach: tuple[float, float] | None = None
        """Lowest and highest of what is drawn."""
        self._soon = QTimer(self, singleShot=True, interval=QUIET)
        self._soon.timeout.connect(self.note)
        box.settled.connect(self._soon.start)
        box.sigResized.connect(self.fit_heights)

    def show(
        self, series: Series | None, fit: Fit | None, season: str, foretold: Foretold | None
    ) -> None:
        """What there is to be looked at; the view stays, but where all readings were in view, those
        that were added come into it."""
        newer = (series, fit) != (self._series, self._fit)
        had_all = self._holds(self._series)
        self._series, self._fit, self._season = series, fit, season
        if series is not None and had_all and not self._holds(series):
            self._see(*self._whole, PADDING)
            self._views.replace(self._view)
        if newer:
            self._reach = None if series is None else reach_of(series, self._bands(foretold))
            self.fit_heights()

    # along time

    def show_whole(self) -> None:
        """All readings and all of the forecast."""
        if self._series is not None:
            self._see(*self._whole, PADDING)
            self.note()

    def show_season(self) -> None:
        """The selected season with all of its stages and a little of what is around it."""
        fit = self._fit
        found = [s for s in fit.seasons if s.name == self._season] if fit is not None else []
        if fit is None or not found:
            return
        days = [found[0].start, found[0].end]
        days += [s.date for s in fit.stages if s.season == self._season and s.date is not None]
        first, last = on_axis(fit.series, np.array([min(days), max(days)]))
        self._see(float(first), float(last), SEASON_PADDING)
        self.note()

    def begin(self) -> None:
        """Another field: all of it, and nothing to go back to."""
        if self._series is not None:
            self._see(*self._whole, PADDING)
        self._soon.stop()
        self._views.begin(self._view)
        self.changed.emit()

    def follow_forecast(self) -> None:
        """The fit is new, and so is a forecast after the readings: with all readings in view it
        comes into view too."""
        if self._series is not None and self._leaves_out_forecast:
            self._see(*self._whole, PADDING)
            self._views.replace(self._view)

    def back(self) -> None:
        self.note()
        self._go_to(self._views.back())

    def forward(self) -> None:
        self.note()
        self._go_to(self._views.forward())

    @property
    def can_go_back(self) -> bool:
        return self._views.can_go_back

    @property
    def can_go_forward(self) -> bool:
        return self._views.can_go_forward

    @property
    def _leaves_out_forecast(self) -> bool:
        """Whether all readings are in view and the end of the forecast is not: then nobody chose
        this view."""
        if self._series is None or self._fit is None:
            return False
        right = self._view[1]
        end = float(max(on_axis(self._series, time[-1:])[0] for time in self._times_of_fit))
        return self._holds(self._series) and right < end

    def _holds(self, series: Series | None) -> bool:
        """Whether all readings are in view."""
        if series is None:
            return False
        (left, right), (first, last) = self._view, on_axis(series, series.time[[0, -1]])
        return bool(left <= first and last <= right)

    def note(self) -> None:
        """This view counts as one that was looked at."""
        self._soon.stop()
        if self._series is not None:
            self._views.note(self._view)
            self.changed.emit()

    def _see(self, first: float, last: float, padding: float) -> None:
        if first == last:
            dated = self._series is not None and self._series.dated
            half = SECONDS if dated else 1.0
            first, last = first - half, last + half
        self._box.setXRange(first, last, padding=padding)

    def _go_to(self, view: tuple[float, float] | None) -> None:
        if view is not None:
            self._box.setXRange(*view, padding=0)
            self.changed.emit()

    @property
    def _view(self) -> tuple[float, float]:
        left, right = self._box.viewRange()[0]
        return float(left), float(right)

    @property
    def _whole(self) -> tuple[float, float]:
        assert self._series is not None
        times = [self._series.time, *self._times_of_fit]
        first, last = min(t[0] for t in times), max(t[-1] for t in times)
        ends = on_axis(self._series, np.array([first, last]))
        return float(ends[0]), float(ends[1])

    @property
    def _times_of_fit(self) -> list[Floats]:
        """Of the curve, and of the season under way as far as it is foretold."""
        fit = self._fit
        if fit is None:
            return []
        ahead = fit.dates.ahead
        return [fit.curve.time] + ([ahead.time] if ahead is not None else [])

    # upright

    def fit_heights(self, *_: object) -> None:
        """Everything that is drawn."""
        if self._reach is None:
            return
        low, high = self._reach
        reach = (high - low) or abs(high) or 1.0
        height = max(float(self._box.rect().height()), 1.0)
        below = min(BELOW / height, MOST_BELOW)
        top = high + ABOVE * reach
        self._box.setYRange((low - below * top) / (1.0 - below), top, padding=0)

    def _bands(self, foretold: Foretold | None) -> Floats:
        parts = [np.empty(0)]
        if self._fit is not None:
            parts += [self._fit.curve.reading_lower, self._fit.curve.reading_upper]
        if foretold is not None:
            parts.append(foretold.posterior.ravel())
        return np.concatenate(parts)
