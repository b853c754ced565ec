"""Flip one bit of a project and see what is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.session.project.loading import load
from gpstudio.session.project.part import Part

WHOLE, SOME, NONE, ALTERED = "all shown", "a part refused", "all refused", "altered, shown as good"
VERDICTS = (WHOLE, SOME, NONE, ALTERED)


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << (bit % 8)
    return bytes(changed)


def judged(path: Path, saved: Mapping[str, Part]) -> str:
    """What is shown must be what was saved; what is not shown must be spoken of by its name."""
    try:
        contents = load(path)
    except InputError:
        return NONE
    for name, part in contents.parts.items():
        known = saved.get(name)
        if known is None or (known.kind, bytes(known.content)) != (part.kind, bytes(part.content)):
            return ALTERED
    missing = saved.keys() - contents.parts.keys()
    if missing - contents.damaged.keys() and contents.is_listed:
        return ALTERED
    return SOME if contents.problems else WHOLE
