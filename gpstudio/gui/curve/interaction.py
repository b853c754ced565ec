"""All that mouse and keyboard can do on the plot, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QWidget

from gpstudio.data.series import Series
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.describing import Describer
from gpstudio.gui.curve.keys import Keys
from gpstudio.gui.curve.lasso import Lasso
from gpstudio.gui.curve.menu import PlotMenu
from gpstudio.gui.curve.pointing import Pointing
from gpstudio.gui.curve.readings import ReadingsLayer
from gpstudio.gui.curve.season_ends import SeasonEnds
from gpstudio.gui.curve.season_strip import SeasonStrip
from gpstudio.gui.curve.stage_layer import DoubtTarget, StageLayer, StageTarget
from gpstudio.gui.curve.taking import Taking
from gpstudio.gui.theme import Theme
from gpstudio.session.commands import Command
from gpstudio.session.fitting import Fit

MOVE, SELECT, SEASON = MODES = ("move", "select", "season")


class Interaction:
    def __init__(
        self,
        view: QWidget,
        box: CurveBox,
        readings: ReadingsLayer,
        stages: StageLayer,
        wish: Callable[[Command], None],
        choose: Callable[[str], None],
        turned: Callable[[str], None],
        describer: Callable[[], Describer | None],
    ) -> None:
        """``wish`` takes commands, ``choose`` the name of a season to be shown; ``turned`` hears of
        another mode."""
        self._view, self._turned, self._describer = view, turned, describer
        self._series: Series | None = None
        self.taking = Taking(readings, wish, describer)
        self.lasso = Lasso(box, self.taking.take_inside, self.taking.description_inside)
        self.strip = SeasonStrip(box, choose, describer)
        self.ends = SeasonEnds(box, wish, choose, describer, lambda: self.set_mode(MOVE))
        by_name = StageTarget(stages, stages.named_at, follows=True)
        by_line = StageTarget(stages, stages.lined_at, follows=False)
        doubt = DoubtTarget(stages)
        # a reading before the season's end that it lies on: that can be dragged all the same
        targets = (by_name, doubt, self.strip, self.taking, self.ends, by_line)
        self.pointing = Pointing(view, box, targets, describer)
        self.keys = Keys(view, box, readings, self.taking, stages, self.pointing, describer)
        self.menu = PlotMenu(view, self.taking, self.ends, self.pointing, describer)
        box.gestures = (self.ends, self.lasso)
        box.menu_asked.connect(self._open_menu)

    def set_mode(self, mode: str) -> None:
        """What a stroke of the mouse does: moves the view, selects readings, or draws a season."""
        self.lasso.is_on = mode == SELECT
        self.ends.is_drawing = mode == SEASON
        self._turned(mode)

    def set_theme(self, theme: Theme) -> None:
        for part in (self.lasso, self.strip, self.ends, self.pointing):
            part.set_theme(theme)

    def show(
        self,
        series: Series | None,
        fit: Fit | None,
        season: str,
        windows: Sequence[tuple[float, float]],
    ) -> None:
        self.taking.show(series)
        self.strip.show(fit, season)
        self.ends.show(fit, season, windows)
        self.pointing.show(series)
        if self._view.hasFocus():
            self.keys.say_picked()
        else:
            self.keys.describe()

    def _open_menu(self, place: QPointF, on_screen: QPointF) -> None:
        self.menu.open(place, QPoint(round(on_screen.x()), round(on_screen.y())))
