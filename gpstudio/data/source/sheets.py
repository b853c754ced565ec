"""Sheets of a workbook, or files of an archive, that look alike: one field each, or parts of one
table.

They are such where the same names of columns stand in each; what stands above these may differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gpstudio.data.decisions import EACH_A_FIELD, ONE_TABLE, Decision
from gpstudio.data.names import GROUPS, words
from gpstudio.data.source.cells import Cells
from gpstudio.data.source.looks import is_number
from gpstudio.translation import tr

FIELD = "field"
TOGETHER = (EACH_A_FIELD, ONE_TABLE)
"""The ways to take them all."""
_HIGHEST = 20
"""Rows in which the names of columns are sought."""
LOOKED_AT = 50
"""Rows of each that tell whether they look alike."""
_YEAR = re.compile(r"(?:19|20)\d\d")

Rows = Sequence[Sequence[str]]

_QUESTIONS = {
    ("sheet", EACH_A_FIELD): tr("{count} sheets of {file} look alike: is each of them a field?"),
    ("sheet", ONE_TABLE): tr("{count} sheets of {file} look alike: are they parts of one table?"),
    ("member", EACH_A_FIELD): tr("{count} files in {file} look alike: is each of them a field?"),
    ("member", ONE_TABLE): tr("{count} files in {file} look alike: are they parts of one table?"),
}
_TOLD = {
    "sheet": tr("{count} sheets of a workbook taken one below the other"),
    "member": tr("{count} files of a zip archive taken one below the other"),
}


@dataclass(frozen=True)
class Alike:
    """Sheets under the same names of columns."""

    sheets: tuple[str, ...]
    names: tuple[tuple[str, ...], ...]
    """The row of names, and rows that stand below it in each sheet, such as units."""
    likely: str
    about: str
    """The decision that takes them together: of sheets or of members."""

    def question(self, file: str, others: Sequence[str]) -> Decision:
        """One of ``others``, all sheets that may be meant, can be taken alone."""
        text = _QUESTIONS[self.about, self.likely].format(count=len(self.sheets), file=file)
        choices = dict.fromkeys((self.likely, *TOGETHER, *others))
        return Decision(self.about, self.likely, tuple(choices), question=text)

    def rows(
        self, read: Callable[[str], Iterable[tuple[int, Cells]]], chosen: str
    ) -> Iterator[tuple[int, Cells]]:
        """The rows of all sheets below the names, which come once, numbered anew; before each row
        of a field its name, if the sheets are fields."""
        named, number = chosen == EACH_A_FIELD, 0
        for number, names in enumerate(self.names, start=1):
            told = [FIELD if number == 1 else "", *names] if named else names
            yield number, [(at, text) for at, text in enumerate(told, start=1) if text]
        for sheet in self.sheets:
            left = -1
            for _, row in read(sheet):
                if left < 0 and _plain(_filled(row)) == _plain(self.names[0]):
                    left = len(self.names)
                if left == 0:
                    number += 1
                    yield number, _behind(sheet, row) if named else row
                left = max(left - 1, min(left, 0))


def alike(beginnings: Mapping[str, Rows], about: str) -> Alike | None:
    """Most of the sheets, where they look alike."""
    by_names: dict[tuple[str, ...], list[str]] = {}
    for sheet, rows in beginnings.items():
        for row in dict.fromkeys(_plain(row) for row in rows[:_HIGHEST] if _may_name(row)):
            by_names.setdefault(row, []).append(sheet)
    if not by_names:
        return None
    names, sheets = max(by_names.items(), key=lambda found: len(found[1]))
    if len(sheets) < 2 or 2 * len(sheets) < len(beginnings):
        return None
    whole = [name for name in names if name]
    of_fields = any(not set(GROUPS).isdisjoint(words(name)) for name in whole)
    years = all(map(_YEAR.search, sheets))
    below = [_below(beginnings[sheet], names) for sheet in sheets]
    common = 1
    while all(len(rows) > common and rows[common] == below[0][common] for rows in below):
        if not _may_name(below[0][common]):
            break
        common += 1
    named = tuple(tuple(row) for row in below[0][:common])
    likely = ONE_TABLE if of_fields or years else EACH_A_FIELD
    return Alike(tuple(sheets), named, likely, about)


def told(together: Alike) -> str:
    return _TOLD[together.about].format(count=len(together.sheets))


def _below(rows: Rows, names: tuple[str, ...]) -> Rows:
    """From the names on."""
    return rows[next(at for at, row in enumerate(rows) if _plain(row) == names) :]


def _may_name(row: Sequence[str]) -> bool:
    filled = [cell for cell in row if cell]
    return len(filled) > 1 and not any(map(is_number, filled))


def _plain(row: Sequence[str]) -> tuple[str, ...]:
    return tuple(" ".join(cell.casefold().split()) for cell in row)


def _behind(name: str, row: Cells) -> Cells:
    """The cells one place further to the right, behind a name."""
    return [(1, name), *((place + 1, text) for place, text in row)]


def _filled(row: Cells) -> list[str]:
    cells = dict(row)
    return [cells.get(place, "") for place in range(1, max(cells) + 1)]
