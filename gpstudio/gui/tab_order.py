"""The way of the tab key, where widgets were made in another order than they stand in.

Qt goes on to what was made next: what is made late comes last, wherever it stands. Who asks Qt for
its way (``nextInFocusChain``) gets Python objects that die with whatever is deleted next, so it is
never read back: an anchor keeps the place instead. A focus proxy on a panel that holds others leads
the key astray in it.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def in_order(*stops: QWidget) -> None:
    """Each is followed by the next."""
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


class TabAnchor(QWidget):
    """A place in the way of the tab key, never seen, for what will be made later."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        # Qt takes nothing for a place at which the key could not stop
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def lead(self, *stops: QWidget) -> None:
        in_order(self, *stops)
