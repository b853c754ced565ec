"""A table packed with gzip, bzip2 or xz, read as if it were not."""

from __future__ import annotations

import bz2
import io
import lzma
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import BinaryIO

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.source.limits import MB
from gpstudio.data.source.local import reading
from gpstudio.data.source.source import Source
from gpstudio.data.source.unpacking import BITE, Inflate, Unpacked, Unpacker
from gpstudio.translation import tr

_MEMORY = 1 << 28
"""Bytes that an xz dictionary may take: four times what ``xz -9`` needs."""


_TOO_LARGE = "Memory usage limit"
"""What Python says of it; its error has nothing else to tell it by."""


def unpack_gzip(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    return _unpacked(source, lambda: Inflate(31), "gzip", task)


def unpack_bzip2(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    return _unpacked(source, bz2.BZ2Decompressor, "bzip2", task)


def unpack_xz(source: Source, answers: Mapping[str, str], task: Task) -> Source:
    return _unpacked(source, lambda: Xz(source.file), "xz", task)


class Xz:
    """lzma's decompressor, whose refusal of a dictionary that is too large is no damage."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._lzma = lzma.LZMADecompressor(memlimit=_MEMORY)

    @property
    def eof(self) -> bool:
        return self._lzma.eof

    @property
    def needs_input(self) -> bool:
        return self._lzma.needs_input

    @property
    def unused_data(self) -> bytes:
        return self._lzma.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        try:
            return self._lzma.decompress(data, max_length)
        except lzma.LZMAError as error:
            if _TOO_LARGE not in str(error):
                raise
            raise InputError(
                tr(
                    "{file} is packed so that unpacking it takes more than {most} MB of memory; "
                    "pack it again with xz -9 or less.",
                    file=self._file,
                    most=_MEMORY // MB,
                )
            ) from None


def _unpacked(source: Source, begin: Callable[[], Unpacker], packer: str, task: Task) -> Source:
    return packed_source(
        source,
        lambda: Unpacked(source.open(), begin, source.file),
        source.size,
        tr("packed with {packer}", packer=packer),
        task,
    )


def packed_source(
    source: Source, begun: Callable[[], Unpacked], packed_size: int | None, kind: str, task: Task
) -> Source:
    """The text that unpacking brings; how far one is, is told by the packed bytes."""
    refuse_nested(source)
    with reading(source.path), begun() as stream:
        _refuse_bomb(stream, task)

    def opened() -> BinaryIO:
        return io.BufferedReader(begun(), BITE)

    def share_of(handle: BinaryIO) -> float:
        return handle.raw.consumed / max(packed_size or 1, 1)  # type: ignore[attr-defined,no-any-return]

    share = share_of if packed_size else None
    return replace(source, open=opened, size=None, seekable=False, share=share, kind=kind)


def refuse_nested(source: Source) -> None:
    """Every packing multiplies what the one around it may swell to."""
    if source.kind:
        raise InputError(tr("{file} is packed twice over; unpack it first.", file=source.file))


def _refuse_bomb(stream: Unpacked, task: Task) -> None:
    """What swells from its beginning on is unpacked for nothing first, until it is known for a
    bomb or a table: that is over before a parser would have got under way."""
    while stream.read(MB) and stream.swells():
        task.check()
