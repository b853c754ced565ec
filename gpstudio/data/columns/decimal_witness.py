"""What a table says of the decimal mark where its readings leave it open.

"1,807" alone is either; beside a latitude of 47,9509 it is a decimal comma, for a table is written
by one hand. "1.807" is either too, but hardly ever in doubt: where commas part the cells nobody
writes decimal commas, and elsewhere it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.data.columns.numbers import NumberMarks, NumberStyle, number_in, which_mark
from gpstudio.data.columns.profile import Profile
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import (
    DECIMAL_COMMA,
    DECIMAL_POINT,
    THOUSANDS_MARK,
    Decision,
)
from gpstudio.data.names import is_bounded
from gpstudio.data.texts import shown
from gpstudio.translation import tr

_FAR = 1.5
"""No index that is bound by 1 is mostly beyond."""


def settle_decimal(
    survey: Survey, profiles: list[Profile], readings: Sequence[int], called: str
) -> Decision | None:
    """The decision that the rest of the table settles, or the question about points.

    None where the readings tell their marks themselves, or ask about their commas when read.
    ``called`` is what they are readings of, where that is no column's name.
    """
    own = NumberMarks()
    for place in readings:
        own.look(survey.columns[place])
    if own.is_open:
        return _heard(survey, profiles, readings, THOUSANDS_MARK)
    if not own.has_mainly_grouped_points:
        return None
    if not own.commas and not _is_doubtful(survey, readings, called):
        return None
    heard = _heard(survey, profiles, readings, DECIMAL_POINT)
    if heard is not None:
        return heard
    place, cell = _first_with_a_point(survey, readings)
    return Decision.asking(which_mark(survey.names[place], cell, DECIMAL_POINT))


def answered_decimal(survey: Survey, readings: Sequence[int], answer: str) -> Decision | None:
    """What a person said, on record where the readings leave it open."""
    own = NumberMarks()
    for place in readings:
        own.look(survey.columns[place])
    if not (own.is_open or own.has_mainly_grouped_points):
        return None
    usual = DECIMAL_COMMA if own.is_open else DECIMAL_POINT
    choices = tuple(dict.fromkeys((usual, THOUSANDS_MARK, answer)))
    thousands = answer == THOUSANDS_MARK
    return Decision(
        "decimal", answer, choices, told=tr("marks as thousands marks"), aloud=thousands
    )


def _is_doubtful(survey: Survey, readings: Sequence[int], called: str) -> bool:
    """Whether points before three digits may well part thousands."""
    if survey.dialect.delimiter != ",":
        return True
    place = readings[0]
    if not is_bounded(called or survey.names[place]):
        return False
    numbers = [number_in(cell, NumberStyle()) for cell in survey.columns[place]]
    said = [number for number in numbers if number is not None]
    return bool(np.nanmedian(said) > _FAR)


def _first_with_a_point(survey: Survey, readings: Sequence[int]) -> tuple[int, str]:
    return next(
        (place, cell.strip())
        for place in readings
        for cell in survey.columns[place]
        if "." in cell and number_in(cell, NumberStyle()) is not None
    )


def _heard(
    survey: Survey, profiles: list[Profile], readings: Sequence[int], otherwise: str
) -> Decision | None:
    """What the other columns of numbers agree on; ``otherwise`` is the choice that they write
    decimal points."""
    heard: dict[str, str] = {}
    for place, p in enumerate(profiles):
        if p.kind == "number" and place not in readings:
            for choice, cell in _testimony(survey, place, otherwise):
                heard.setdefault(
                    choice, tr("{cell} stands in column {name}", cell=cell, name=shown(p.name))
                )
    if len(heard) != 1:
        return None
    ((choice, why),) = heard.items()
    return Decision("decimal", choice, (DECIMAL_COMMA, otherwise), why)


def _testimony(survey: Survey, place: int, otherwise: str) -> list[tuple[str, str]]:
    """What certain cells of a column say, each kind once."""
    found: dict[str, str] = {}
    for cell in survey.columns[place]:
        marks = NumberMarks()
        marks.look([cell])
        if marks.commas or marks.comma_last:
            found.setdefault(DECIMAL_COMMA, cell.strip())
        elif marks.both or marks.many_groups or marks.points > marks.grouped_points:
            found.setdefault(otherwise, cell.strip())
    return list(found.items())
