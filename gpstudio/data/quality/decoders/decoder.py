"""What a column beside the readings says of them, cell by distinct cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gpstudio.data.names import words
from gpstudio.data.texts import is_missing


class Verdict(NamedTuple):
    weight: float
    """From 0, not to be used, to 1."""
    reason: str = ""
    """Why it is 0, to complete "12 rows …"."""


GOOD, DOUBTFUL = Verdict(1.0), Verdict(0.5)

Verdicts: TypeAlias = Sequence[Verdict | None]
"""None for a cell that says nothing this column could mean."""


@dataclass(frozen=True)
class Decoder:
    title: str
    """How the column is called in a sentence."""
    family: str
    """Columns of one family say the same thing in other words: one of them is used. Empty where
    each counts."""
    named: Callable[[str], bool]
    """Whether a column's name speaks of this."""
    decode: Callable[[Sequence[str]], Verdicts]
    """What the distinct cells of the column mean, together: 0.3 is a third of a percent beside
    97.2. None of them is empty."""


def by_cell(meaning: Callable[[str], Verdict | None]) -> Callable[[Sequence[str]], Verdicts]:
    def decode(cells: Sequence[str]) -> Verdicts:
        return [meaning(cell) for cell in cells]

    return decode


def by_code(codes: dict[int, Verdict]) -> Callable[[Sequence[str]], Verdicts]:
    def meaning(cell: str) -> Verdict | None:
        code = whole(cell)
        return None if code is None else codes.get(code)

    return by_cell(meaning)


_WHOLE = re.compile(r"[+-]?\d{1,12}(?:[.,]0*)?", re.ASCII)
_BINARY = re.compile(r"0b[01]{1,32}", re.ASCII)


def whole(cell: str) -> int | None:
    """2120, "2120.0" (a column with gaps in pandas) and "0b0000100001001000" (AppEEARS)."""
    if _BINARY.fullmatch(cell):
        return int(cell[2:], 2)
    if _WHOLE.fullmatch(cell):
        return int(re.split("[.,]", cell)[0])
    return None


def number(cell: str) -> float | None:
    try:
        found = float(cell.rstrip("% ").replace(",", "."))
    except ValueError:
        return None
    return found if abs(found) < 1e15 else None


def joined(name: str) -> str:
    """A name without its marks: SummaryQA and summary_qa are one."""
    return "".join(words(name))


def ends(*endings: str) -> Callable[[str], bool]:
    def named(name: str) -> bool:
        return joined(name).endswith(endings)

    return named


def is_blank(cell: str) -> bool:
    return is_missing(cell)
