"""How stages, dates and numbers are written on screen, the same everywhere."""

from __future__ import annotations

import re

from gpstudio.core.language import parse, print_expression, print_number
from gpstudio.data.series import Clock, iso_day
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.templates import stage_called
from gpstudio.session.kernel_numbers import without_bounds
from gpstudio.session.kernel_tree import read, write
from gpstudio.translation import all_of

NO_DATE = "—"
WRITTEN_DIGITS = 6
"""Digits that a person may write; a learnt number has more."""
LONG_PART = 90
"""Characters: two lines of a panel."""
_ASIDE = re.compile(r" \((?:[^()]|\([^()]*\))*\)")
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LONG_NUMBER = re.compile(r"(?<![\w.])\d+\.\d+(?:[eE][-+]?\d+)?")


def stage_title(name: str) -> str:
    """As people say it."""
    known = stage_called(name)
    return known.title if known else name.replace("_", " ").capitalize()


def stage_brief(name: str) -> str:
    """A short word, where its title is long."""
    known = stage_called(name)
    return (known.brief or known.title) if known else stage_title(name)


def stage_short(name: str) -> str:
    """Two letters."""
    known = stage_called(name)
    return known.short if known else ""


def landmarks() -> str:
    """The stages that the curve alone dates, as a list in words."""
    return all_of(rule.title.lower() for rule in RULES)


def stage_help(name: str) -> str:
    known = stage_called(name)
    return known.help if known else ""


def stage_scales(name: str) -> str:
    """What BBCH and Zadoks call it."""
    known = stage_called(name)
    return known.scales if known else ""


def time_text(time: float | None, clock: Clock) -> str:
    """A day, or the user's own number where times are not dates."""
    if time is None:
        return NO_DATE
    return iso_day(time, clock) if clock else f"{time:.5g}"


def without_year(day: str, beside: str = "") -> str:
    """A written day where its year is told elsewhere; whole where it is another than that of
    ``beside``."""
    is_day = _ISO_DAY.match(day) is not None
    return day[5:] if is_day and beside[:5] in ("", day[:5]) else day


def kernel_text(kernel: str) -> str:
    """A kernel with its numbers, as people read it: ``0.1109 * matern32(38.72)``."""
    plain = print_expression(write(without_bounds(read(parse(kernel)))))
    return _LONG_NUMBER.sub(lambda match: print_number(short(float(match.group()))), plain)


def short(number: float) -> float:
    """With the digits that tell; what a person wrote, such as 365.25, has no more than it needs."""
    as_written = float(f"{number:.{WRITTEN_DIGITS}g}")
    if as_written == number:
        return number
    # a place along the time axis is a day, also where days are counted from 1970
    return float(round(number)) if abs(number) >= 1e4 else float(f"{number:.4g}")


def in_short(reason: str) -> str:
    """A reason without the numbers behind it: they stand in parentheses, or after the colon of a
    part that is long."""
    parts = _ASIDE.sub("", reason).split("; ")
    return " ".join(
        sentence(part.partition(": ")[0] if len(part) > LONG_PART else part) for part in parts
    )


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
