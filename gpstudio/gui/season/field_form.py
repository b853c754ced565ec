"""What is known of the shown field alone: its crop, when it was sown, and what files say of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.core.errors import InputError
from gpstudio.gui.days import DayField, day_text
from gpstudio.gui.fields import describe, label
from gpstudio.gui.season.files import FILES
from gpstudio.gui.season.place_field import PlaceField
from gpstudio.gui.season.rows import FormRows, OneLine, choice, fill
from gpstudio.gui.season.words import ANOTHER_CROP, ListEntry, crop_entries
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.field_commands import NoteSowing, SetCrop, SetPlace
from gpstudio.translation import tr, tr_count

MOST_SOWINGS = 3
"""So many of the last days are listed."""

THIS_FIELD = tr("This field")

LINKS = 3
"""To files, side by side: what fits a narrow card."""


class FieldForm(QWidget):
    """Says what a person knows of one field; what it knows already stands beside it."""

    wished = Signal(object)
    """A command."""
    file_asked = Signal(str)
    """A kind of file that is to be loaded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("field_form")
        self._document = Document()
        self._shown: tuple[object, ...] | None = None
        self._crops: tuple[ListEntry, ...] = ()
        self.name = OneLine("field_name")
        self.name.say(THIS_FIELD, "heading")
        self.crop = choice("field_crop")
        self.place = PlaceField()
        self.place.setObjectName("field_place")
        self.sown = DayField()
        self.sown.setObjectName("field_sown")
        self.sown.setPlaceholderText(tr("a day, as 2021-10-14"))
        self.known = label(rank="quiet", wrap=True)
        self.known.setObjectName("field_known")
        self.error = label(rank="error", wrap=True)
        self.error.setObjectName("field_error")
        self.error.hide()
        self.buttons = {file.kind: QPushButton(f"{file.short}…") for file in FILES}
        self._lay_out()
        self.crop.activated.connect(self._take_crop)
        self.place.settled.connect(self._take_place)
        self.place.taken_back.connect(self._take_back)
        self.sown.settled.connect(self._take_sowing)
        self.sown.taken_back.connect(self._take_back)

    def _lay_out(self) -> None:
        self.rows = rows = FormRows()
        rows.add_wide(self.name)
        rows.add(
            tr("Its crop"),
            self.crop,
            tr("What grows in this field, where it is not the crop above."),
        )
        rows.add(
            tr("Its place"),
            self.place,
            tr(
                "Where this field lies: latitude, longitude and altitude in metres, as 46.73, "
                "-117.18, 770. Empty: the place above."
            ),
        )
        rows.add(
            tr("Sown"),
            self.sown,
            tr("A day on which this field was sown; type one and press Enter."),
        )
        files = QVBoxLayout()
        files.setSpacing(4)
        lines = [QHBoxLayout() for _ in FILES[::LINKS]]
        for place, file in enumerate(FILES):
            button = self.buttons[file.kind]
            button.setObjectName(f"load_{file.kind}")
            describe(button, tr("Load {title}", title=file.title.lower()), file.help)
            button.clicked.connect(lambda _=False, kind=file.kind: self.file_asked.emit(kind))
            button.setProperty("link", True)
            if place == 0:
                files.addWidget(label(tr("From files, for all fields"), "quiet"))
            lines[place // LINKS].addWidget(button)
        for line in lines:
            line.setSpacing(2)
            line.addStretch()
            files.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(rows)
        column.addWidget(self.error)
        column.addWidget(self.known)
        column.addLayout(files)

    def show_document(self, document: Document) -> None:
        series, facts = document.series, document.facts_of(document.selected)
        shown = (series, document.request.crop, document.request.place, facts)
        self._document = document
        if series is None or shown == self._shown:
            return
        self._shown = shown
        self.name.say(series.group or THIS_FIELD, "heading")
        self._crops = self._crops or crop_entries()
        self._show_crop(document.request.crop, facts.crop)
        self.rows.show_row(self.place, bool(document.request.crop) and series.dated)
        self.place.show_place(facts.place)
        above = document.request.place
        self.place.setPlaceholderText(
            tr("as 46.73, -117.18, 770")
            if above is None
            else tr("as above: {place}", place=above.text)
        )
        self.rows.show_row(self.sown, series.dated)
        self.sown.show_text("")
        self.sown.near = float(series.time[0])
        self.known.setText(known_of(facts))
        self.known.setVisible(bool(self.known.text()))
        self.show_error("")

    def _show_crop(self, asked: str, own: str) -> None:
        """Only where a crop is asked for at all: who asks for the curve gets that everywhere."""
        self.rows.show_row(self.crop, bool(asked))
        titles = {entry.name: entry.title for entry in self._crops}
        as_above = ListEntry(
            "",
            tr("As above: {asked}", asked=titles.get(asked, asked)),
            tr("The crop of all fields."),
        )
        other = ListEntry(
            ANOTHER_CROP, tr("Another crop"), tr("It has no template: its curve alone is dated.")
        )
        entries = (as_above, *self._crops, other)
        if own not in {entry.name for entry in entries}:
            strange = ListEntry(own, own.capitalize(), tr("As a file says; it has no template."))
            entries = (*entries, strange)
        fill(self.crop, entries, own)

    def show_error(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))

    def take_typed(self) -> bool:
        self.place.take_typed()
        self.sown.take_typed()
        return not self.error.text()

    def forget(self) -> None:
        self._shown = None

    def forget_crops(self) -> None:
        """Ask again which crops there are."""
        self._crops = ()
        self._take_back()

    def _take_back(self) -> None:
        self.forget()
        self.show_document(self._document)

    def _take_crop(self) -> None:
        crop = str(self.crop.currentData() or "")
        if crop != self._document.facts_of(self._document.selected).crop:
            self.wished.emit(SetCrop(self._document.selected, crop))

    def _take_place(self) -> None:
        try:
            place = self.place.place()
        except InputError as error:
            self.show_error(str(error))
            return
        self.show_error("")
        if place != self._document.facts_of(self._document.selected).place:
            self.wished.emit(SetPlace(self._document.selected, place))

    def _take_sowing(self) -> None:
        try:
            day = self.sown.day()
        except InputError as error:
            self.show_error(str(error))
            return
        self.show_error("")
        if day is not None:
            self.sown.show_text("")
            self.wished.emit(NoteSowing(self._document.selected, day))


def known_of(facts: Facts) -> str:
    """What a field's facts hold, in a line."""
    parts = []
    if facts.sowings:
        days = [
            f"{day_text(sown.day)}{f' ({sown.crop})' if sown.crop else ''}"
            for sown in facts.sowings[-MOST_SOWINGS:]
        ]
        more = len(facts.sowings) - len(days)
        sown = ", ".join(days)
        parts.append(
            tr("Sown {days} and {count} times before", days=sown, count=more)
            if more
            else tr("Sown {days}", days=sown)
        )
    if facts.temperatures is not None and len(facts.temperatures):
        first, last = (day_text(float(facts.temperatures.day[end])) for end in (0, -1))
        parts.append(tr("temperatures from {first} to {last}", first=first, last=last))
    if facts.seen:
        parts.append(tr_count(len(facts.seen), "{n:,} observed date", "{n:,} observed dates"))
    if facts.windows:
        parts.append(
            tr_count(
                len(facts.windows), "{n:,} season drawn by hand", "{n:,} seasons drawn by hand"
            )
        )
    told = "; ".join(parts)
    return f"{told[:1].upper()}{told[1:]}." if told else ""
