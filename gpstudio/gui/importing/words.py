"""How roles and decisions are called on screen."""

from __future__ import annotations

from gpstudio.data.decisions import Column, Role
from gpstudio.data.remembered import Reading
from gpstudio.data.sentence import entry_word, readings_of
from gpstudio.data.table import UNDECIDED, Table
from gpstudio.gui.words import count

ROLE_WORDS: dict[Role, tuple[str, str]] = {
    "time": ("Time", "when each reading was taken"),
    "value": ("Reading", "the values to be fitted"),
    "group": ("Field", "the name of the field"),
    "quality": ("Quality", "how good each reading is"),
    "season": ("Season", "the season of each reading"),
    "sensor": ("Sensor", "the satellite or instrument"),
    "weight": ("Weight", "how much each reading counts"),
    "ignored": ("Not used", "the column takes no part"),
}
"""In the order of the menu: what it is called, and what for."""

DECISION_WORDS: dict[str, str] = {
    "member": "File inside",
    "export": "Kind of table",
    "date": "Dates",
    "ways": "Mixed dates",
    "numbers": "Dates as numbers",
    "period": "Weeks and months",
    "zone": "Time zone",
    "doy": "Day of the year",
    "decimal": "Marks in numbers",
    "value": "Reading",
    "fills": "Fill values",
    "range": "Out of range",
    "flag": "Codes",
    "repeated": "Repeated readings",
}
"""Where the word for a decision is not the decision's own with a capital, or would be taken for
another one's: Export is a button of the window, and numbers are what the readings are."""


CHOOSE = (
    "Say with a click on the head of a column what it is for, or read the file differently; then "
    "it can be imported."
)


def decision_word(about: str) -> str:
    return DECISION_WORDS.get(about, about.replace("_", " ").capitalize())


def role_word(role: Role) -> str:
    return ROLE_WORDS[role][0]


def format_word(column: Column) -> str:
    """How its cells are written; with a mark while the order of day and month is asked."""
    asked = " ?" if column.role == "time" and column.confidence == UNDECIDED else ""
    return f"{column.format}{asked}" if column.role != "ignored" else ""


def column_words(column: Column) -> str:
    """All that the header shows, for who listens."""
    parts = [column.name, role_word(column.role), format_word(column)]
    return ", ".join(part for part in parts if part)


def reading_words(reading: Reading) -> str:
    """The sentence of what was decided; while questions are open they speak for themselves."""
    table = reading.table
    if reading.problem:
        return CHOOSE
    if table.questions:
        asked = "the question is" if len(table.questions) == 1 else "the questions are"
        return f"{count(table.rows_in, 'row')}, to be read as soon as {asked} answered."
    return f"{table.sentence}."


def short_words(table: Table) -> str:
    """What fits a line: how much was taken, and how much was not."""
    aside = table.rows_in - table.rows_used
    said = f"; {count(aside, entry_word(table))} set aside" if aside else ""
    return f"{readings_of(table)}{said}"


def is_in_doubt(reading: Reading) -> bool:
    """Whether a person should look before the table is taken.

    Also where an answer is only remembered: the same columns may come from another country, with
    its own order of day and month.
    """
    table = reading.table
    doubtful = bool(table.questions) or 2 * table.rows_used < table.rows_in
    remembered = reading.recalled and bool(table.said.answers)
    return doubtful or remembered or bool(reading.problem)
