"""Turning to a page below the curve: one command for each, made of what the page declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpstudio.gui.commands.command import WindowCommand
from gpstudio.gui.commands.needs import Need
from gpstudio.gui.pages import FACES
from gpstudio.gui.pages.face import Face
from gpstudio.gui.pages.page import Page
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


def name_of(kind: type[Page[Any]]) -> str:
    """That of the command, after the page's file."""
    return f"page_{kind.__module__.rpartition('.')[2]}"


def _command(kind: type[Page[Any]]) -> WindowCommand:
    def turn(window: Window) -> None:
        window.sides.show_fields()
        window.pages.turn_to(kind)

    needs = Need(
        tr("Open a table of the kind that this page is about."),
        lambda window: window.desk.document.table is not None and kind in window.pages.face.pages,
        anywhere=True,
    )
    help = tr("Show the page {title} below the curve.", title=kind.title)
    return WindowCommand(name_of(kind), kind.title, help, turn, needs, kind.keys, group="page")


def _of_face(face: Face) -> tuple[tuple[WindowCommand, ...], ...]:
    return tuple(tuple(COMMAND_OF[page] for page in group.pages) for group in face.groups)


COMMAND_OF = {page: _command(page) for face in FACES for page in face.pages}
GROUPS = tuple(dict.fromkeys(group for face in FACES for group in _of_face(face)))
"""As they stand in the tabs; a page that several faces have stands in the group of each."""
