"""A text cut as an import cuts it: the names of the columns, and all rows cell by cell."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gpstudio.data.cutting.survey import Survey, survey
from gpstudio.data.source.encodings import OtherEncodingError, proposed_encoding
from gpstudio.data.source.source import of_bytes

Row = tuple[str, ...]


@dataclass(frozen=True)
class Cut:
    seen: Survey
    names: Row
    rows: list[Row]

    def decision(self, about: str) -> str:
        decisions = (*self.seen.decisions, *self.seen.dialect.decisions)
        return next(d.chosen for d in decisions if d.about == about)


def cut(text: str | bytes, **answers: str) -> Cut:
    source = of_bytes(Path("table.csv"), text if isinstance(text, bytes) else text.encode())
    encoding = proposed_encoding(source, answers.get("encoding"))
    while True:
        try:
            seen = survey(source, encoding, answers)
            places = range(seen.width)
            rows = [
                tuple(block.cell(row, place).strip() for place in places)
                for block in seen.blocks(places)
                for row in range(len(block))
            ]
        except OtherEncodingError as other:
            encoding = other.encoding
        else:
            return Cut(seen, seen.names, rows)
