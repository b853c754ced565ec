"""Work that is gone on with another time."""

from __future__ import annotations

import time

from gpstudio.core.task import Cancelled, Task


class Until(Task):
    """Work that ends at a time of ``time.monotonic``."""

    def __init__(self, ends: float) -> None:
        self._ends = ends

    def check(self) -> None:
        if time.monotonic() > self._ends:
            raise Cancelled
