"""What was understood of a file, in one sentence: what a person would want to check, and no more.

How the text was cut shows itself in the table; why a decision was made is said of those that are
``aloud``. All of them stand in ``Table.decisions``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpstudio.data.decisions import DATES_ACROSS, FIELDS_ACROSS
from gpstudio.data.texts import shown
from gpstudio.translation import some_of, tr, tr_count

if TYPE_CHECKING:
    from gpstudio.data.table import Table

_NAMED = 3


def sentence_of(table: Table) -> str:
    dialect = _dialect(table)
    if table.questions:
        return tr(
            "{entries}, {dialect}; to be answered: {questions}",
            entries=entries(table, table.rows_in),
            dialect=dialect,
            questions=" ".join(question.text for question in table.questions),
        )
    clauses = [decision.clause for decision in table.decisions if decision.clause]
    times = _times(table)
    if times.startswith("dates as ") and any(c.startswith("dates ") for c in clauses):
        times = ""
    understood = ", ".join(filter(None, [readings_of(table), dialect, times, *clauses]))
    aside = table.rows_in - table.rows_used
    if aside:
        counted = entries(table, aside)
        reasons = _reasons(table)
        set_aside = [tr("{entries} set aside: {reasons}", entries=counted, reasons=reasons)]
    else:
        set_aside = []
    return "; ".join([understood, *_added(table), *set_aside, *table.remarks])


def _added(table: Table) -> list[str]:
    """Which files came later."""
    if not table.added:
        return []
    names = [shown(file.path) for file in table.added]
    return [tr("with what was added from {files}", files=some_of(names, _NAMED))]


def readings_of(table: Table) -> str:
    """How many there are, of how many fields."""
    readings = tr_count(table.rows_used, "{n:,} reading", "{n:,} readings")
    fields = tr_count(len(table.series), "one field", "{n:,} fields")
    return tr("{readings} of {fields}", readings=readings, fields=fields)


def entries(table: Table, number: int) -> str:
    """So many of what may hold one reading."""
    if table.layout in (DATES_ACROSS, FIELDS_ACROSS):
        return tr_count(number, "{n:,} cell", "{n:,} cells")
    return tr_count(number, "{n:,} row", "{n:,} rows")


def _dialect(table: Table) -> str:
    from gpstudio.data.cutting.delimiter import DELIMITERS

    mark = "" if table.is_ours else tr(DELIMITERS[table.delimiter])
    comma = tr("decimal comma") if table.decimal == "," else ""
    return ", ".join(filter(None, [mark, table.source, comma]))


def _times(table: Table) -> str:
    time = next((column for column in table.columns if column.role == "time"), None)
    if time is None:
        dated = not table.series or table.series[0].dated
        return tr("dates across the top") if dated else tr("years across the top")
    if table.series and table.series[0].dated:
        return tr("dates as {format}", format=time.format)
    return tr("times as numbers in column {name}", name=shown(time.name))


def _reasons(table: Table) -> str:
    """Counted, unless the only one has been; who judged is said once."""
    if len(table.set_aside) == 1:
        return table.set_aside[0].reason
    told: dict[str, list[str]] = {}
    for aside in table.set_aside:
        what, _, judge = aside.reason.partition(" by ")
        told.setdefault(judge, []).append(f"{aside.count:,} {what}")
    joined = {judge: ", ".join(whats) for judge, whats in told.items()}
    return ", ".join(
        tr("{reasons} by {judge}", reasons=text, judge=judge) if judge else text
        for judge, text in joined.items()
    )
