"""What a person can do to one field: take readings out, say what grows, draw its seasons."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.data.excluding import restored, without
from gpstudio.data.hiding import as_of
from gpstudio.data.series import Series, iso_day
from gpstudio.data.table import UNLABELLED, Labels
from gpstudio.phenology.places import Place, checked_place
from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen, Sown
from gpstudio.session.labels import with_labels
from gpstudio.session.request import Request, checked
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True)
class SetRequest(Command):
    """How stages are to be dated: crop, index, region and what else a form offers."""

    request: Request
    what: str = tr("how stages are dated")

    @property
    def title(self) -> str:
        return tr("change {setting}", setting=self.what)

    def apply(self, document: Document) -> Document:
        request = checked(self.request)
        if request.as_of != document.request.as_of and document.series is not None:
            as_of(document.series, request.as_of)  # says so, where that leaves too little
        return replace(document, request=request)


@dataclass(frozen=True)
class _OfField(Command):
    group: str

    def apply(self, document: Document) -> Document:
        if document.table is None or self.group not in document.table.by_group:
            raise InputError(tr("There is no field '{group}' any more.", group=self.group))
        return self.change(document)

    @abstractmethod
    def change(self, document: Document) -> Document: ...


@dataclass(frozen=True)
class ExcludeReadings(_OfField):
    """Take readings out, named by their times and values."""

    readings: tuple[tuple[float, float], ...]

    @property
    def title(self) -> str:
        return tr_count(len(self.readings), "exclude a reading", "exclude {n} readings")

    def change(self, document: Document) -> Document:
        series = _series(document, self.group)
        which = _places(series.time, series.value, self.readings)
        if not which.any():
            raise InputError(tr("These readings are not in the field: they may be out already."))
        return document.with_series(without(series, which))


@dataclass(frozen=True)
class RestoreReadings(_OfField):
    """Bring readings back that were taken out by hand; all of them when none is named."""

    readings: tuple[tuple[float, float], ...] = ()

    @property
    def title(self) -> str:
        if not self.readings:
            return tr("restore all readings")
        return tr_count(len(self.readings), "restore a reading", "restore {n} readings")

    def change(self, document: Document) -> Document:
        series = _series(document, self.group)
        if series.excluded is None:
            raise InputError(tr("No reading of this field was taken out by hand."))
        out = series.excluded
        which = _places(out.time, out.value, self.readings) if self.readings else None
        return document.with_series(restored(series, which))


@dataclass(frozen=True)
class DrawSeason(_OfField):
    """A season as a person wants it; in place of the one that was drawn or found there."""

    start: float
    end: float

    @property
    def title(self) -> str:
        first, last = iso_day(self.start), iso_day(self.end)
        return tr("draw a season from {first} to {last}", first=first, last=last)

    def change(self, document: Document) -> Document:
        if not (np.isfinite([self.start, self.end]).all() and self.start < self.end):
            raise InputError(tr("A season ends after it starts: drag its end to a later day."))
        facts = document.facts_of(self.group)
        kept = [w for w in facts.windows if w[1] <= self.start or w[0] >= self.end]
        windows = tuple(sorted([*kept, (self.start, self.end)]))
        return document.with_facts(self.group, replace(facts, windows=windows))


@dataclass(frozen=True)
class ForgetDrawnSeasons(_OfField):
    """Seasons as the curve and the sowing dates show them."""

    @property
    def title(self) -> str:
        return tr("forget drawn seasons")

    def change(self, document: Document) -> Document:
        facts = document.facts_of(self.group)
        return document.with_facts(self.group, replace(facts, windows=()))


@dataclass(frozen=True)
class SetCrop(_OfField):
    """What grows in one field; empty for what is asked for everywhere."""

    crop: str

    @property
    def title(self) -> str:
        return tr("crop {crop}", crop=self.crop) if self.crop else tr("crop as everywhere")

    def change(self, document: Document) -> Document:
        facts = document.facts_of(self.group)
        return document.with_facts(self.group, replace(facts, crop=self.crop))


@dataclass(frozen=True)
class SetPlace(_OfField):
    """Where one field lies; None for where all fields lie."""

    place: Place | None

    @property
    def title(self) -> str:
        return tr("place as everywhere") if self.place is None else tr("place of the field")

    def change(self, document: Document) -> Document:
        facts = document.facts_of(self.group)
        place = None if self.place is None else checked_place(self.place)
        return document.with_facts(self.group, replace(facts, place=place))


@dataclass(frozen=True)
class NoteSeen(_OfField):
    """A stage that somebody observed, or none any more where ``day`` is None."""

    stage: str
    season: str
    day: float | None

    @property
    def title(self) -> str:
        return tr("{stage} observed", stage=self.stage.replace("_", " "))

    def change(self, document: Document) -> Document:
        facts = document.facts_of(self.group)
        kept = [s for s in facts.seen if (s.stage, s.season) != (self.stage, self.season)]
        if self.day is not None:
            kept.append(Seen(self.stage, self.day, self.season))
        return document.with_facts(self.group, replace(facts, seen=tuple(kept)))


@dataclass(frozen=True)
class NoteSowing(_OfField):
    """A sowing of the field."""

    day: float
    crop: str = ""

    @property
    def title(self) -> str:
        return tr("sown on {day}", day=iso_day(self.day))

    def change(self, document: Document) -> Document:
        facts = document.facts_of(self.group)
        kept = [sown for sown in facts.sowings if sown.day != self.day]
        sowings = tuple(sorted([*kept, Sown(self.day, self.crop)], key=lambda sown: sown.day))
        return document.with_facts(self.group, replace(facts, sowings=sowings))


@dataclass(frozen=True, eq=False)
class TakeFacts(Command):
    """What a file says of the fields: temperatures, sowings, observed dates."""

    facts: dict[str, Facts]
    what: str
    labels: Labels = field(default_factory=lambda: UNLABELLED)

    @property
    def title(self) -> str:
        return tr("take {facts}", facts=self.what)

    def apply(self, document: Document) -> Document:
        for group, facts in self.facts.items():
            document = document.with_facts(group, facts)
        return with_labels(document, self.labels) if self.labels else document


def _series(document: Document, group: str) -> Series:
    assert document.table is not None
    return document.table.by_group[group]


def _places(time: Floats, value: Floats, readings: tuple[tuple[float, float], ...]) -> Flags:
    which = np.zeros(len(time), dtype=np.bool_)
    for when, what in readings:
        which |= (time == when) & (value == what)
    return which
