"""In which encoding a text is written, and the text as UTF-8 blocks whatever it was.

Bytes that are valid UTF-8 are UTF-8: text in another encoding practically never is. Otherwise they
are Windows-1252, Latin-1 where a byte means nothing there, or one of the encodings further east
in which its months and headings are words. The beginning of a file proposes,
the whole of it decides: a byte that does not fit, however late, makes the reading start again in
the next encoding.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.decisions import ABOUT, Decision
from gpstudio.data.source.local import reading
from gpstudio.data.source.source import Source
from gpstudio.translation import tr

BLOCK = 1 << 21
"""Bytes read at once: a Stop is noticed, and the window drawn, between two blocks."""

SHARE = 0.8
"""Of the work of an import, what is done when the last byte is read."""

_SURVEYED = 1 << 16

_ELSEWHERE = ("windows-1250", "windows-1251")
"""Of the middle and the east of Europe: any bytes fit them, so words have to speak for them."""

_NEXT = {"utf-8": "windows-1252", "utf-8-sig": "windows-1252", "windows-1252": "latin-1"}


class OtherEncodingError(Exception):
    """The text is not in the encoding that its beginning promised; ``encoding`` is the next."""

    def __init__(self, encoding: str) -> None:
        super().__init__(encoding)
        self.encoding = encoding


def proposed_encoding(source: Source, answer: str | None = None) -> str:
    """What the first bytes say, unless a person says otherwise."""
    if source.encoding is not None:
        return source.encoding
    with reading(source.path), source.open() as handle:
        head = handle.read(_SURVEYED)
    if head.startswith((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")):
        raise InputError(
            tr("{file} is written in UTF-32; save it as UTF-8 first.", file=source.file)
        )
    found = _marked(head) or _unmarked_utf16(head) or _single_bytes(head)
    # An answer without the mark that the file begins with means the same with the mark.
    return found if answer is None or found in _WITH_A_MARK.get(answer, ()) else answer


_WITH_A_MARK = {"utf-8": ("utf-8-sig",), "utf-16-le": ("utf-16",), "utf-16-be": ("utf-16",)}


def _marked(head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    return "utf-8-sig" if head.startswith(b"\xef\xbb\xbf") else ""


def _unmarked_utf16(head: bytes) -> str:
    """UTF-16 without its mark: every other byte of plain text is zero."""
    head = head[:4096]
    odd, even, half = head[1::2].count(0), head[::2].count(0), len(head) // 2
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.4 * half and odd < 0.05 * half else ""


def _single_bytes(head: bytes) -> str:
    encoding = "utf-8"
    while True:
        try:
            codecs.getincrementaldecoder(encoding)().decode(head)
        except UnicodeDecodeError:
            encoding = _NEXT[encoding]
        else:
            return encoding if encoding == "utf-8" else _best_known(head, encoding)


def _best_known(head: bytes, first: str) -> str:
    """The encoding in which most words beyond ASCII are months or headings that are known; where
    none knows more than the first, that."""
    known = {e: _known_words(head.decode(e, "replace")) for e in (first, *_ELSEWHERE)}
    return max(known, key=lambda encoding: known[encoding])


def _known_words(text: str) -> int:
    from gpstudio.data.dates.months import month_of  # only such texts ask
    from gpstudio.data.dates.names import PARTS
    from gpstudio.data.names import GROUPS, TIMES

    named = set(GROUPS).union(TIMES, *PARTS.values())
    found = (word for word in re.findall(r"[^\W\d_]+", text) if not word.isascii())
    return sum(word.lower() in named or month_of(word) > 0 for word in found)


def encoding_decision(encoding: str) -> Decision:
    why = {
        "windows-1252": tr("some of its letters are no UTF-8"),
        **dict.fromkeys(_ELSEWHERE, tr("so its months and headings are words")),
        "latin-1": tr("some of its letters are neither UTF-8 nor Windows-1252"),
        "utf-16-le": tr("every other byte is zero"),
        "utf-16-be": tr("every other byte is zero"),
    }
    told = tr("read as {encoding}", encoding=encoding)
    reason = why.get(encoding, "")
    return Decision("encoding", encoding, ABOUT["encoding"], reason, told=told, aloud=False)


def utf8_blocks(
    source: Source, encoding: str, task: Task = QUIET, *, told: bool = False
) -> Iterator[bytes]:
    """The whole text, block by block; raises ``OtherEncodingError`` where a byte does not fit.

    ``told`` reports how much is read: of the import itself, not of the look before it.
    """
    raw = _raw_blocks(source, task, told)
    for text in _WAYS.get(encoding, _decoded)(raw, encoding, source):
        if b"\x00" in text:
            raise _binary(source)
        if text:
            yield text


def _as_it_is(raw: Iterator[bytes], encoding: str, source: Source) -> Iterator[bytes]:
    """UTF-8 needs but a look, and the half letter at a block's end to wait for its rest."""
    from gpstudio.data.source.letters import end_of_letters

    rest, mark = b"", codecs.BOM_UTF8 if encoding == "utf-8-sig" else b""
    for block in raw:
        text = rest + block if rest else block.removeprefix(mark)
        mark = b""
        end, fine = (len(text), True) if text.isascii() else end_of_letters(_bytes(text))
        if not fine or (not block and end < len(text)):
            raise OtherEncodingError(_NEXT[encoding])
        rest = text[end:]
        yield text[:end]


def _byte_by_byte(raw: Iterator[bytes], encoding: str, source: Source) -> Iterator[bytes]:
    from gpstudio.data.source.letters import UNDEFINED, spell

    letters = [bytes([byte]).decode(encoding, "ignore") for byte in range(256)]
    table = np.array([ord(letter) if letter else UNDEFINED for letter in letters], dtype=np.int64)
    for block in raw:
        if block.isascii():
            yield block
            continue
        spelt = np.empty(3 * len(block), dtype=np.uint8)
        size = spell(_bytes(block), table, spelt)
        if size < 0:
            raise OtherEncodingError(_NEXT.get(encoding, "latin-1"))
        yield spelt[:size].tobytes()


def _decoded(raw: Iterator[bytes], encoding: str, source: Source) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)()
    for block in raw:
        try:
            yield decoder.decode(block, final=not block).encode("utf-8")
        except UnicodeError:
            raise _binary(source) from None


_WAYS = {
    "utf-8": _as_it_is,
    "utf-8-sig": _as_it_is,
    "windows-1252": _byte_by_byte,
    "windows-1250": _byte_by_byte,
    "windows-1251": _byte_by_byte,
    "latin-1": _byte_by_byte,
}


def _bytes(block: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(block, dtype=np.uint8)


def _raw_blocks(source: Source, task: Task, told: bool) -> Iterator[bytes]:
    """The bytes as they stand in the file, and an empty block at their end."""
    read = 0
    with reading(source.path), source.open() as handle:
        while True:
            task.check()
            raw = handle.read(BLOCK)
            read += len(raw)
            share = source.share_read(handle) if told else None
            if share is not None:
                task.report(tr("Reading {file}", file=source.file), SHARE * share)
            elif told:
                task.report(
                    tr("Reading {file}: {read:,.0f} MB so far", file=source.file, read=read / 1e6)
                )
            yield raw
            if not raw:
                return


def _binary(source: Source) -> InputError:
    return InputError(
        tr(
            "{file} is not a text file; save the table as CSV in UTF-8 and open that.",
            file=source.file,
        )
    )
