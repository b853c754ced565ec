"""Writing an observed date into the stage table: a day that could be another stays unwritten."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gpstudio.core.errors import InputError
from gpstudio.gui.days import DayField
from gpstudio.gui.fields import describe
from gpstudio.gui.rows_model import Index
from gpstudio.gui.season.stage_model import DAY_ROLE
from gpstudio.translation import tr

EDITOR_WIDTH = 136
WRITTEN_WITH = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class ObservedCell(QStyledItemDelegate):
    """The editor of one cell. A wrong day is told while the editor is open, and it stays open."""

    refused = Signal(str)
    """Why what stands in the cell is no day."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> DayField:
        editor = DayField(parent)
        editor.setObjectName("observed_day")
        editor.setPlaceholderText("2022-05-04")
        describe(
            editor, tr("Observed day"), tr("The day on which the stage was seen, as 2022-05-04.")
        )
        return editor

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Wide enough for a day, also where the column is not."""
        where: QRect = option.rect  # type: ignore[attr-defined]
        editor.setGeometry(where.adjusted(0, 0, max(0, EDITOR_WIDTH - where.width()), 0))

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, DayField)
        editor.show_text(str(index.data(Qt.ItemDataRole.EditRole) or ""))
        editor.near = index.data(DAY_ROLE)
        editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Also where the editor is left by a click elsewhere: a wrong day is told, and gone."""
        day = self._day(editor)
        if day is not ...:
            model.setData(index, day, Qt.ItemDataRole.EditRole)  # type: ignore[arg-type]

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in WRITTEN_WITH and self._day(editor) is ...:
                return True
            if event.key() in WRITTEN_WITH:
                self.refused.emit("")
        return super().eventFilter(editor, event)

    def _day(self, editor: QObject) -> object:
        """A day, None for an empty cell, or ``...`` for what is no day."""
        assert isinstance(editor, DayField)
        try:
            return editor.day()
        except InputError as error:
            self.refused.emit(str(error))
            return ...
