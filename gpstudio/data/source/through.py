"""A file read through something that looks at each piece on its way."""

from __future__ import annotations

import io
from typing import Any, BinaryIO


class Through(io.RawIOBase):
    """Reads what the file reads; ``look`` is called before each piece and after it."""

    def __init__(self, handle: BinaryIO) -> None:
        super().__init__()
        self._handle = handle

    def look(self) -> None:
        """Raise what ends the reading."""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._handle.seek(offset, whence)

    def readinto(self, buffer: Any) -> int:
        self.look()
        view = memoryview(buffer).cast("B")
        data = self._handle.read(len(view))
        view[: len(data)] = data
        self.look()
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._handle.close()
        super().close()
