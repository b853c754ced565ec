"""How roles and decisions are called on screen."""

from __future__ import annotations

from gpstudio.data.decisions import Decision, Role, TableColumn
from gpstudio.data.remembered import RememberedChoices
from gpstudio.data.sentence import entries, readings_of
from gpstudio.data.table import UNDECIDED, Table
from gpstudio.translation import tr, tr_count

ROLE_WORDS: dict[Role, tuple[str, str]] = {
    "time": (tr("Time"), tr("when each reading was taken")),
    "value": (tr("Reading"), tr("the values to be fitted")),
    "group": (tr("Field"), tr("the name of the field")),
    "quality": (tr("Quality"), tr("how good each reading is")),
    "season": (tr("Season"), tr("the season of each reading")),
    "sensor": (tr("Sensor"), tr("the satellite or instrument")),
    "weight": (tr("Weight"), tr("how much each reading counts")),
    "noise": (tr("Noise"), tr("how noisy each reading is beside the others")),
    "label": (tr("Label"), tr("a word about the field, such as its crop")),
    "place": (tr("Place"), tr("where the field lies")),
    "ignored": (tr("Not used"), tr("the column takes no part")),
}
"""In the order of the menu: what it is called, and what for."""

DECISION_WORDS: dict[str, str] = {
    "encoding": tr("Encoding"),
    "delimiter": tr("Delimiter"),
    "header": tr("Header"),
    "layout": tr("Layout"),
    "sheet": tr("Sheet"),
    "time": tr("Time"),
    "calendar": tr("Calendar"),
    "composite": tr("Composite"),
    "variable": tr("Variable"),
    "field": tr("Field"),
    "scale": tr("Scale"),
    "marks": tr("Marks behind numbers"),
    "zeros": tr("Zeros"),
    "quality": tr("Quality"),
    "noise": tr("Noise"),
    "member": tr("File inside"),
    "export": tr("Kind of table"),
    "date": tr("Dates"),
    "ways": tr("Mixed dates"),
    "numbers": tr("Dates as numbers"),
    "period": tr("Weeks and months"),
    "zone": tr("Time zone"),
    "doy": tr("Day of the year"),
    "year": tr("Year"),
    "decimal": tr("Marks in numbers"),
    "value": tr("Reading"),
    "gaps": tr("Empty cells"),
    "fills": tr("Fill values"),
    "range": tr("Out of range"),
    "names": tr("Names that look the same"),
    "years": tr("Other years"),
    "outside": tr("Outside the limits"),
    "flag": tr("Codes"),
    "repeated": tr("Repeated readings"),
}
"""How each decision is called on screen."""

CHOOSE = tr(
    "Click the head of a column to say what it is for, or read the file differently. Then it "
    "can be imported."
)


def decision_word(about: str) -> str:
    return DECISION_WORDS[about]


def chosen_words(decision: Decision) -> str:
    """What was chosen, and why where that is known."""
    choice = tr(decision.chosen)
    if not decision.why:
        return choice
    return tr("{choice}, because {reason}", choice=choice, reason=decision.why)


def role_word(role: Role) -> str:
    return ROLE_WORDS[role][0]


def format_word(column: TableColumn) -> str:
    """How its cells are written; with a mark while the order of day and month is asked."""
    asked = " ?" if column.role == "time" and column.confidence == UNDECIDED else ""
    return f"{column.format}{asked}" if column.role != "ignored" else ""


def column_words(column: TableColumn) -> str:
    """All that the header shows, for who listens."""
    parts = [column.name, role_word(column.role), format_word(column)]
    return ", ".join(part for part in parts if part)


def reading_words(reading: RememberedChoices) -> str:
    """The sentence of what was decided; while questions are open they speak for themselves."""
    table = reading.table
    if reading.problem:
        return CHOOSE
    if table.questions:
        rows = tr_count(table.rows_in, "{n:,} row", "{n:,} rows")
        return tr_count(
            len(table.questions),
            "{rows}, to be read as soon as the question is answered.",
            "{rows}, to be read as soon as the questions are answered.",
            rows=rows,
        )
    return f"{table.sentence}."


def short_words(table: Table) -> str:
    """What fits a line: how much was taken, and how much was not."""
    aside = table.rows_in - table.rows_used
    if not aside:
        return readings_of(table)
    return tr(
        "{readings}; {entries} set aside",
        readings=readings_of(table),
        entries=entries(table, aside),
    )


def is_in_doubt(reading: RememberedChoices) -> bool:
    """Whether a person should look before the table is taken.

    Also where an answer is only remembered: the same columns may come from another country, with
    its own order of day and month.
    """
    table = reading.table
    doubtful = bool(table.questions) or 2 * table.rows_used < table.rows_in
    remembered = reading.recalled and bool(table.said.answers)
    return doubtful or remembered or bool(reading.problem)
