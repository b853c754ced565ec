"""What the importer decided, in records that the window, the command line and tests all read.

A decision that the file does not settle is a ``Question``: it is asked, never guessed. The key
words of questions live here, so that ``--answer ABOUT=CHOICE`` and the dialog agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gpstudio.core.errors import InputError, nearest
from gpstudio.data.source import shown

Role: TypeAlias = Literal["time", "value", "group", "ignored"]

DAY_FIRST, MONTH_FIRST, YEAR_FIRST = "day first", "month first", "year first"
DECIMAL_COMMA, THOUSANDS_MARK = "decimal comma", "thousands mark"

FIXED_CHOICES: Mapping[str, tuple[str, ...]] = {
    "date": (DAY_FIRST, MONTH_FIRST, YEAR_FIRST),
    "decimal": (DECIMAL_COMMA, THOUSANDS_MARK),
    "value": (),
}
"""Every question there is, with its choices; those of ``value`` are the file's own columns."""


@dataclass(frozen=True)
class Column:
    """How one column was understood; ``confidence`` runs from 0 to 1."""

    name: str
    role: Role
    unit: str
    format: str
    confidence: float


@dataclass(frozen=True)
class SetAside:
    """Rows that take no part; ``reason`` completes "12 rows …"."""

    reason: str
    count: int


@dataclass(frozen=True)
class Question:
    """What only a person can know; ``about`` names it in ``answers``."""

    about: str
    text: str
    choices: tuple[str, ...]


def checked_answers(answers: Mapping[str, str] | None, names: Sequence[str]) -> dict[str, str]:
    """The answers, when every one is about something that is asked and is one of its choices."""
    given = dict(answers or {})
    for about, choice in given.items():
        if about not in FIXED_CHOICES:
            raise InputError(
                f"No question is about {shown(about)}; {closest(about, FIXED_CHOICES)}"
            )
        choices = FIXED_CHOICES[about] or names
        if choice not in choices:
            raise InputError(
                f"{shown(choice)} is no answer about {shown(about)}; {closest(choice, choices)}"
            )
    return given


def closest(word: str, known: Sequence[str] | Mapping[str, object]) -> str:
    """How a message ends that met an unknown name of the file's own."""
    close = nearest(word, known)
    if close is not None:
        return f"did you mean {shown(close)}?"
    listed = [shown(name) for name in list(known)[:12]]
    more = ", …" if len(known) > len(listed) else ""
    return f"choose one of {', '.join(listed)}{more}."
