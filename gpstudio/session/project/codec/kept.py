"""What is kept of fits: figures and curves of those before, and a note on each newest one.

The newest fit of a field is in the project anyway: of its row there is no more than what the fit
itself does not know. Rows that a person took away are not saved: there is no undo after opening.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.kept import NO_MARKS, KeptFit, KeptFits, Marks, Score
from gpstudio.session.overlay import Overlay
from gpstudio.session.project.codec.once import Made, once
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.series import names_of_stretches
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

NAME = "kept"
FIELDS = 64
"""A stretch has so many."""


@dataclass(frozen=True)
class Noted:
    """Of a field's newest fit."""

    group: str
    when: float
    score: Score | None = None
    one_of_many: bool = False

    @classmethod
    def of(cls, row: KeptFit) -> Noted:
        return cls(row.group, row.when, row.score, row.one_of_many)

    def row(self, fit: Fit) -> KeptFit:
        return KeptFit.of(fit, self.when, self.score, self.one_of_many)


Saved: TypeAlias = tuple[KeptFit | Noted, ...]
Pinned: TypeAlias = tuple[str, ...]


def parts_of_kept(document: Document, made: Made) -> Iterator[Part]:
    """In the order in which fields were fitted first."""
    marks = document.marks
    pinned = tuple(sorted(marks.pinned))
    yield from once(made, NAME, (marks,), lambda: parts_of(NAME, pinned, Pinned))
    rows, fitted = iter(document.kept.rows.items()), document.fits
    number = 0
    while stretch := tuple(islice(rows, FIELDS)):
        name = f"{NAME}/{number}"
        fits = tuple(fitted.get(group) for group, _ in stretch)
        things = (marks, *(rows for _, rows in stretch), *(fit and fit.curve for fit in fits))
        yield from once(made, name, things, partial(_parts, name, stretch, fits, marks))
        number += 1


def _parts(name: str, stretch: Any, fits: tuple[Fit | None, ...], marks: Marks) -> tuple[Part, ...]:
    saved: Saved = tuple(
        Noted.of(row) if row.is_of(fit) else row
        for (_, rows), fit in zip(stretch, fits, strict=True)
        for row in rows
        if row.name not in marks.dropped
    )
    return parts_of(name, saved, Saved)


def marks_of(contents: Contents) -> Marks:
    """None pinned where that is damaged, or was not saved yet."""
    if NAME not in contents.parts:
        return NO_MARKS
    try:
        return Marks(pinned=frozenset(value_of(Pinned, contents, NAME)))
    except InputError:
        return NO_MARKS


def kept_of(
    contents: Contents, fits: Mapping[str, Fit], groups: Mapping[str, Any], task: Task = QUIET
) -> KeptFits:
    """Those whose stretch is whole and whose field is there."""
    found: dict[str, tuple[KeptFit, ...]] = {}
    for name in names_of_stretches(contents, NAME):
        task.check()
        try:
            saved: Saved = value_of(Saved, contents, name)
        except InputError:
            continue
        for each in saved:
            row = _checked(each) if isinstance(each, KeptFit) else _noted(each, fits)
            if row is not None and row.group in groups:
                found[row.group] = (*found.get(row.group, ()), row)
    return KeptFits(Overlay(found))


def _checked(row: KeptFit) -> KeptFit:
    """Without a curve that could not be drawn: its figures are as good as before."""
    curve = row.curve
    if curve is None:
        return row
    lines = (curve.time, curve.mean, curve.lower, curve.upper)
    sound = all(
        line.dtype == np.float64 and line.shape == (curve.time.size,) and np.isfinite(line).all()
        for line in lines
    )
    rises = sound and curve.time.size > 0 and bool((np.diff(curve.time) > 0.0).all())
    return row if rises else replace(row, curve=None)


def _noted(noted: Noted, fits: Mapping[str, Fit]) -> KeptFit | None:
    """None where the fit is lost."""
    fit = fits.get(noted.group)
    return None if fit is None else noted.row(fit)
