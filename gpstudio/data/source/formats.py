"""Which cells of a workbook are dates, and what a number in such a cell says.

To Excel a date is a number and a way to show it: days since the end of 1899, or since 1904.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

_BUILT_IN = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_SPAN_BUILT_IN = 46
_ASIDE = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]', re.IGNORECASE)
"""What a format shows as it stands, and its colours, languages and conditions."""
_SPAN = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_DAY_MS = 86_400_000


class DateFormats:
    """Reads the part of a workbook that says how its cells look."""

    def __init__(self) -> None:
        self._dates = {code: code == _SPAN_BUILT_IN for code in _BUILT_IN}
        self._in_cells = False
        self.of_style: list[bool | None] = []
        """For each style: True for a span of time, False for a date, None for neither."""

    def start_tag(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        if tag == "numFmt":
            self._dates.pop(int(attributes["numFmtId"]), None)
            shown = _ASIDE.sub("", attributes["formatCode"].split(";")[0])
            if _SPAN.search(shown):
                self._dates[int(attributes["numFmtId"])] = True
            elif re.search("[dmyhs]", shown, re.IGNORECASE) and shown.lower() != "general":
                self._dates[int(attributes["numFmtId"])] = False
        elif tag == "cellXfs":
            self._in_cells = True
        elif tag == "xf" and self._in_cells:
            self.of_style.append(self._dates.get(int(attributes.get("numFmtId", 0))))

    def end_tag(self, tag: str) -> None:
        if tag.rpartition(":")[2] == "cellXfs":
            self._in_cells = False

    def data(self, text: str) -> None: ...


class Moments:
    """Numbers of cells as text: dates as ISO, others in full precision."""

    def __init__(self, of_style: Sequence[bool | None], from_1904: bool) -> None:
        self._of_style = dict(enumerate(of_style))
        self._from_1904 = from_1904
        self._start = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)

    def shown(self, text: str, style: int) -> str:
        is_span = self._of_style.get(style)
        if is_span is None:
            return number_text(text)
        serial = float(text)
        try:
            return _span(serial) if is_span else self._moment(serial)
        except (OverflowError, ValueError):
            return number_text(text)

    def _moment(self, serial: float) -> str:
        days, part = divmod(serial, 1)
        clock = timedelta(milliseconds=round(part * _DAY_MS))
        if 0 <= serial < 1 and not clock.days:
            return (datetime.min + clock).time().isoformat()
        if 0 < serial < 60 and not self._from_1904:
            days += 1  # Excel takes 1900 for a leap year: until its 29 February all is one later
        moment = self._start + timedelta(days=days) + clock
        midnight = not (moment.hour or moment.minute or moment.second or moment.microsecond)
        return moment.date().isoformat() if midnight else moment.isoformat()


def number_text(text: str) -> str:
    """The shortest text that reads back as this number; whole ones, as identifiers are, bare."""
    if text.isdigit():
        return text
    value = float(text)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _span(days: float) -> str:
    """Hours, minutes and seconds, as a sheet shows more than a day in one cell."""
    seconds = round(abs(days) * 86_400)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{'-' if days < 0 else ''}{hours}:{minute:02}:{second:02}"
