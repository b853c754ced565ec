"""What adding a file to a table would change: the joined table, and the account of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.data.decisions import Question
from gpstudio.data.series import Clock, iso_day
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True)
class Gain:
    """What one field gets."""

    group: str
    readings: int
    """That are new and take part."""
    there: int
    """That were there already."""
    otherwise: int
    """New ones on days of which the table has another value."""
    first: float
    last: float
    """Times of the new ones; NaN where there are none."""
    clock: Clock
    is_new: bool = False
    """Whether the table had no such field."""

    def and_(self, other: Gain) -> Gain:
        """Of one field that a file writes in two ways."""
        return replace(
            self,
            readings=self.readings + other.readings,
            there=self.there + other.there,
            otherwise=self.otherwise + other.otherwise,
            first=float(np.fmin(self.first, other.first)),
            last=float(np.fmax(self.last, other.last)),
        )

    @property
    def span(self) -> str:
        """Such as "2026-05-01 to 2026-08-04"."""
        if not self.readings:
            return ""
        first, last = self._told(self.first), self._told(self.last)
        return first if first == last else tr("{first} to {last}", first=first, last=last)

    @property
    def until(self) -> str:
        return self._told(self.last)

    def _told(self, time: float) -> str:
        return iso_day(time, self.clock) if self.clock else f"{time:.6g}"


@dataclass(frozen=True, eq=False)
class Addition:
    base: Table
    """The table as it was."""
    name: str
    """Of the file."""
    answers: dict[str, str]
    """What a person said about the file."""
    table: Table
    """With what is new; as it was while questions are open."""
    gains: tuple[Gain, ...] = ()
    """Of every field of the file, in the order of the file."""
    questions: tuple[Question, ...] = ()
    """What only a person can know of the file beside the table."""
    remarks: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[Gain, ...]:
        """What every field gets, under what people call it."""
        return tuple(replace(gain, group=self.base.called(gain.group)) for gain in self.gains)

    @property
    def changed(self) -> tuple[str, ...]:
        """The fields that have other readings then, new ones too."""
        return tuple(gain.group for gain in self.gains if gain.readings)

    @property
    def readings(self) -> int:
        return sum(gain.readings for gain in self.gains)

    @property
    def there(self) -> int:
        return sum(gain.there for gain in self.gains)

    @property
    def is_empty(self) -> bool:
        """Whether the file holds nothing that is new."""
        return not self.questions and not self.readings

    @property
    def sentence(self) -> str:
        """What would change, in plain words."""
        if self.questions:
            return tr(
                "{name} waits for an answer: {questions}",
                name=shown(self.name),
                questions=" ".join(question.text for question in self.questions),
            )
        if not self.readings:
            return tr(
                "Nothing new: all {count} of {name} were there already.",
                count=_readings(self.there),
                name=shown(self.name),
            )
        old = [gain for gain in self.gains if gain.readings and not gain.is_new]
        new = [gain for gain in self.gains if gain.is_new]
        clauses = [*_old(old), *_new(new), *self._rest()]
        return "; ".join(clauses) + "."

    def _rest(self) -> list[str]:
        otherwise = sum(gain.otherwise for gain in self.gains)
        told = []
        if self.there:
            told.append(
                tr_count(self.there, "{n:,} row was there already", "{n:,} rows were there already")
            )
        if otherwise:
            told.append(
                tr_count(
                    otherwise,
                    "{n:,} stands beside another value of its day",
                    "{n:,} stand beside another value of their day",
                )
            )
        return told


def _old(gains: Sequence[Gain]) -> list[str]:
    if not gains:
        return []
    last = max(gains, key=lambda gain: gain.last)
    fields = tr_count(len(gains), "{n:,} field gets", "{n:,} fields get")
    counts = {gain.readings for gain in gains}
    each = len(gains) > 1 and len(counts) == 1
    readings = _readings(counts.pop() if each else sum(gain.readings for gain in gains))
    if each:
        return [
            tr(
                "{fields_get} {readings} each, to {day}",
                fields_get=fields,
                readings=readings,
                day=last.until,
            )
        ]
    return [
        tr(
            "{fields_get} {readings}, to {day}",
            fields_get=fields,
            readings=readings,
            day=last.until,
        )
    ]


def _new(gains: Sequence[Gain]) -> list[str]:
    if not gains:
        return []
    fields = tr_count(len(gains), "{n:,} new field", "{n:,} new fields")
    count = _readings(sum(gain.readings for gain in gains))
    return [tr("{fields} with {readings}", fields=fields, readings=count)]


def _readings(count: int) -> str:
    return tr_count(count, "{n:,} reading", "{n:,} readings")


def one_a_field(gains: Iterable[Gain]) -> tuple[Gain, ...]:
    found: dict[str, Gain] = {}
    for gain in gains:
        before = found.get(gain.group)
        found[gain.group] = gain if before is None else before.and_(gain)
    return tuple(found.values())
