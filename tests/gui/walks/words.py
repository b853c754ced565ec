"""For who speaks another language: whatever the program says must be said through ``tr``.

The walk is taken where every text has other letters (``other_words``): words in plain letters are
then either the person's own, or names that are the same in every language, or left behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialog,
    QGraphicsSimpleTextItem,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QTabBar,
    QWidget,
)

from gpstudio.core.classification.asked import WAYS
from gpstudio.core.recipe import SLOTS
from gpstudio.lab.sources import SOURCES

from ..bench import FIELDS
from ..showing import LONG
from .literal import HOSTILE
from .room import cells
from .seen import named, plain, seen

Said: TypeAlias = tuple[str, str]
"""What it is of a widget, and its words."""
WORD = re.compile(r"[^\W\d_²³]{3,}")
ITSELF = re.compile(
    r"""
    \b[\w -]+\.(?:csv|gpstudio|py|json|pdf|png|svg|txt|html|parquet|xlsx)\b  # files
    | (?:/|~/|\w+/)[\w./ -]+                                                 # and folders
    | \b[a-z_0-9]+\([^)]*\)                                                  # kernels
    | \b(?:Ctrl|Shift|Alt|Meta|Esc|Del|Ins|Home|End|Enter|Space|F\d+)\b[+\w,]*
    | GP\ Studio | utf-[\w-]+ | windows-\d+ | latin-1 | YYYY-MM-DD | DD\.MM\.YYYY
    | US\ Great\ Plains
    """,
    re.VERBOSE,
)
NAMES = frozenset(
    """NDVI EVI GCC LAI ExG CSV PDF PNG SVG BBCH Zadoks UTC HTML BLAS LAPACK Matérn RBF Nyström
    Fourier Cholesky MINRES QLP Woodbury Toeplitz Laplace Jacobi Student Poisson Logit FITC MIT UCI
    Machine Learning Repository github com""".split()
)
OWN = frozenset(
    WORD.findall(
        f"{' '.join(FIELDS)} {HOSTILE} {LONG} Recover Discard Open an earlier version What it does "
        "North ndvi evi date field name value the crop one fit greenest "
        "Australian Bureau of Meteorology by way of the package rattle.data MASS GPL"
    )
)
"""Of the person, or of the walk."""
FILES_OWN = ("lab_rows", "columns_table", "components", "day_sheet")
"""Show a file's own columns and words, what others call theirs, or days as Qt names them."""


def untranslated(root: QWidget) -> Iterator[str]:
    allowed = _allowed()
    for widget in seen(root):
        if any(name in named(widget) for name in FILES_OWN):
            continue
        for what, words in _texts(widget):
            said = WORD.findall(ITSELF.sub(" ", plain(words)))
            left = [w for w in said if w not in allowed and not w.isdigit() and _is_plain(w)]
            if left:
                yield f"{named(widget)}: {what} says {' '.join(left)[:60]!r} in {words[:90]!r}"


def _is_plain(word: str) -> bool:
    """Whether any of its letters is one that the other words have not."""
    return any(letter.isascii() for letter in word)


def _allowed() -> frozenset[str]:
    """Words of the language in which recipes are written, and names."""
    recipes = {word for slot in SLOTS for spec in slot.specs for word in _words_of(spec)}
    sets = {word for source in SOURCES for word in (source.name, *source.inputs, source.target)}
    ways = {part for way in WAYS for part in way.split("-")}
    return NAMES | OWN | recipes | ways | {part for word in sets for part in word.split("_")}


def _words_of(spec: object) -> Iterator[str]:
    yield from str(spec.name).split("_")
    for parameter in spec.parameters:
        yield from parameter.name.split("_")
        yield from (part for choice in parameter.choices for part in choice.split("_"))


def _texts(widget: QWidget) -> Iterator[Said]:
    yield "the tooltip", widget.toolTip()
    yield "the name", widget.accessibleName()
    yield "the description", widget.accessibleDescription()
    for kind, of_kind in KINDS:
        if isinstance(widget, kind):
            yield from of_kind(widget)
            return


def _of_window(window: QWidget) -> Iterator[Said]:
    yield "the title", window.windowTitle()


def _of_words(widget: QLabel | QAbstractButton) -> Iterator[Said]:
    yield "it", widget.text()


def _of_group(group: QGroupBox) -> Iterator[Said]:
    yield "it", group.title()


def _of_line(line: QLineEdit) -> Iterator[Said]:
    yield "the hint", line.placeholderText()


def _of_choices(box: QComboBox) -> Iterator[Said]:
    yield from ((f"choice {place}", box.itemText(place)) for place in range(box.count()))


def _of_tabs(bar: QTabBar) -> Iterator[Said]:
    for place in range(bar.count()):
        yield f"tab {place}", bar.tabText(place)
        yield f"the tooltip of tab {place}", bar.tabToolTip(place)


def _of_menu(menu: QMenu) -> Iterator[Said]:
    for action in menu.actions():
        yield "an entry", action.text()
        yield "an entry's tooltip", action.toolTip()


def _of_head(head: QHeaderView) -> Iterator[Said]:
    for place in range(head.count() if head.model() is not None else 0):
        found = head.model().headerData(place, head.orientation())
        yield f"heading {place}", str(found or "")


def _of_cells(view: QAbstractItemView) -> Iterator[Said]:
    for index, _ in cells(view):
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            yield f"row {index.row()} column {index.column()}", str(index.data(role) or "")


def _of_plot(view: QGraphicsView) -> Iterator[Said]:
    for item in view.items():
        if isinstance(item, QGraphicsTextItem):
            yield "the plot", item.toPlainText()
        elif isinstance(item, QGraphicsSimpleTextItem):
            yield "the plot", item.text()


KINDS: tuple[tuple[type[QWidget], Callable[[Any], Iterator[Said]]], ...] = (
    (QMenu, _of_menu), (QMainWindow, _of_window), (QDialog, _of_window), (QLabel, _of_words),
    (QAbstractButton, _of_words), (QGroupBox, _of_group), (QLineEdit, _of_line),
    (QComboBox, _of_choices), (QTabBar, _of_tabs), (QHeaderView, _of_head),
    (QAbstractItemView, _of_cells), (QGraphicsView, _of_plot),
)  # fmt: skip
"""The first that fits holds. Pages of the manual are files, not texts of the program."""
