"""What is copied out of a PDF is what was written: Qt would give tabs for spaces.

A font has one glyph for both, and of its letters Qt notes the lowest, which is the tab. The table
is plain text in the file, so that a space can take its place without anything moving.
"""

from __future__ import annotations

import re
from pathlib import Path

_TABLES = re.compile(rb"beginbfrange\n.*?endbfrange", re.DOTALL)
_LISTS = re.compile(rb"\[[^\]]*\]")
TAB, SPACE = b"<0009>", b"<0020>"


def spaces_for_tabs(path: Path) -> None:
    """In the tables from glyphs to letters, and nowhere else."""
    data = path.read_bytes()
    mended = _TABLES.sub(lambda table: _LISTS.sub(_mended, table[0]), data)
    if mended != data:
        path.write_bytes(mended)


def _mended(letters: re.Match[bytes]) -> bytes:
    return letters[0].replace(TAB, SPACE)
