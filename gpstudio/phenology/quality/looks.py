"""Whether a field's dates can be used as they are, or somebody should look at it: a batch of ten
thousand fields is looked at by its exceptions.

What no better readings could mend is no reason to look: that a date lies ahead, or is modelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gpstudio.phenology.quality import codes
from gpstudio.phenology.quality.codes import LETTERS, MODELLED, NO_DATE, Code
from gpstudio.phenology.quality.grade import Grade
from gpstudio.translation import tr


@dataclass(frozen=True)
class Look:
    """Why somebody should look."""

    name: str
    title: str
    codes: tuple[Code, ...]
    """Those that, being the worst of most dates, say so."""


LOOKS: dict[str, Look] = {
    look.name: look
    for look in (
        Look(
            "few_readings", tr("few readings"),
            (codes.GAP, codes.FEW_RISE, codes.FEW_PEAK, codes.FEW_FALL, codes.EDGE,
             codes.NOT_OBSERVED),
        ),
        Look("two_crops", tr("two crops"), (codes.EITHER_OR, codes.DISAGREE)),
        Look("noise", tr("noise"), (codes.WIDE, codes.BAND, codes.SMOOTHED)),
        Look("no_season", tr("no season"), (codes.NO_SEASON,)),
        Look("not_fitted", tr("not fitted"), (codes.NOT_FITTED,)),
        Look("no_dates", tr("no dates"), (codes.NOT_REACHED, codes.CUT, codes.NEEDS)),
    )
}  # fmt: skip
"""In the order in which they are told."""
NEEDS_LOOK = ("D", NO_DATE)
_BY_CODE = {code.name: look.name for look in LOOKS.values() for code in look.codes}
_NO_FAULT = {codes.FORECAST.name, *(code.name for code in MODELLED)}
_ORDER = list(LETTERS)


@dataclass(frozen=True)
class Standing:
    """Of a season, or of a field without one."""

    letter: str
    """That of its typical date: at least half of them are as good."""
    look: str
    """A name of ``LOOKS``; empty where nobody need look."""


def standing_of(grades: Sequence[Grade | None]) -> Standing:
    """From the grades of a season's stages."""
    known = [grade for grade in grades if grade is not None]
    dated = [grade for grade in known if grade.letter != NO_DATE]
    shown = [grade for grade in dated if _NO_FAULT.isdisjoint(grade.codes)] or dated or known
    if not shown:
        return Standing("", "")
    letters = sorted((grade.letter for grade in shown), key=_ORDER.index)
    letter = letters[(len(letters) - 1) // 2]
    if letter not in NEEDS_LOOK or not any(_NO_FAULT.isdisjoint(g.codes) for g in shown):
        return Standing(letter, "")
    worst = [g.codes[0] for g in shown if g.letter in NEEDS_LOOK and g.codes]
    looks = Counter(_BY_CODE[code] for code in worst if code in _BY_CODE)
    return Standing(letter, max(looks, key=lambda name: looks[name], default="no_dates"))
