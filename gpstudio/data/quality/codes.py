"""Codes that no table explains: of a column ``mask`` with 0 and 1, one of them is good.

A wrong guess would keep the clouds and leave out the crop, so it is asked; but only where it
matters, and only where an answer could be a single code.
"""

from __future__ import annotations

import numpy as np

from gpstudio.data.columns.coded import Coded
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.quality.case import Case
from gpstudio.data.quality.decoders.decoder import GOOD, FlagVerdict, whole
from gpstudio.data.quality.decoders.vocabulary import NO, YES
from gpstudio.data.texts import bare, shown
from gpstudio.translation import tr

CHOICES = ("not used", "0 is good", "1 is good")
_MOST_CODES = 8
_YES_AND_NO = dict.fromkeys(YES, 1) | dict.fromkeys(NO, 0)


def ask_for_codes(
    entries: Entries, name: str, column: Coded, here: list[int], case: Case
) -> list[FlagVerdict] | None:
    """What the cells mean by a person's answer; None while there is none. ``here`` are the cells
    that stand beside readings."""
    codes = [_code(cell) for cell in column.cells]
    found = {codes[i] for i in here}
    asked = any(decision.about == "flag" for decision in entries.decisions)
    if asked or None in found or not {0, 1} <= found or len(found) > _MOST_CODES:
        return None
    said = case.answer("flag")
    if said is not None:
        # what became of a used one is told with the other columns of quality
        told = tr("{name} {choice}", name=shown(name), choice=tr(said))
        aloud = said == CHOICES[0]
        entries.decisions.append(Decision("flag", said, CHOICES, told=told, aloud=aloud))
    else:
        text = tr(
            "Column {name} has the codes {found}: which of them is good?",
            name=shown(name),
            found=_listed(found),
        )
        if _matters(entries, column, codes):
            entries.decisions.append(Decision("flag", CHOICES[0], CHOICES, question=text))
    if said is None or said == CHOICES[0]:
        return None
    good = int(said[0])
    bad = FlagVerdict(0.0, tr("flagged by {name}", name=shown(name)))
    return [GOOD if code in (good, None) else bad for code in codes]


def _matters(entries: Entries, column: Coded, codes: list[int | None]) -> bool:
    """Whether both sides have readings at all: then half of them may be clouds."""
    sides = column.spread(np.array([-1 if code is None else code for code in codes]))
    kinds = np.unique(sides[entries.ledger.used])
    return bool(np.isin([0, 1], kinds).all())


def _code(cell: str) -> int | None:
    word = bare(cell)
    return _YES_AND_NO[word] if word in _YES_AND_NO else whole(cell)


def _listed(found: set[int | None]) -> str:
    return ", ".join(str(code) for code in sorted(c for c in found if c is not None))
