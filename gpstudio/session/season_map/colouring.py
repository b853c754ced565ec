"""What points of the map can be coloured by: what is known of their fields and seasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.table import CROP
from gpstudio.phenology.stages import StageDate
from gpstudio.session.document import Document
from gpstudio.session.season_map.laying_out import SeasonMap
from gpstudio.session.season_map.weeks import FieldYear
from gpstudio.translation import tr

MOST_WORDS = 8
"""Colours that can be told apart; what is rarer is one of the others."""


@dataclass(frozen=True, eq=False)
class Colouring:
    name: str
    title: str
    words: tuple[str, ...]
    """In their order; none where points have numbers."""
    values: Floats
    """Of each point: the place of its word, or its number; NaN where it has none."""
    is_day: bool = False
    """Whether the numbers are days since the growing year began."""


def colourings(document: Document, found: SeasonMap) -> tuple[Colouring, ...]:
    """Those that say anything, oddness first: it needs nothing but the map."""
    return tuple(_all(document, found))


def _all(document: Document, found: SeasonMap) -> Iterator[Colouring]:
    rows = found.rows
    usual = (tr("as others"), tr("odd"))
    yield Colouring("odd", tr("Odd seasons"), usual, found.odd.astype(np.float64))
    years = [row.year for row in rows]
    if len(set(years)) > 1:
        names = tuple(str(year) for year in sorted(set(years)))
        if len(names) <= MOST_WORDS:
            yield _by_words("year", tr("Year"), [str(year) for year in years], names)
        else:
            yield Colouring("year", tr("Year"), (), np.array(years, dtype=np.float64))
    crops = [document.facts_of(row.group).crop or document.request.crop for row in rows]
    yield from _worded("crop", tr("Crop"), crops)
    for heading in document.headings:
        if heading == CROP:  # told above, with the crops that a person chose
            continue
        words = [document.labels_of(row.group).get(heading, "") for row in rows]
        yield from _worded(f"label {heading}", heading, words)
    yield from _dated(document, rows)


def _dated(document: Document, rows: Sequence[FieldYear]) -> Iterator[Colouring]:
    seen: dict[str, Floats] = {}
    grades = [""] * len(rows)
    for place, row in enumerate(rows):
        for stage in _stages_in(document, row):
            days = seen.setdefault(stage.stage, np.full(len(rows), np.nan))
            days[place] = stage.date - row.begin if stage.date is not None else np.nan
            if stage.grade is not None:
                grades[place] = max(grades[place], stage.grade.letter)
    yield from _worded("grade", tr("Worst letter of its dates"), grades)
    for name, days in seen.items():
        yield Colouring(name, name, (), days, is_day=True)


def _stages_in(document: Document, row: FieldYear) -> Iterator[StageDate]:
    fit = document.fits.get(row.group)
    for stage in fit.dates.stages if fit is not None else ():
        if stage.date is not None and row.holds(stage.date):
            yield stage


def _worded(name: str, title: str, words: Sequence[str]) -> Iterator[Colouring]:
    """The most frequent words first; nothing where all points have the same one."""
    counts = Counter(word for word in words if word)
    if len(counts) + ("" in words) < 2 or not counts:
        return
    kept = tuple(sorted(word for word, _ in counts.most_common(MOST_WORDS)))
    yield _by_words(name, title, words, kept)


def _by_words(name: str, title: str, words: Sequence[str], kept: tuple[str, ...]) -> Colouring:
    places = {word: place for place, word in enumerate(kept)}
    others = float(len(kept)) if any(word and word not in places for word in words) else np.nan
    values = np.array([float(places[w]) if w in places else others if w else np.nan for w in words])
    shown = kept if np.isnan(others) else (*kept, tr("others"))
    return Colouring(name, title, shown, values)
