"""A page on screen: Markdown made readable in the colours of the theme."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.help.pictures import fit_pictures, with_captions
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr

SIZES = {1: 16.0, 2: 12.5, 3: 11.0}
"""Points of a heading, by its level."""
MARGIN = 20
GitHub = QTextDocument.MarkdownFeature.MarkdownDialectGitHub


class ManualText(QTextBrowser):
    """Links between pages go out as wishes; it opens nothing by itself."""

    page_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("manual_page")
        describe(
            self,
            tr("Page"),
            tr("The page of the manual; Tab goes to its links, Enter follows one."),
        )
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.anchorClicked.connect(lambda url: self.page_asked.emit(QUrl(url).path()))
        self._theme = theme
        self._text = ""

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        place = self.verticalScrollBar().value()
        self.show_text(self._text)
        self.verticalScrollBar().setValue(place)

    def show_text(self, text: str, words: str = "") -> None:
        """The page from its beginning, or from the first of the words that were looked for."""
        self._text = text
        document = self.document()
        document.setDocumentMargin(MARGIN)
        document.setMarkdown(with_captions(text).replace(" %", "\N{NO-BREAK SPACE}%"), GitHub)
        whole = QTextCursor(document)
        whole.beginEditBlock()  # laid out once, not after every cell
        self._dress(document)
        whole.endEditBlock()
        self._fit_pictures()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._mark(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_pictures()

    def _fit_pictures(self) -> None:
        room = self.viewport().width() - 2 * MARGIN
        fit_pictures(self.document(), self._theme, room, self.devicePixelRatioF())

    def _dress(self, document: QTextDocument) -> None:
        block = document.begin()
        while block.isValid():
            cursor = QTextCursor(block)
            level = block.blockFormat().headingLevel()
            if level:
                self._dress_heading(cursor, level)
            elif cursor.currentTable() is None:
                cursor.mergeBlockFormat(_spaced(0.0, 8.0))
            self._dress_code(block, cursor)
            block = block.next()
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)

    def _dress_heading(self, cursor: QTextCursor, level: int) -> None:
        cursor.mergeBlockFormat(_spaced(4.0 if level == 1 else 16.0, 8.0))
        cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        letters = QTextCharFormat()
        letters.setFontPointSize(SIZES.get(level, SIZES[3]))
        letters.setFontWeight(QFont.Weight.Bold)
        letters.setForeground(QColor(self._theme.text))
        cursor.mergeCharFormat(letters)

    def _dress_code(self, block: QTextBlock, cursor: QTextCursor) -> None:
        """Qt's own fixed letters are not everywhere; these are, on a ground of their own."""
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        pieces = block.begin()
        ranges = []
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.charFormat().fontFixedPitch():
                ranges.append((piece.position(), piece.length()))
            pieces += 1
        for start, length in ranges:
            letters = QTextCharFormat()
            letters.setFontFamilies([fixed, self.font().family()])
            letters.setBackground(QColor(self._theme.hover))
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(letters)

    def _dress_table(self, table: QTextTable) -> None:
        """Lines between rows alone, and no more width than the page."""
        whole = table.format()
        whole.setBorder(0)
        whole.setCellPadding(5)
        whole.setCellSpacing(0)
        whole.setTopMargin(4)
        whole.setBottomMargin(12)
        whole.setWidth(QTextLength(QTextLength.Type.PercentageLength, 99))
        whole.setBorderCollapse(True)
        table.setFormat(whole)
        for row in range(table.rows()):
            for column in range(table.columns()):
                cell = table.cellAt(row, column)
                made = QTextTableCellFormat()
                made.setBottomBorder(1.0)
                made.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                made.setBottomBorderBrush(QColor(self._theme.border))
                made.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignTop)
                if row == 0:
                    made.setForeground(QColor(self._theme.quiet))
                cell.setFormat(made)

    def _mark(self, words: str) -> None:
        """Go to the first word that was looked for, and show it selected."""
        for word in words.split():
            if self.find(word):
                self.ensureCursorVisible()
                return


def _spaced(above: float, below: float) -> QTextBlockFormat:
    made = QTextBlockFormat()
    made.setNonBreakableLines(False)  # lines of code are longer than a narrow window
    made.setTopMargin(above)
    made.setBottomMargin(below)
    return made
