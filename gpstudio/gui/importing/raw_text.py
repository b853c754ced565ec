"""The left side of the dialog: the file as it stands, with the number of each line.

What stands above the table is quiet, the header is bold, and lines of rows that are set aside are
grey and say why.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from gpstudio.data.decisions import ABOUT
from gpstudio.data.table import Table
from gpstudio.gui.fields import describe
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

LONGEST = 4_000
"""Characters of a line that are shown: nobody reads further, and Qt would lay them all out."""


class _Tint(QSyntaxHighlighter):
    """Colours lines by their number."""

    def __init__(self, text: RawText) -> None:
        super().__init__(text.document())
        self._text = text

    def highlightBlock(self, line: str) -> None:
        made = self._text.format_of(self.currentBlock().blockNumber() + 1)
        if made is not None:
            self.setFormat(0, len(line), made)


class RawText(QPlainTextEdit):
    line_shown = Signal(int)
    """The topmost line, counted from 1."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("raw_text")
        describe(self, tr("The file as it stands"), tr("The beginning of the file, line by line."))
        self._theme = theme
        self._head = ""
        self._reasons: dict[int, str] = {}
        self._header: frozenset[int] = frozenset()
        self._first = 1
        self._selected = 0
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF())
        self.setFont(font)
        self._tint = _Tint(self)
        self.margin = _Margin(self)
        self.blockCountChanged.connect(lambda _: self._make_room())
        self.updateRequest.connect(lambda *_: self.margin.update())
        self.verticalScrollBar().valueChanged.connect(lambda top: self.line_shown.emit(top + 1))
        self._make_room()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._tint.rehighlight()
        self._mark()
        self.margin.update()

    def show_table(self, table: Table | None) -> None:
        """A table that is read again leaves the view where it was."""
        head = table.preview.head if table is not None else ""
        self._reasons = _reasons(table) if table is not None else {}
        self._first = table.preview.lines[0] if table is not None and table.preview.lines else 1
        self._header = _header_lines(table) if table is not None else frozenset()
        self._selected = 0
        if head != self._head:
            self._head = head
            lines = head.rstrip("\r\n").splitlines()
            self.setPlainText("\n".join(line[:LONGEST] for line in lines))
        else:
            self._tint.rehighlight()
        self._mark()
        self.margin.update()

    def reason(self, line: int) -> str:
        return self._reasons.get(line, "")

    def format_of(self, line: int) -> QTextCharFormat | None:
        made = QTextCharFormat()
        if line in self._header:
            made.setFontWeight(QFont.Weight.Bold)
            return made
        if line < self._first or line in self._reasons:
            made.setForeground(QColor(self._theme.quiet))
            made.setFontItalic(line in self._reasons)
            return made
        return None

    def see_line(self, line: int) -> None:
        self.verticalScrollBar().setValue(line - 1)

    def select_line(self, line: int) -> None:
        self._selected = line
        self._mark()

    def _mark(self) -> None:
        """Bands across the whole width: the header's, and that of the row selected beside."""
        bands = [(line, self._theme.hover) for line in sorted(self._header)]
        if self._selected:
            bands.append((self._selected, self._theme.selected))
        marks = []
        for line, colour in bands:
            block = self.document().findBlockByNumber(line - 1)
            if block.isValid():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(block)
                mark.format.setBackground(QColor(colour))
                mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                marks.append(mark)
        self.setExtraSelections(marks)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self.cursorForPosition(event.pos()).blockNumber() + 1
            reason = self.reason(line)
            words = (
                tr("Line {line} is set aside: {reason}", line=line, reason=reason) if reason else ""
            )
            QToolTip.showText(event.globalPos(), tip(words), self)
            return True
        return super().viewportEvent(event)

    def margin_width(self) -> int:
        digits = max(2, len(str(max(1, self.blockCount()))))
        return self.fontMetrics().horizontalAdvance("9") * digits + 20

    def _make_room(self) -> None:
        self.setViewportMargins(self.margin_width(), 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self.margin.setGeometry(
            QRect(inside.left(), inside.top(), self.margin_width(), inside.height())
        )

    def paint_margin(self, event: QPaintEvent) -> None:
        painter = QPainter(self.margin)
        painter.fillRect(event.rect(), QColor(self._theme.card))
        painter.setFont(self.font())
        painter.setPen(QColor(self._theme.quiet))
        block = self.firstVisibleBlock() if self._head else QTextBlock()
        width, height = self.margin.width() - 10, self.fontMetrics().height()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if place.top() > event.rect().bottom():
                break
            painter.drawText(
                QRect(0, round(place.top()), width, height),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                str(block.blockNumber() + 1),
            )
            block = block.next()
        painter.end()


class _Margin(QWidget):
    """Where the numbers of the lines stand."""

    def __init__(self, text: RawText) -> None:
        super().__init__(text)
        self._text = text

    def sizeHint(self) -> QSize:
        return QSize(self._text.margin_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_margin(event)


def _reasons(table: Table) -> dict[int, str]:
    """Lines whose row takes no part at all, and why."""
    if table.questions:
        return {}
    found = {}
    for line, verdicts in zip(table.preview.lines, table.preview.verdicts, strict=True):
        if verdicts and all(verdicts):
            found[line] = ", ".join(dict.fromkeys(verdicts))
    return found


def _header_lines(table: Table) -> frozenset[int]:
    """The lines straight above the first row that hold any text: as many as the header has."""
    if not table.preview.lines:
        return frozenset()
    chosen = {d.about: d.chosen for d in table.decisions}.get("header", "1 row")
    rows = ABOUT["header"].index(chosen)
    lines = table.preview.head.splitlines()[: table.preview.lines[0] - 1]
    written = [number for number, text in enumerate(lines, 1) if text.strip()]
    return frozenset(written[len(written) - rows :] if rows else [])
