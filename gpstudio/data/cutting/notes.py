"""Lines below a table: totals, means, sources, end marks."""

from __future__ import annotations

import re
from collections.abc import Sequence

MOST_NOTES = 60
"""So many lines may stand below a table."""

_OF_ALL = (
    r"(?:grand |sub)?(?:total|summe?|mean|average|avg|median|mittel(?:wert)?|moyenne|media|m[ée]dia"
    r"|promedio|min(?:imum)?|max(?:imum)?|st\.?d(?:ev)?|n|count|anzahl|somme|soma|totaux|totales"
    r"|suma|razem|średnia|yhteensä|keskiarvo|summa|medel|snitt|totaal|gemiddelde|toplam|ortalama"
    r"|összesen|átlag|итого|среднее)"
)
_WORD = re.compile(
    rf"(?:{_OF_ALL}|source|quelle|fonte|fuente|źródło|lähde|källa|bron|kaynak|источник"
    r"|note|notes|remark|remarks|legend|footnote|eor|eof|end|ende|fin)\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(rf"{_OF_ALL}\s*(?:[:=].*|\(.*\))?", re.IGNORECASE)


def is_note(first: str, filled: int, width: int) -> bool:
    """Whether a row may be such a line: by the word in its first cell, or as it has few cells.

    It is one only where no reading stands below it.
    """
    first = first.strip()
    if _WORD.match(first) or first.startswith(("#", "//", "*")):
        return True
    return filled <= max(1, width // 3) and not first[:1].isdigit()


def is_total(name: str) -> bool:
    """Whether a row of this name, at the end of a wide table, says something of all others."""
    return _TOTAL.fullmatch(name.strip()) is not None


def notes_below(rows: Sequence[Sequence[str]]) -> int:
    """How many of the last rows, given cell by cell, are such lines."""
    for count, cells in enumerate(reversed(rows)):
        filled = max((place + 1 for place, cell in enumerate(cells) if cell.strip()), default=0)
        if count == MOST_NOTES or not is_note(cells[0], filled, len(cells)):
            return count
    return 0
