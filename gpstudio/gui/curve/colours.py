"""Colours of the plot that lie between two of the theme's."""

from __future__ import annotations

from PySide6.QtGui import QColor

from gpstudio.gui.theme import Theme

DARKER = 0.28
"""How far the 50 % band's colour is on the way from that of the 95 % band to that of the curve."""


def mixed(one: str, other: str, share: float) -> str:
    """A colour that is so far on the way from one to another."""
    a, b = QColor(one), QColor(other)
    ends = ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    return QColor(*(round(start + share * (end - start)) for start, end in ends)).name()


def half_band(theme: Theme) -> str:
    """Of the 50 % band, which lies on the 95 % one."""
    return mixed(theme.curve_band, theme.curve, DARKER)
