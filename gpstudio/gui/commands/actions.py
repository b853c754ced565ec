"""The commands as Qt's actions, in the menus of a window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from gpstudio.gui.commands.command import WindowCommand
from gpstudio.gui.commands.menus import COMMANDS, MENUS, CommandMenu
from gpstudio.gui.icons import WORD, icon
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


class Actions:
    """The actions of one window by the names of their commands."""

    def __init__(self, window: Window, before: Callable[[], None]) -> None:
        """``before`` is called ahead of every command."""
        self._window, self._before = window, before
        self._by_name: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._menus: dict[str, QMenu] = {}
        for menu in MENUS:
            self._fill(window.menuBar().addMenu(menu.title), menu)

    def _fill(self, made: QMenu, menu: CommandMenu) -> None:
        self._menus[menu.title] = made
        *groups, last = menu.groups
        for group in groups:
            made.addActions([self._make(command) for command in group])
            made.addSeparator()
        for inner in menu.inner:
            self._fill(made.addMenu(inner.title), inner)
            made.addSeparator()
        made.addActions([self._make(command) for command in last])

    def __getitem__(self, name: str) -> QAction:
        return self._by_name[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._by_name.values())

    def of(self, commands: Iterable[WindowCommand]) -> list[QAction]:
        return [self[command.name] for command in commands]

    def menu(self, title: str) -> QMenu:
        return self._menus[title]

    def refresh(self) -> None:
        """Enable what can be done at this moment, and name it by what it would be done to."""
        for command in COMMANDS:
            action = self[command.name]
            action.setEnabled(not self.reason(command))
            if command.ticked_now is not None:
                action.setChecked(command.ticked_now())
            if command.title_now is not None:
                action.setText(command.title_now(self._window))

    def reason(self, command: WindowCommand) -> str:
        """Why it cannot be done at this moment; empty where it can."""
        return command.needs.missing(self._window)

    def set_theme(self, theme: Theme) -> None:
        for command in COMMANDS:
            if command.icon:
                self[command.name].setIcon(icon(command.icon, theme.text, theme.border))

    def _make(self, command: WindowCommand) -> QAction:
        window = self._window
        action = QAction(command.title, window)
        action.setObjectName(command.name)
        keys = f" ({command.keys})" if command.keys else ""
        action.setToolTip(tip(f"{command.help}{keys}"))
        action.setStatusTip(command.help)
        if command.brief:
            action.setIconText(command.brief)
        action.setProperty(WORD, bool(command.brief))
        if command.keys:
            action.setShortcut(QKeySequence(command.keys))
        if command.group:
            self._groups.setdefault(command.group, QActionGroup(window)).addAction(action)
        action.setCheckable(command.ticks or bool(command.group))
        action.triggered.connect(self._before)
        action.triggered.connect(partial(self._do, command))
        self._by_name[command.name] = action
        return action

    def _do(self, command: WindowCommand, *_: bool) -> None:
        command(self._window)
