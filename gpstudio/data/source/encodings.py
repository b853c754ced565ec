"""In which encoding a text is written, and the text as UTF-8 blocks whatever it was.

Bytes that are valid UTF-8 are UTF-8: text in another encoding practically never is. Otherwise they
are Windows-1252, or Latin-1 where a byte means nothing there. The beginning of a file proposes,
the whole of it decides: a byte that does not fit, however late, makes the reading start again in
the next encoding.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.source.local import reading
from gpstudio.data.source.source import Source

BLOCK = 1 << 22
"""Bytes read at once: a Stop is noticed, and the window drawn, between two blocks."""

_SURVEYED = 1 << 16

_NEXT = {"utf-8": "windows-1252", "utf-8-sig": "windows-1252", "windows-1252": "latin-1"}


class OtherEncodingError(Exception):
    """The text is not in the encoding that its beginning promised; ``encoding`` is the next."""

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.encoding = encoding


def proposed_encoding(source: Source) -> str:
    """What the first bytes say."""
    if source.encoding is not None:
        return source.encoding
    with reading(source.path), source.open() as handle:
        head = handle.read(_SURVEYED)
    if head.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise InputError(f"{source.file} is written in UTF-32; save it as UTF-8 first.")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b"\x00" in head[:4096]:
        # UTF-16 without its mark: every other byte of plain text is zero.
        odd, even = head[1:4096:2].count(0), head[:4096:2].count(0)
        half = len(head[:4096]) // 2
        if odd > 0.4 * half and even < 0.05 * half:
            return "utf-16-le"
        if even > 0.4 * half and odd < 0.05 * half:
            return "utf-16-be"
    return "utf-8-sig" if head.startswith(b"\xef\xbb\xbf") else "utf-8"


def utf8_blocks(source: Source, encoding: str, task: Task = QUIET) -> Iterator[bytes]:
    """The whole text, block by block; raises ``OtherEncodingError`` where a byte does not fit."""
    decoder = codecs.getincrementaldecoder(encoding)()
    with reading(source.path), source.open() as handle:
        while True:
            task.check()
            raw = handle.read(BLOCK)
            try:
                text = decoder.decode(raw, final=not raw)
            except UnicodeDecodeError:
                if encoding not in _NEXT:
                    raise _binary(source) from None
                raise OtherEncodingError(_NEXT[encoding]) from None
            if "\x00" in text:
                raise _binary(source)
            if text:
                whole = encoding == "utf-8" and text.isascii() and len(text) == len(raw)
                yield raw if whole else text.encode("utf-8")
            if not raw:
                return


def _binary(source: Source) -> InputError:
    return InputError(
        f"{source.file} is not a text file; save the table as CSV in UTF-8 and open that."
    )
