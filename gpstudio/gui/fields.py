"""Input widgets with the manners of the house.

Numbers take a comma or a point; scrolling never changes a value; every widget has a name for a
screen reader and an explanation one hover away.
"""

from __future__ import annotations

import math
from typing import TypeAlias, cast

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionViewItem,
    QStylePainter,
    QToolTip,
    QWidget,
)

from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.gui.literal import tip
from gpstudio.translation import tr

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex
USUAL_LETTERS = 14
"""Pixels that a line of letters is high, as they come with the window."""
WORD_GAP, WORD_EDGE = 14, 24
"""Pixels before a recipe's word beside a title, and after it in a closed list."""
TITLE_WIDTH = 96
"""Pixels that forms leave for the names of their fields, so that all fields begin in line."""


def scaled(pixels: int) -> int:
    """Pixels that hold as much where a person's letters are larger than usual."""
    letters = QFontMetrics(QApplication.font()).height()
    return max(pixels, round(pixels * letters / USUAL_LETTERS))


def describe(widget: QWidget, name: str, help: str) -> None:
    """One declaration for the screen reader and for the mouse."""
    widget.setAccessibleName(name)
    widget.setAccessibleDescription(help)
    widget.setToolTip(tip(help))


def label(text: str = "", rank: str = "", wrap: bool = False) -> QLabel:
    """A text of a rank that the style sheet knows: title, heading, quiet, error, warning."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("rank", rank)
    if wrap:
        made.setWordWrap(True)
        # wrapped text may be as narrow as its panel, whatever its longest word is
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    return made


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet looks at, and let it look again.

    Looking takes milliseconds, so nothing is done where they are so already.
    """
    if all(widget.property(name) == value for name, value in properties.items()):
        return
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def tell_whole(widget: QWidget, words: str, event: QHelpEvent) -> bool:
    """Words that are cut on screen, before what the widget explains about itself."""
    QToolTip.showText(event.globalPos(), tip(words) + widget.toolTip(), widget)
    return True


class LineField(QLineEdit):
    """One line of text that says when a person has finished changing it.

    Escape takes back what was typed.
    """

    settled = Signal()
    taken_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # a file dropped on the window is to be opened, not written into a field
        self.setAcceptDrops(False)
        self._settled_text = ""
        self.editingFinished.connect(self._finish)

    @property
    def is_pending(self) -> bool:
        """Whether something was typed that nobody has been told of."""
        return self.text() != self._settled_text

    def show_text(self, text: str) -> None:
        self._settled_text = text
        self.setText(text)
        self.setCursorPosition(0)
        self.mark_wrong(False)

    def mark_wrong(self, wrong: bool) -> None:
        restyle(self, wrong=wrong)

    def take_typed(self) -> None:
        """Take what is written as meant."""
        if self.is_pending:
            self._settled_text = self.text()
            self.settled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.show_text(self._settled_text)
            self.taken_back.emit()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """What an empty field says may be longer than the field."""
        words = "" if self.text() else self.placeholderText()
        if event.type() == QEvent.Type.ToolTip and words:
            return tell_whole(self, words, cast(QHelpEvent, event))
        return super().event(event)

    def _finish(self) -> None:
        self.take_typed()


