"""How a text writes a table: its delimiter and where its header stands, seen on its first lines.

The delimiter is the mark that cuts the first lines into equally many cells, header included.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from gpstudio.data.decisions import Decision
from gpstudio.data.source.source import Source, empty

DELIMITERS = {"\t": "tab", ";": "semicolon", "|": "bar", ",": "comma", " ": "spaces"}
"""The marks in the order in which they win a tie: commas also live inside words and numbers."""

_SNIFFED = ("\t", ";", "|", ",")
_SAMPLE_LINES = 200


@dataclass(frozen=True)
class Dialect:
    encoding: str
    delimiter: str
    skipped: int
    """Lines above the header: blank ones, comments that begin with #, Excel's "sep=;"."""
    marked_header: bool
    """True when the header line itself begins with #."""
    decisions: tuple[Decision, ...] = ()


def sniff(head: str, encoding: str, source: Source, answers: Mapping[str, str]) -> Dialect:
    """Decide the dialect on the beginning of a text."""
    lines = io.StringIO(head, newline="").readlines()
    comments, lines = _preamble(lines, source)
    delimiter = source.delimiter or _delimiter(lines)
    named = {name: mark for mark, name in DELIMITERS.items()}
    delimiter = named.get(answers.get("delimiter", ""), delimiter)
    # "#date,ndvi" above data is a header, not a comment: it cuts like the line below it, and that
    # line does not look like a header of its own.
    above = comments[-1].lstrip("# \t") if comments else ""
    first = lines[0]
    marked = (
        above != ""
        and _cells(above, delimiter) == _cells(first, delimiter) > 1
        and any(cell.strip()[:1].isdigit() for cell in first.split(delimiter))
    )
    decision = Decision("delimiter", DELIMITERS[delimiter], tuple(DELIMITERS.values()))
    return Dialect(encoding, delimiter, len(comments) - marked, marked, (decision,))


def _preamble(lines: list[str], source: Source) -> tuple[list[str], list[str]]:
    """The lines above the first line of the table, and the said lines from there on."""
    for count, line in enumerate(lines):
        bare = line.strip()
        if bare and not bare.startswith("#") and not bare.lower().startswith("sep="):
            above = [text.strip() for text in lines[:count]]
            return above, [text for text in lines[count:] if text.strip()][:_SAMPLE_LINES]
    raise empty(source.file)


def _delimiter(lines: list[str]) -> str:
    def score(delimiter: str) -> tuple[bool, bool, float]:
        try:
            widths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
        except csv.Error:
            return False, False, 0.0
        usual, times = Counter(widths[1:] or widths).most_common(1)[0]
        header = widths[0]
        return max(usual, header) > 1, usual == header, times / len(widths)

    # max() keeps the first of equals: the order of the marks breaks ties.
    best = max(_SNIFFED, key=score)
    return best if score(best)[0] else ","


def _cells(line: str, delimiter: str) -> int:
    return len(next(csv.reader([line], delimiter=delimiter), []))
