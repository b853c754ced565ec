"""How far a file may swell when it is unpacked, measured while it swells.

A table of ten thousand equal rows packs 30 : 1 and, with xz, beyond 100 : 1; what swells more than
``most_times`` was made to fill a machine. The first megabytes are free: a short table may be
one row repeated.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.translation import tr

MB = 1 << 20


@dataclass(frozen=True)
class Limit:
    free: int
    """Unpacked bytes up to which no ratio is too high."""
    most_times: int


TEXT = Limit(256 * MB, 200)
PARTS = Limit(16 * MB, 100)
"""Of a workbook, whose parts are read into trees of objects: a sheet of a million rows packs
10 : 1."""
MOST = 32 * 1024 * MB
"""Unpacked bytes beyond which no table is read, whatever its ratio."""
MOST_INSIDE = 1024 * MB
"""Of a workbook inside an archive: it has to be unpacked before it can be opened."""


def check_swelling(file: str, packed: int, unpacked: int, limit: Limit) -> None:
    """Refuse what swells too much: ``packed`` bytes have become ``unpacked``."""
    if unpacked > MOST:
        raise InputError(
            tr(
                "{file} unpacks to more than {most} GB; split the table by field.",
                file=file,
                most=MOST // (1024 * MB),
            )
        )
    if unpacked > limit.free and unpacked > limit.most_times * max(packed, 1):
        raise InputError(
            tr(
                "{file} unpacks to more than {most} times its size, as no table does; "
                "unpack it yourself if you trust it.",
                file=file,
                most=limit.most_times,
            )
        )
