"""What the palette lists: every action of the window, then its fields and seasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtGui import QKeySequence

from gpstudio.gui.commands.actions import Actions
from gpstudio.gui.commands.menus import COMMANDS, MENU_OF
from gpstudio.gui.commands.program import find_command
from gpstudio.gui.palette.matching import Lookup
from gpstudio.phenology.season import Season
from gpstudio.session.document import Document
from gpstudio.translation import tr

FIELD, SEASON = tr("Field"), tr("Season")


@dataclass(frozen=True, eq=False)
class PaletteEntry:
    """One line; ``reason`` says why it cannot be chosen now."""

    title: str
    place: str
    """The menu that it stands in, or what it is."""
    run: Callable[[], object]
    keys: str = ""
    help: str = ""
    enabled: bool = True
    ticked: bool = False
    reason: str = ""

    @property
    def spoken(self) -> str:
        """For a screen reader."""
        parts = (self.title, self.place, self.keys, "" if self.enabled else self.why)
        return ", ".join(part for part in parts if part)

    @property
    def why(self) -> str:
        return self.reason or tr("Not possible at present.")


def plain(text: str) -> str:
    """A menu's words without the mark of their letter."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def of_actions(actions: Actions) -> Iterator[PaletteEntry]:
    """As the menus show them at this moment, with the keys that they have at this moment; but not
    the one that opens the palette, which would do nothing in it."""
    native = QKeySequence.SequenceFormat.NativeText
    for command in COMMANDS:
        if command is find_command:
            continue
        action = actions[command.name]
        yield PaletteEntry(
            plain(action.text()).rstrip("…"),
            plain(MENU_OF[command.name]),
            action.trigger,
            action.shortcut().toString(native),
            command.help,
            action.isEnabled(),
            action.isChecked(),
            actions.reason(command),
        )


@dataclass(frozen=True, eq=False)
class Catalogue:
    """Entries, and behind them the fields, of which there may be ten thousand: an entry is made of
    those that are found."""

    entries: Sequence[PaletteEntry]
    fields: Sequence[str]
    shown: str
    """The field that is shown."""
    choose: Callable[[str], object]

    def __len__(self) -> int:
        return len(self.entries) + len(self.fields)

    def __getitem__(self, place: int) -> PaletteEntry:
        if place < len(self.entries):
            return self.entries[place]
        group = self.fields[place - len(self.entries)]
        run = partial(self.choose, group)
        return PaletteEntry(f"{FIELD} {group}", FIELD, run, ticked=group == self.shown)

    def lookup(self) -> Lookup:
        entries, fields = self.entries, self.fields
        titles = [entry.title for entry in entries] + [f"{FIELD} {group}" for group in fields]
        besides = [f"{entry.place} {entry.help}" for entry in entries] + [""] * len(fields)
        return Lookup(titles, besides, loose=len(entries))


def fields_of(document: Document) -> Sequence[str]:
    """Every field of the table, where it has several."""
    groups = document.table.groups if document.table is not None else ()
    return groups if len(groups) > 1 else ()


def of_seasons(
    seasons: Sequence[Season], choose: Callable[[str], object]
) -> Iterator[PaletteEntry]:
    """Those of the shown field, the newest first."""
    for season in reversed(seasons):
        name = season.name
        help = tr("Show the season {name} alone.", name=name)
        yield PaletteEntry(tr("Season {name}", name=name), SEASON, partial(choose, name), help=help)
