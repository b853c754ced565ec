"""What helps a person to find their way: made when it is first asked for, so that the first paint
does not wait for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gpstudio.gui.commands.entries import Entry, of_actions, of_fields, of_seasons
from gpstudio.gui.commands.palette import CommandPalette
from gpstudio.gui.theme import Theme

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


class Aids:
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

    def set_theme(self, theme: Theme) -> None:
        if self.palette is not None:
            self.palette.set_theme(theme)

    def find_command(self) -> None:
        if self.palette is None:
            self.palette = CommandPalette(self._window.themes.theme, self._entries, self._window)
        self.palette.open()

    def _entries(self) -> Iterator[Entry]:
        window = self._window
        yield from of_actions(window.acts, window.sides.is_lab)
        fit = window.desk.shown_fit
        yield from of_seasons(fit.seasons if fit is not None else (), self._show_season)
        yield from of_fields(window.desk.document, self._show_field)

    def _show_field(self, group: str) -> None:
        self._window.sides.show_fields()
        self._choose_field(group)

    def _show_season(self, season: str) -> None:
        self._window.sides.show_fields()
        self._choose_season(season)
        self._window.acts["show_season"].trigger()


class AidDeeds:
    """A part of the window's deeds: the names are those of the list in ``actions``."""

    _window: Window

    def find_command(self) -> None:
        self._window.aids.find_command()
