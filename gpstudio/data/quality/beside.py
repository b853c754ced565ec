"""What the columns beside the readings say of them, as weights and reasons to leave one out.

Several columns multiply. A column of weights is somebody's own judgement of all the others: beside
it they are not used. Columns that would leave hardly a reading mean something else than their
names say: they are not used either, and that is told.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.data.columns.coded import Coded
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.quality.case import Case
from gpstudio.data.quality.codes import ask_for_codes
from gpstudio.data.quality.coverage import FEWEST, REASON, is_count, seen_share
from gpstudio.data.quality.decoders import decoders_for
from gpstudio.data.quality.decoders.decoder import GOOD, Verdict, is_blank, number
from gpstudio.data.texts import shown

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

    def take(self, title: str, column: Coded, verdicts: list[Verdict]) -> None:
        self.titles.append(title)
        weights = np.array([verdict.weight for verdict in verdicts])
        for reason in dict.fromkeys(v.reason for v in verdicts if v.weight == 0.0):
            told = np.array([v.weight == 0.0 and v.reason == reason for v in verdicts])
            self.reasons.append((column.spread(told), reason))
        if ((weights > 0.0) & (weights < 1.0)).any():
            self.weights.append(column.spread(weights))


def weigh_by_columns(entries: Entries, case: Case) -> None:
    judgement = _Judgement()
    weights = [place for place in case.places("weight") if place in entries.beside]
    quality = [place for place in case.places("quality") if place in entries.beside]
    for place in weights:
        _take_weights(judgement, entries.beside[place], case.names[place])
    if not judgement.titles:
        for place in quality:
            if not is_count(case.names[place]):
                _take_quality(judgement, entries, place, case)
        _take_coverage(judgement, entries, quality, case)
    _settle(judgement, entries, case)


def _settle(judgement: _Judgement, entries: Entries, case: Case) -> None:
    if not judgement.titles:
        if judgement.doubts:
            why = " and ".join(judgement.doubts)
            told = f"quality {NOT_USED}"
            entries.decisions.append(Decision("quality", NOT_USED, CHOICES, why, told=told))
        return
    used = entries.ledger.used
    aside: Flags = np.zeros(len(entries), dtype=np.bool_)
    for flags, _ in judgement.reasons:
        aside |= flags
    many = int((aside & used).sum()) > MOST_ASIDE * int(used.sum())
    why = " and ".join((*judgement.titles, *judgement.doubts))
    if many:
        why = f"{why}, but would leave hardly a reading"
    chosen = case.answer("quality") or (NOT_USED if many else USED)
    entries.decisions.append(Decision("quality", chosen, CHOICES, why, told=f"quality {chosen}"))
    if chosen == NOT_USED:
        return
    for flags, reason in judgement.reasons:
        entries.ledger.set_aside(flags, reason)
    for factors in judgement.weights:
        entries.weigh(factors)


def _take_quality(judgement: _Judgement, entries: Entries, place: int, case: Case) -> None:
    column, name = entries.beside[place], case.names[place]
    used = entries.ledger.used
    counts = np.bincount(column.codes[used], minlength=len(column.cells))
    here = [i for i, cell in enumerate(column.cells) if counts[i] and not is_blank(cell)]
    cells = [column.cells[i] for i in here]
    if not cells:
        return
    for decoder in decoders_for(name):
        found = decoder.decode(cells)
        rows = sum(int(counts[i]) for i, v in zip(here, found, strict=True) if v is not None)
        if rows >= _KNOWN * int(counts[here].sum()):
            verdicts = [GOOD] * len(column.cells)
            for i, verdict in zip(here, found, strict=True):
                verdicts[i] = verdict or GOOD
            judgement.take(f"{shown(name)} holds {decoder.title}", column, verdicts)
            return
    codes = ask_for_codes(entries, name, column, here, case)
    if codes is not None:
        judgement.take(f"{shown(name)} was explained", column, codes)
    elif len(cells) > 1 and all(d.about != "flag" for d in entries.decisions):
        judgement.doubts.append(f"the codes of {shown(name)} are not known")


def _take_coverage(judgement: _Judgement, entries: Entries, places: list[int], case: Case) -> None:
    counting = [place for place in places if is_count(case.names[place])]
    share = seen_share(entries, case.names, counting) if counting else None
    if share is None:
        return
    if (share >= 1.0).all():
        return
    judgement.titles.append(" and ".join(shown(case.names[p]) for p in counting) + " count pixels")
    judgement.reasons.append((share < FEWEST, REASON))
    judgement.weights.append(np.maximum(share, FEWEST, out=share))


def _take_weights(judgement: _Judgement, column: Coded, name: str) -> None:
    """Numbers from 0; those beyond 1 are taken relative to the largest."""
    numbers = [1.0 if is_blank(cell) else number(cell) for cell in column.cells]
    known = [n for n in numbers if n is not None and n >= 0.0]
    if len(known) < len(numbers) or not known or max(known) <= 0.0:
        judgement.doubts.append(f"{shown(name)} is no column of weights")
        return
    most = max(1.0, *known)
    verdicts = [Verdict(n / most, "" if n else "with a weight of 0") for n in known]
    judgement.take(f"{shown(name)} holds weights", column, verdicts)
