"""Rivals of the Gaussian process. To add one: write its file, and name it here."""

from gpstudio.phenology.rivals import beck as beck
from gpstudio.phenology.rivals import elmore as elmore
from gpstudio.phenology.rivals import zhang as zhang
from gpstudio.phenology.rivals import gu as gu
from gpstudio.phenology.rivals import klosterman as klosterman
from gpstudio.phenology.rivals import asymmetric_gaussian as asymmetric_gaussian
from gpstudio.phenology.rivals import whittaker as whittaker
from gpstudio.phenology.rivals import savitzky_golay as savitzky_golay
from gpstudio.phenology.rivals import harmonic as harmonic
from gpstudio.phenology.rivals.rival import METHODS, RivalFit, Method, Rival

__all__ = ["METHODS", "Method", "Rival", "RivalFit"]
