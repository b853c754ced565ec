"""What the middle of the window shows: the page of welcome, the fields, classes or the lab.

Each side does one piece of work at a time, and both may work at once: a fit never waits for a
study.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from gpstudio.gui.theme import Theme

if TYPE_CHECKING:
    from gpstudio.gui.classes.view import ClassesView
    from gpstudio.gui.lab.view import LabView
    from gpstudio.gui.welcome.view import WelcomeView


class Sides(QStackedWidget):
    """Turns from one to the other; welcome and lab are loaded and made when somebody first looks at
    them, since the window's first paint must not wait for them."""

    turned = Signal()
    """Another one is shown now."""
    said = Signal(object)
    study_began = Signal()
    study_progressed = Signal(object)
    """The fraction of a running study, or None where none runs."""

    def __init__(
        self,
        fields: QWidget,
        make_welcome: Callable[[], WelcomeView],
        make_classes: Callable[[], ClassesView],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("sides")
        self._theme = theme
        self._fields, self._make_welcome = fields, make_welcome
        self._make_classes = make_classes
        self.welcome: WelcomeView | None = None
        self.classes: ClassesView | None = None
        self.lab: LabView | None = None
        self.first = fields
        """What of the fields' side the keyboard goes to. A focus proxy would do as much, and lead
        the tab key astray in what it stands for."""
        self.addWidget(fields)

    @property
    def is_lab(self) -> bool:
        return self.lab is not None and self.currentWidget() is self.lab

    @property
    def is_classes(self) -> bool:
        return self.classes is not None and self.currentWidget() is self.classes

    @property
    def is_welcome(self) -> bool:
        return self.welcome is not None and self.currentWidget() is self.welcome

    @property
    def is_fields(self) -> bool:
        return self.currentWidget() is self._fields

    @property
    def command(self) -> str:
        """Which command turns to what is shown."""
        return "show_lab" if self.is_lab else "show_classes" if self.is_classes else "show_fields"

    @property
    def topic(self) -> str:
        """The page of the manual about what is shown."""
        return "lab" if self.is_lab else "classes" if self.is_classes else "first_steps"

    def show_fields(self) -> None:
        self._turn_to(self._fields)

    def show_welcome(self, has_table: bool) -> None:
        if self.welcome is None:
            self.welcome = self._make_welcome()
            self.addWidget(self.welcome)
        self.welcome.show_state(has_table)
        self._turn_to(self.welcome)
        self.welcome.give_keyboard()

    def show_classes(self) -> None:
        if self.classes is None:
            self.classes = self._make_classes()
            self.addWidget(self.classes)
        self._turn_to(self.classes)

    def show_lab(self) -> None:
        if self.lab is None:
            self.lab = self._made()
            self.addWidget(self.lab)
        self._turn_to(self.lab)

    def _turn_to(self, side: QWidget) -> None:
        if side is not self.currentWidget():
            self.setCurrentWidget(side)
            (self.first if side is self._fields else side).setFocus()
            self.turned.emit()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for side in (self.lab, self.classes):
            if side is not None:
                side.set_theme(theme)

    def close_work(self) -> bool:
        sides = (self.lab, self.classes, self.welcome)
        ended = [side.close_work() for side in sides if side is not None]
        return all(ended)

    def _made(self) -> LabView:
        from gpstudio.gui.lab.view import LabView

        lab = LabView(self._theme)
        lab.said.connect(self.said)
        lab.began.connect(self.study_began)
        lab.progressed.connect(self.study_progressed)
        return lab
