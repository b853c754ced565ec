"""What a person wants to import, before anybody has looked at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gpstudio.core.task import QUIET, Task
from gpstudio.data.source import open_source
from gpstudio.data.source.source import Source
from gpstudio.translation import tr

PASTED = tr("pasted table")


@dataclass(frozen=True)
class Opening:
    """A file, or a text that was pasted."""

    path: Path | None = None
    text: str = ""

    @property
    def name(self) -> str:
        return self.path.name if self.path is not None else PASTED

    def source(self, answers: Mapping[str, str], task: Task = QUIET) -> Source:
        if self.path is not None:
            return open_source(self.path, answers, task)
        from gpstudio.data.source.pasted import pasted_source

        return pasted_source(self.text)
