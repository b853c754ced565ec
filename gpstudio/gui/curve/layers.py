"""All that is drawn of a field, from the back to the front, and the legend that names it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from gpstudio.data.series import Series
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.course import CourseLayer
from gpstudio.gui.curve.describing import Describer
from gpstudio.gui.curve.earlier_layer import EarlierLayer
from gpstudio.gui.curve.extras import Extras
from gpstudio.gui.curve.foretold_layer import ForetoldLayer
from gpstudio.gui.curve.readings import ReadingsLayer
from gpstudio.gui.curve.stage_layer import StageLayer
from gpstudio.gui.curve.title import LegendEntry
from gpstudio.gui.dots import Dots
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


class Layers:
    """Public parts, since hands reach for them too."""

    def __init__(
        self,
        plot: Any,
        box: CurveBox,
        describer: Callable[[], Describer | None],
        stage_chosen: Callable[[str, str], None],
        parent: QObject,
    ) -> None:
        """``plot`` is a pyqtgraph ``PlotItem``."""
        self.course, self.extras = CourseLayer(), Extras(parent)
        self.earlier, self.foretold = EarlierLayer(box), ForetoldLayer()
        self.stages = StageLayer(box, describer, stage_chosen)
        self.readings = ReadingsLayer(box)
        layers: tuple[Any, ...] = (
            self.course.ahead,
            self.earlier.outer,
            self.earlier.inner,
            self.course.reading_band,
            self.course.curve_band,
            self.extras.half,
            self.earlier.lines,
            self.foretold.prior,
            self.foretold.posterior,
            self.extras.draws,
            self.stages.lines,
            self.readings.aside,
            self.readings.used,
            self.course.learnt,
            self.course.mean,
        )
        for height, item in enumerate(layers):
            item.setZValue(height)
            plot.addItem(item, ignoreBounds=True)

    def set_theme(self, theme: Theme) -> None:
        for part in (self.course, self.extras, self.earlier, self.foretold, self.readings):
            part.set_theme(theme)

    def show_readings(self, series: Series | None, same_field: bool) -> None:
        self.readings.show_series(series, same_field)
        # few dots belong on the line, many would hide it
        above = series is not None and len(series) <= Dots.MANY
        self.readings.used.setZValue(self.course.mean.zValue() + (1 if above else -1))

    def show_fit(
        self, fit: Fit | None, trial: Fit | None, stale: bool, season: str, theme: Theme
    ) -> None:
        self.course.show(fit, trial, stale, theme)
        self.extras.show(fit, trial)
        self.earlier.show(fit, season)
        # dates are those of the learnt curve, and say nothing of another one
        learnt = fit if trial is None else None
        self.foretold.show(learnt)
        self.stages.show(learnt, season, theme)

    def want_earlier(self, wanted: bool) -> None:
        """Earlier seasons, and what they alone would say of the one under way."""
        self.earlier.want(wanted)
        self.foretold.want_prior(wanted)

    def legend(
        self, series: Series, fit: Fit | None, trial: bool, theme: Theme
    ) -> list[LegendEntry]:
        entries = [LegendEntry("●", theme.reading, tr("reading"))]
        if series.aside is not None:
            entries.append(LegendEntry("○", theme.quiet, tr("set aside")))
        if series.later is not None:
            entries.append(LegendEntry("○", theme.quiet, tr("read later")))
        if series.excluded is not None:
            entries.append(LegendEntry("⊗", theme.quiet, tr("taken out")))
        if fit is not None:
            entries += self.course.legend(theme, trial)
        if self.foretold.shown is not None:
            entries.append(LegendEntry("┅", theme.curve, tr("as earlier seasons went on")))
        if self.earlier.shown is not None:
            entries.append(LegendEntry("━", theme.quiet, tr("earlier seasons")))
        return entries
