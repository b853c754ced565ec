"""Colours: light and dark, following the system unless a person says otherwise.

Plot colours are those of Okabe and Ito, which eyes of every kind tell apart. Text keeps a
contrast of at least 4.5:1 on everything it is written on; a test computes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from gpstudio.gui.style import style_sheet

Wish: TypeAlias = Literal["system", "light", "dark"]
WISHES: tuple[Wish, ...] = ("system", "light", "dark")


@dataclass(frozen=True)
class Theme:
    """Every colour of the window, by what it is for."""

    name: str
    window: str
    """Behind the cards."""
    card: str
    """Behind text, tables and the plot."""
    field: str
    """Behind what can be typed in or chosen."""
    text: str
    quiet: str
    """Text of the second rank."""
    border: str
    edge: str
    """Around what can be typed in or chosen: 3:1 on all that it stands on, to be found by it."""
    grid: str
    accent: str
    on_accent: str
    hover: str
    selected: str
    """Behind the selected row; ``text`` is written on it."""
    error: str
    warning: str
    reading: str
    curve: str
    curve_band: str
    reading_band: str
    ahead: str
    """Behind the forecast."""
    stages: tuple[str, ...]
    """For stages, and for lines that are told apart; used again from the start beyond that."""
    further: tuple[str, ...]
    """For stages to come: every eye tells them from all of ``stages`` and from one another."""
    roles: tuple[str, ...]
    """One per role of a table's columns, in the order of ``decisions.ROLES``."""

    def stage(self, place: int) -> str:
        return self.stages[place % len(self.stages)]

    @property
    def of_stages(self) -> tuple[str, ...]:
        """What the look of a stage may choose from."""
        return *self.stages, *self.further


LIGHT = Theme(
    name="light",
    window="#f3f5f4",
    card="#ffffff",
    field="#ffffff",
    text="#1d2522",
    quiet="#55615c",
    border="#d5dcd8",
    edge="#868f8b",
    grid="#1d2522",
    accent="#0072b2",
    on_accent="#ffffff",
    hover="#e7eef2",
    selected="#d9eaf5",
    error="#a8321a",
    warning="#7a5200",
    reading="#4a5450",
    curve="#0072b2",
    curve_band="#8cc0de",
    reading_band="#dcecf6",
    ahead="#eef0ea",
    stages=("#009068", "#d55e00", "#b05a8a", "#ab7800", "#2f88c8", "#4a4a00"),
    further=("#6d2fd0", "#500030"),
    roles=(
        "#0072b2", "#009e73", "#d55e00", "#b05a8a", "#a07800", "#3a96cc", "#6b6b00", "#7a5fc0",
        "#00808a", "#8a4b00", "#aab4af",
    ),
)  # fmt: skip

DARK = Theme(
    name="dark",
    window="#171b1a",
    card="#1f2423",
    field="#282e2d",
    text="#e6ebe8",
    quiet="#a3b0aa",
    border="#38413e",
    edge="#75827d",
    grid="#e6ebe8",
    accent="#56b4e9",
    on_accent="#0b1a22",
    hover="#2b3437",
    selected="#23404f",
    error="#ff9c85",
    warning="#f0c15a",
    reading="#c3ccc8",
    curve="#56b4e9",
    curve_band="#2f6788",
    reading_band="#263b47",
    ahead="#2a2e29",
    stages=("#2cc295", "#f0803c", "#dd93bd", "#e6b13c", "#7cc7f2", "#cfcf4a"),
    further=("#9b80f2", "#c0f0a0"),
    roles=(
        "#56b4e9", "#2cc295", "#f0803c", "#dd93bd", "#e6b13c", "#8fd0f5", "#cfcf4a", "#b79cf5",
        "#4fd0d8", "#d0a060", "#5c6663",
    ),
)  # fmt: skip


class Themed(Protocol):
    """A part of the window that has colours of its own to change."""

    def set_theme(self, theme: Theme) -> None: ...


class Themes(QObject):
    """Which theme holds now; remembers what was wished and follows the system when asked to."""

    changed = Signal(object)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        written = str(QSettings().value("theme", "system"))
        self.wish: Wish = next((w for w in WISHES if w == written), "system")
        self._applied: Theme | None = None
        self._sheet = ""
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)
        self._apply()

    @property
    def theme(self) -> Theme:
        scheme = QGuiApplication.styleHints().colorScheme()
        dark = scheme == Qt.ColorScheme.Dark if self.wish == "system" else self.wish == "dark"
        return DARK if dark else LIGHT

    def set_wish(self, wish: Wish) -> None:
        self.wish = wish
        QSettings().setValue("theme", wish)
        self._apply()

    @contextmanager
    def laid_on_whole(self) -> Iterator[None]:
        """Around the making of a window, which gets the style sheet when it is whole. Else each
        part would be laid out anew by it with every parent it gets: two thirds of the time. Laid
        in the place of another one, too, it takes four times as long as where none was."""
        self._application.setStyleSheet("")
        try:
            yield
        finally:
            self._application.setStyleSheet(self._sheet)

    def _system_changed(self) -> None:
        if self.wish == "system":
            self._apply()

    def _apply(self) -> None:
        """A style sheet is laid on every widget there is, which takes a tenth of a second: not
        where the wish is another one and the colours stay."""
        theme = self.theme
        if theme is not self._applied:
            self._sheet = style_sheet(theme, self._application.font())
            with self.laid_on_whole():
                self._application.setPalette(palette(theme))
            self._applied = theme
        self.changed.emit(theme)


def palette(theme: Theme) -> QPalette:
    """What Fusion draws its own parts with."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.field,
        role.AlternateBase: theme.hover,
        role.Text: theme.text,
        role.Button: theme.card,
        role.ButtonText: theme.text,
        role.BrightText: theme.error,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.ToolTipBase: theme.card,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.quiet,
        role.Light: theme.card,
        role.Midlight: theme.border,
        role.Mid: theme.border,
        role.Dark: theme.border,
        role.Shadow: theme.border,
    }
    made = QPalette()
    for place, colour in colours.items():
        made.setColor(place, QColor(colour))
    faint = QColor(theme.quiet)
    for place in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, place, faint)
    return made
