"""What stands in a file is shown as it stands there: nothing of it becomes a picture, bold letters
or an underlined one, and nothing of it goes.

The walk is taken with a table whose every name is one that somebody would make something else of.
Each holds a mark; wherever a text with a mark is shown, the mark must be seen right after the signs
that it stands after in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Texts
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from ..bench import Names
from .room import cells
from .seen import named, seen, told

HOVERED = (QComboBox, QLineEdit, QPlainTextEdit)
"""Kinds of which ours make up what they tell when the mouse rests on them."""
SIGNS = {
    "zq1": "<img src=",  # ">" follows: a picture of the disk
    "zq2": "<b>",
    "zq3": "&amp;",
    "zq4": "&F",  # a letter that is underlined, and answers to a key
    "zq5": "[*]",  # where Qt marks a window whose work is not saved
    "zq6": "<img src=",
    "zq7": "</span>",
    "zq8": "<i>",
    "zq9": "&lt;",
}
"""What stands before a mark."""
MARK = re.compile(r"zq\d")
PICTURE, BOLD, SIGN, KEY, STAR, VALUE, END, TIME, SMALLER = (s + m for m, s in SIGNS.items())
NAMES = Names(
    file=f"{PICTURE}> {SIGN} {KEY} {STAR}.csv",
    headings=(f"{END} field", f"{TIME} date", f"{VALUE}> NDVI"),
    fields=(f"{PICTURE}> {KEY}", f"{BOLD} {SIGN}", f"{END} {SMALLER}"),
)
HOSTILE = " ".join((NAMES.file, *NAMES.headings, *NAMES.fields))
met: set[str] = set()
"""Marks that were seen anywhere: a walk that meets none has shown nothing."""


class Shown(NamedTuple):
    """A text as it was handed over, and as it is seen."""

    what: str
    written: str
    read: str


def changed(root: QWidget) -> Iterator[str]:
    """Every text of a surface that does not show a name as it is, and every label of which nobody
    said that its words are plain."""
    for widget in seen(root):
        if isinstance(widget, QLabel) and _guesses(widget):
            yield f"{named(widget)}: guesses whether its words are markup"
        for shown in texts(widget):
            met.update(MARK.findall(shown.read))
            if not is_literal(shown):
                said = f"{shown.read[:90]!r} of {_about(shown)!r}"
                yield f"{named(widget)}: {shown.what} shows {said}"


def _about(shown: Shown) -> str:
    """What was written, about its first mark."""
    found = MARK.search(shown.written)
    begin = max(0, found.start() - 60) if found is not None else 0
    return shown.written[begin : begin + 120]


def is_literal(shown: Shown) -> bool:
    return all(
        len(_as_it_stands(mark).findall(shown.read)) == shown.written.count(mark)
        for mark in set(MARK.findall(shown.written))
    )


def _guesses(label: QLabel) -> bool:
    return bool(label.text()) and label.textFormat() == Qt.TextFormat.AutoText


def _as_it_stands(mark: str) -> re.Pattern[str]:
    """After its signs, or after as many of them as were not left out for want of room."""
    signs = SIGNS[mark]
    cut = "|".join(re.escape(signs[place:]) for place in range(1, len(signs) + 1))
    return re.compile(f"(?:{re.escape(signs)}|…(?:{cut})){mark}")


# how each kind of widget reads what it is given


def rich(words: str) -> str:
    document = QTextDocument()
    document.setHtml(words)
    return document.toPlainText().replace("\N{NO-BREAK SPACE}", " ")


def guessed(words: str) -> str:
    """As Qt shows a text of which nobody said what it is: tooltips, for one."""
    return rich(words) if Texts.mightBeRichText(words) else words


def without_keys(words: str) -> str:
    """Underlined letters lose their sign; in a menu, what follows a tab names the keys."""
    return re.sub("&(.?)", r"\1", words.partition("\t")[0])


def texts(widget: QWidget) -> Iterator[Shown]:
    yield _tip("the tooltip", widget.toolTip())
    if isinstance(widget, HOVERED):
        yield _tip("a hover", told(widget))
    if widget.isWindow():
        title = widget.windowTitle()
        yield Shown("the title", title, re.sub(r"\[\*\](\[\*\])?", lambda m: m[1] or "", title))
    for kind, of_kind in KINDS:
        if isinstance(widget, kind):
            yield from of_kind(widget)
            return


def _tip(what: str, words: object) -> Shown:
    written = str(words or "")
    return Shown(what, written, guessed(written))


def _of_label(label: QLabel) -> Iterator[Shown]:
    words, kind = label.text(), label.textFormat()
    if kind == Qt.TextFormat.PlainText:
        yield Shown("it", words, without_keys(words) if label.buddy() else words)
    else:
        yield Shown("it", words, rich(words) if kind == Qt.TextFormat.RichText else guessed(words))


def _of_button(button: QAbstractButton) -> Iterator[Shown]:
    yield Shown("it", button.text(), without_keys(button.text()))


def _of_group(group: QGroupBox) -> Iterator[Shown]:
    yield Shown("it", group.title(), without_keys(group.title()))


def _of_progress(bar: QProgressBar) -> Iterator[Shown]:
    yield Shown("it", bar.format(), bar.text())


def _of_choices(box: QComboBox) -> Iterator[Shown]:
    for place in range(box.count()):
        yield _tip(f"tooltip {place}", box.itemData(place, Qt.ItemDataRole.ToolTipRole))


def _of_tabs(bar: QTabBar) -> Iterator[Shown]:
    for place in range(bar.count()):
        yield Shown(f"tab {place}", bar.tabText(place), without_keys(bar.tabText(place)))
        yield _tip(f"the tooltip of tab {place}", bar.tabToolTip(place))


def _of_menu(menu: QMenu) -> Iterator[Shown]:
    for action in menu.actions():
        yield Shown("an entry", action.text(), without_keys(action.text()))
        if menu.toolTipsVisible():
            yield _tip("an entry's tooltip", action.toolTip())


def _of_head(head: QHeaderView) -> Iterator[Shown]:
    for place in range(head.count() if head.model() is not None else 0):
        found = head.model().headerData(place, head.orientation(), Qt.ItemDataRole.ToolTipRole)
        yield _tip(f"the tooltip of heading {place}", found)


def _of_cells(view: QAbstractItemView) -> Iterator[Shown]:
    for index, _ in cells(view):
        yield _tip(f"the tooltip of row {index.row()}", index.data(Qt.ItemDataRole.ToolTipRole))


def _of_plot(view: QGraphicsView) -> Iterator[Shown]:
    for item in view.items():
        if isinstance(item, QGraphicsTextItem):
            yield Shown("the plot", item.toHtml(), rich(item.toHtml()))


def _of_page(page: QTextEdit) -> Iterator[Shown]:
    yield Shown("the page", page.toHtml(), rich(page.toHtml()))


KINDS: tuple[tuple[type[QWidget], Callable[[Any], Iterator[Shown]]], ...] = (
    (QMenu, _of_menu), (QLabel, _of_label), (QAbstractButton, _of_button),
    (QGroupBox, _of_group), (QProgressBar, _of_progress), (QComboBox, _of_choices),
    (QTabBar, _of_tabs), (QHeaderView, _of_head), (QAbstractItemView, _of_cells),
    (QGraphicsView, _of_plot), (QTextEdit, _of_page),
)  # fmt: skip
"""The first that fits holds."""
