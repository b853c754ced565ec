"""How stages are dated: crop, index, place, calendar, temperature, the day that is asked about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpstudio.core.errors import InputError
from gpstudio.data.hiding import as_of
from gpstudio.gui.days import DayField, day_text
from gpstudio.gui.fields import NumberField, label, restyle
from gpstudio.gui.literal import tip
from gpstudio.gui.season.also_field import AlsoField
from gpstudio.gui.season.place_field import PlaceField
from gpstudio.gui.season.rows import FormRows, choice, fill
from gpstudio.gui.season.words import (
    CURVE_ALONE,
    NOTHING,
    ListEntry,
    crop_entries,
    index_of,
    index_remark,
    index_title,
    learnt_lines,
    template_of,
)
from gpstudio.gui.words import sentence
from gpstudio.phenology.anchors import INDICES, CropTemplate
from gpstudio.session.document import Document
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.lessons import NO_LESSONS, Lessons
from gpstudio.session.request import Request, checked, regions, types_of
from gpstudio.translation import tr

NOT_DATED = tr(
    "The times of this table are not dates: a crop's stages need dates, the curve's do not."
)
HEMISPHERES = (
    ListEntry("", tr("Not said"), tr("Calendars of both hemispheres are offered.")),
    ListEntry("north", tr("Northern"), tr("Only calendars of the north are offered.")),
    ListEntry("south", tr("Southern"), tr("Only calendars of the south are offered.")),
)


class RequestForm(QWidget):
    """Says which request a person wants; a wrong one is told here and goes no further."""

    wished = Signal(object)
    """A command."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("request_form")
        self._document = Document()
        self._shown: tuple[object, ...] | None = None
        self._crops: tuple[ListEntry, ...] = ()
        self._ways: tuple[ListEntry, ...] = ()
        self._lessons: Lessons = NO_LESSONS
        self.template: CropTemplate | None = None
        self.crop = choice("season_crop")
        self.index = choice("season_index")
        self.also = AlsoField()
        self.place = PlaceField()
        self.place.setObjectName("season_place")
        self.type = choice("season_type")
        self.hemisphere = choice("season_hemisphere")
        self.region = choice("season_region")
        self.temperature = NumberField(tr("Mean temperature"))
        self.temperature.setObjectName("season_temperature")
        self.way = choice("season_degree_days")
        self.as_of = DayField()
        self.as_of.setObjectName("season_as_of")
        self.remark = label(rank="quiet", wrap=True)
        self.remark.setObjectName("season_index_remark")
        self.learnt = label(rank="quiet", wrap=True)
        self.learnt.setObjectName("season_learnt")
        self.learnt.hide()
        self.error = label(rank="error", wrap=True)
        self.error.setObjectName("season_error")
        self.error.hide()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self.rows = rows = FormRows()
        rows.add(tr("Crop"), self.crop, tr("Whose stages are dated in every field."), "heading")
        rows.add(
            tr("Index"), self.index, tr("What was measured: thresholds hold for one index only.")
        )
        rows.add_wide(self.remark)
        rows.add(
            tr("Also from"),
            self.also,
            tr("Further indices of the same fields in this table, each fitted by itself."),
        )
        rows.add(
            tr("Place"),
            self.place,
            tr(
                "Latitude, longitude, altitude in metres, of fields that do not tell theirs. The "
                "crop's calendar and usual temperatures follow."
            ),
        )
        rows.add(
            tr("Type"),
            self.type,
            tr("Of a cereal: winter heads by the calendar, spring counts from sowing."),
        )
        rows.add(
            tr("Hemisphere"), self.hemisphere, tr("Which half of the earth the fields lie in.")
        )
        rows.add(
            tr("Calendar"),
            self.region,
            tr("A region whose usual days are believed; a place tells more, and anywhere."),
        )
        rows.add(
            tr("Mean °C"), self.temperature,
            tr(
                "The mean temperature of days that no temperature is known of. Empty: "
                "the template's.",
            ),
        )  # fmt: skip
        rows.add(tr("Degree days"), self.way, tr("How a day's degree days are counted."))
        rows.add(
            tr("As of"),
            self.as_of,
            tr(
                "Has a stage passed by this day? Later readings are hidden from fit and dates. "
                "Empty: the last reading."
            ),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(rows)
        column.addWidget(self.learnt)
        column.addWidget(self.error)

    def _connect(self) -> None:
        self.crop.activated.connect(lambda _: self._ask(tr("the crop"), stages=_of(self.crop)))
        self.index.activated.connect(
            lambda _: self._ask(tr("the index"), index=_of(self.index) or None)
        )
        self.place.settled.connect(self._take_place)
        self.type.activated.connect(
            lambda _: self._ask(tr("the type of the crop"), crop_type=_of(self.type))
        )
        self.hemisphere.activated.connect(
            lambda _: self._ask(tr("the hemisphere"), hemisphere=_of(self.hemisphere))
        )
        self.region.activated.connect(
            lambda _: self._ask(tr("the calendar"), region=_of(self.region))
        )
        self.way.activated.connect(
            lambda _: self._ask(tr("the degree days"), degree_days=_of(self.way))
        )
        self.temperature.settled.connect(self._take_temperature)
        self.as_of.settled.connect(self._take_day)
        for field in (self.place, self.temperature, self.as_of):
            field.taken_back.connect(self._take_back)

    def show_document(self, document: Document) -> None:
        """The request as it is; what was typed wrongly stays until it is mended or taken back."""
        self._show_learnt(document.lessons)
        self.also.show_document(document)
        self.rows.show_row(self.also, self.also.is_needed)
        shown = (document.request, document.table, document.series)
        self._document = document
        if document.table is None or shown == self._shown:
            return
        self._shown = shown
        request, series = document.request, document.series
        self.template = template_of(request.crop)
        self._crops = self._crops or crop_entries()
        fill(self.crop, (CURVE_ALONE, NOTHING, *self._crops), request.stages)
        column = series.value_name if series is not None else ""
        fill(self.index, _indices(column), request.index or "")
        dated = series is None or series.dated
        remark, holds = index_remark(self.template, index_of(request, series), column)
        if self.template is not None and not dated:
            remark, holds = NOT_DATED, False
        self.remark.setText(remark)
        self.remark.setVisible(bool(remark))
        restyle(self.remark, rank="quiet" if holds else "warning")
        self._show_crops_own(request)
        self.as_of.dated = dated
        self.as_of.show_day(request.as_of)
        if series is not None:
            last = self.as_of.near = float(series.time[-1])
            self.as_of.setPlaceholderText(
                tr("{last} (newest)", last=day_text(last) if dated else f"{last:g}")
            )
        self.show_error("")

    def _show_crops_own(self, request: Request) -> None:
        """What only a crop's template asks for."""
        template = self.template
        counts = template is not None and not template.is_sward
        for field in (self.place, self.hemisphere, self.region, self.temperature, self.way):
            self.rows.show_row(field, counts)
        self.rows.show_row(self.type, template is not None and bool(template.types))
        if template is None:
            return
        self.place.show_place(request.place)
        self.place.setPlaceholderText(tr("as 46.73, -117.18, 770"))
        fill(self.type, _types(template), request.crop_type)
        self._ways = self._ways or _ways()
        fill(self.hemisphere, HEMISPHERES, request.hemisphere)
        fill(self.region, _regions(template, request.hemisphere), request.region)
        self.temperature.setPlaceholderText(
            tr("{mean:g}, the template's own", mean=template.mean_temperature)
            if request.place is None
            else tr("usual ones of the place")
        )
        self.temperature.show_number(request.mean_temperature)
        fill(self.way, self._ways, request.degree_days)

    def _show_learnt(self, lessons: Lessons) -> None:
        """How observed dates moved the others; every word of it one hover away."""
        if lessons is self._lessons:
            return
        self._lessons = lessons
        lines = learnt_lines(lessons)
        self.learnt.setText("\n".join([tr("Learnt from observed dates"), *lines] if lines else []))
        self.learnt.setToolTip(tip(*map(sentence, lessons.words)))
        self.learnt.setVisible(bool(lines))

    def show_error(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))

    def take_typed(self) -> bool:
        """Take what was typed as meant; False where it is wrong."""
        self.place.take_typed()
        self.temperature.take_typed()
        self.as_of.take_typed()
        return not self.error.text()

    def forget(self) -> None:
        """Show the request afresh next time, whatever stands here now."""
        self._shown = None

    def forget_crops(self) -> None:
        """Ask again which crops there are."""
        self._crops = ()
        self._take_back()

    def _take_back(self) -> None:
        """What was typed is not meant: the request as it is."""
        self.forget()
        self.show_document(self._document)

    def _take_place(self) -> None:
        try:
            place = self.place.place()
        except InputError as error:
            self.show_error(str(error))
            return
        self._ask(tr("the place"), place=place)

    def _take_temperature(self) -> None:
        try:
            number = self.temperature.number()
        except InputError as error:
            self.show_error(str(error))
            return
        self._ask(tr("the mean temperature"), mean_temperature=number)

    def _take_day(self) -> None:
        try:
            day, series = self.as_of.day(), self._document.series
            if series is not None:
                as_of(series, day)  # says so, where that leaves too little
        except InputError as error:
            self.show_error(str(error))
            return
        self._ask(tr("the day that is asked about"), as_of=day)

    def _ask(self, what: str, **changes: Any) -> None:
        """The present request with changes; a calendar that no longer fits goes."""
        request = replace(self._document.request, **changes)
        if request.region not in regions(request.stages, request.hemisphere):
            request = replace(request, region="")
        if "stages" in changes and request.crop_type not in types_of(request.crop):
            request = replace(request, crop_type="")
        try:
            checked(request)
        except InputError as error:
            self.show_error(str(error))
            return
        self.show_error("")
        if request != self._document.request:
            self.wished.emit(SetRequest(request, what))


