"""Which mark parts the cells: the one under which the lines become a table of dates and numbers.

Equally many cells in every line speak for a mark, and so do cells that are whole dates and whole
numbers: "2020-01-01;0" is neither, so a comma there was a decimal one. Blanks live inside dates
and names; they part cells only where no other mark explains the file as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gpstudio.data.cutting.beginning import Beginning, cut_beginning
from gpstudio.data.decisions import Decision

DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "spaces"}
"""The marks in the order in which they win a tie: commas also live inside words and numbers."""

_MARKS = {name: mark for mark, name in DELIMITERS.items()}
_CLEARLY = 0.2
"""By so much more of a table's cells must blanks explain than another mark does."""


def choose_delimiter(
    text: bytes, passed: int, told: str | None, answers: Mapping[str, str]
) -> tuple[Beginning, Decision]:
    """The text as its delimiter cuts it; ``told`` is the mark that the file itself names."""
    names = tuple(DELIMITERS.values())
    given = _MARKS.get(answers.get("delimiter", ""), told)
    if given is not None:
        return cut_beginning(text, given, passed), Decision("delimiter", DELIMITERS[given], names)
    cuts = {mark: cut_beginning(text, mark, passed) for mark in DELIMITERS if mark.encode() in text}
    blanks = cuts.pop(" ", None)
    # max() keeps the first of equals: the order of the marks breaks ties.
    best = max(cuts.values(), key=_score, default=None)
    if best is None or (best.width < 2 and best.delimiter != ","):
        best = cut_beginning(text, ",", passed)
    if blanks is not None:
        if _beats(blanks, best):
            best, blanks = blanks, best
        cuts[" "] = blanks
    name, why = DELIMITERS[best.delimiter], _why(best, cuts.values())
    return best, Decision("delimiter", name, names, why, told=f"cells parted by {name}")


def _score(cut: Beginning) -> float:
    if cut.width < 2:
        return 0.0
    # The small part that is not weighed by types keeps a table of words from being no table.
    return cut.consistency * (0.1 + cut.typed) * (1.0 - 1.0 / cut.width)


def _beats(blanks: Beginning, best: Beginning) -> bool:
    if best.width < 2:
        return blanks.width > 1
    if blanks.consistency < best.consistency - _CLEARLY:
        return False
    return blanks.typed > best.typed + _CLEARLY


def _why(best: Beginning, cuts: Iterable[Beginning]) -> str:
    """What speaks for the mark, where another would have cut the lines as well."""
    rivals = [cut for cut in cuts if cut is not best and _score(cut) > 0.25 * _score(best) > 0]
    if not rivals:
        return ""
    rival = DELIMITERS[max(rivals, key=_score).delimiter]
    return f"more of them are whole dates and numbers than parted by {rival}"
