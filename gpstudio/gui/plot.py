"""The middle of the window: readings, curve, bands, forecast and stage lines of one field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpstudio.data.decisions import SetAside
from gpstudio.data.series import Series
from gpstudio.gui.canvas import Canvas
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.describing import Describer
from gpstudio.gui.curve.interaction import Interaction
from gpstudio.gui.curve.layers import Layers
from gpstudio.gui.curve.looking import Looking
from gpstudio.gui.curve.of_field import is_of, is_same_field
from gpstudio.gui.curve.title import fit_title, write_title
from gpstudio.gui.fields import label
from gpstudio.gui.literal import name_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

LEAST_HEIGHT = 130
"""Pixels: below that nothing of a curve can be told."""


class CurvePlot(Canvas):
    """Shows a field and its fit. Times are drawn in seconds, as the date axis wants them."""

    wished = Signal(object)
    """A command for the document."""
    season_chosen = Signal(str)
    stage_chosen = Signal(str, str)
    """Season and stage whose rule is kept drawn; empty when there is none any more."""
    views_changed = Signal()
    """Where one can go back or forward may differ."""
    mode_changed = Signal(str)
    """What a stroke of the mouse does is another thing now: one of ``MODES``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.box = CurveBox()
        super().__init__(parent, self.box)
        self.setObjectName("curve_plot")
        self.setAccessibleName(tr("Curve"))
        self.setMinimumHeight(LEAST_HEIGHT)
        self._theme = theme
        self._series: Series | None = None
        self._fit: Fit | None = None
        self._trial: Fit | None = None
        self._stale = False
        self._season = ""
        self._windows: Sequence[tuple[float, float]] = ()
        self._described: Describer | None = None
        self._axes: object = None
        """What the axes were set for."""
        self._heading: str | None = None
        """What is written in the stead of the field's name; None: nothing is."""
        self.called = ""
        """What the field is called, where that is not the name it has."""
        self.reasons: Sequence[SetAside] = ()
        """Why rows of the table were set aside."""
        self._make_items()
        self.looking = Looking(self.box, self)
        self.looking.changed.connect(self.views_changed)
        self.interaction = Interaction(
            self, self.box, self.readings, self.stages, self.wished.emit,
            self.season_chosen.emit, self.mode_changed.emit, self._describer,
        )  # fmt: skip
        self.pointing, self.menu = self.interaction.pointing, self.interaction.menu
        self.strip, self.ends, self.lasso = (
            self.interaction.strip,
            self.interaction.ends,
            self.interaction.lasso,
        )
        self.hint = label(rank="quiet")
        self.hint.setObjectName("plot_hint")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        QVBoxLayout(self).addWidget(self.hint)
        self.set_theme(theme)

    def _make_items(self) -> None:
        plot = self.getPlotItem()
        self.box.setMouseEnabled(x=True, y=False)
        plot.disableAutoRange()
        plot.layout.setContentsMargins(6, 2, 14, 4)
        self.layers = Layers(plot, self.box, self._describer, self.stage_chosen.emit, self)
        self.course, self.extras = self.layers.course, self.layers.extras
        self.earlier, self.foretold = self.layers.earlier, self.layers.foretold
        self.stages, self.readings = self.layers.stages, self.layers.readings
        self.tags = self.stages.tags
        self.mean, self.learnt = self.course.mean, self.course.learnt
        self.curve_band = self.course.curve_band

    def _make_describer(self, series: Series, fit: Fit | None) -> Describer:
        earlier, foretold = self.earlier, self.foretold
        return Describer(
            series, fit, self.readings.spots, earlier.on, lambda: foretold.shown, self.reasons
        )

    def _describer(self) -> Describer | None:
        return self._described

    def set_mode(self, mode: str) -> None:
        """What a stroke of the mouse does: moves the view, selects readings, or draws a season."""
        self.interaction.set_mode(mode)

    def show_draws(self, wanted: bool) -> None:
        """Whole curves that could have made the readings."""
        self.extras.want_draws(wanted)

    def show_earlier(self, wanted: bool) -> None:
        """The field's earlier seasons behind the curve."""
        self.layers.want_earlier(wanted)
        self._draw_title()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.layers.set_theme(theme)
        self.interaction.set_theme(theme)
        self._set_axes()
        self._draw_fit()
        self._draw_title()

    def show_hint(self, sentence: str) -> None:
        """What to do while there is nothing to draw."""
        self.hint.setText(sentence)

    def show_field(
        self,
        series: Series | None,
        fit: Fit | None,
        stale: bool,
        season: str,
        windows: Sequence[tuple[float, float]] = (),
    ) -> None:
        """Redraw what is new; the view moves only when another field or other times are shown.

        ``windows`` are the seasons drawn by hand, also such as the fit does not know of yet.
        """
        fit = fit if is_of(fit, series) else None
        new_series = series is not self._series
        wider = fit is not None and fit is not self._fit
        before = (self._stale, self._season, self._windows)
        if not new_series and fit is self._fit and (stale, season, windows) == before:
            return
        self._windows = windows
        other_field = new_series and not is_same_field(series, self._series)
        self._series, self._fit, self._stale, self._season = series, fit, stale, season
        if new_series:
            self.box.turn_to(series)
            self._set_axes()
            self.hint.setHidden(series is not None)
            self.layers.show_readings(series, same_field=not other_field)
        self._described = None if series is None else self._make_describer(series, fit)
        self._draw_fit()
        self._draw_title()
        self.interaction.show(series, fit, season, windows)
        self.looking.show(series, fit, season, self.foretold.shown)
        if other_field:
            self.looking.begin()
        elif wider:
            self.looking.follow_forecast()

    def show_trial(self, trial: Fit | None) -> None:
        """Another curve of the same field in the fit's stead, which stays as a quiet line."""
        trial = trial if is_of(trial, self._series) else None
        if trial is self._trial:
            return
        began_or_ended = trial is None or self._trial is None
        self._trial = trial
        self._draw_fit()
        if began_or_ended:
            self._draw_title()

    def choose_stage(self, season: str, stage: str) -> None:
        """Draw the rule of a stage that was chosen elsewhere."""
        self.stages.keep((season, stage))

    def show_whole(self) -> None:
        """All readings and all of the forecast."""
        self.looking.show_whole()

    def show_season(self) -> None:
        """The selected season with a little of what is around it."""
        self.looking.show_season()

    def set_heading(self, heading: str | None) -> None:
        """In the stead of the field's name; that again where None."""
        self._heading = heading
        self._draw_title()

    @property
    def figure_size(self) -> QSize:
        return QSize(self.viewport().size())

    @property
    def ground(self) -> str:
        """The colour behind everything."""
        return str(self.backgroundBrush().color().name())

    def paint_figure(self, painter: QPainter, target: QRectF) -> None:
        """The whole picture as it is on screen, for files; without what belongs to the mouse."""
        of_hands = (self.readings.halo, self.ends, self.lasso)
        for item in of_hands:
            item.setVisible(False)
        self.scene().prepareForPaint()
        # a plot widget's own viewRect is that of its axes; the scene is measured in pixels
        self.scene().render(painter, target, pg.GraphicsView.viewRect(self))
        for item in of_hands:
            item.setVisible(True)

    def close_work(self) -> bool:
        return self.extras.close()

    def _set_axes(self) -> None:
        """Setting them anew takes a millisecond, so what is there already stays."""
        plot, series = self.getPlotItem(), self._series
        dated = series is None or series.dated
        names = () if series is None else (series.value_name, series.time_name)
        if self._axes == (wanted := (self._theme, dated, names)):
            return
        self._axes = wanted
        self.dress(self._theme, dated, empty=series is None)
        plot.getAxis("left").setWidth(56)
        # a label would show its axis again, also where there is nothing to measure
        if series is not None:
            name_axis(plot, "left", series.value_name, self._theme.quiet)
        name = series.time_name if series is not None and not dated else None
        plot.getAxis("bottom").showLabel(name is not None)
        if name is not None:
            name_axis(plot, "bottom", name, self._theme.quiet)

    def _draw_fit(self) -> None:
        self.layers.show_fit(self._fit, self._trial, self._stale, self._season, self._theme)

    def _draw_title(self) -> None:
        series, theme, plot = self._series, self._theme, self.getPlotItem()
        if series is None:
            plot.setTitle(None)
            return
        entries = self.layers.legend(series, self._fit, self._trial is not None, theme)
        name = self.called or series.called
        write_title(plot, name if self._heading is None else self._heading, entries, theme)
        fit_title(plot, self.width())

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """The title first: one that is too wide for the new place would keep the plot as wide."""
        if event is not None and self._series is not None and self.plotItem is not None:
            fit_title(self.getPlotItem(), event.size().width())
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keys of the plot come before shortcuts of the window that are the same."""
        asks = event.type() == QEvent.Type.ShortcutOverride
        if asks and self.interaction.keys.wants(cast("QKeyEvent", event)):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.interaction.keys.press(event):
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.interaction.keys.say_picked()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.interaction.pointing.is_on_plot:
            self.interaction.pointing.readout.hide()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.box.pointed.emit(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the keyboard: for the reading it stands on, else the middle. The mouse asks when its
        button is let go, since it may have come to zoom."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.interaction.keys.place or QPointF(self.box.rect().center())
            there = self.viewport().mapToGlobal(self.box.mapToScene(place).toPoint())
            self.interaction.menu.open(place, there)
        event.accept()
