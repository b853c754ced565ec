"""From a path to bytes, or to one sentence about what stands at that path.

Everything that is not a table in plain text is recognised here, before any parsing, so that the
rooms behind may trust what they get.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from gpstudio.core.errors import InputError, nearest

_SIGNATURES = {
    b"PK\x03\x04": ("an Excel workbook or a zip archive", "save or unpack it as CSV first"),
    b"\xd0\xcf\x11\xe0": ("an old Excel workbook", "save it as CSV first"),
    b"\x1f\x8b": ("compressed with gzip", "unpack it first"),
    b"BZh": ("compressed with bzip2", "unpack it first"),
    b"\xfd7zXZ": ("compressed with xz", "unpack it first"),
    b"PAR1": ("a Parquet file", "save it as CSV first"),
    b"%PDF": ("a PDF document", "save its table as CSV first"),
}
"""What people most often drop on the window instead of a CSV, by the bytes it begins with."""

_LONGEST = 60


def shown(thing: object, *, whole: bool = False) -> str:
    """A name or cell in quotes, safe for one line of a message: paths show their last part.

    Cells can hold line breaks and file names can hold almost anything; neither may break the
    sentence or the terminal.
    """
    text = thing.name if isinstance(thing, Path) and thing.name and not whole else str(thing)
    plain = "".join(c if c.isprintable() else "?" for c in text)
    if len(plain) > _LONGEST and not whole:
        plain = plain[: _LONGEST - 1] + "…"
    return f"'{plain}'"


def read_bytes(path: Path) -> bytes:
    """All bytes of a regular, readable, non-empty file; else one ``InputError``."""
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise InputError(f"{shown(path)} is a folder; choose a CSV file inside it.")
        if not stat.S_ISREG(kind):
            raise InputError(f"{shown(path)} is a device or a pipe; choose a CSV file instead.")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(_missing(path)) from None
    except PermissionError:
        raise InputError(
            f"No permission to read {shown(path)}; ask its owner or choose a copy."
        ) from None
    except MemoryError:
        raise InputError(
            f"{shown(path)} is too large for the memory of this machine; split it by field."
        ) from None
    except InputError:
        raise
    except (OSError, ValueError):
        raise InputError(f"{shown(path)} cannot be read; check the name and the disk.") from None
    if not data.strip():
        raise InputError(f"{shown(path)} is empty; choose a CSV file with a header and readings.")
    for signature, (what, advice) in _SIGNATURES.items():
        if data.startswith(signature):
            raise InputError(f"{shown(path)} is {what}, not a CSV table; {advice}.")
    return data


def _missing(path: Path) -> str:
    try:
        beside = {name.lower(): name for name in os.listdir(path.parent)}
    except OSError:
        return f"There is no {shown(path)}: its folder does not exist; check the path."
    close = nearest(path.name, beside)
    end = f"did you mean {shown(beside[close])}?" if close else "check the name."
    return f"There is no file {shown(path)} in that folder; {end}"
