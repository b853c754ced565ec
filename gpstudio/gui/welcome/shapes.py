"""The readings of a table in a few lines: what a file looks like before it is opened.

They are made when a table is open, and kept in the cache of the system, so that the page of welcome
reads no file of a person's to show it. What is not kept, or is damaged there, is not shown.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.atomic import write_atomic
from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.gui.listing.sparks import extremes
from gpstudio.resources import user_cache_folder

Line: TypeAlias = tuple[tuple[float, float], ...]
Shape: TypeAlias = tuple[Line, ...]
"""Of each field the places of some readings, in a box from 0 to 1 with the highest on top."""
MOST_LINES, BINS = 12, 40
MOST_KEPT = 60
"""Files, which are a few kilobytes each."""
ENDING, DIGITS = ".json", 3


def shape_of(fields: Sequence[Series]) -> Shape:
    """Of some fields that stand evenly among all, on common axes."""
    places = np.unique(np.linspace(0, len(fields) - 1, min(len(fields), MOST_LINES)).round())
    # the others are not even made: of ten thousand that would hold the window up
    chosen = [series for series in (fields[int(place)] for place in places) if len(series)]
    if not chosen:
        return ()
    first, last = min(s.time[0] for s in chosen), max(s.time[-1] for s in chosen)
    low, high = min(s.value.min() for s in chosen), max(s.value.max() for s in chosen)
    wide, tall = float(last - first) or 1.0, float(high - low) or 1.0
    return tuple(_line(series, float(first), wide, float(high), tall) for series in chosen)


def _line(series: Series, first: float, wide: float, high: float, tall: float) -> Line:
    time, value = series.time, series.value
    kept = extremes(time, value, BINS) if len(time) > 2 * BINS else np.arange(len(time))
    x = np.round((time[kept] - first) / wide, DIGITS)
    y = np.round((high - value[kept]) / tall, DIGITS)
    return tuple(zip(x.tolist(), y.tolist(), strict=True))


def keep_shape(path: Path, fields: Sequence[Series]) -> None:
    """A cache that cannot be written is no matter."""
    with suppress(OSError, InputError):
        _write(_place(str(path.absolute())), shape_of(fields))


def kept_shape(path: Path) -> Shape | None:
    """As the file was when it was last open here."""
    return _read(_place(str(path.absolute())))


def sample_shapes(paths: Sequence[Path], task: Task = QUIET) -> dict[Path, Shape]:
    """Of files that come with the program: each is read once, and again when it is another one."""
    made = {}
    for path in paths:
        task.check()
        place = _place(hashlib.sha256(path.read_bytes()).hexdigest())
        shape = _read(place)
        if shape is None:
            shape = shape_of(read_table(path, task=task).series)
            with suppress(OSError, InputError):
                _write(place, shape)
        made[path] = shape
    return made


def _folder() -> Path:
    return user_cache_folder() / "gpstudio" / "shapes"


def _place(name: str) -> Path:
    return _folder() / (hashlib.sha256(name.encode("utf-8", "replace")).hexdigest() + ENDING)


def _write(place: Path, shape: Shape) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(shape, separators=(",", ":"))
    write_atomic(place, lambda handle: handle.write(text))
    kept = sorted(place.parent.glob(f"*{ENDING}"), key=lambda one: one.stat().st_mtime)
    for old in kept[:-MOST_KEPT]:
        old.unlink(missing_ok=True)


def _read(place: Path) -> Shape | None:
    """What somebody else wrote there counts as nothing."""
    try:
        return _checked(json.loads(place.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def _checked(found: Any) -> Shape:
    lines = tuple(tuple((float(x), float(y)) for x, y in line) for line in found[:MOST_LINES])
    if not all(-1.0 <= number <= 2.0 for line in lines for place in line for number in place):
        raise ValueError("a place outside of the box")
    return lines
