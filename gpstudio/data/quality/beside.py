"""What the columns beside the readings say of them, as weights and reasons to leave one out.

Several columns multiply. A column of weights is somebody's own judgement of all the others: beside
it they are not used. Columns that would leave hardly a reading mean something else than their
names say: they are not used either, and that is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.data.columns.coded import Coded
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.quality.case import Case
from gpstudio.data.quality.codes import ask_for_codes
from gpstudio.data.quality.coverage import FEWEST, REASON, is_count, seen_share
from gpstudio.data.quality.decoders import decoders_for
from gpstudio.data.quality.decoders.decoder import Meanings, is_blank, numbers
from gpstudio.data.texts import shown
from gpstudio.translation import all_of, tr, tr_count

USED, NOT_USED = "used", "not used"
CHOICES = (USED, NOT_USED)
MOST_ASIDE = 0.95
"""Of the readings; beyond, the columns are not what they seem."""
_KNOWN = 0.98
"""Of the rows: so many must be understood for a column to be."""


@dataclass
class _Judgement:
    """Gathered column by column, before anything is changed."""

    titles: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    weights: list[Floats] = field(default_factory=list)
    reasons: list[tuple[Flags, str]] = field(default_factory=list)

    def take(self, title: str, column: Coded, meanings: Meanings) -> None:
        """``meanings`` are those of all cells of the column."""
        self.titles.append(title)
        for reason, told in meanings.reasons:
            if told.any():
                self.reasons.append((column.spread(told), reason))
        if ((meanings.weights > 0.0) & (meanings.weights < 1.0)).any():
            self.weights.append(column.spread(meanings.weights))


def weigh_by_columns(entries: Entries, case: Case) -> None:
    judgement = _Judgement()
    weights = [place for place in case.places("weight") if place in entries.beside]
    quality = [place for place in case.places("quality") if place in entries.beside]
    for place in weights:
        _take_weights(judgement, entries.beside[place], case.names[place])
    if judgement.titles and quality:
        judgement.titles[-1] = tr(
            "{weights} in place of {columns}",
            weights=judgement.titles[-1],
            columns=all_of(shown(case.names[place]) for place in quality),
        )
    if not judgement.titles:
        for place in quality:
            if not is_count(case.names[place]):
                _take_quality(judgement, entries, place, case)
        _take_coverage(judgement, entries, quality, case)
    _settle(judgement, entries, case)


def _settle(judgement: _Judgement, entries: Entries, case: Case) -> None:
    if not judgement.titles:
        if judgement.doubts:
            why = all_of(judgement.doubts)
            told = tr("quality {choice}", choice=tr(NOT_USED))
            entries.decisions.append(Decision("quality", NOT_USED, CHOICES, why, told=told))
        return
    used = entries.ledger.used
    aside: Flags = np.zeros(len(entries), dtype=np.bool_)
    for flags, _ in judgement.reasons:
        aside |= flags
    many = int((aside & used).sum()) > MOST_ASIDE * int(used.sum())
    doubts = judgement.doubts + [tr("they would leave hardly a reading")] * many
    why = all_of(judgement.titles)
    if doubts:
        why = tr("{reasons}, but {doubts}", reasons=why, doubts=all_of(doubts))
    chosen = case.answer("quality") or (NOT_USED if many else USED)
    entries.decisions.append(
        Decision("quality", chosen, CHOICES, why, told=tr("quality {choice}", choice=tr(chosen)))
    )
    if chosen == NOT_USED:
        return
    for flags, reason in judgement.reasons:
        entries.ledger.set_aside(flags, reason)
    for factors in judgement.weights:
        entries.weigh(factors)


def _take_quality(judgement: _Judgement, entries: Entries, place: int, case: Case) -> None:
    column, name = entries.beside[place], case.names[place]
    counts = np.bincount(column.codes[entries.ledger.used], minlength=len(column.cells))
    here: Integers = np.flatnonzero((counts > 0) & ~_blank(column))
    if not len(here):
        return
    for decoder in decoders_for(name):
        found = decoder.decode(column.cells[here])
        known = int(counts[here][np.isfinite(found.weights)].sum())
        if known >= _KNOWN * int(counts[here].sum()):
            meanings = _of_all(found, here, len(column.cells))
            title = tr("{name} holds {content}", name=shown(name), content=decoder.title)
            judgement.take(title, column, meanings)
            return
    codes = ask_for_codes(entries, name, column, here.tolist(), case)
    if codes is not None:
        told = tr("you said that {choice} in {name}", choice=case.answer("flag"), name=shown(name))
        judgement.take(told, column, Meanings.of(codes))
    elif len(here) > 1 and all(d.about != "flag" for d in entries.decisions):
        judgement.doubts.append(tr("the codes of {name} are not known", name=shown(name)))


def _of_all(found: Meanings, here: Integers, size: int) -> Meanings:
    """With the cells that stand beside no reading or say nothing: they take nothing away."""
    weights = np.ones(size)
    weights[here] = np.where(np.isnan(found.weights), 1.0, found.weights)
    reasons = []
    for reason, flags in found.reasons:
        told: Flags = np.zeros(size, dtype=np.bool_)
        told[here[flags]] = True
        reasons.append((reason, told))
    return Meanings(weights, tuple(reasons))


def _take_coverage(judgement: _Judgement, entries: Entries, places: list[int], case: Case) -> None:
    counting = [place for place in places if is_count(case.names[place])]
    share = seen_share(entries, case.names, counting) if counting else None
    if share is None:
        return
    if (share >= 1.0).all():
        return
    counted = all_of(shown(case.names[p]) for p in counting)
    judgement.titles.append(
        tr_count(
            len(counting), "{columns} counts pixels", "{columns} count pixels", columns=counted
        )
    )
    judgement.reasons.append((share < FEWEST, REASON))
    judgement.weights.append(np.maximum(share, FEWEST, out=share))


def _take_weights(judgement: _Judgement, column: Coded, name: str) -> None:
    """Numbers from 0; those beyond 1 are taken relative to the largest."""
    blank = _blank(column)
    weights = np.ones(len(column.cells))
    weights[~blank] = numbers(column.cells[~blank])
    if not (weights >= 0.0).all() or not (weights[~blank] > 0.0).any():
        judgement.doubts.append(tr("{name} is no column of weights", name=shown(name)))
        return
    weights /= max(1.0, float(weights.max()))
    meanings = Meanings(weights, ((tr("with a weight of 0"), weights == 0.0),))
    judgement.take(tr("{name} holds weights", name=shown(name)), column, meanings)


def _blank(column: Coded) -> Flags:
    """Which cells say nothing."""
    return np.fromiter(map(is_blank, column.cells), dtype=np.bool_, count=len(column.cells))
