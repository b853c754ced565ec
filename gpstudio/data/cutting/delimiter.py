"""Which mark parts the cells: the one under which the lines become a table of dates and numbers.

Equally many cells in every line speak for a mark, and so do cells that are whole dates and whole
numbers: "2020-01-01;0" is neither, so a comma there was a decimal one. Blanks live inside dates
and names; they part cells only where no other mark explains the file as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gpstudio.data.cutting.beginning import Beginning, cut_beginning
from gpstudio.data.decisions import Decision
from gpstudio.data.texts import shown
from gpstudio.translation import tr

DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "spaces"}
"""The marks in the order in which they win a tie: commas also live inside words and numbers."""

_MARKS = {name: mark for mark, name in DELIMITERS.items()}
_A_RIVAL = 0.25
_WITH_NAMES = 1.25
"""What a row of names above the readings, cut alike, adds."""
_CLEARLY = 0.2
"""By so much more of a table's cells must blanks explain than another mark does."""


def choose_delimiter(
    text: bytes, passed: int, told: str | None, answers: Mapping[str, str]
) -> tuple[Beginning, Decision]:
    """The text as its delimiter cuts it; ``told`` is the mark that the file itself names."""
    names = tuple(DELIMITERS.values())
    given = _MARKS.get(answers.get("delimiter", ""), told)
    if given is not None:
        decision = Decision("delimiter", DELIMITERS[given], names, aloud=False)
        return cut_beginning(text, given, passed), decision
    cuts = {mark: cut_beginning(text, mark, passed) for mark in DELIMITERS if mark.encode() in text}
    blanks = cuts.pop(" ", None)
    # max() keeps the first of equals: the order of the marks breaks ties.
    best = max(cuts.values(), key=_score, default=None)
    if best is None or (best.width < 2 and best.delimiter != ","):
        best = cut_beginning(text, ",", passed)
    question = ""
    if blanks is not None:
        question = _ask(blanks, best)
        if _beats(blanks, best):
            best, blanks = blanks, best
        cuts[" "] = blanks
    name, why = DELIMITERS[best.delimiter], _why(best, cuts.values())
    told_as = tr("cells parted by {name}", name=name)
    return best, Decision("delimiter", name, names, why, question, told_as, aloud=False)


def _score(cut: Beginning) -> float:
    if cut.width < 2:
        return 0.0
    # The small part that is not weighed by types keeps a table of words from being no table.
    score = cut.consistency * (0.1 + cut.typed) * (1.0 - 1.0 / cut.width)
    return _WITH_NAMES * score if cut.headed else score


def _beats(blanks: Beginning, best: Beginning) -> bool:
    if best.width < 2:
        return blanks.width > 1
    if blanks.consistency < best.consistency - _CLEARLY:
        return False
    if blanks.headed and not best.headed:
        return blanks.typed > best.typed - _CLEARLY
    return blanks.typed > best.typed + _CLEARLY


def _ask(blanks: Beginning, best: Beginning) -> str:
    """What to ask where no names tell: "2020-01-01 0,53" may be an hour and 53."""
    alike = (
        best.delimiter == ","  # the only mark that may stand inside a number
        and min(blanks.width, best.width) > 1
        and not blanks.headed
        and not best.headed
        and abs(blanks.typed - best.typed) <= _CLEARLY
        and abs(blanks.consistency - best.consistency) <= _CLEARLY
    )
    if not alike:
        return ""
    cells = best.cells[best.usual[0]][: best.width]
    example = best.delimiter.join(cells)
    return tr(
        "Is {example} parted by {delimiter} or by spaces?",
        example=shown(example),
        delimiter=tr(DELIMITERS[best.delimiter]),
    )


def _why(best: Beginning, cuts: Iterable[Beginning]) -> str:
    """What speaks for the mark, where another would have cut the lines as well."""
    # That blanks stand inside names and dates goes without saying.
    others = [cut for cut in cuts if cut is not best and cut.delimiter != " "]
    rivals = [cut for cut in others if _score(cut) > _A_RIVAL * _score(best) > 0]
    if not rivals:
        return ""
    rival = DELIMITERS[max(rivals, key=_score).delimiter]
    return tr("more of them are whole dates and numbers than parted by {rival}", rival=rival)
