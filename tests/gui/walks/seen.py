"""What of a surface can be seen, and what a person learns of it by hovering."""

from __future__ import annotations

import re
from html import unescape

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QToolTip, QWidget

OF_QT = frozenset(
    {"QLineEditIconButton", "QTipLabel", "QTableCornerButton", "QComboBoxPrivateScroller",
     "qt_scrollarea_viewport", "qt_scrollarea_hcontainer", "qt_scrollarea_vcontainer",
     "qt_toolbar_ext_button", "qt_menubar_ext_button", "qt_keysequenceedit_lineedit"}
)  # fmt: skip
"""Parts that Qt makes inside of its own widgets, by kind or by name."""

SIGNS = "●○★▸▾▲△ "


def seen(root: QWidget) -> list[QWidget]:
    """The root and all in it that is on screen, but for what Qt makes for itself."""
    found = [root, *root.findChildren(QWidget)]
    return [w for w in found if is_seen(w, root) and not is_of_qt(w)]


def is_seen(widget: QWidget, root: QWidget) -> bool:
    if not widget.isVisible() or widget.window() is not root.window():
        return False
    return widget.width() > 0 and widget.height() > 0


def is_of_qt(widget: QWidget) -> bool:
    return bool(OF_QT & {widget.objectName(), widget.metaObject().className()})


def named(widget: QWidget) -> str:
    """By which somebody finds it: its own name, else what it says, below the nearest named one."""
    said = getattr(widget, "text", None)
    words = str(said())[:30] if callable(said) else ""
    own = widget.objectName() or f"{widget.metaObject().className()} '{words}'"
    above = widget.parentWidget()
    while above is not None and (not above.objectName() or above.objectName().startswith("qt_")):
        above = above.parentWidget()
    return f"{above.objectName()} > {own}" if above is not None else own


def viewport_of(widget: QWidget) -> QAbstractScrollArea | None:
    """The scroll area whose viewport this is."""
    above = widget.parentWidget()
    if isinstance(above, QAbstractScrollArea) and above.viewport() is widget:
        return above
    return None


def hover(widget: QWidget, place: QPoint | None = None) -> str:
    """What is told when the mouse rests there, as plain words."""
    return plain(told(widget, place))


def told(widget: QWidget, place: QPoint | None = None) -> str:
    """The same as it is handed to Qt."""
    where = widget.rect().center() if place is None else place
    QToolTip.showText(QPoint(), "")
    event = QHelpEvent(QEvent.Type.ToolTip, where, widget.mapToGlobal(where))
    QApplication.sendEvent(widget, event)
    words = QToolTip.text()
    QToolTip.hideText()
    return words


def plain(words: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", words)).split())


def tells(told: str, words: str) -> bool:
    """Signs before the words, and how they begin, do not count."""
    wanted = plain(words).rstrip("….:").lstrip(SIGNS).casefold()
    return wanted in told.casefold()


def is_reached(widget: QWidget) -> bool:
    """Whether the tab key stops here."""
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isEnabled()
