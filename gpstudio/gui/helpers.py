"""What helps a person to find their way: made when it is first asked for, so that the first paint
does not wait for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from gpstudio.gui.help.topics import topic_of
from gpstudio.gui.palette.entries import Catalogue, fields_of, of_actions, of_seasons
from gpstudio.gui.settings.declared import THEME, chosen_engine
from gpstudio.gui.settings.layout import PanelLayout
from gpstudio.gui.settings.shortcuts import Shortcuts
from gpstudio.gui.settings.usual import usual_request
from gpstudio.gui.theme import Theme

if TYPE_CHECKING:
    from gpstudio.gui.adding.adder import Adder
    from gpstudio.gui.help.manual import Manual
    from gpstudio.gui.help.pages import Key
    from gpstudio.gui.importing.importer import Importer
    from gpstudio.gui.palette.palette import CommandPalette
    from gpstudio.gui.settings.window import SettingsWindow
    from gpstudio.gui.tour.tour import Tour
    from gpstudio.gui.window import Window

MILLISECONDS_UNTIL_MEANINGS = 300
"""After something changed, labels may have come whose words have a meaning to tell."""


class Helpers:
    """Belongs to one window."""

    def __init__(
        self,
        window: Window,
        choose_field: Callable[[str], None],
        choose_season: Callable[[str], None],
    ) -> None:
        self._window = window
        self._choose_field, self._choose_season = choose_field, choose_season
        self.palette: CommandPalette | None = None
        self.manual: Manual | None = None
        self.tour: Tour | None = None
        self.settings: SettingsWindow | None = None
        self.shortcuts = Shortcuts(window.commands)
        self._layout: PanelLayout | None = None
        self._of_dialogs: dict[QWidget, Manual] = {}
        self._keys_in: dict[QWidget, QShortcut] = {}
        self._meanings = QTimer(window)
        self._meanings.setSingleShot(True)
        self._meanings.setInterval(MILLISECONDS_UNTIL_MEANINGS)
        self._meanings.timeout.connect(self._give_meanings)
        window.desk.changed.connect(self._meanings.start)
        window.painted.connect(self._meanings.start)
        for reader in (window.importer, window.adder):
            reader.busy_changed.connect(partial(self._help_in_dialog, reader))
        window.painted.connect(lambda: self.layout)
        window.desk.usual = usual_request
        window.desk.where.words = chosen_engine

    def set_theme(self, theme: Theme) -> None:
        for part in (self.palette, self.manual, *self._of_dialogs.values(), self.tour):
            if part is not None:
                part.set_theme(theme)

    def close(self) -> None:
        """Windows of their own go with the window they belong to."""
        self._meanings.stop()
        for part in (self.manual, self.settings, self.palette):
            if part is not None:
                part.close()

    def look_again(self) -> None:
        """A page was turned to, which makes its words only now."""
        self._meanings.start()

    def _give_meanings(self) -> None:
        from gpstudio.gui.help.hovering import about, give_meanings

        give_meanings(self._window)
        self._window.pages.name_pages(about)

    def find_command(self) -> None:
        from gpstudio.gui.palette.palette import CommandPalette

        if self.palette is None:
            self.palette = CommandPalette(self._window.themes.theme, self._catalogue, self._window)
        self.palette.open()

    def show_manual(self) -> None:
        """The page of what has the keyboard; that of the side that is shown where nothing has."""
        topic = topic_of(QApplication.focusWidget())
        self.open_manual(topic or self._window.sides.topic)

    def open_manual(self, page: str) -> None:
        if self.manual is None:
            self.manual = self._made_manual(self._window)
        self.manual.open_on(page)

    def _help_in_dialog(self, reader: Importer | Adder) -> None:
        """A dialog locks the window, and with it the window's keys and its manual."""
        dialog = reader.dialog
        if dialog is not None and dialog not in self._keys_in:
            key = QShortcut(self._window.commands["show_manual"].shortcut(), dialog)
            key.activated.connect(lambda: self._show_in_dialog(dialog))
            self._keys_in[dialog] = key

    def _show_in_dialog(self, dialog: QWidget) -> None:
        if dialog not in self._of_dialogs:
            self._of_dialogs[dialog] = self._made_manual(dialog)
        self._of_dialogs[dialog].open_on(topic_of(QApplication.focusWidget()) or "opening")

    def _made_manual(self, parent: QWidget) -> Manual:
        from gpstudio.gui.help.manual import Manual

        return Manual(self._window.themes.theme, self._keys, parent)

    def _keys(self) -> list[Key]:
        """The shortcuts as they are at this moment."""
        from gpstudio.gui.help.pages import Key

        actions = of_actions(self._window.commands)
        return [Key(one.place, one.title, one.keys, one.help) for one in actions]

    @property
    def layout(self) -> PanelLayout:
        """Made before anybody can have moved a panel."""
        self._layout = self._layout or PanelLayout(self._window)
        return self._layout

    def open_settings(self) -> None:
        settings = self._made_settings()
        settings.open_on(settings.general)

    def edit_shortcuts(self) -> None:
        settings = self._made_settings()
        settings.open_on(settings.keys)

    def _made_settings(self) -> SettingsWindow:
        from gpstudio.gui.settings.window import SettingsWindow

        if self.settings is None:
            made = self.settings = SettingsWindow(self.shortcuts, self._window)
            made.general.chosen.connect(self._take_setting)
            made.general.reset_asked.connect(self.layout.reset)
            made.keys.changed.connect(self._take_keys)
            made.help_asked.connect(self.open_manual)
            self._window.themes.changed.connect(made.general.show_settings)
        return self.settings

    def _take_setting(self, name: str, value: str) -> None:
        """Those that hold at once; the others are asked for when they are needed."""
        if name == THEME.name:
            self._window.commands[f"theme_{value}"].trigger()

    def _take_keys(self) -> None:
        settings_key = self.settings.help_key if self.settings is not None else None
        for key in (*self._keys_in.values(), settings_key):
            if key is not None:
                key.setKey(self.shortcuts.keys("show_manual"))

    def begin_tour(self) -> None:
        from gpstudio.gui.tour.tour import Tour

        if self.tour is None:
            self.tour = Tour(self._window, self._window.themes.theme)
        self.tour.begin()

    def _catalogue(self) -> Catalogue:
        window = self._window
        fit, document = window.desk.shown_fit, window.desk.document
        seasons = of_seasons(fit.seasons if fit is not None else (), self._show_season)
        entries = [*of_actions(window.commands), *seasons]
        return Catalogue(entries, fields_of(document), document.selected, self._show_field)

    def _show_field(self, group: str) -> None:
        self._window.sides.show_fields()
        self._choose_field(group)

    def _show_season(self, season: str) -> None:
        self._window.sides.show_fields()
        self._choose_season(season)
        self._window.commands["show_season"].trigger()
