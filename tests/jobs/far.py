"""What is done with a field in another process by the tests of engines."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.series import Series


@dataclass(frozen=True)
class Noted:
    """Notes in a folder which fields were begun, by whom, and how often; some end badly."""

    folder: Path
    deadly: tuple[str, ...] = ()
    once: bool = False
    """Whether they are deadly the first time only."""
    slow: float = 0.0
    known: tuple[str, ...] = ()

    def __call__(self, series: Series, task: Task) -> tuple[str, tuple[str, ...]]:
        begun = self.folder / f"{series.group}-{len(list(self.folder.glob(series.group + '-*')))}"
        begun.write_text(str(os.getpid()))
        if series.group in self.deadly and (not self.once or begun.name.endswith("-0")):
            os.kill(os.getpid(), signal.SIGKILL)
        until = time.monotonic() + self.slow
        while time.monotonic() < until:
            task.check()
            time.sleep(0.005)
        if series.group.startswith("bad"):
            raise InputError("It is bad.")
        if series.group.startswith("big") and (not self.once or begun.name.endswith("-0")):
            raise MemoryError
        if series.group.startswith("wrong"):
            raise ZeroDivisionError("ours")
        return series.group, self.known

    def of_fields(self, fields: Sequence[Series]) -> Noted:
        return Noted(
            self.folder, self.deadly, self.once, self.slow, tuple(one.group for one in fields)
        )


def environment(series: Series, task: Task) -> str:
    return os.environ.get(series.group, "")
