"""Plots of a fit, in the order of their list. To add one: write its file, and name it here."""

from gpstudio.gui.plots import residuals as residuals
from gpstudio.gui.plots import left_out as left_out
from gpstudio.gui.plots import places as places
from gpstudio.gui.plots import quantiles as quantiles
from gpstudio.gui.plots import autocorrelation as autocorrelation
from gpstudio.gui.plots import draws as draws
from gpstudio.gui.plots import covariance as covariance
from gpstudio.gui.plots import climbs as climbs
from gpstudio.gui.plots import solver as solver
from gpstudio.gui.plots import layers as layers
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot

__all__ = ["PLOTS", "FitPlot"]
