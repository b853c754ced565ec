"""Plots of a fit, in the order of their tabs. To add one: write its file, and name it here."""

from gpstudio.gui.plots import residuals as residuals
from gpstudio.gui.plots.registered import PLOTS, FitPlot

__all__ = ["PLOTS", "FitPlot"]
