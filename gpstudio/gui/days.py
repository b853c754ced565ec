"""Days as people write them in a field: one that could be another day is refused, never guessed."""

from __future__ import annotations

import re
from datetime import date

from gpstudio.core.errors import InputError
from gpstudio.data.series import days_from_dates, iso_day
from gpstudio.gui.fields import LineField
from gpstudio.translation import tr

FIRST_YEAR, LAST_YEAR = 1900, 2100
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_TURNED = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
_YEAR_FIRST = re.compile(r"(\d{4})[./](\d{1,2})[./](\d{1,2})")


def day_of(text: str) -> float:
    """The day since 1970-01-01 that a text names; raises ``InputError`` where it could be another.

    Year first, as in 2022-05-04; day first with points, 4.5.2022; with slashes or dashes where one
    of the two numbers is above 12 or both are the same.
    """
    text = text.strip()
    for way in (_ISO, _YEAR_FIRST):
        found = way.fullmatch(text)
        if found:
            return _day(text, *(int(part) for part in found.groups()))
    turned = _TURNED.fullmatch(text)
    if not turned:
        raise InputError(tr("'{text}' is no date: write it as 2022-05-04.", text=text))
    one, other, year = int(turned[1]), int(turned[3]), int(turned[4])
    if turned[2] != "." and max(one, other) <= 12 and one != other:
        first, second = date(year, other, one), date(year, one, other)
        raise InputError(
            tr(
                "'{text}' could be {first} or {second}: write it as {first}.",
                text=text,
                first=first,
                second=second,
            )
        )
    if other > 12 and turned[2] != ".":
        one, other = other, one
    return _day(text, year, other, one)


def day_text(day: float) -> str:
    """A day as it is written everywhere."""
    return iso_day(day)


def _day(text: str, year: int, month: int, day: int) -> float:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise InputError(
            tr(
                "'{text}' is in the year {year}: write a year from {first_year} on.",
                text=text,
                year=year,
                first_year=FIRST_YEAR,
            )
        )
    try:
        made = date(year, month, day)
    except ValueError:
        raise InputError(
            tr("'{text}' is no day of the calendar: write it as 2022-05-04.", text=text)
        ) from None
    return float(days_from_dates([made])[0])


class DayField(LineField):
    """A day, or nothing; a plain number where times are not dates."""

    dated = True

    def day(self) -> float | None:
        """What is written; raises ``InputError`` where it names no day, or could name two."""
        text = self.text().strip()
        if not text:
            self.mark_wrong(False)
            return None
        try:
            found = day_of(text) if self.dated else _number(text)
        except InputError:
            self.mark_wrong(True)
            raise
        self.mark_wrong(False)
        return found

    def show_day(self, day: float | None) -> None:
        if day is None:
            self.show_text("")
        else:
            self.show_text(day_text(day) if self.dated else f"{day:g}")


def _number(text: str) -> float:
    try:
        return float(text.replace(",", ".", 1).replace("−", "-"))
    except ValueError:
        raise InputError(
            tr("'{text}' is not a number; write it as 30 or 0.5.", text=text)
        ) from None
