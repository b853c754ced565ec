"""What a column beside the readings says of them, cell by distinct cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.data.names import words
from gpstudio.data.texts import Texts, is_missing


class FlagVerdict(NamedTuple):
    weight: float
    """From 0, not to be used, to 1."""
    reason: str = ""
    """Why it is 0, to complete "12 rows …"."""


GOOD, DOUBTFUL = FlagVerdict(1.0), FlagVerdict(0.5)


@dataclass(frozen=True, eq=False)
class Meanings:
    """Of distinct cells; a column of shares may have as many as there are rows."""

    weights: Floats
    """NaN for a cell that says nothing this column could mean."""
    reasons: tuple[tuple[str, Flags], ...] = ()
    """Why those weights are 0 that are."""

    @classmethod
    def of(cls, verdicts: Sequence[FlagVerdict | None]) -> Meanings:
        weights = np.array([np.nan if v is None else v.weight for v in verdicts], dtype=float)
        told = [v.reason if v is not None and v.weight == 0.0 else None for v in verdicts]
        reasons = tuple(
            (reason, np.array([t == reason for t in told], dtype=np.bool_))
            for reason in dict.fromkeys(told)
            if reason is not None
        )
        return cls(weights, reasons)


Decode: TypeAlias = Callable[[Texts], Meanings]


@dataclass(frozen=True)
class Decoder:
    title: str
    """How the column is called in a sentence."""
    family: str
    """Columns of one family say the same thing in other words: one of them is used. Empty where
    each counts."""
    named: Callable[[str], bool]
    """Whether a column's name speaks of this."""
    decode: Decode
    """What the distinct cells of the column mean, together: 0.3 is a third of a percent beside
    97.2. None of them is empty."""


def by_cell(meaning: Callable[[str], FlagVerdict | None]) -> Decode:
    def decode(cells: Texts) -> Meanings:
        return Meanings.of([meaning(cell) for cell in cells])

    return decode


def by_code(codes: dict[int, FlagVerdict]) -> Decode:
    def meaning(cell: str) -> FlagVerdict | None:
        code = whole(cell)
        return None if code is None else codes.get(code)

    return by_cell(meaning)


TURNED = frozenset("mask free no not non without".split())
"""Words beside which a name means the other side, or nobody knows which."""

_HUGE = 1e15
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
    return found if abs(found) < _HUGE else None


def numbers(cells: Texts) -> Floats:
    """All at once; NaN where a cell is none."""
    try:
        found = np.asarray(cells, dtype=object).astype(np.float64)
    except ValueError:
        found = np.array([number(cell) for cell in cells], dtype=np.float64)
    return np.where(np.abs(found) < _HUGE, found, np.nan)


def joined(name: str) -> str:
    """A name without its marks: SummaryQA and summary_qa are one."""
    return "".join(words(name))


def ends(*endings: str) -> Callable[[str], bool]:
    def named(name: str) -> bool:
        return joined(name).endswith(endings)

    return named


def is_blank(cell: str) -> bool:
    return is_missing(cell)
