"""Figures for paper: what they show (``chart``) and how they are drawn (``svg``)."""

from gpstudio.lab.figures.chart import Axis, Figure, Level, Line, Panel, Tile
from gpstudio.lab.figures.svg import svg_of

__all__ = ["Axis", "Figure", "Level", "Line", "Panel", "Tile", "svg_of"]