class NumberField(LineField):
    """A number, or nothing where a number may come from the data."""

    def __init__(self, title: str, whole: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._whole = whole

    def number(self) -> float | None:
        """What is written; raises ``InputError`` when it is not a number."""
        text = self.text().strip().replace("−", "-")
        if not text:
            return None
        try:
            value = float(text.replace(",", ".", 1))
        except ValueError:
            value = float("nan")
        if not math.isfinite(value):
            self.mark_wrong(True)
            raise InputError(
                tr(
                    "{title}: '{text}' is not a number; write it as 30 or 0.5.",
                    title=self._title,
                    text=text,
                )
            )
        if self._whole and value != int(value):
            self.mark_wrong(True)
            raise InputError(
                tr(
                    "{title}: '{text}' is not a whole number; write it as 3.",
                    title=self._title,
                    text=text,
                )
            )
        self.mark_wrong(False)
        return value

    def show_number(self, value: float | None) -> None:
        self.show_text("" if value is None else print_number(value))


class ChoiceBox(QComboBox):
    """A list to choose from; the wheel scrolls the panel it stands in and never the choice."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self._tells_words = False

    def show_recipe_words(self) -> None:
        """Small beside each title the word by which a recipe knows it: the data of the entry."""
        self._tells_words = True
        self.setItemDelegate(RecipeWords(self))

    def showPopup(self) -> None:
        """As wide as its longest entry with its word."""
        view = self.view()
        bar = view.verticalScrollBar().sizeHint().width()
        view.setMinimumWidth(max(view.sizeHintForColumn(0) + bar, self.width()))
        super().showPopup()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """What was left out of the chosen words is told first, one hover away."""
        if event.type() == QEvent.Type.ToolTip and self._is_cut():
            return tell_whole(self, self.currentText(), cast(QHelpEvent, event))
        return super().event(event)

    def _room(self, option: QStyleOptionComboBox) -> int:
        """Pixels that the chosen words have."""
        field = QStyle.SubControl.SC_ComboBoxEditField
        kind = QStyle.ComplexControl.CC_ComboBox
        return self.style().subControlRect(kind, option, field, self).width() - 2

    def _is_cut(self) -> bool:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return self.fontMetrics().horizontalAdvance(self.currentText()) > self._room(option)

    def show_choice(self, data: object) -> None:
        """Show the entry with this data without telling anybody."""
        blocked = self.blockSignals(True)
        self.setCurrentIndex(self.findData(data))
        self.blockSignals(blocked)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The style sheet takes Fusion's arrow away; this one has the colour of the text. What
        does not fit is left out in the middle: names are often told apart by their ends."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        middle, room = Qt.TextElideMode.ElideMiddle, self._room(option)
        option.currentText = self.fontMetrics().elidedText(option.currentText, middle, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        if self._tells_words:
            self._draw_word(painter, room)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.6))
        x, y = self.width() - 13.0, self.height() / 2.0
        painter.drawPolyline([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)])
        painter.end()

    def _draw_word(self, painter: QPainter, room: int) -> None:
        """Where there is space for it behind the title."""
        word, letters = recipe_word(self.currentText(), self.currentData()), small(self.font())
        taken = self.fontMetrics().horizontalAdvance(self.currentText()) + WORD_GAP
        if not word or taken + QFontMetrics(letters).horizontalAdvance(word) > room:
            return
        painter.save()
        painter.setFont(letters)
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        place = self.rect().adjusted(0, 0, -WORD_EDGE, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, word)
        painter.restore()


def recipe_word(title: str, written: object) -> str:
    """What a recipe calls it; nothing where that is the title."""
    word = written if isinstance(written, str) else ""
    return "" if word.casefold() == title.casefold() else word


def small(letters: QFont) -> QFont:
    """A size less than those."""
    made = QFont(letters)
    made.setPointSizeF(max(letters.pointSizeF() - 1.0, 1.0))
    return made


class RecipeWords(QStyledItemDelegate):
    """Draws what a recipe calls an entry small at its right."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        super().paint(painter, option, index)
        word = _word_of(index)
        if word:
            painter.save()
            painter.setFont(small(option.font))
            role = QPalette.ColorRole.PlaceholderText
            painter.setPen(option.palette.color(role))
            place = option.rect.adjusted(0, 0, -WORD_EDGE // 3, 0)
            side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(place, side, word)
            painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        hint, word = super().sizeHint(option, index), _word_of(index)
        more = QFontMetrics(small(option.font)).horizontalAdvance(word) + WORD_GAP if word else 0
        return QSize(hint.width() + more, hint.height())


def _word_of(index: AnyIndex) -> str:
    title = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
    return recipe_word(title, index.data(Qt.ItemDataRole.UserRole))


class TickBox(QCheckBox):
    """A tick box whose tick has the colour that suits the accent."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxIndicator
        box = QRectF(self.style().subElementRect(part, option, self))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role = QPalette.ColorRole
        ink = role.HighlightedText if self.isEnabled() else role.PlaceholderText
        painter.setPen(QPen(self.palette().color(ink), 1.8))
        x, y, size = box.left(), box.top(), box.width()
        corners = ((0.24, 0.52), (0.43, 0.70), (0.77, 0.32))
        painter.drawPolyline([QPointF(x + size * a, y + size * b) for a, b in corners])
        painter.end()
