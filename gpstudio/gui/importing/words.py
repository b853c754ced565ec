"""How roles and decisions are called on screen."""

from __future__ import annotations

from gpstudio.data.decisions import Column, Role
from gpstudio.data.table import Table
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
    "date": "Dates",
    "decimal": "Numbers",
    "value": "Reading",
    "header": "Header",
    "quality": "Quality",
    "zeros": "Zeros",
}
"""Where the word for a decision is not the decision's own with a capital."""


def decision_word(about: str) -> str:
    return DECISION_WORDS.get(about, about.replace("_", " ").capitalize())


def role_word(role: Role) -> str:
    return ROLE_WORDS[role][0]


def column_words(column: Column) -> str:
    """All that the header shows, for who listens."""
    parts = [column.name, role_word(column.role), column.format if column.role != "ignored" else ""]
    return ", ".join(part for part in parts if part)


def table_words(table: Table) -> str:
    """The sentence of what was decided; while questions are open they speak for themselves."""
    if table.questions:
        asked = "the question is" if len(table.questions) == 1 else "the questions are"
        return f"{count(table.rows_in, 'row')}, to be read as soon as {asked} answered."
    return f"{table.sentence}."


def is_in_doubt(table: Table) -> bool:
    """Whether a person should look before the table is taken."""
    return bool(table.questions) or 2 * table.rows_used < table.rows_in
