"""The one door for words that came from outside: names of fields, columns and files, and sentences
that quote them.

Qt takes words for markup where they look like it: a column called ``<img src="/a file">`` would
open that file. It takes ``&`` in menus for a letter to underline, and ``[*]`` in a title for the
place of its own sign. Here words get what makes each of these show them letter by letter.
"""

from __future__ import annotations

from html import escape
from typing import Any

MARK = "[*]"
"""Where Qt marks in a title what is not saved."""


def in_markup(words: str) -> str:
    """Between signs of our own, and in whatever pyqtgraph writes."""
    return escape(words)


def name_axis(plot: Any, side: str, words: str, colour: str) -> None:
    """``plot`` is pyqtgraph's ``PlotItem``, which shows the axis where it is named."""
    plot.setLabel(side, in_markup(words), color=colour)


def tip(*paragraphs: str) -> str:
    """One hover away: plain words in as many lines as they need; nothing where they are empty."""
    return "".join(f"<p>{in_markup(words)}</p>" for words in paragraphs if words)


def in_entry(words: str) -> str:
    """In a menu or on a button, where what follows a tab would stand for keys."""
    return words.replace("&", "&&").replace("\t", " ")


def in_title(words: str) -> str:
    """In the title of a window."""
    return words.replace(MARK, 2 * MARK)
