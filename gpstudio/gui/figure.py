"""The figure of a fit without its window: what ``gpstudio demo`` leaves as a picture."""

from __future__ import annotations

from pathlib import Path

from gpstudio.gui.export import save_png
from gpstudio.gui.main import make_application
from gpstudio.gui.plot import CurvePlot
from gpstudio.gui.theme import LIGHT
from gpstudio.session.fitting import Fit

WIDTH, HEIGHT = 1200, 520


def draw_figure(fit: Fit, path: Path) -> None:
    """Draw the curve as the window would, on a light ground, into a PNG file."""
    application = make_application()
    plot = CurvePlot(LIGHT)
    plot.resize(WIDTH, HEIGHT)
    plot.show()
    season = fit.seasons[-1].name if fit.seasons else ""
    plot.show_field(fit.series, fit, stale=False, season=season)
    # the plot lays itself out when it is first painted
    plot.grab()
    while plot.extras.is_busy:
        application.processEvents()
    save_png(plot, path)
    plot.close_work()
    plot.close()
    plot.deleteLater()
    application.processEvents()
