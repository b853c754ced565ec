"""Memory is asked for before a table is gathered: it fills in small pieces, and where the last of
it goes to one of them, the window finds none left to say so."""

from __future__ import annotations

from gpstudio.core.errors import InputError
from gpstudio.core.memory import available_bytes, human_bytes
from gpstudio.data.cutting.survey import Survey
from gpstudio.translation import tr

BYTES_A_ROW = 85.0
"""What the entries of a row take at their peak, with field, time and value."""
ALWAYS_FREE = 50e6
"""So much is not asked for before it is used."""


def refuse_beyond_memory(seen: Survey) -> None:
    """Raises ``InputError`` where so many rows as there seem to be have no room."""
    rows = _rows(seen)
    needed = BYTES_A_ROW * rows
    if needed <= ALWAYS_FREE:
        return
    free = available_bytes()
    if needed > free:
        raise InputError(
            tr(
                "{file} has about {rows:,} rows, which need {needed} of memory; {free} are free: "
                "close other programs, or leave out rows (about {most:,} would fit).",
                file=seen.source.file,
                rows=_round(rows),
                needed=human_bytes(needed),
                free=human_bytes(free),
                most=_round(free / BYTES_A_ROW),
            )
        )


def _rows(seen: Survey) -> float:
    """By the length of the lines at its beginning; zero where nobody knows how long it is."""
    lines = seen.head.count("\n") + seen.head.count("\r")
    if seen.source.size is None or not lines:
        return 0.0
    length = len(seen.head.encode(seen.dialect.encoding, "replace")) / lines
    return seen.source.size / length


def _round(count: float) -> int:
    """To two digits: it is an estimate."""
    return int(float(f"{count:.1e}"))
