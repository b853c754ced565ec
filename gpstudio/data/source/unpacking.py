"""A stream that unpacks while it is read: nothing is written to disk, little is kept in memory.

One loop for all packers, for Python's own readers bound neither how much memory an xz dictionary
takes nor how far one bite of a zip's bzip2 swells.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO, Protocol

from gpstudio.core.errors import InputError
from gpstudio.data.source import limits
from gpstudio.translation import tr

BITE = 1 << 16
"""Packed bytes taken at once, when reading is under way."""
_FIRST_BITE = 1 << 9
"""So that a beginning that swells is known for it: bites grow from here."""
_MOST_OUT = 1 << 20
"""Unpacked bytes made at once."""


class Unpacker(Protocol):
    """What ``bz2`` and ``lzma`` call a decompressor."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class Inflate:
    """zlib's decompressor with the manners of the others."""

    def __init__(self, window: int) -> None:
        self._zlib = zlib.decompressobj(window)

    @property
    def eof(self) -> bool:
        return self._zlib.eof

    @property
    def needs_input(self) -> bool:
        return not self._zlib.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._zlib.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._zlib.decompress(self._zlib.unconsumed_tail + data, max(max_length, 0))


class Stored:
    """A member of a zip archive that is not packed at all."""

    needs_input = True
    unused_data = b""

    def __init__(self, size: int) -> None:
        self._left = size

    @property
    def eof(self) -> bool:
        return not self._left

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        self._left -= len(data)
        return data


class Unpacked(io.RawIOBase):
    """The text in a packed stream. Packed streams may follow each other, as ``cat`` leaves them."""

    def __init__(
        self, packed: BinaryIO, begin: Callable[[], Unpacker], file: str, *, several: bool = True
    ) -> None:
        super().__init__()
        self._packed, self._begin, self._file, self._several = packed, begin, file, several
        self._decoder = begin()
        self._ended = False
        self._held = b""
        self._bite = _FIRST_BITE
        self.consumed = 0
        """Packed bytes taken so far."""
        self.made = 0
        """Unpacked bytes handed out so far."""
        self.crc = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        made = b"" if self._ended or not len(view) else self._more(min(len(view), _MOST_OUT))
        view[: len(made)] = made
        self.made += len(made)
        self.crc = zlib.crc32(made, self.crc)
        limits.check_swelling(self._file, self.consumed, self.made, limits.TEXT)
        return len(made)

    def close(self) -> None:
        if not self.closed:
            self._packed.close()
        super().close()

    def swells(self) -> bool:
        """Whether so far it was near the limit of what a table swells."""
        return self.made > limits.TEXT.most_times * self.consumed / 2

    def _more(self, most: int) -> bytes:
        """Up to ``most`` bytes; none at the end."""
        while not self._ended:
            if self._decoder.eof:
                self._next_stream()
                continue
            bite = self._take(most) if self._decoder.needs_input else b""
            asked = self._decoder.needs_input
            try:
                made = self._decoder.decompress(bite, most)
            except (MemoryError, InputError):
                raise
            except Exception:  # each packer has its own, and OSError stands for several faults
                raise self.damaged() from None
            if made:
                return made
            if asked and not bite and not self._decoder.eof:
                raise InputError(
                    tr(
                        "{file} ends before its packed content does; copy or download it again.",
                        file=self._file,
                    )
                )
        return b""

    def _take(self, most: int) -> bytes:
        bite = self._held or self._packed.read(min(most, self._bite))
        self._held = b""
        self._bite = min(2 * self._bite, BITE)
        self.consumed += len(bite)
        return bite

    def _next_stream(self) -> None:
        """Pass over the zeros that tapes and blocks leave, then begin anew or end."""
        rest = self._decoder.unused_data.lstrip(b"\0") if self._several else b""
        while self._several and not rest:
            bite = self._take(BITE)
            if not bite:
                break
            rest = bite.lstrip(b"\0")
        self._ended = not rest
        if rest:
            self.consumed -= len(rest)
            self._held = rest
            self._decoder = self._begin()

    def damaged(self) -> InputError:
        return InputError(
            tr(
                "The packed content of {file} is damaged; copy or download it again.",
                file=self._file,
            )
        )
