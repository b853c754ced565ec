"""Painting that cannot end the process.

An error in a ``paint`` that Qt calls is handed through Qt's own code, and where another comes on
top of it the process dies, with all that was not saved. Here it is told like any other fault of
ours, and the next painting starts anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any


def guarded(paint: Callable[..., None]) -> Callable[..., None]:
    """Tells what goes wrong instead of raising it."""

    @wraps(paint)
    def paint_safely(*given: Any) -> None:
        try:
            paint(*given)
        except Exception:
            sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]

    return paint_safely


class Guarded:
    """A mixin: whatever a subclass paints is guarded."""

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if "paint" in cls.__dict__:
            cls.paint = guarded(cls.__dict__["paint"])  # type: ignore[attr-defined]
