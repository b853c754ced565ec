"""Which keys do what: those of the commands, unless a person chose others.

No two actions share keys, none takes keys that writing or moving needs; what was chosen is kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction, QKeySequence

from gpstudio.gui.commands.actions import Actions
from gpstudio.gui.commands.command import WindowCommand
from gpstudio.gui.commands.menus import COMMANDS
from gpstudio.gui.literal import tip
from gpstudio.gui.palette.entries import plain
from gpstudio.translation import tr

KEPT = "shortcuts"
"""The group under which chosen keys are kept, by the name of the action; empty for no keys."""
NATIVE, PORTABLE = QKeySequence.SequenceFormat.NativeText, QKeySequence.SequenceFormat.PortableText
OF_THE_LAB = {"F5": "fit", "Esc": "stop"}
"""Keys that also run and stop a study: only these actions may have them."""
OF_WRITING = tuple(
    QKeySequence(keys)
    for keys in ("Ctrl+A", "Ctrl+C", "Ctrl+X", "Ctrl+Left", "Ctrl+Right", "Ctrl+Home", "Ctrl+End",
                 "Ctrl+Backspace", "Ctrl+Del", "Ctrl+Tab", "Ctrl+Shift+Tab", "Alt+F4")
)  # fmt: skip
STRONG = frozenset({"Ctrl", "Alt", "Meta"})


class Shortcuts:
    """The keys of a window's actions."""

    def __init__(self, actions: Actions) -> None:
        self._actions = actions
        self._commands = {command.name: command for command in COMMANDS}
        self._take_kept()

    def __iter__(self) -> Iterator[WindowCommand]:
        return iter(self._commands.values())

    def keys(self, name: str) -> QKeySequence:
        return self._actions[name].shortcut()

    def is_usual(self, name: str) -> bool:
        return self.keys(name) == QKeySequence(self._commands[name].keys)

    def refusal(self, name: str, keys: QKeySequence) -> str:
        """Why an action cannot have these keys; empty where it can."""
        if keys.isEmpty():
            return ""
        written = keys.toString(NATIVE)
        if keys.count() > 1:
            return tr(
                "{keys} is several keys one after the other: choose one combination.",
                keys=written,
            )
        other = self._holder(name, keys)
        if other is not None:
            title = plain(self._commands[other].title).rstrip("…")
            return tr(
                "{keys} already belongs to “{title}”: give that other keys first.",
                keys=written,
                title=title,
            )
        owner = OF_THE_LAB.get(keys.toString(PORTABLE))
        if owner is not None and owner != name:
            title = plain(self._commands[owner].title)
            return tr(
                "{keys} is kept for “{title}”, of the fields and of the studies.",
                keys=written,
                title=title,
            )
        if keys in OF_WRITING or not _is_strong(keys):
            return tr(
                "{keys} is needed for writing and moving: add Ctrl or Alt, or take a F key.",
                keys=written,
            )
        return ""

    def choose(self, name: str, keys: QKeySequence) -> str:
        """Give an action other keys and keep them; the sentence of why not, where it cannot."""
        wrong = self.refusal(name, keys)
        if not wrong:
            self._set(name, keys)
            kept = QSettings()
            if self.is_usual(name):
                kept.remove(f"{KEPT}/{name}")
            else:
                kept.setValue(f"{KEPT}/{name}", keys.toString(PORTABLE))
        return wrong

    def reset(self, name: str) -> str:
        """The usual keys again; the sentence of why not, where another action has them now."""
        return self.choose(name, QKeySequence(self._commands[name].keys))

    def reset_all(self) -> None:
        QSettings().remove(KEPT)
        for command in self:
            self._set(command.name, QKeySequence(command.keys))

    def _holder(self, name: str, keys: QKeySequence) -> str | None:
        return next((a.name for a in self if a.name != name and self.keys(a.name) == keys), None)

    def _take_kept(self) -> None:
        """What was chosen holds before what is usual, which may be new since then."""
        kept = QSettings()
        chosen = {
            name: QKeySequence.fromString(str(kept.value(f"{KEPT}/{name}", "")), PORTABLE)
            for name in self._commands
            if kept.contains(f"{KEPT}/{name}")
        }
        for name in chosen:
            self._set(name, QKeySequence())
        for name, keys in chosen.items():
            holder = self._holder(name, keys) if not keys.isEmpty() else None
            if holder is not None and holder not in chosen:
                self._set(holder, QKeySequence())
            if not self.refusal(name, keys):
                self._set(name, keys)

    def _set(self, name: str, keys: QKeySequence) -> None:
        action: QAction = self._actions[name]
        if action.shortcut() == keys:
            return
        action.setShortcut(keys)
        written = f" ({keys.toString(NATIVE)})" if not keys.isEmpty() else ""
        action.setToolTip(tip(f"{self._commands[name].help}{written}"))


def _is_strong(keys: QKeySequence) -> bool:
    """Whether nobody could mean to write or move with its one combination."""
    *held, key = keys.toString(PORTABLE).replace("++", "+Plus").split("+")
    function = key[:1] == "F" and key[1:].isdigit()
    return function or key == "Esc" or not STRONG.isdisjoint(held)
