"""The left panel: every field with its readings and how it stands; found, sorted, grouped."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from gpstudio.data.table import CROP
from gpstudio.gui.fields import describe, label
from gpstudio.gui.listing.arrange_button import ArrangeButton
from gpstudio.gui.listing.arranging import LABEL, Arrangement, farm_of
from gpstudio.gui.listing.model import NOTHING_UNFITTED, STATUS, FieldsModel
from gpstudio.gui.listing.nothing import NothingListed
from gpstudio.gui.listing.standing_filter import StandingFilter
from gpstudio.gui.listing.view import FieldsView
from gpstudio.gui.listing.word_dialog import WordDialog
from gpstudio.gui.literal import in_entry, tip
from gpstudio.gui.season.words import crop_entries
from gpstudio.gui.theme import Theme
from gpstudio.session.document import Document
from gpstudio.session.field_commands import TakeFacts
from gpstudio.session.labels import GROUP, NOTE, SetLabel
from gpstudio.session.renaming import RenameFields
from gpstudio.translation import tr, tr_count

__all__ = ["STATUS", "FieldsList", "FieldsModel"]

MILLISECONDS_BETWEEN_ARRANGEMENTS = 200
"""While many fields are fitted the list is put in order so often and no more."""


def is_other_field_alone(before: Document, document: Document) -> bool:
    """Whether nothing changed but which field is shown."""
    parts = ("table", "recipe", "request", "facts", "labels", "fits", "lessons")
    return all(getattr(before, part) is getattr(document, part) for part in parts)


class FieldsList(QWidget):
    """The list with its heading; says which field a person wants to see, and which to fit."""

    selected = Signal(str)
    fit_asked = Signal(object)
    """Groups of the fields that are to be fitted."""
    wished = Signal(object)
    """A command."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fields_panel")
        self._document = Document()
        self._failed = 0
        """Fields that could not be fitted, when the list was painted last."""
        self.model = FieldsModel(self)
        self.view = FieldsView(theme, self.model)
        self.summary = label(rank="quiet")
        self.summary.setObjectName("fields_summary")
        self.filter = QLineEdit()
        self.filter.setObjectName("fields_filter")
        self.filter.setPlaceholderText(tr("Find"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAcceptDrops(False)
        describe(self.filter, tr("Find a field"), tr("Only fields whose names hold these words."))
        self.arrange = ArrangeButton()
        self.standing = StandingFilter()
        self.nothing = NothingListed()
        self.fit_all = QPushButton(tr("Fit all"))
        self.fit_all.setObjectName("fit_all_button")
        describe(self.fit_all, tr("Fit all"), tr("Fit every field of the table (Shift+F5)."))
        self.fit_selected = QPushButton(tr("Fit selected"))
        self.fit_selected.setObjectName("fit_selected_button")
        describe(self.fit_selected, tr("Fit selected"), tr("Fit the selected fields (Ctrl+F5)."))
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(MILLISECONDS_BETWEEN_ARRANGEMENTS)
        self._lay_out()
        self._connect()
        self._show_tools()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 12, 4, 8)
        column.setSpacing(6)
        heading = label(tr("Fields"), "title")
        for words in (heading, self.summary):
            words.setContentsMargins(10, 0, 0, 0)
            column.addWidget(words)
        self._finding, self._fitting = QWidget(), QWidget()
        finding, fitting = QHBoxLayout(self._finding), QHBoxLayout(self._fitting)
        for row, widgets in ((finding, (self.filter, self.arrange)),
                             (fitting, (self.fit_all, self.fit_selected))):  # fmt: skip
            row.setContentsMargins(8, 0, 8, 0)
            row.setSpacing(6)
            for widget in widgets:
                row.addWidget(widget)
        finding.setStretch(0, 1)
        column.addWidget(self._finding)
        standing = QHBoxLayout()
        standing.setContentsMargins(8, 0, 8, 0)
        standing.addWidget(self.standing)
        column.addLayout(standing)
        column.addWidget(self.nothing)
        column.addWidget(self.view, 1)
        column.addWidget(self._fitting)

    def _connect(self) -> None:
        self.view.pointed.connect(self.selected)
        self.view.turned.connect(lambda title: self._arrange(self.arrangement.turned(title)))
        self.view.selection_changed.connect(self._show_tools)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.filter.textChanged.connect(lambda text: self._arrange(self._with_text(text)))
        self.arrange.wanted.connect(self._arrange)
        self.standing.wanted.connect(
            lambda show: self._arrange(replace(self.arrangement, show=show))
        )
        self.nothing.asked.connect(self.show_all)
        self.fit_all.clicked.connect(lambda: self.fit_asked.emit(self.all_groups))
        self.fit_selected.clicked.connect(lambda: self.fit_asked.emit(self.selected_groups))
        self._later.timeout.connect(self._rearrange)

    @property
    def arrangement(self) -> Arrangement:
        return self.model.arrangement

    @property
    def all_groups(self) -> list[str]:
        return list(self.model.fields)

    @property
    def selected_groups(self) -> list[str]:
        return self.view.selected_groups

    def set_theme(self, theme: Theme) -> None:
        self.view.row.theme = theme
        self.view.viewport().update()

    def show_document(
        self, document: Document, unfitted: Mapping[str, str] = NOTHING_UNFITTED
    ) -> None:
        """Words of rows are asked for when they are painted: this is quick, whatever changed."""
        before, self._document = self._document, document
        model = self.view.selectionModel()
        blocked = model.blockSignals(True)
        new = self.model.show_document(document, unfitted)
        model.blockSignals(blocked)
        if document.kept.table is not before.kept.table:
            self.show_all()
        if new:
            self.arrange.offer_farms(any(farm_of(group) for group in self.all_groups))
        self.view.show_current(document.selected)
        if document is before:
            return
        if document.labels is not before.labels:
            self._follow_labels(document)
        failed, self._failed = self._failed, len(unfitted)
        if is_other_field_alone(before, document) and failed == self._failed:
            return  # the list itself paints the two rows that differ
        changed = document.fits is not before.fits or document.recipe is not before.recipe
        regrouped = document.facts is not before.facts or document.request != before.request
        follows = self.arrangement.follows_standing or self.arrangement.group == "crop"
        if follows and (changed or regrouped) and not self._later.isActive():
            self._later.start()
        self.view.viewport().update()
        self._show_tools()

    def _follow_labels(self, document: Document) -> None:
        """What they say may group the list, and name what is looked for."""
        self.arrange.offer_headings(
            tuple(heading for heading in document.headings if heading not in (CROP, NOTE))
        )
        now = self.arrangement
        heading = now.group.removeprefix(LABEL)
        if now.group.startswith(LABEL) and heading not in document.headings:
            self._arrange(replace(now, group="none"))
        elif now.group.startswith(LABEL) or now.text:
            self._later.start()

    def show_all(self) -> None:
        """Without what keeps fields from being listed; sorted and grouped as before."""
        self.filter.clear()
        now = self.arrangement
        self._arrange(Arrangement(sort=now.sort, group=now.group))

    def _with_text(self, text: str) -> Arrangement:
        return replace(self.arrangement, text=text.strip())

    def _rearrange(self) -> None:
        self._arrange(self.arrangement)

    def _arrange(self, wanted: Arrangement) -> None:
        """Other rows; who was selected stays selected as far as they are listed."""
        groups = self.selected_groups
        model = self.view.selectionModel()
        blocked = model.blockSignals(True)
        changed = self.model.arrange(wanted)
        model.blockSignals(blocked)
        self.arrange.show_arrangement(wanted)
        self.standing.show_choice(wanted.show)
        if changed:
            self.view.restore(self._document.selected, groups)
        self._show_tools()

    def _show_tools(self) -> None:
        """What is for several fields is there only with several."""
        fields, selected = len(self.model.series), len(self.selected_groups)
        several = fields > 1
        self._finding.setVisible(several)
        self.standing.setVisible(several)
        self._fitting.setVisible(several)
        self.fit_all.setEnabled(several)
        self.fit_selected.setEnabled(selected > 0)
        self.fit_selected.setText(
            tr("Fit {count:,} selected", count=selected) if selected > 1 else tr("Fit selected")
        )
        hides_all = several and not self.model.rowCount()
        self.nothing.setVisible(hides_all)
        if hides_all:
            self.nothing.tell(fields)
        fitted = len(self._document.fits)
        words = (
            tr(
                "{fields}, {fitted:,} fitted",
                fields=tr_count(fields, "{n:,} field", "{n:,} fields"),
                fitted=fitted,
            )
            if fields
            else ""
        )
        if not self.arrangement.is_plain and fields:
            listed = self.model.listed
            words = (
                tr("{shown:,} of {fields}", shown=listed, fields=words)
                if listed != fields
                else words
            )
        self.summary.setText(words)
        self.summary.setToolTip(tip(words))

    def menu(self) -> QMenu:
        """What can be done with the selected fields."""
        groups = self.selected_groups
        named = (
            groups[0] if len(groups) == 1 else tr_count(len(groups), "{n:,} field", "{n:,} fields")
        )
        menu = QMenu(self)
        menu.setObjectName("fields_menu")
        entry = in_entry(named)
        menu.addAction(tr("Fit {fields}", fields=entry), lambda: self.fit_asked.emit(groups))
        crops = menu.addMenu(tr("Crop of {fields}", fields=entry))
        crops.addAction(
            tr("As everywhere"), lambda: self._set_crop(groups, "", tr("as everywhere"))
        )
        for crop in crop_entries():
            action = crops.addAction(crop.title)
            action.triggered.connect(partial(self._set_crop, groups, crop.name, crop.name))
        menu.addAction(
            tr("Group of {fields}…", fields=entry),
            partial(self._ask_label, groups, GROUP, tr("Fields of one group stand together.")),
        )
        menu.addAction(
            tr("Note on {fields}…", fields=entry),
            partial(self._ask_label, groups, NOTE, tr("What is worth knowing of them.")),
        )
        if len(groups) == 1 and groups[0]:
            menu.addAction(tr("Rename {fields}…", fields=entry), partial(self._ask_name, groups[0]))
        return menu

    def _ask_label(self, groups: list[str], heading: str, help: str) -> None:
        """One word for all of them; an empty one takes it away."""
        document = self._document
        said = {document.labels_of(group).get(heading, "") for group in groups}
        known = {its[heading] for its in document.labels.values() if heading in its}
        fields = tr_count(len(groups), "{n:,} field", "{n:,} fields")
        named = groups[0] if len(groups) == 1 else fields
        title = (
            tr("Group of {fields}", fields=named)
            if heading == GROUP
            else tr("Note on {fields}", fields=named)
        )

        def take(word: str) -> None:
            self.wished.emit(SetLabel(tuple(groups), heading, word))

        present = said.pop() if len(said) == 1 else ""
        help = tr("{help} Empty: none.", help=help)
        WordDialog(title, help, present, sorted(known), take, self).open()

    def _ask_name(self, group: str) -> None:
        def take(name: str) -> None:
            if name != group:
                self.wished.emit(RenameFields(((group, name),)))

        title = tr("Rename {field}", field=group)
        help = tr("Its readings, fits and dates go with it; files find it by either name.")
        WordDialog(title, help, group, (), take, self).open()

    def _show_menu(self, where: QPoint) -> None:
        if self.selected_groups:
            menu = self.menu()
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.view.viewport().mapToGlobal(where))

    def _set_crop(self, groups: list[str], crop: str, words: str, _: bool = False) -> None:
        """One step to undo, however many fields."""
        document = self._document
        facts = {group: replace(document.facts_of(group), crop=crop) for group in groups}
        self.wished.emit(
            TakeFacts(
                facts,
                tr(
                    "crop {crop} of {fields}",
                    crop=words,
                    fields=tr_count(len(groups), "{n:,} field", "{n:,} fields"),
                ),
            )
        )
