"""Asks how a figure is to be written, before it is asked where."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.fields import ChoiceBox, describe, label
from gpstudio.gui.figure_form import (
    KINDS,
    LEAST,
    MOST,
    OWN,
    SIZES,
    FigureForm,
    sides_of,
    sides_text,
)
from gpstudio.gui.season.rows import FormRows
from gpstudio.translation import tr

WRONG = tr("Width × height, as 170 × 95; each from {least:g} to {most:g} mm.")


class FigureDialog(QDialog):
    taken = Signal(object)
    """A ``FigureForm``."""

    def __init__(self, name: str, form: FigureForm, parent: QWidget | None = None) -> None:
        """``name`` is that of the field, which heads the figure where nobody says otherwise."""
        super().__init__(parent)
        self.setObjectName("figure_dialog")
        self.setWindowTitle(tr("Export the figure"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._name = name
        self.heading = QLineEdit(name)
        self.heading.setObjectName("figure_heading")
        self.kind = _list("figure_kind", {kind: about[0] for kind, about in KINDS.items()})
        self.size_of = _list("figure_size", {size: about[0] for size, about in SIZES.items()})
        self.sides = QLineEdit()
        self.sides.setObjectName("figure_sides")
        self.trouble = label(WRONG.format(least=LEAST, most=MOST), "warning", wrap=True)
        self.trouble.setObjectName("figure_trouble")
        self.cancel = QPushButton(tr("&Cancel"))
        self.cancel.setObjectName("cancel_figure")
        describe(self.cancel, tr("Cancel"), tr("Write nothing (Esc)."))
        self.save = QPushButton(tr("&Save…"))
        self.save.setObjectName("save_figure")
        self.save.setProperty("primary", True)
        self.save.setDefault(True)
        describe(self.save, tr("Save"), tr("Choose where to write it (Enter)."))
        self._lay_out()
        self._show(form)
        self.size_of.activated.connect(self._show_size)
        self.sides.textChanged.connect(self._show_size)
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(self._take)

    def _lay_out(self) -> None:
        rows = FormRows()
        rows.add(
            tr("Heading"), self.heading,
            tr("Stands before the legend. Empty: none."),
        )  # fmt: skip
        rows.add(tr("Kind"), self.kind, tr("Pictures have 300 dots an inch where a size is given."))
        rows.add(tr("Size"), self.size_of, tr("How large it is; letters keep their size."))
        rows.add(tr("Millimetres"), self.sides, tr("Width × height, as 170 × 95."))
        rows.add_wide(self.trouble)
        self._rows = rows
        bottom = QHBoxLayout()
        bottom.addStretch(1)
        bottom.addWidget(self.cancel)
        bottom.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(12)
        column.addLayout(rows)
        column.addLayout(bottom)

    @property
    def form(self) -> FigureForm:
        heading, size = self.heading.text().strip(), str(self.size_of.currentData())
        sides = sides_of(self.sides.text()) if size == OWN else SIZES[size][1]
        said = None if heading == self._name else heading
        return FigureForm(self.kind.currentData(), size, sides, said)

    def _show(self, form: FigureForm) -> None:
        self.kind.setCurrentIndex(self.kind.findData(form.kind))
        self.size_of.setCurrentIndex(self.size_of.findData(form.size))
        sides = form.millimetres or SIZES[OWN][1]
        self.sides.setText("" if sides is None else sides_text(sides))
        self._show_size()

    def _show_size(self, *_: object) -> None:
        is_own = self.size_of.currentData() == OWN
        wrong = is_own and sides_of(self.sides.text()) is None
        self._rows.show_row(self.sides, is_own)
        self.trouble.setVisible(wrong)
        self.save.setEnabled(not wrong)
        self.adjustSize()

    def _take(self) -> None:
        form = self.form
        form.keep()
        self.accept()
        self.taken.emit(form)


def _list(name: str, entries: dict[str, str]) -> ChoiceBox:
    box = ChoiceBox()
    box.setObjectName(name)
    box.setMinimumContentsLength(max(map(len, entries.values())))
    for value, title in entries.items():
        box.addItem(title, value)
    return box
