"""The terms of the kernel: a tree to build with, and the fields of the selected term.

Every change becomes a line of the recipe and comes back through the document, so undo, the
expression's text and this tree can never disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gpstudio.core.choices import AUTO
from gpstudio.core.errors import InputError
from gpstudio.core.inference.report import Report
from gpstudio.core.kernels import KERNELS
from gpstudio.core.language import Expression, parse, print_expression
from gpstudio.data.series import Series
from gpstudio.gui.fields import label
from gpstudio.gui.latest import Latest
from gpstudio.gui.literal import tip
from gpstudio.gui.parameter_field import Units
from gpstudio.gui.terms.menus import ListButton, fill_with_families, plain_button
from gpstudio.gui.terms.term_form import TermForm
from gpstudio.gui.terms.tree import TermsTree
from gpstudio.gui.terms.words import numbers_in_words
from gpstudio.gui.theme import Theme
from gpstudio.session import kernel_edits as edits
from gpstudio.session.kernel_numbers import learnt_places, left_to_data
from gpstudio.session.kernel_tree import Node, Path, at, read, walk
from gpstudio.session.presets import offered
from gpstudio.session.prior import term_pictures
from gpstudio.translation import tr

AUTOMATIC = tr("Automatic: any change here writes the kernel out.")


class TermsEditor(QWidget):
    """Builds the kernel term by term."""

    chosen = Signal(str)
    """The kernel's new text."""
    wrong = Signal(str)
    """Why what a field says cannot be taken."""
    taken_back = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("terms_editor")
        self._root = Node("family", name=edits.plainest().name)
        self._path: Path = ()
        self._learnt: Mapping[Path, Node] = {}
        self._units: Units = {}
        self._series: Series | None = None
        self._shown: object = None
        self._drawn: object = None
        self.tree = TermsTree()
        self.form = TermForm()
        self.note = label(rank="quiet", wrap=True)
        self._pictures = Latest(self)
        self._make_buttons()
        self._lay_out()
        self.tree.may_drop = self._may_drop
        self.tree.selected.connect(self._select)
        self.tree.moved.connect(lambda steps: self._take(self._moved(steps)))
        self.tree.removed.connect(self._remove)
        self.tree.add_wanted.connect(self.add.showMenu)
        self.tree.dragged.connect(self._relocate)
        self.form.changed.connect(self._tell_fields)
        self.form.taken_back.connect(self._take_back)
        self._pictures.arrived.connect(self.tree.show_pictures)

    def _make_buttons(self) -> None:
        self.presets = ListButton(
            "terms_presets", tr("Start from…"), tr("Start from"),
            tr("Kernels in words, to begin with."),
            self._fill_presets,
        )  # fmt: skip
        self.add = ListButton(
            "terms_add", tr("Add"), tr("Add a term"),
            tr("Add a term to the selected one (Insert)."),
            lambda: self._fill_joined(self.add, "sum"),
        )  # fmt: skip
        self.multiply = ListButton(
            "terms_multiply", tr("Multiply"), tr("Multiply the term"),
            tr("Multiply the selected term by another one."),
            lambda: self._fill_joined(self.multiply, "product"),
        )  # fmt: skip
        self.change = ListButton(
            "terms_change", tr("Change"), tr("Change the term"),
            tr("Put another family in its stead, or wrap it in one."), self._fill_change,
        )  # fmt: skip
        self.up = plain_button(
            "terms_up", "↑", tr("Move up"), tr("Move the term up (Alt+Up)."),
            lambda: self._take(self._moved(-1)),
        )  # fmt: skip
        self.down = plain_button(
            "terms_down", "↓", tr("Move down"), tr("Move the term down (Alt+Down)."),
            lambda: self._take(self._moved(1)),
        )  # fmt: skip
        self.remove = plain_button(
            "terms_remove", tr("Remove"), tr("Remove the term"),
            tr("Leave the selected term out (Delete)."),
            self._remove,
        )  # fmt: skip

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        head, row = QHBoxLayout(), QHBoxLayout()
        for line in (head, row):
            line.setSpacing(4)
        head.addWidget(self.presets)
        head.addStretch()
        for button in (self.up, self.down, self.remove):
            head.addWidget(button)
        for button in (self.add, self.multiply, self.change):
            row.addWidget(button)
        row.addStretch()
        column.addLayout(head)
        column.addWidget(self.note)
        column.addWidget(self.tree)
        column.addLayout(row)
        column.addSpacing(4)
        column.addWidget(self.form)

    def set_theme(self, theme: Theme) -> None:
        self.tree.set_theme(theme)

    def show_kernel(
        self,
        written: Expression,
        report: Report | None,
        series: Series | None,
        units: Units,
    ) -> None:
        """The kernel as written, with the numbers of the fit that used it, if there is one."""
        used = report.kernel if report is not None else ""
        wanted = (print_expression(written), used, series, tuple(units.items()))
        if wanted == self._shown:
            return
        self._shown = wanted
        self._units, self._series = units, series
        found = _read(used)
        root = _read(wanted[0])
        automatic = root is None
        if root is None:
            root = left_to_data(found) if found is not None else edits.fresh(edits.plainest().name)
        self.note.setText(AUTOMATIC if automatic else "")
        self.note.setVisible(automatic)
        self._root = root
        self._learnt = {}
        if found is not None and report is not None:
            self._learnt = learnt_places(root, found, report.noise)
        self._show()

    def forget(self) -> None:
        """Show the kernel afresh next time, whatever stands in the fields now."""
        self._shown = None

    def close_work(self) -> bool:
        return self._pictures.close()

    def take_typed(self) -> None:
        if self.isVisible():
            self.form.take_typed()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_work()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw_pictures()

    def _show(self) -> None:
        places = [path for path, _ in walk(self._root)]
        if self._path not in places:
            self._path = next((p for p in places if p), ())
        words = {
            path: numbers_in_words(node, self._learnt.get(path), self._units)
            for path, node in walk(self._root)
        }
        self.tree.show_tree(self._root, words, self._path)
        self._show_term()
        self._draw_pictures()

    def _show_term(self) -> None:
        root, path = self._root, self._path
        parent = at(root, path[:-1])
        swings = not path or parent.kind != "product"
        self.form.show_term(at(root, path), swings, self._learnt.get(path), self._units)
        self.up.setEnabled(edits.can_move(root, path, -1))
        self.down.setEnabled(edits.can_move(root, path, 1))
        self.remove.setEnabled(edits.can_remove(root, path))
        stops = [
            self.presets, self.up, self.down, self.remove, self.tree, self.add, self.multiply,
            self.change, *self.form.stops(),
        ]  # fmt: skip
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _draw_pictures(self) -> None:
        if not self.isVisible() or self._drawn == self._shown:
            return
        self._drawn = self._shown
        self._pictures.ask(term_pictures, self._root, self._learnt, self._series)

    def _select(self, path: Path) -> None:
        self._path = path
        self._show_term()

    def _take(self, edit: edits.Edit) -> None:
        """Ask for the changed kernel; what comes back selects the same term."""
        text = print_expression(edit.expression)
        if edit.root != self._root or self.note.text():
            self._path = edit.path
            self.chosen.emit(text)

    def _moved(self, steps: int) -> edits.Edit:
        return edits.moved(self._root, self._path, steps)

    def _remove(self) -> None:
        if edits.can_remove(self._root, self._path):
            self._take(edits.removed(self._root, self._path))

    def _may_drop(self, source: Path, parent: Path) -> bool:
        return edits.can_relocate(self._root, source, parent)

    def _relocate(self, source: Path, parent: Path, place: int) -> None:
        self._take(edits.relocated(self._root, source, parent, place))

    def _tell_fields(self) -> None:
        try:
            node = self.form.node()
        except InputError as error:
            self.wrong.emit(str(error))
            return
        self._take(edits.changed(self._root, self._path, node))

    def _take_back(self) -> None:
        self._show_term()
        self.taken_back.emit()

    def _fill_presets(self) -> None:
        menu = self.presets.menu()
        menu.clear()
        for preset in offered():
            action = menu.addAction(preset.title)
            action.setToolTip(tip(f"{preset.help}  {preset.text}"))
            action.triggered.connect(lambda _=False, text=preset.text: self.chosen.emit(text))

    def _fill_joined(self, button: ListButton, kind: Literal["sum", "product"]) -> None:
        def edit(name: str) -> edits.Edit:
            return edits.joined(self._root, self._path, kind, edits.fresh(name))

        button.menu().clear()
        fill_with_families(button.menu(), KERNELS.specs, edit, self._take)

    def _fill_change(self) -> None:
        menu, root, path = self.change.menu(), self._root, self._path
        menu.clear()
        here = at(root, path)
        if here.kind != "power":
            square = menu.addAction(tr("Square it"))
            square.setToolTip(tr("The term multiplied by itself."))
            square.triggered.connect(lambda: self._take(edits.raised(root, path, 2)))
        if here.children and not here.holds_a_list:
            bare = menu.addAction(tr("Take out of {title}", title=here.title))
            bare.setToolTip(tr("Keep only the first kernel inside."))
            bare.triggered.connect(lambda: self._take(edits.unwrapped(root, path)))
        menu.addSection(tr("Wrap in"))
        fill_with_families(
            menu, edits.wrappers(), lambda name: edits.wrapped(root, path, name), self._take
        )
        menu.addSection(tr("Replace by"))
        fill_with_families(
            menu,
            KERNELS.specs,
            lambda name: edits.exchanged(root, path, edits.fresh(name)),
            self._take,
        )


def _read(text: str) -> Node | None:
    """The tree of a text; None where there is none, as for ``auto``."""
    try:
        return read(parse(text)) if text not in ("", AUTO.name) else None
    except InputError:
        return None
