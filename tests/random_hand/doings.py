"""What the hand may do: one thing at a time, chosen at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from two_fields import SEASON

from gpstudio.gui.commands.menus import COMMANDS
from gpstudio.gui.commands.tables import add_path, open_path
from gpstudio.gui.window import Window

from . import pointing
from .pointing import LEFT, NO_KEYS, RIGHT
from .seen import answered, is_seen, named
from .typed import KERNELS, KEYS, MODIFIERS, TEXTS, Keys, Mod
from .world import World

QUITS = ("quit_program",)
PROJECTS = ("save_project", "save_project_as", "open_project", "open_earlier", "new_project")
ACROSS = "plot\t2021-04-03\t2021-05-05\t2021-06-06\nNorth\t0,2\t0,5\t0,7\nSouth\t0,3\t\t0,6\n"
MERGED = "\t2021\t\t\nplot\tApr\tMay\tJun\nNorth\t0.2\t0.5\t0.7\nSouth\t0.3\t0.4\t0.6\n"
"""As spreadsheets copy them."""


class Doings:
    """Draws what to do and where; ``window`` is the one that is there at the time."""

    def __init__(self, window: Callable[[], Window], world: World, random: Random) -> None:
        self._window, self._world, self._random = window, world, random
        self.rest = 0
        """Milliseconds that the next thing waits."""
        self.waits = False
        """Whether it waits for the end of what the desk does, as people do now and then."""
        self._reached: QWidget | None = None
        self._kinds: dict[Callable[[], str], float] = {
            self.click: 22, self.click_control: 16, self.double_click: 4, self.right_click: 5,
            self.drag: 6, self.drag_on_plot: 5, self.hover: 4, self.wheel: 6, self.key: 12,
            self.shortcut: 3, self.write: 7, self.act: 6, self.tab: 3, self.field: 2, self.fit: 2,
            self.undo: 3, self.resize: 1, self.theme: 0.5, self.answer: 4, self.drop: 0.5,
            self.paste: 0.8, self.add: 1.2, self.merge: 0.5, self.project: 0.8, self.pause: 3,
            self.stop: 0.7, self.close_aside: 1.5, self.quit: 0.04, self.afresh: 0.25,
        }  # fmt: skip

    def do(self) -> str:
        """Something; what it was, in words."""
        self.rest, self.waits = 0, False
        kinds = self._kinds
        kind = self._random.choices(list(kinds), list(kinds.values()))[0]
        return f"{kind.__name__} {kind()}"

    def planned(self) -> str:
        """The stage and the state, for the log of what is about to be done."""
        top = self._top()
        return f"{type(top).__name__} '{top.objectName()}'"

    # where

    def _top(self) -> QWidget:
        """The window that a person sees on top."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None and self._random.random() < 0.9:
            return popup
        if modal is not None:
            return modal
        tops = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w.windowHandle()]
        if not tops or self._random.random() < 0.8:
            return self._window()
        return self._random.choice(tops)

    def _place(self, inside: QWidget) -> QPoint:
        return self._place_in(inside.width(), inside.height())

    def _place_in(self, width: int, height: int) -> QPoint:
        return QPoint(
            self._random.randint(0, max(0, width - 1)), self._random.randint(0, max(0, height - 1))
        )

    def _one_of(self, *kinds: type[QWidget]) -> QWidget | None:
        # held: the Python halves of the children go with that of their parent
        top = self._reached = self._top()
        found = [w for kind in kinds for w in top.findChildren(kind)]
        there = [w for w in found if is_seen(w) and w.isEnabled()]
        return self._random.choice(there) if there else None

    def _click_on(self, widget: QWidget | None, button: Qt.MouseButton = LEFT) -> str:
        if widget is None:
            return "nothing"
        name = f"{type(widget).__name__} '{widget.objectName()}'"
        top = widget.window()
        seen = widget.visibleRegion().boundingRect()
        place = widget.mapTo(top, seen.topLeft() + self._place_in(seen.width(), seen.height()))
        pointing.click(top, place, button, self._random.choice(MODIFIERS))
        return name

    # mouse

    def click(self) -> str:
        top = self._top()
        place = self._place(top)
        under = named(top, place)
        pointing.click(top, place, LEFT, self._random.choice(MODIFIERS))
        return under

    def click_control(self) -> str:
        kind = self._random.choice((QAbstractButton, QComboBox, QLineEdit, QAbstractItemView))
        return self._click_on(self._one_of(kind))

    def double_click(self) -> str:
        top = self._top()
        place = self._place(top)
        under = named(top, place)
        pointing.double_click(top, place)
        return under

    def right_click(self) -> str:
        if self._random.random() < 0.4:
            return self._click_on(self._window().plot.viewport(), RIGHT)
        top = self._top()
        place = self._place(top)
        under = named(top, place)
        pointing.click(top, place, RIGHT, NO_KEYS)
        return under

    def drag(self) -> str:
        top = self._top()
        way = [self._place(top) for _ in range(self._random.randint(2, 5))]
        under = named(top, way[0])
        pointing.drag(top, way, LEFT, self._random.choice(MODIFIERS))
        return under

    def drag_on_plot(self) -> str:
        window = self._window()
        plot = window.plot.viewport()
        if not is_seen(plot):
            return "not there"
        way = [plot.mapTo(window, self._place(plot)) for _ in range(self._random.randint(2, 6))]
        button = LEFT if self._random.random() < 0.8 else RIGHT
        pointing.drag(window, way, button, self._random.choice(MODIFIERS))
        return f"{len(way)} places, {button.name}"

    def hover(self) -> str:
        top = self._top()
        place = self._place(top)
        pointing.hover(top, place)
        return named(top, place)

    def wheel(self) -> str:
        top = self._top()
        place = self._place(top)
        turn = self._random.choice((-120, 120, -360, 15, 1200))
        across = self._random.random() < 0.1
        turned = QPoint(turn, 0) if across else QPoint(0, turn)
        pointing.wheel(top, place, turned, self._random.choice(MODIFIERS))
        return named(top, place)

    # keyboard

    def key(self) -> str:
        key, keys = self._random.choice(KEYS), self._random.choice(MODIFIERS)
        if _leaves(key, keys):
            return "not that"
        pointing.press(self._top(), key, keys)
        return f"{key.name} {keys.name}"

    def shortcut(self) -> str:
        command = self._random.choice([one for one in COMMANDS if one.name not in QUITS])
        keys = self._window().commands[command.name].shortcut()
        if keys.isEmpty():
            return "none"
        pressed = keys[0]
        pointing.press(self._top(), pressed.key(), pressed.keyboardModifiers())
        return command.name

    def write(self) -> str:
        """Into a field, in place of what is there or behind it, and then perhaps Enter."""
        text = self._random.choice(TEXTS)
        field = self._one_of(QLineEdit, QAbstractSpinBox, QPlainTextEdit)
        name = field.objectName() if field is not None else ""
        if field is not None:
            field.setFocus()
            if field.objectName() == "kernel_line" and self._random.random() < 0.7:
                text = self._random.choice(KERNELS)
            if self._random.random() < 0.7:
                pointing.press(field.window(), Keys.Key_A, Mod.ControlModifier)
        pointing.write(text)
        end = self._random.choice((None, Keys.Key_Return, Keys.Key_Tab, Keys.Key_Escape))
        if end is not None:
            pointing.press(self._top(), end, NO_KEYS)
        return f"{text[:40]!r} into '{name}'"

    # what people want

    def act(self) -> str:
        command = self._random.choice([one for one in COMMANDS if one.name not in QUITS])
        return self._trigger(command.name)

    def fit(self) -> str:
        self.rest, self.waits = 60, self._random.random() < 0.2
        return self._trigger(self._random.choice(("fit", "fit", "fit_all", "fit_selected")))

    def afresh(self) -> str:
        """What was written into the model may have kept everything from being fitted for long."""
        self.rest, self.waits = 100, True
        return self._trigger("open_sample")

    def undo(self) -> str:
        return self._trigger(self._random.choice(("undo", "redo")))

    def stop(self) -> str:
        return self._trigger("stop")

    def theme(self) -> str:
        return self._trigger(self._random.choice(("theme_light", "theme_dark", "theme_system")))

    def quit(self) -> str:
        return self._trigger("quit_program")

    def _trigger(self, name: str) -> str:
        """As a menu would: not behind a dialog, and not where it is disabled."""
        action = self._window().commands[name]
        if QApplication.activeModalWidget() is None and action.isEnabled():
            action.trigger()
            return name
        return f"{name}, which cannot be"

    def tab(self) -> str:
        bar = self._one_of(QTabBar)
        if not isinstance(bar, QTabBar) or not bar.count():
            return "nothing"
        which = self._random.randrange(bar.count())
        top = bar.window()
        place = bar.mapTo(top, bar.tabRect(which).center())
        pointing.click(top, place, LEFT, NO_KEYS)
        return bar.tabText(which)

    def field(self) -> str:
        window = self._window()
        groups = window.fields.all_groups
        if not groups or not window.fields.isVisible():
            return "none"
        return self._click_on(window.fields.view.viewport())

    def resize(self) -> str:
        window = self._window()
        size = (self._random.randint(400, 1800), self._random.randint(300, 1200))
        window.resize(*size)
        return f"{size}"

    def answer(self) -> str:
        """A dialog that is open gets one of its buttons, or is closed."""
        modal = QApplication.activeModalWidget()
        if modal is None:
            return "nobody asked"
        name = f"{type(modal).__name__} '{modal.objectName()}'"
        return f"{name}: {answered(modal, self._random)}"

    def close_aside(self) -> str:
        """A window beside the main one is closed, as by its frame."""
        for top in QApplication.topLevelWidgets():
            if top.isVisible() and not isinstance(top, Window | QMenu):
                name = f"{type(top).__name__} '{top.objectName()}'"
                top.close()
                return name
        return "nothing"

    def drop(self) -> str:
        """A file that falls on the window; dialogs keep it from there."""
        if QApplication.activeModalWidget() is not None:
            return "not now"
        path = self._world.any_file()
        open_path(self._window(), path)
        return path.name

    def paste(self) -> str:
        clipboard = QGuiApplication.clipboard()
        text = self._random.choice((SEASON, ACROSS, MERGED, "x", "", "2021-05-01\t0,5\n" * 3))
        clipboard.setText(text)
        return self._trigger("paste_table")

    def add(self) -> str:
        """The next readings, by the menu: what they would change is asked first."""
        return self._trigger("add_readings")

    def merge(self) -> str:
        """Another table joins the one that is there, or columns of its fields do."""
        if self._random.random() < 0.3:
            return self._trigger("load_fields")
        if QApplication.activeModalWidget() is not None:
            return "not now"
        path = self._world.further()
        add_path(self._window(), path)
        return path.name

    def project(self) -> str:
        """One after the other, each with its table, its fits and its undo."""
        return self._trigger(self._random.choice(PROJECTS))

    def pause(self) -> str:
        self.rest = self._random.choice((5, 20, 60, 150))
        return f"{self.rest} ms"


def _leaves(key: Qt.Key, keys: Qt.KeyboardModifier) -> bool:
    """Whether the platform would end the program."""
    return key == Keys.Key_Q and keys == Mod.ControlModifier
