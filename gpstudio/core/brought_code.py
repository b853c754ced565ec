"""Machine code that came with an installed program: the first start has nothing to compile.

One archive, under the names that ``KeptCode`` gives: whatever is in it under the right name was
made of the very same code, for this generation of processors. Where there is none, as in a clone,
or where it is damaged, kernels are compiled and kept as ever.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from gpstudio.resources import brought_code

if TYPE_CHECKING:
    from zipfile import ZipFile


def brought(name: str) -> bytes | None:
    """What is in the archive under this name."""
    archive = _archive()
    if archive is None or name not in archive.NameToInfo:
        return None
    try:
        return archive.read(name)
    except Exception:  # whatever a damaged file raises
        return None


@cache
def _archive() -> ZipFile | None:
    """Open as long as the program runs; reading from several threads is safe."""
    path = brought_code()
    if path is None:
        return None
    from zipfile import BadZipFile, ZipFile

    try:
        return ZipFile(path)
    except (OSError, BadZipFile):
        return None
