"""The toolbar with its one big button."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from gpstudio.gui.commands.actions import Actions
from gpstudio.gui.commands.menus import EXPORT_BUTTON
from gpstudio.gui.experience import time_told
from gpstudio.gui.fields import describe, label, restyle
from gpstudio.gui.icons import icon
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.desk import Desk

SIDES = ("show_fields", "show_classes", "show_lab")
LONGEST = tr("Studies {share:.0%}", share=1.0)


class ToolBar(QToolBar):
    """Open, undo, redo, Fit, export. While something runs, Fit is Stop."""

    def __init__(self, actions: Actions, window: QMainWindow) -> None:
        super().__init__(tr("Tools"), window)
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(QSize(18, 18))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.lab_action = actions["show_lab"]
        self.switch = self._switch(actions)
        self.addWidget(self.switch)
        self.addSeparator()
        self.addAction(actions["open_file"])
        self.addSeparator()
        for name in ("undo", "redo"):
            self.addAction(actions[name])
            button = self.widgetForAction(actions[name])
            assert isinstance(button, QToolButton)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.addSeparator()
        self.fit_button = QPushButton(tr("Fit"))
        self.fit_button.setObjectName("fit_button")
        self.fit_button.setIconSize(QSize(16, 16))
        self.fit_button.setProperty("primary", True)
        fit = self.addWidget(self.fit_button)
        self.hint = label(rank="quiet")
        self.hint.setObjectName("fit_hint")
        self.hint.setContentsMargins(10, 0, 0, 0)
        hint = self.addWidget(self.hint)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        self.export_button = self._export_button(actions)
        self._of_fields = (fit, hint, self.addWidget(self.export_button))
        self._theme: Theme | None = None
        self._working = False
        self._wants_focus = True
        self.show_work(busy=False, stopping=False, possible=False, hint="")

    def _switch(self, actions: Actions) -> QFrame:
        """Two buttons of which one is pressed: what the window shows."""
        frame = QFrame()
        frame.setProperty("switch", True)
        row = QHBoxLayout(frame)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for name in SIDES:
            button = QToolButton()
            button.setObjectName(f"{name}_button")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setDefaultAction(actions[name])
            # room for the longest word, so that a running study does not move the tools
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(LONGEST) + 32)
            row.addWidget(button)
        return frame

    def show_side(self, fields: bool) -> None:
        """What is for fields alone goes while they are not shown."""
        for action in self._of_fields:
            action.setVisible(fields)

    def show_study(self, fraction: float | None) -> None:
        """How far a running study is, also for who looks at the fields; None where none runs."""
        self.lab_action.setIconText(
            tr("Studies") if fraction is None else tr("Studies {share:.0%}", share=fraction)
        )

    def _export_button(self, actions: Actions) -> QToolButton:
        button = QToolButton()
        button.setObjectName("export_button")
        button.setText(tr("Export"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        describe(
            button, tr("Export"), tr("Save the forecast, the stages, the readings or the figure.")
        )
        menu = QMenu(button)
        menu.addActions(actions.of(EXPORT_BUTTON))
        button.setMenu(menu)
        return button

    def on_fit_clicked(self, fit: Callable[[], None], stop: Callable[[], None]) -> None:
        self.fit_button.clicked.connect(lambda: stop() if self._working else fit())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.export_button.setIcon(icon("export", theme.text, theme.border))
        self._dress()

    def show_work(self, busy: bool, stopping: bool, possible: bool, hint: str) -> None:
        """The button says what a click would do; "Stopping…" until the work has really ended."""
        self._working = busy
        button = self.fit_button
        button.setText(tr("Stopping…") if stopping else tr("Stop") if busy else tr("Fit"))
        self._enable(not stopping if busy else possible)
        self.hint.setText("" if busy else hint)
        self._dress()

    def _enable(self, usable: bool) -> None:
        """Qt hands the focus of a disabled button on to the next one; it is brought back here."""
        button, window = self.fit_button, self.window()
        self._wants_focus = self._wants_focus or (button.hasFocus() and not usable)
        button.setEnabled(usable)
        if usable and self._wants_focus:
            self._wants_focus = False
            if window.focusWidget() in (None, self.export_button):
                button.setFocus()

    def _dress(self) -> None:
        button, working = self.fit_button, self._working
        name, help = (tr("Stop"), tr("Stop what is running (Esc).")) if working else (
            tr("Fit"), tr("Fit the selected field (F5).")
        )  # fmt: skip
        if button.property("working") != working:
            describe(button, name, help)
            restyle(button, working=working)
        if self._theme is not None:
            theme = self._theme
            colour = theme.text if working else theme.on_accent
            button.setIcon(icon("stop" if working else "fit", colour, theme.quiet))


def fit_hint(desk: Desk, stale: bool) -> str:
    """What stands beside the Fit button, where there is reason to press it."""
    document, fit = desk.document, desk.shown_fit
    series = document.series
    waits = series is not None and (fit is None or stale)
    slow = time_told(document.recipe, series) if waits and series is not None else ""
    if slow:
        return slow
    if series is not None and fit is None:
        return tr("Press Fit to see curve and dates.")
    if not stale:
        return ""
    if fit is not None and fit.recipe == document.recipe:
        if not document.is_weighed_as_now(fit):
            return tr("The population is another one now: press Fit.")
        return tr("The readings have changed: press Fit.")
    return tr("The model has changed: press Fit.")