def _of(field: Any) -> str:
    return str(field.currentData() or "")


def _indices(column: str) -> tuple[ListEntry, ...]:
    """The column's own name first: that is what is believed when nobody says."""
    title = index_title(column)
    named = tr("Column: {title}", title=title) if title else tr("Column: none")
    own = ListEntry(
        "",
        named,
        tr("As the column {column!r} says.", column=column)
        if column
        else tr("As its column says."),
    )
    help = tr("Thresholds of one index do not hold for another.")
    return (own, *(ListEntry(name, name, help) for name in INDICES))


def _types(template: CropTemplate) -> tuple[ListEntry, ...]:
    untold = ListEntry(
        "", tr("By sowing"), tr("Sown in spring: spring. Sown in autumn, or not told: winter.")
    )
    named = {
        "winter": (tr("Winter"), tr("It needs a cold winter, and heads by the calendar.")),
        "facultative": (tr("Facultative"), tr("It needs little cold; sown in autumn, it heads by "
                                              "the calendar.")),
        "spring": (tr("Spring"), tr("It needs no cold: its heading counts from sowing.")),
    }  # fmt: skip
    return (untold, *(ListEntry(kind, *named[kind]) for kind in template.types))


def _regions(template: CropTemplate, hemisphere: str) -> tuple[ListEntry, ...]:
    none = ListEntry("", tr("None"), tr("No calendar speaks."))
    found = regions(template.crop, hemisphere)
    help = tr("Usual days of {title} there.", title=template.title.lower())
    return (none, *(ListEntry(region, region, help) for region in found))


def _ways() -> tuple[ListEntry, ...]:
    from gpstudio.phenology.thermal import METHODS

    return tuple(ListEntry(spec.name, spec.title, spec.help) for spec in METHODS.specs)
