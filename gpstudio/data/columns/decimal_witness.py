"""What the other columns of a table say of the decimal mark, where the readings leave it open.

"1,807" alone is either; beside a latitude of 47,9509 it is a decimal comma, for a table is written
by one hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.data.columns.numbers import Marks
from gpstudio.data.columns.profile import Profile
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import DECIMAL_COMMA, THOUSANDS_MARK, Decision
from gpstudio.data.texts import shown


def hear_others(
    survey: Survey, profiles: list[Profile], readings: Sequence[int]
) -> Decision | None:
    """The decision that another column of numbers settles; None where it is not needed or open."""
    own = Marks()
    for place in readings:
        own.look(survey.columns[place])
    if not own.is_open:
        return None
    heard: dict[str, str] = {}
    for place, p in enumerate(profiles):
        if p.kind == "number" and place not in readings:
            for choice, cell in _testimony(survey, place):
                heard.setdefault(choice, f"{cell} stands in column {shown(p.name)}")
    if len(heard) != 1:
        return None
    ((choice, why),) = heard.items()
    return Decision("decimal", choice, (DECIMAL_COMMA, THOUSANDS_MARK), why)


def _testimony(survey: Survey, place: int) -> list[tuple[str, str]]:
    """What certain cells of a column say, each kind once."""
    found: dict[str, str] = {}
    for cell in survey.columns[place]:
        marks = Marks()
        marks.look([cell])
        if marks.commas or marks.comma_last:
            found.setdefault(DECIMAL_COMMA, cell.strip())
        elif marks.both or marks.many_groups or marks.points > marks.grouped_points:
            found.setdefault(THOUSANDS_MARK, cell.strip())
    return list(found.items())
