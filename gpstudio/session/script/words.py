"""Words of a command line, quoted so that the shell takes them as they are."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from subprocess import list2cmdline

META = frozenset('()!^"<>&|')
"""What the shell of Windows would act on."""


@dataclass(frozen=True)
class Shell:
    """What a command looks like in a file that can be run."""

    ending: str
    head: str
    remark: str
    goes_on: str
    """At the end of a line that goes on in the next."""
    line_end: str = "\n"

    def word(self, text: str) -> str:
        """Within single quotes everything is itself, line ends too."""
        return shlex.quote(text)

    def comment(self, text: str) -> str:
        """On one line whatever stands in it, since the next line would be run."""
        shown = "".join(c if c.isprintable() else " " for c in " ".join(text.split()))
        return f"{self.remark} {shown}"

    def written(self, comments: Sequence[str], words: Sequence[str]) -> str:
        """One word a line; ``words`` are quoted already."""
        lines = [*map(self.comment, comments), f" {self.goes_on}\n    ".join(words)]
        return (self.head + "\n".join(lines) + "\n").replace("\n", self.line_end)


class _Windows(Shell):
    def word(self, text: str) -> str:
        """Quoted for the program, and then every sign escaped for the shell, quotation marks too:
        it must not think that anything is quoted. No word can hold a line end."""
        quoted = list2cmdline([" ".join(text.splitlines())])
        return "".join("%%" if c == "%" else f"^{c}" if c in META else c for c in quoted)

    def comment(self, text: str) -> str:
        return "".join(" " if c in META or c == "%" else c for c in super().comment(text))


POSIX = Shell(".sh", "#!/bin/sh\n", "#", "\\")
WINDOWS = _Windows(".cmd", "@echo off\nchcp 65001 >nul\n", "rem", "^", "\r\n")
