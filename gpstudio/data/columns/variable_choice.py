"""Which variable is read of a table that holds several, side by side or one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.value_choice import ANY_NUMBER, rank_of, told_value
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.names import VARIABLES, index_rank, words
from gpstudio.data.texts import Texts, is_missing
from gpstudio.phenology.indices import INDICES
from gpstudio.translation import tr

_MOST = 200
"""So many variables in a column, and it says something else."""


def decide_variable(
    found: Sequence[str], file: str, answer: str | None, *, stacked: bool
) -> Decision | None:
    """An index before a statistic, the mean before the extremes; else it is asked.

    ``stacked``: the variables stand one below the other, not side by side.
    """
    names = tuple(name or "value" for name in found)
    if len(names) < 2:
        return None
    if answer is not None:
        check_choice("variable", answer, names)
        return Decision("variable", answer, names, told=told_value(answer))
    ranked = sorted(
        (rank, place) for place, name in enumerate(names) if (rank := rank_of(name)) is not None
    )
    ordered = tuple(names[place] for _, place in ranked)
    choices = (*ordered, *(name for name in names if name not in ordered))
    alike = sum(rank == ranked[0][0] for rank, _ in ranked)
    if len(ranked) == 1 or (ranked and ranked[0][0][0] < ANY_NUMBER and alike == 1):
        count = len(names)
        if stacked:
            why = tr("{count} variables stand one below the other", count=count)
        else:
            why = tr("{count} variables stand side by side", count=count)
        return Decision(
            "variable",
            choices[0],
            choices,
            why,
            told=told_value(choices[0]),
        )
    text = tr(
        "Which of the {count} variables in {file} is to be read?", count=len(choices), file=file
    )
    return Decision("variable", choices[0], choices, question=text)


def choose_rows_of(
    profiles: list[Profile],
    columns: Sequence[Texts],
    value: int | None,
    file: str,
    answer: str | None,
) -> tuple[tuple[int, str] | None, Decision | None]:
    """The column that names the variable of each row, by its heading or by an index among its
    cells, and which of them is read.

    Only where the readings' own column names none. A column that says the same in every row leaves
    nothing to be decided, but tells what the readings are.
    """
    if value is not None and index_rank(profiles[value].name) is not None:
        return None, None
    alone: tuple[int, str] | None = None
    for place, p in enumerate(profiles):
        if place == value or p.kind != "text" or not p.repeats or p.distinct > _MOST:
            continue
        cells = (str(cell).strip() for cell in columns[place] if not is_missing(cell))
        found = tuple(dict.fromkeys(cells))
        if VARIABLES.isdisjoint(words(p.name)) and not any(n.lower() in INDICES for n in found):
            continue
        decision = decide_variable(found, file, answer, stacked=True)
        if decision is not None:
            return (place, decision.chosen), decision
        if alone is None and len(found) == 1 and index_rank(found[0]) is not None:
            alone = (place, found[0])
    return alone, None
