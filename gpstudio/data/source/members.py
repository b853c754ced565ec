"""Files of an archive that look alike, read together as sheets of a workbook are."""

from __future__ import annotations

import csv
from codecs import getincrementaldecoder
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.source.cells import UNBROKEN, Cells
from gpstudio.data.source.encodings import OtherEncodingError, proposed_encoding, utf8_blocks
from gpstudio.data.source.looks import mark_of
from gpstudio.data.source.sheets import LOOKED_AT, Alike, alike
from gpstudio.data.source.source import Source
from gpstudio.translation import tr


class Members:
    """Text files by what is between their folder and their ending, which may name a field."""

    def __init__(self, files: Mapping[str, Source], task: Task) -> None:
        short = [PurePosixPath(name).stem for name in files]
        whole = [str(PurePosixPath(name).with_suffix("")) for name in files]
        names = short if len(set(short)) == len(short) else whole
        self._files = dict(zip(names, files.values(), strict=True))
        self._encodings: dict[str, str] = {}
        self._task = task

    def together(self) -> Alike | None:
        """None where they do not look alike."""
        beginnings = {name: self._beginning(name) for name in self._files}
        return alike({name: rows for name, rows in beginnings.items() if rows}, "member")

    def rows(self, name: str) -> Iterator[tuple[int, Cells]]:
        lines = list(islice(self._lines(name), LOOKED_AT))
        cut = csv.reader(self._lines(name), delimiter=mark_of(lines) or ",")
        try:
            for number, row in enumerate(cut, start=1):
                cells = enumerate(row, start=1)
                yield number, [(at, cell.translate(UNBROKEN)) for at, cell in cells if cell]
        except csv.Error:
            raise InputError(
                tr(
                    "The files in {file} cannot be read together; choose one of them.",
                    file=self._files[name].file,
                )
            ) from None

    def _beginning(self, name: str) -> list[list[str]]:
        rows = (dict(row) for _, row in islice(self.rows(name), LOOKED_AT) if row)
        return [[row.get(place, "") for place in range(1, max(row) + 1)] for row in rows]

    def _lines(self, name: str) -> Iterator[str]:
        source, decoder, rest = self._files[name], getincrementaldecoder("utf-8")("replace"), ""
        for block in utf8_blocks(source, self._encoding(name), self._task):
            *lines, rest = (rest + decoder.decode(block)).split("\n")
            yield from (f"{line}\n" for line in lines)
        if rest:
            yield rest

    def _encoding(self, name: str) -> str:
        """That of the whole file, which may say otherwise than its beginning."""
        if name not in self._encodings:
            source = self._files[name]
            self._encodings[name] = _fitting(source, proposed_encoding(source), self._task)
        return self._encodings[name]


def _fitting(source: Source, encoding: str, task: Task) -> str:
    while True:
        try:
            for _ in utf8_blocks(source, encoding, task):
                pass
            return encoding
        except OtherEncodingError as other:
            encoding = other.encoding
