"""The menu by which the list of fields is arranged: which are shown, in what order, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.listing.arranging import (
    GROUPS,
    LABEL,
    SHOWS,
    SORTS,
    Arrangement,
    WayToArrange,
)
from gpstudio.gui.literal import in_entry, tip
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
        self._groups: dict[str, QActionGroup] = {}
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for part, title, choices in (
            ("show", tr("Show"), SHOWS),
            ("sort", tr("Order"), SORTS),
            ("group", tr("Groups"), GROUPS),
        ):
            menu.addSection(title)
            self._fill(menu, part, choices)
        self._headings: tuple[str, ...] = ()
        self.setMenu(menu)
        self.show_arrangement(self._arrangement)

    def _fill(self, menu: QMenu, part: str, choices: Sequence[WayToArrange]) -> None:
        self._groups[part] = QActionGroup(self)
        for choice in choices:
            self._offer(menu, part, choice)

    def _offer(self, menu: QMenu, part: str, choice: WayToArrange) -> None:
        action = menu.addAction(choice.title)
        action.setObjectName(f"fields_{part}_{choice.name}")
        action.setToolTip(tip(choice.help))
        action.setCheckable(True)
        self._groups[part].addAction(action)
        action.triggered.connect(lambda _=False, name=choice.name: self._ask(part, name))
        self.actions_of[part, choice.name] = action

    def offer_headings(self, headings: tuple[str, ...]) -> None:
        """What labels say groups fields too."""
        if headings == self._headings:
            return
        for heading in self._headings:
            action = self.actions_of.pop(("group", f"{LABEL}{heading}"))
            self.menu().removeAction(action)
            action.deleteLater()
        self._headings = headings
        for heading in headings:
            title = tr("By {heading}", heading=in_entry(heading))
            help = tr("By the words of the column {heading}.", heading=heading)
            self._offer(self.menu(), "group", WayToArrange(f"{LABEL}{heading}", title, help))

    def show_arrangement(self, arrangement: Arrangement) -> None:
        self._arrangement = arrangement
        for part in ("show", "sort", "group"):
            action = self.actions_of.get((part, getattr(arrangement, part)))
            if action is not None:
                action.setChecked(True)

    def offer_farms(self, offered: bool) -> None:
        """Only where names are made of several columns."""
        self.actions_of["group", "farm"].setEnabled(offered)

    def _ask(self, part: str, name: str) -> None:
        changes: dict[str, Any] = {part: name}
        self.wanted.emit(replace(self._arrangement, **changes))
