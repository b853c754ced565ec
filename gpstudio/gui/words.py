"""How stages, dates and numbers are written on screen, the same everywhere."""

from __future__ import annotations

import re

import numpy as np

from gpstudio.data.series import iso_from_days
from gpstudio.phenology.rules import RULES

NO_DATE = "—"
_LONG_NUMBER = re.compile(r"(?<![\w.])\d+\.\d+(?:[eE][-+]?\d+)?")


def stage_title(name: str) -> str:
    """As people say it: from the rule's declaration where there is one."""
    return RULES[name].spec.title if name in RULES else name.replace("_", " ").capitalize()


def stage_help(name: str) -> str:
    return RULES[name].spec.help if name in RULES else ""


def stage_place(name: str) -> int:
    """Its place in the season, which decides its colour."""
    return RULES.names.index(name) if name in RULES else len(RULES)


def time_text(time: float | None, dated: bool) -> str:
    """A day, or the user's own number where times are not dates."""
    if time is None:
        return NO_DATE
    return iso_from_days([np.round(time)])[0] if dated else f"{time:.5g}"


def short_numbers(text: str) -> str:
    """A kernel as people read it: ``0.1109 * matern32(38.72)``."""
    return _LONG_NUMBER.sub(lambda match: f"{float(match.group()):.4g}", text)


def count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
