"""The one door through which cells leave as text: files, clipboard, and tables beside a script.

A text never starts a formula, wherever a spreadsheet splits it; a number is never touched, whatever
its sign. What opens the way back is ``gpstudio.data.harmless.as_it_was``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.harmless import harmless

_MUST_QUOTE = frozenset(',;\t|"\n\r')
"""Whatever the delimiter is: programs that expect another one keep such a text whole more often."""
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d+)?", re.ASCII)


def text_cell(text: str) -> str:
    """A text, quoted where it has to be."""
    safe = harmless(text)
    if _MUST_QUOTE.isdisjoint(safe):
        return safe
    return '"' + safe.replace('"', '""') + '"'


def number_cell(value: float) -> str:
    """With as many digits as bring back the very same number, whole ones without a point; empty
    for NaN."""
    return "" if math.isnan(value) else repr(value).removesuffix(".0")


def number_cells(values: Floats) -> list[str]:
    """The same of many; columns of one number, such as weights, are written once."""
    if len(values) and bool(np.all(values == values[0])):
        return [number_cell(float(values[0]))] * len(values)
    written = list(map(repr, values.tolist()))
    for place in np.flatnonzero(np.isnan(values) | (np.trunc(values) == values)).tolist():
        written[place] = number_cell(float(values[place]))
    return written


def cell(content: str | int | float | None) -> str:
    """Empty where there is nothing."""
    if content is None:
        return ""
    return text_cell(content) if isinstance(content, str) else number_cell(content)


def lines(rows: Iterable[Sequence[str | int | float | None]]) -> str:
    """A small table: commas, and a line feed after each row."""
    return "".join(",".join(map(cell, row)) + "\n" for row in rows)


def copied_cell(shown: str) -> str:
    """As it is shown, for the clipboard: without marks that end a cell or a line; a number that is
    shown stays one."""
    plain = " ".join(shown.split())
    return plain if _NUMBER.fullmatch(plain) else harmless(plain)


def copied_lines(rows: Iterable[Sequence[str]]) -> str:
    """Tabs between cells, as spreadsheets paste them."""
    return "".join("\t".join(map(copied_cell, row)) + "\n" for row in rows)
