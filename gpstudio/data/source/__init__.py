"""From a path to a stream of text: a further kind of file is a further line in ``KINDS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.data.source.local import head_of, regular_file
from gpstudio.data.source.source import Source

Unpack: TypeAlias = Callable[[Source, Mapping[str, str]], Source]
"""From the file as it is, and the answers given, to its text."""


def _refused(what: str, advice: str) -> Unpack:
    def refuse(source: Source, answers: Mapping[str, str]) -> Source:
        raise InputError(f"{source.file} is {what}, not a CSV table; {advice}.")

    return refuse


KINDS: tuple[tuple[bytes, Unpack], ...] = (
    (
        b"PK\x03\x04",
        _refused("an Excel workbook or a zip archive", "save or unpack it as CSV first"),
    ),
    (b"\xd0\xcf\x11\xe0", _refused("an old Excel workbook", "save it as CSV first")),
    (b"\x1f\x8b", _refused("compressed with gzip", "unpack it first")),
    (b"BZh", _refused("compressed with bzip2", "unpack it first")),
    (b"\xfd7zXZ", _refused("compressed with xz", "unpack it first")),
    (b"PAR1", _refused("a Parquet file", "save it as CSV first")),
    (b"%PDF", _refused("a PDF document", "save its table as CSV first")),
)
"""What people drop on the window, by the bytes it begins with."""


def open_source(path: Path, answers: Mapping[str, str]) -> Source:
    """What stands at the path as text, or one ``InputError``."""
    source = regular_file(path)
    head = head_of(source)
    for signature, unpack in KINDS:
        if head.startswith(signature):
            return unpack(source, answers)
    return source
