"""For who speaks another language: whatever the program says must be said through ``tr``.

The walk is taken where every text has other letters (``other_words``): words in plain letters are
then either the person's own, or names that are the same in every language, or left behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGraphicsSimpleTextItem,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QTextBrowser,
    QWidget,
)

from gpstudio.core.recipe import SLOTS
from gpstudio.gui.actions import ACTS

from .room import cells
from .seen import named, plain, seen

PLAIN = re.compile(r"[A-Za-z]{3,}")
ITSELF = re.compile(
    r"""
    \b[\w-]+\.(?:csv|gpstudio|py|json|pdf|png|svg|txt|html|parquet|xlsx|mo)\b  # files
    | (?:/|~/|\w+/)[\w./ -]+                                                     # and folders
    | \b[a-z_0-9]+\([^)]*\)                                                      # kernels
    | \b(?:Ctrl|Shift|Alt|Meta|Esc|Del|Ins|Home|End|Enter|Space|Left|Right|Up|Down|F\d+)\b[+\w,]*
    | GP\ Studio
    """,
    re.VERBOSE,
)
NAMES = frozenset(
    """NDVI EVI GCC CSV PDF PNG SVG BBCH Zadoks UTC HTML BLAS LAPACK Matérn RBF Nyström Fourier
    Cholesky MINRES QLP Woodbury Toeplitz Laplace Jacobi Bluestein Sobol""".split()
)


def untranslated(root: QWidget) -> Iterator[str]:
    allowed = _allowed()
    for widget in seen(root):
        for what, words in _texts(widget):
            rest = ITSELF.sub(" ", plain(words))
            left = [w for w in PLAIN.findall(rest) if w not in allowed]
            if left:
                yield f"{named(widget)}: {what} says {' '.join(left)[:60]!r} in {words[:90]!r}"


def _allowed() -> frozenset[str]:
    """Words of the language in which recipes are written, and names."""
    recipes = {word for slot in SLOTS for spec in slot.specs for word in _words_of(spec)}
    return NAMES | recipes | {act.name for act in ACTS}


def _words_of(spec: object) -> Iterator[str]:
    yield from str(spec.name).split("_")
    for parameter in spec.parameters:
        yield from parameter.name.split("_")
        yield from (part for choice in parameter.choices for part in choice.split("_"))


def _texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    yield "the tooltip", widget.toolTip()
    yield "the name", widget.accessibleName()
    yield "the description", widget.accessibleDescription()
    if widget.isWindow():
        yield "the title", widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield "it", widget.text()
    if isinstance(widget, QGroupBox):
        yield "it", widget.title()
    if isinstance(widget, QLineEdit):
        yield "the hint", widget.placeholderText()
    if isinstance(widget, QComboBox) and not widget.isEditable():
        for place in range(widget.count()):
            yield f"choice {place}", widget.itemText(place)
    if isinstance(widget, QTabBar):
        for place in range(widget.count()):
            yield f"tab {place}", widget.tabText(place)
            yield f"the tooltip of tab {place}", widget.tabToolTip(place)
    if isinstance(widget, QMenu):
        for action in widget.actions():
            yield "an entry", action.text()
            yield "an entry's tooltip", action.toolTip()
    if isinstance(widget, QHeaderView) and widget.model() is not None:
        for place in range(widget.count()):
            found = widget.model().headerData(place, widget.orientation())
            yield f"heading {place}", str(found or "")
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        for index, _ in cells(widget):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                found = index.data(role)
                yield f"row {index.row()} column {index.column()}", str(found or "")
    if isinstance(widget, QGraphicsView) and not isinstance(widget, QTextBrowser):
        for item in widget.items():
            if isinstance(item, QGraphicsTextItem):
                yield "the plot", item.toPlainText()
            elif isinstance(item, QGraphicsSimpleTextItem):
                yield "the plot", item.text()
