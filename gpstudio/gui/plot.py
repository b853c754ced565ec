"""The middle of the window: readings, curve, bands, forecast and stage lines of one field."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpstudio.core.arrays import Floats
from gpstudio.data.series import SECONDS, Series
from gpstudio.gui.canvas import Canvas
from gpstudio.gui.curve_items import Band, Curve, Span, Spans, Tag, Tags
from gpstudio.gui.dots import Dots
from gpstudio.gui.fields import label
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_place, stage_title, time_text
from gpstudio.phenology.stages import StageDate
from gpstudio.session.fitting import Fit
from gpstudio.session.trial import POINTS

MARGIN_OF_TITLE = 84
"""Pixels of the plot's width that its title leaves to the axis and the edges."""
ROOM_FOR_LABELS = 0.30
"""Share of the readings' range that is left free above them for the names of the stages."""


class CurvePlot(Canvas):
    """Shows a field and its fit. Times are drawn in seconds, as the date axis wants them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("curve_plot")
        self.setAccessibleName("Curve")
        self._theme = theme
        self._series: Series | None = None
        self._fit: Fit | None = None
        self._trial: Fit | None = None
        self._stale = False
        self._season = ""
        self._make_items()
        self.hint = label(rank="quiet")
        self.hint.setObjectName("plot_hint")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self).addWidget(self.hint)
        self.set_theme(theme)

    def _make_items(self) -> None:
        plot = self.getPlotItem()
        plot.getViewBox().setMouseEnabled(x=True, y=False)
        plot.disableAutoRange()
        plot.layout.setContentsMargins(6, 2, 14, 4)
        self.ahead, self.stage_spans = Spans(), Spans()
        self.reading_band, self.curve_band = Band(), Band()
        self.learnt = Curve(width=1.0)
        self.mean = Curve()
        self.readings, self.aside = Dots(), Dots()
        layers: tuple[Any, ...] = (
            self.ahead,
            self.reading_band,
            self.curve_band,
            self.stage_spans,
            self.aside,
            self.readings,
            self.learnt,
            self.mean,
        )
        for height, item in enumerate(layers):
            item.setZValue(height)
            plot.addItem(item, ignoreBounds=True)
        self.tags = Tags(plot)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.reading_band.set_colour(theme.reading_band)
        self.curve_band.set_colour(theme.curve_band)
        self.readings.set_colour(theme.reading)
        self.aside.set_colour(theme.quiet, hole=theme.card)
        self._set_axes()
        self._draw_fit()
        self._draw_title()

    def show_hint(self, sentence: str) -> None:
        """What to do while there is nothing to draw."""
        self.hint.setText(sentence)

    def show_field(self, series: Series | None, fit: Fit | None, stale: bool, season: str) -> None:
        """Redraw what is new; the view moves only when another field or other times are shown."""
        new_series = series is not self._series
        wider = fit is not None and fit is not self._fit
        if not new_series and fit is self._fit and (stale, season) == (self._stale, self._season):
            return
        self._series, self._fit, self._stale, self._season = series, fit, stale, season
        if new_series:
            self._set_axes()
            self._draw_readings()
        self._draw_fit()
        self._draw_title()
        if new_series or (wider and not self._sees_forecast()):
            self.show_whole()

    def show_trial(self, trial: Fit | None) -> None:
        """Another curve of the same field in the fit's stead, which stays as a quiet line."""
        if trial is self._trial:
            return
        began_or_ended = trial is None or self._trial is None
        self._trial = trial
        self._draw_fit()
        if began_or_ended:
            self._draw_title()

    def show_whole(self) -> None:
        """All readings and all of the forecast."""
        series = self._series
        if series is None:
            return
        times, heights = [series.time], [series.value]
        if self._fit is not None:
            curve = self._fit.curve
            times.append(curve.time)
            heights += [curve.lower95, curve.upper95]
        self._see(np.concatenate(times), np.concatenate(heights))

    def show_season(self) -> None:
        """The selected season with a little of what is around it."""
        for season in self._fit.seasons if self._fit is not None else ():
            if season.name == self._season:
                margin = 0.08 * (season.end - season.start)
                ends = self._x(np.array([season.start - margin, season.end + margin]))
                self.setXRange(*ends, padding=0)

    def paint_figure(self, painter: QPainter, target: QRectF) -> None:
        """The whole picture as it is on screen, for files."""
        self.scene().prepareForPaint()
        # a plot widget's own viewRect is that of its axes; the scene is measured in pixels
        self.scene().render(painter, target, pg.GraphicsView.viewRect(self))

    def _see(self, times: Floats, heights: Floats) -> None:
        x = self._x(np.array([times.min(), times.max()]))
        low, high = float(np.min(heights)), float(np.max(heights))
        room = (high - low) or abs(high) or 1.0
        if x[0] == x[1]:
            x = x + np.array([-1.0, 1.0]) * (SECONDS if self._dated else 1.0)
        self.setXRange(*x, padding=0.02)
        self.setYRange(low - 0.06 * room, high + ROOM_FOR_LABELS * room, padding=0)

    def _sees_forecast(self) -> bool:
        """Whether the view is a person's own choice inside what there is."""
        if self._fit is None:
            return True
        first, last = self._x(self._fit.curve.time[[0, -1]])
        left, right = self.getViewBox().viewRange()[0]
        whole = self._x(self._series.time[[0, -1]]) if self._series is not None else (first, last)
        return not (left <= whole[0] and right >= whole[1] and right < last)

    def _x(self, time: Floats) -> Floats:
        return time * SECONDS if self._dated else time

    def _set_axes(self) -> None:
        plot, series = self.getPlotItem(), self._series
        dated = series is None or series.dated
        self.dress(self._theme, dated, empty=series is None)
        plot.getAxis("left").setWidth(56)
        quiet = {"color": self._theme.quiet}
        # a label would show its axis again, also where there is nothing to measure
        if series is not None:
            plot.setLabel("left", series.value_name, **quiet)
        name = series.time_name if series is not None and not dated else None
        plot.getAxis("bottom").showLabel(name is not None)
        if name is not None:
            plot.setLabel("bottom", name, **quiet)

    def _draw_readings(self) -> None:
        series = self._series
        self.hint.setHidden(series is not None)
        if series is None:
            self.readings.set_places(np.empty(0), np.empty(0))
            self.aside.set_places(np.empty(0), np.empty(0))
        else:
            time, value = series.aside or (np.empty(0), np.empty(0))
            self.aside.set_places(self._x(time), value)
            self.readings.set_places(self._x(series.time), series.value, series.weight)
            # few dots belong on the line, many would hide it
            above = len(series) <= Dots.MANY
            self.readings.setZValue(self.mean.zValue() + (1 if above else -1))

    def _draw_fit(self) -> None:
        theme, fit = self._theme, self._fit
        nothing = np.empty(0)
        if fit is None:
            for line in (self.mean, self.learnt):
                line.set_places(nothing, nothing)
            for band in (self.curve_band, self.reading_band):
                band.set_edges(nothing, nothing, nothing)
            self.ahead.set_spans(())
            self.stage_spans.set_spans(())
            self.tags.set_tags((), theme.text, theme.card)
            return
        trial = self._trial
        curve = (trial or fit).curve
        x = self._x(curve.time)
        self.reading_band.set_edges(x, curve.lower95, curve.upper95)
        self.curve_band.set_edges(x, curve.curve_lower95, curve.curve_upper95)
        self.mean.set_look(theme.curve, dashed=self._stale)
        self.mean.set_places(x, curve.mean)
        self.learnt.set_look(theme.quiet, dashed=False)
        before = (self._x(fit.curve.time), fit.curve.mean) if trial else (nothing, nothing)
        every = 1 + len(before[0]) // POINTS
        self.learnt.set_places(before[0][::every], before[1][::every])
        last = float(self._x(fit.series.time[-1:])[0])
        self.ahead.set_spans([Span(last, float(x[-1]), theme.ahead, 1.0)])
        self._draw_stages(fit)

    def _draw_stages(self, fit: Fit) -> None:
        theme = self._theme
        spans, tags = [], []
        # dates are those of the learnt curve, and say nothing of another one
        for stage in fit.stages if self._trial is None else ():
            if stage.date is None or stage.lower90 is None or stage.upper90 is None:
                continue
            mine = stage.season == self._season
            colour = theme.stage(stage_place(stage.stage))
            left, line, right = self._x(np.array([stage.lower90, stage.date, stage.upper90]))
            strength = (0.22, 1.0, 2.0) if mine else (0.07, 0.35, 1.0)
            spans.append(Span(left, right, colour, strength[0], line, *strength[1:]))
            if mine:
                tags.append(Tag(line, self._words(stage), colour))
        self.stage_spans.set_spans(spans)
        self.tags.set_tags(tags, theme.text, theme.card)

    def _words(self, stage: StageDate) -> str:
        dated = self._series.dated if self._series is not None else True
        return f"{stage_title(stage.stage)}  {time_text(stage.date, dated)}"

    def _draw_title(self) -> None:
        """Name and legend in one line of rich text, so that exported figures carry them too."""
        series, theme = self._series, self._theme
        item: Any = self.getPlotItem().titleLabel
        if series is None:
            self.getPlotItem().setTitle(None)
            return
        parts = [f'<b style="color:{theme.text}">{escape(series.group or series.value_name)}</b>']
        parts.append(_swatch("●", theme.reading, "reading", theme))
        if series.aside is not None:
            parts.append(_swatch("○", theme.quiet, "set aside", theme))
        if self._fit is not None:
            # as long with a trial as without, so that the plot keeps its height
            curves = [_swatch("━", theme.curve, "curve", theme)]
            forecast = [_swatch("■", theme.ahead, "forecast", theme)]
            if self._trial is not None:
                learnt, trial = (theme.quiet, "learnt"), (theme.curve, "trial")
                curves = [_swatch("━", *line, theme) for line in (learnt, trial)]
                forecast = []
            bands = {"95 % of curve": theme.curve_band, "95 % of readings": theme.reading_band}
            parts += curves
            parts += [_swatch("■", colour, name, theme) for name, colour in bands.items()]
            parts += forecast
        self.getPlotItem().setTitle("&nbsp;&nbsp;&nbsp; ".join(parts), size="9pt")
        item.setText(item.text, justify="left")
        self._fit_title()

    def _fit_title(self) -> None:
        """In as many lines as it needs; left alone, it would make the plot wider than its place."""
        title = self.getPlotItem().titleLabel
        words = title.item
        words.setTextWidth(-1)
        room = float(self.width() - MARGIN_OF_TITLE)
        if words.boundingRect().width() > room > 0:
            words.setTextWidth(room)
        height = words.boundingRect().height()
        title.setMinimumWidth(0)
        title.setMaximumHeight(height)
        self.getPlotItem().layout.setRowFixedHeight(0, height)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        closed = self.plotItem is None
        if event is not None and self._series is not None and not closed:
            self._fit_title()


def _swatch(sign: str, colour: str, name: str, theme: Theme) -> str:
    words = escape(name).replace(" ", "&nbsp;")  # lines break between entries only
    quiet = f'<span style="color:{theme.quiet}">{words}</span>'
    return f'<span style="color:{colour}">{sign}</span>&nbsp;{quiet}'
