"""What a project remembers of the window: nothing that a person made, only what they saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpstudio.core.errors import InputError
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

NAME = "window"


@dataclass(frozen=True)
class RememberedView:
    tab: str = ""
    """The title of the page that is shown below the curve."""
    in_tabs: Mapping[str, str] = field(default_factory=dict)
    """The title of the page that every other tab would show."""
    season: str = ""
    unfitted: Mapping[str, str] = field(default_factory=dict)
    """Why a field has no fit, by group."""

    @classmethod
    def of(cls, window: Window) -> RememberedView:
        pages = window.pages
        shown, in_tabs = pages.current.title, pages.shown_in_tabs
        return cls(shown, in_tabs, window.season_shown, dict(window.desk.unfitted))

    @classmethod
    def in_contents(cls, contents: Contents) -> RememberedView:
        """The usual one where none was saved, or it is damaged: nobody needs to be told."""
        try:
            layout: RememberedView = value_of(cls, contents, NAME)
        except InputError:
            return cls()
        return layout

    @property
    def parts(self) -> tuple[Part, ...]:
        return parts_of(NAME, self)

    def show_in(self, window: Window) -> None:
        """As far as the window still has what is meant."""
        window.desk.unfitted.update(self.unfitted)
        window.pages.turn_to_titled(self.tab, self.in_tabs)
        fit = window.desk.shown_fit
        if fit is not None and self.season in [season.name for season in fit.seasons]:
            window.plot.season_chosen.emit(self.season)
        window.desk.changed.emit()
