"""An array that grows at its end, as a column does while its file is read.

Parts kept in a list and joined at last would be in memory twice. Here room is made ahead, and room
that nothing was written to costs no memory, since the system gives it when it is first touched.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Entry = TypeVar("Entry", bound=np.generic)

_FIRST = 1 << 10


class Growing(Generic[Entry]):
    def __init__(self, kind: type[Entry]) -> None:
        self._room: NDArray[Entry] = np.empty(_FIRST, dtype=kind)
        self._used = 0

    def __len__(self) -> int:
        return self._used

    def more(self, count: int) -> NDArray[Entry]:
        """The next ``count`` entries, to be written by whoever asked."""
        begin, self._used = self._used, self._used + count
        if self._used > len(self._room):
            room = np.empty(max(2 * len(self._room), self._used), dtype=self._room.dtype)
            room[:begin] = self._room[:begin]
            self._room = room
        return self._room[begin : self._used]

    @property
    def array(self) -> NDArray[Entry]:
        """All entries so far."""
        return self._room[: self._used]
