"""Which column names the field of each reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.columns.profile import Profile
from gpstudio.data.dates import read_dates
from gpstudio.data.names import (
    GROUPS,
    HOLDERS,
    NOT_A_GROUP,
    SEASONS,
    TIMES,
    WHOLE_FIELDS,
    WITHIN_A_FIELD,
    is_beside,
    sounds_like_value,
    words,
)
from gpstudio.data.quality.decoders.plain import speak_of_sky
from gpstudio.data.texts import is_missing

_SAID_OF_READINGS = (NOT_A_GROUP - {"variety", "crop", "species"}) | set(TIMES)
"""The plots of a trial differ in what grows there."""
_NEARLY_ALL, _MANY = 0.95, 0.3
"""Parts of the rows: that have to have a word, and that share their time with another row."""


def choose_fields(
    profiles: list[Profile], taken: set[int], times: tuple[int, ...] = ()
) -> tuple[int, float] | None:
    """The column and how sure that is; None where the table seems to be one field.

    A column of words whose name says nothing may hold remarks: it names fields where the ``times``
    begin again with them.
    """
    if len(profiles) < 3:
        return None
    best: tuple[tuple[int, int], int, float] | None = None
    for place, p in enumerate(profiles):
        name = words(p.name)
        if place in taken or p.kind not in ("text", "number") or sounds_like_value(p.name):
            continue
        if p.kind == "number" and not p.whole:
            continue
        known = [GROUPS.index(word) for word in name if word in GROUPS]
        if is_beside(name) or speak_of_sky(p.cells):  # QA_PIXEL, pixel_reliability, clear or cloudy
            continue
        if not NOT_A_GROUP.isdisjoint(name) and p.name.lower() not in GROUPS and not known:
            continue
        if known and (p.repeats or p.size == 1 or not WHOLE_FIELDS.isdisjoint(name)):
            candidate = (int(len(name) > 1), min(known)), place, 0.95 if len(name) == 1 else 0.85
        elif not known and _parts_the_times(p, [profiles[time] for time in times]):
            candidate = ((2, place), place, 0.5)
        else:
            continue
        if best is None or candidate[0] < best[0]:
            best = candidate
    return None if best is None else (_by_name(profiles, taken, best[1]), best[2])


def _by_name(profiles: list[Profile], taken: set[int], place: int) -> int:
    """Of "Field ID" and "Field name", where each belongs to one of the other, the names."""
    numbered, others = profiles[place], set(words(profiles[place].name)) ^ {"id", "name"}
    for at, p in enumerate(profiles):
        if at in taken or p.kind != "text" or set(words(p.name)) != others or "name" not in others:
            continue
        pairs = {(a.strip(), b.strip()) for a, b in zip(numbered.cells, p.cells, strict=True)}
        if len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs}):
            return at
    return place


def _parts_the_times(p: Profile, times: list[Profile]) -> bool:
    """Whether each row has a word, the words repeat, and the times begin again with another one.

    A word that belongs to its time, such as a week's, tells no fields apart.
    """
    if p.kind != "text" or not p.repeats or p.distinct < 2 or not times:
        return False
    when = list(zip(*(time.cells for time in times), strict=True))
    rows = [row for row, cells in enumerate(when) if not all(map(is_missing, cells))]
    named = [row for row in rows if not is_missing(p.cells[row])]
    if len(named) < _NEARLY_ALL * len(rows):
        return False
    counts = Counter(when[row] for row in rows)
    if sum(n for n in counts.values() if n > 1) >= _MANY * len(rows):
        return len({(when[row], p.cells[row].strip()) for row in rows}) > len(counts)
    days = read_dates(times[0].name, times[0].cells)
    order = read_numbers(times[0].name, times[0].cells).values if days is None else days.days
    edges = [(a, b) for a, b in pairwise(rows) if p.cells[a].strip() != p.cells[b].strip()]
    begun = sum(bool(order[b] < order[a]) for a, b in edges)
    return len(edges) < 2 * p.distinct and 2 * begun >= len(edges)


def holders(profiles: list[Profile], taken: set[int]) -> Iterator[int]:
    """Columns that say whose a field is."""
    for place, p in enumerate(profiles):
        known = not HOLDERS.isdisjoint(words(p.name)) and not is_beside(words(p.name))
        if place not in taken and known and p.distinct > 1 and (p.kind == "text" or p.whole):
            yield place


def choose_seasons(profiles: list[Profile], taken: set[int]) -> Iterator[int]:
    """Columns of which each cell is a season or its year of harvest."""
    for place, p in enumerate(profiles):
        if place not in taken and "_".join(words(p.name)) in SEASONS and p.repeats:
            yield place


def dividing(profiles: list[Profile], taken: set[int]) -> Iterator[tuple[int, bool]]:
    """Columns that may divide a field, best first, and whether their names are known to."""
    known, others = [], []
    for place, p in enumerate(profiles):
        name = words(p.name)
        ranks = [WITHIN_A_FIELD.index(word) for word in name if word in WITHIN_A_FIELD]
        if place in taken or p.distinct < 2 or sounds_like_value(p.name) or is_beside(name):
            continue
        if ranks and p.repeats and (p.kind == "text" or p.whole):
            known.append((min(ranks), place))
        elif p.kind == "text" and p.repeats and _SAID_OF_READINGS.isdisjoint(name):
            others.append(place)
    yield from ((place, True) for _, place in sorted(known))
    yield from ((place, False) for place in others)
