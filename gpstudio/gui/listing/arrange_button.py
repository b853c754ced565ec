"""The menu by which the list of fields is arranged: which are shown, in what order, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.listing.arranging import GROUPS, SHOWS, SORTS, Arrangement, WayToArrange
from gpstudio.translation import tr


class ArrangeButton(QToolButton):
    """Says how a person wants the list."""

    wanted = Signal(object)
    """An arrangement."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("arrange_fields")
        self.setText(tr("Arrange"))
        self.setProperty("small", True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        describe(self, tr("Arrange"), tr("Which fields are listed, in what order, and in groups."))
        self._arrangement = Arrangement()
        self.actions_of: dict[tuple[str, str], QAction] = {}
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for part, title, choices in (
            ("show", tr("Show"), SHOWS),
            ("sort", tr("Order"), SORTS),
            ("group", tr("Groups"), GROUPS),
        ):
            menu.addSection(title)
            self._fill(menu, part, choices)
        self.setMenu(menu)
        self.show_arrangement(self._arrangement)

    def _fill(self, menu: QMenu, part: str, choices: Sequence[WayToArrange]) -> None:
        group = QActionGroup(self)
        for choice in choices:
            action = menu.addAction(choice.title)
            action.setObjectName(f"fields_{part}_{choice.name}")
            action.setToolTip(choice.help)
            action.setCheckable(True)
            group.addAction(action)
            action.triggered.connect(lambda _=False, name=choice.name: self._ask(part, name))
            self.actions_of[part, choice.name] = action

    def show_arrangement(self, arrangement: Arrangement) -> None:
        self._arrangement = arrangement
        for part in ("show", "sort", "group"):
            self.actions_of[part, getattr(arrangement, part)].setChecked(True)

    def offer_farms(self, offered: bool) -> None:
        """Only where names are made of several columns."""
        self.actions_of["group", "farm"].setEnabled(offered)

    def _ask(self, part: str, name: str) -> None:
        changes: dict[str, Any] = {part: name}
        self.wanted.emit(replace(self._arrangement, **changes))
