"""What stands at a path, as a stream of text that can be read from its beginning more than once.

A plain file, a compressed one, a sheet of a workbook and a pasted table all become a ``Source``;
the rooms behind never learn which it was.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gpstudio.core.errors import InputError
from gpstudio.data.decisions import Decision
from gpstudio.data.texts import shown
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Source:
    path: Path
    """Where it came from; messages show its last part."""
    open: Callable[[], BinaryIO]
    """The text's bytes from their beginning; closed by whoever asked."""
    size: int | None = None
    """How many bytes there are; None where that is known only at the end."""
    seekable: bool = False
    """True when a piece from the middle can be had without reading what stands before it."""
    encoding: str | None = None
    """Set where the bytes were written by us, as those of a sheet are."""
    delimiter: str | None = None
    """Likewise."""
    kind: str = ""
    """What the sentence says of it, such as "packed with gzip" or "sheet 'NDVI' of a workbook";
    empty for plain text."""
    decisions: tuple[Decision, ...] = ()
    """What was decided on the way, such as which sheet."""
    share: Callable[[BinaryIO], float] | None = None
    """How much has been read through an open handle, where its place in the text does not tell."""

    @property
    def file(self) -> str:
        """How messages call it."""
        return shown(self.path)

    @property
    def is_ours(self) -> bool:
        """True when we wrote the text: how it is delimited says nothing of the file."""
        return self.delimiter is not None

    @property
    def ours(self) -> frozenset[str]:
        """What we decided ourselves when we wrote the text: it is nobody else's to decide."""
        written = {"encoding": self.encoding, "delimiter": self.delimiter}
        return frozenset(about for about, chosen in written.items() if chosen is not None)

    def complaint(self, error: InputError) -> InputError:
        """An open question comes first: another sheet may give no reason to complain."""
        asked = next((decision for decision in self.decisions if decision.is_open), None)
        if asked is None:
            return error
        return InputError(
            tr(
                "{question} Answer about {about!r}; {chosen} was tried, and: {error}",
                question=asked.question,
                about=asked.about,
                chosen=shown(asked.chosen),
                error=error,
            )
        )

    def share_read(self, handle: BinaryIO) -> float | None:
        """How much of the text has been read, from 0 to 1; None where nobody can tell."""
        if self.share is not None:
            return min(1.0, self.share(handle))
        return min(1.0, handle.tell() / self.size) if self.size else None


def of_bytes(path: Path, data: bytes, **facts: object) -> Source:
    """A source that is in memory already: a paste."""
    return Source(path, lambda: io.BytesIO(data), len(data), True, **facts)  # type: ignore[arg-type]


def empty(file: str) -> InputError:
    return InputError(
        tr("{file} is empty; choose a CSV file with a header and readings.", file=file)
    )
