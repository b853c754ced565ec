"""The head of the table: name, role and format of each column, and the menu that changes a role.

By mouse: a click. By keyboard: the arrow keys go from column to column, Enter, Space or the menu
key opens the menu.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QPainter,
)
from PySide6.QtWidgets import QHeaderView, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.importing.rows_model import ASIDE, HEAD_TINT, RowsModel, blend, role_colour
from gpstudio.gui.importing.words import column_words, format_word, role_word
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

MENU_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Menu)
SIDE = 9
"""Pixels left and right of the text."""
BAR = 3
HELP = tr(
    "What each column is for. Arrow keys go from column to column. Enter, Space or a click "
    "changes it."
)
ARROW = "  ▾"


class RolesHeader(QHeaderView):
    menu_asked = Signal(int, QPoint)
    """The column, and where on the screen its menu belongs."""
    to_be_seen = Signal(int)
    """The column that the keyboard is at now."""

    def __init__(self, model: RowsModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("roles_header")
        describe(self, tr("Columns and their roles"), HELP)
        self._rows = model
        self._theme = theme
        self._current = 0
        self._hovered = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMouseTracking(True)
        self.sectionClicked.connect(self.ask_menu)
        self.sectionEntered.connect(self._hover)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.viewport().update()

    @property
    def current(self) -> int:
        return min(self._current, max(0, len(self._rows.columns) - 1))

    def ask_menu(self, section: int) -> None:
        if section < len(self._rows.columns):
            self._go(section)
            corner = QPoint(self.sectionViewportPosition(section), self.height())
            self.menu_asked.emit(section, self.viewport().mapToGlobal(corner))

    def wanted_width(self, section: int) -> int:
        """Room for what the header says of the column."""
        if section == len(self._rows.columns):
            return self.fontMetrics().horizontalAdvance(ASIDE) + 2 * SIDE
        column = self._rows.columns[section]
        bold = self.fontMetrics().__class__(self._font(bold=True))
        widths = [
            bold.horizontalAdvance(column.name),
            self.fontMetrics().horizontalAdvance(role_word(column.role) + ARROW) + 4,
            self.fontMetrics().horizontalAdvance(self._format(section)),
        ]
        return max(widths) + 2 * SIDE + 2

    def _format(self, section: int) -> str:
        return format_word(self._rows.columns[section])

    def _font(self, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setBold(bold)
        return font

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), 3 * self.fontMetrics().height() + BAR + 14)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme = self._theme
        painter.save()
        if section >= len(self._rows.columns):
            painter.fillRect(rect, QColor(theme.card))
            self._line(painter, rect, 0, ASIDE, theme.quiet, bold=True)
        else:
            self._paint_column(painter, rect, section)
        painter.setPen(QColor(theme.border))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def _paint_column(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, column = self._theme, self._rows.columns[section]
        colour, used = role_colour(theme, column.role), column.role != "ignored"
        tint = HEAD_TINT if used else 0.0
        tint += 0.06 if section == self._hovered else 0.0
        painter.fillRect(rect, blend(theme.card, colour, tint))
        painter.fillRect(rect.adjusted(1, 0, 0, BAR - rect.height()), QColor(colour))
        self._line(painter, rect, 0, column.name, theme.text if used else theme.quiet, bold=True)
        ink = theme.text if used else theme.quiet
        self._line(painter, rect, 1, role_word(column.role) + ARROW, ink)
        self._line(painter, rect, 2, self._format(section), theme.quiet)
        if self.hasFocus() and section == self.current:
            pen = painter.pen()
            pen.setColor(QColor(theme.accent))
            pen.setWidth(2)
            painter.setPen(pen)
            painter.drawRect(rect.adjusted(2, 2, -2, -3))

    def _line(
        self, painter: QPainter, rect: QRect, row: int, text: str, ink: str, bold: bool = False
    ) -> None:
        painter.setFont(self._font(bold))
        painter.setPen(QColor(ink))
        height = self.fontMetrics().height()
        place = QRect(
            rect.left() + SIDE, rect.top() + BAR + 6 + row * (height + 1), rect.width() - 12, height
        )
        room = rect.width() - 2 * SIDE
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        order = sorted(range(len(self._rows.columns)), key=self.visualIndex)
        if not order:
            return
        here = order.index(self.current)
        goals = {
            Qt.Key.Key_Left: max(here - 1, 0),
            Qt.Key.Key_Right: min(here + 1, len(order) - 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(order) - 1,
        }
        if event.key() in MENU_KEYS:
            self.ask_menu(self.current)
        elif event.key() in goals:
            self._go(order[goals[Qt.Key(event.key())]])
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        section = self.logicalIndexAt(event.pos()) if mouse else self.current
        self.ask_menu(section if section >= 0 else self.current)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._go(self.current)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _go(self, section: int) -> None:
        """To another column: into view, drawn with the focus, and said to who listens."""
        if not self._rows.columns:
            return
        self._current = section
        self.to_be_seen.emit(section)
        self.viewport().update()
        if self.hasFocus() and QAccessible.isActive():
            columns = self._rows.columns
            words = tr(
                "{column}, column {place} of {count}",
                column=column_words(columns[section]),
                place=section + 1,
                count=len(columns),
            )
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _hover(self, section: int) -> None:
        self._hovered = section
        self.viewport().update()

    def leaveEvent(self, event: object) -> None:
        self._hover(-1)
        super().leaveEvent(event)  # type: ignore[arg-type]
