"""The toolbar with its one big button, and the status line with its progress bar."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStatusBar,
    QToolBar,
    QToolButton,
    QWidget,
)

from gpstudio.gui.actions import Actions
from gpstudio.gui.fields import describe, label, restyle
from gpstudio.gui.icons import icon
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

SIDES = ("show_fields", "show_lab")
LONGEST = "Lab 100%"
EXPORTS = (
    "export_forecast",
    "export_stages",
    "export_all_stages",
    "export_readings",
    "export_png",
    "export_svg",
    "export_pdf",
    "copy_figure",
    "export_report",
)


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
            tr("Lab") if fraction is None else tr("Lab {share:.0%}", share=fraction)
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
        for name in EXPORTS:
            menu.addAction(actions[name])
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


class Reporting(Protocol):
    """Work that tells how it goes; what it tells once it has ended is how it ended."""

    @property
    def progressed(self) -> Any: ...
    @property
    def busy_changed(self) -> Any: ...
    @property
    def is_busy(self) -> bool: ...


class StatusLine(QStatusBar):
    """What is being done and how far it is; how the last work ended, when all is done.

    A line belongs to its work and goes with it, however that ends: by being done, stopped, left for
    something newer, or failing.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_line")
        self.setSizeGripEnabled(False)
        self._lines: dict[Reporting, tuple[str, float | None]] = {}
        """Of what runs, the newest last."""
        self._outcome = ""
        self.words = label()
        self.words.setObjectName("status")
        self.bar = QProgressBar()
        self.bar.setObjectName("progress")
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(180)
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setToolTip(tr("How far the running work is."))
        self.bar.hide()
        self.addWidget(self.words, 1)
        self.addPermanentWidget(self.bar)

    def follow(self, work: Reporting) -> None:
        """Show what it tells, as long as that is true."""
        work.progressed.connect(partial(self._progress, work))
        work.busy_changed.connect(lambda *_: self._turn(work))

    def tell(self, outcome: str) -> None:
        """How something ended."""
        self._outcome = outcome
        self._show()

    def _progress(self, work: Reporting, status: str, fraction: float | None) -> None:
        if work.is_busy:
            self._lines.pop(work, None)
            self._lines[work] = (status, fraction)
            self._show()
        else:
            self.tell(status)

    def _turn(self, work: Reporting) -> None:
        """It has begun, also in place of what it did before, or ended."""
        self._lines.pop(work, None)
        if work.is_busy:
            self._lines[work] = ("", None)
            self._outcome = ""
        self._show()

    def _show(self) -> None:
        *_, (words, fraction) = [(self._outcome, None), *self._lines.values()]
        self.words.setText(words)
        self.bar.setVisible(bool(self._lines))
        if fraction is None:
            self.bar.setRange(0, 0)
        else:
            self.bar.setRange(0, 1000)
            self.bar.setValue(round(1000 * min(max(fraction, 0.0), 1.0)))
