"""The one error that is the user's to mend.

Everything a person can cause (a wrong word, an unreadable file, a value out of range) ends in an
``InputError`` whose text is one clear sentence: what happened, where, and what to do. The command
line prints it and leaves with 2, the window shows it in its message bar, Python raises it. Any
other exception is a fault of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from gpstudio.translation import tr

CLOSE = 0.55
"""Names less alike than this (difflib's ratio) are not offered for each other."""


class InputError(ValueError):
    """One sentence a person can act on; a ``ValueError`` so that scripts catch it as usual."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that ``name`` was most likely meant to be, or None; of equals the first."""
    best, closeness = None, 0.0
    for candidate in known:
        ratio = SequenceMatcher(None, name.lower(), candidate.lower()).ratio()
        if ratio > closeness:
            best, closeness = candidate, ratio
    return best if closeness >= CLOSE else None


def suggestion(name: str, known: Iterable[str]) -> str:
    """How every message ends that met an unknown name: the nearest one, else all there are."""
    names = sorted(known)
    close = nearest(name, names)
    if close is not None:
        return tr("did you mean '{close}'?", close=close)
    return tr("choose one of: {names}.", names=", ".join(names))
