"""The list's model: rows are made when the arrangement changes, words when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from gpstudio.data.series import Series
from gpstudio.gui.listing.arranging import JOINED, Arrangement, Arranger, Heading, Row, farm_of
from gpstudio.gui.listing.standing import FieldStanding, Standings
from gpstudio.gui.literal import tip
from gpstudio.session.document import Document
from gpstudio.translation import tr, tr_count

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()
STATUS = Qt.ItemDataRole.UserRole
NOTHING_UNFITTED: Mapping[str, str] = {}


class FieldsModel(QAbstractListModel):
    """The fields of the document; nothing is copied out of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = Document()
        self.arrangement = Arrangement()
        self.standings = Standings()
        self._arranger = Arranger(self.standings)
        self.rows: list[Row] = []
        self._places: Mapping[str, int] = {}
        """Where each field stands in the table."""
        self._row_of: dict[int, int] = {}
        """Where each listed field stands in the list, by its place in the table."""

    @property
    def series(self) -> Sequence[Series]:
        return self.document.table.series if self.document.table is not None else ()

    @property
    def fields(self) -> Sequence[str]:
        """The names of all fields, listed or not."""
        return self.document.table.groups if self.document.table is not None else ()

    def show_document(
        self, document: Document, unfitted: Mapping[str, str] = NOTHING_UNFITTED
    ) -> bool:
        """Whether the list is of other fields now; words of the same are asked for when painted."""
        before = self.document
        self.document = document
        self.standings.show(document, unfitted)
        if document.table is before.table:
            return False
        names = document.table.fields.place_of if document.table is not None else {}
        if names == self._places:
            return False  # the same fields with other readings
        self._places = names
        self.arrange(self.arrangement)
        return True

    def arrange(self, arrangement: Arrangement) -> bool:
        """Whether other rows are listed now."""
        rows = self._arranger.rows(self.document, arrangement)
        if rows == self.rows and arrangement == self.arrangement:
            return False
        self.beginResetModel()
        self.arrangement, self.rows = arrangement, rows
        self._row_of = {row: at for at, row in enumerate(rows) if isinstance(row, int)}
        self.endResetModel()
        return True

    def row_of(self, group: str) -> int:
        """-1 where the field is not listed."""
        return self._row_of.get(self._places.get(group, -1), -1)

    def series_at(self, row: int) -> Series | None:
        """The field of a row; None for a heading."""
        at = self.rows[row] if 0 <= row < len(self.rows) else None
        return self.series[at] if isinstance(at, int) else None

    def name_at(self, row: int) -> str:
        """As it is painted: under its farm's heading a field goes without the farm."""
        series = self.series_at(row)
        if series is None:
            return ""
        name = self.document.called(series.group)
        farm = farm_of(name) if self.arrangement.group == "farm" else ""
        return name.removeprefix(f"{farm}{JOINED}") if farm else name

    def heading_at(self, row: int) -> Heading | None:
        at = self.rows[row] if 0 <= row < len(self.rows) else None
        return at if isinstance(at, Heading) else None

    def standing_at(self, row: int) -> FieldStanding | None:
        series = self.series_at(row)
        return None if series is None else self.standings.of(series)

    @property
    def heading_rows(self) -> list[int]:
        return [row for row, at in enumerate(self.rows) if isinstance(at, Heading)]

    @property
    def listed(self) -> int:
        """How many fields are in the list."""
        return len(self._row_of)

    @property
    def groups(self) -> list[str]:
        """Of the listed fields, in their order."""
        fields = self.fields
        return [fields[row] for row in self.rows if isinstance(row, int)]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.heading_at(index.row()) is not None:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid():
            return None
        heading = self.heading_at(index.row())
        if heading is not None:
            return self._of_heading(heading, role)
        series = self.series_at(index.row())
        if series is None:
            return None
        name = self.document.called(series.group)
        if role == Role.DisplayRole:
            return name
        if role in (STATUS, Role.AccessibleTextRole, Role.ToolTipRole):
            return self._told(series, name, role)
        return None

    def _told(self, series: Series, name: str, role: int) -> str:
        readings = tr_count(len(series), "{n:,} reading", "{n:,} readings")
        standing = self.standings.of(series)
        if role == STATUS:
            return f"{readings} · {standing.words}"
        if role == Role.AccessibleTextRole:
            return f"{name}, {readings}, {standing.words}"
        words = self.document.labels_of(series.group).items()
        said = "; ".join(f"{heading}: {word}" for heading, word in words)
        return tip(f"{name}: {readings}. {standing.sentence}", said)

    def _of_heading(self, heading: Heading, role: int) -> Any:
        fields = tr_count(heading.count, "{n:,} field", "{n:,} fields")
        if role == Role.DisplayRole:
            return heading.title
        if role == STATUS:
            return f"{heading.count:,}"
        if role == Role.AccessibleTextRole:
            folded = tr("folded") if heading.folded else tr("unfolded")
            return f"{heading.title}, {fields}, {folded}"
        if role == Role.ToolTipRole:
            hint = tr("Click to unfold.") if heading.folded else tr("Click to fold.")
            return tip(f"{heading.title}: {fields}. {hint}")
        return None
