"""How much of a field was seen: valid pixels against all.

Sentinel Hub and Copernicus Browser write ``sampleCount`` and ``noDataCount``; others a number of
valid pixels, whose largest in a field is taken for the whole field. A mean over half of the field
is a mean of another field: the weight is the share that was seen, and under a tenth is set aside.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.columns.coded import Coded
from gpstudio.data.entries.entries import Entries
from gpstudio.data.quality.decoders.decoder import joined, numbers
from gpstudio.translation import tr

FEWEST = 0.1
REASON = tr("with less than a tenth of the field seen")
_ALL, _LOST = ("samplecount",), ("nodatacount",)
_SEEN = ("npixels", "npixel", "pixelcount", "validpixels", "nvalidpixels", "validpixelcount")


def pixel_columns(names: Sequence[str], free: Sequence[int]) -> list[int]:
    """The pair of Sentinel Hub's counts, or one column of valid pixels."""
    pair = [_ending(names, free, _ALL), _ending(names, free, _LOST)]
    if None not in pair:
        return [place for place in pair if place is not None]
    seen = _ending(names, free, _SEEN)
    return [] if seen is None else [seen]


def is_count(name: str) -> bool:
    return joined(name).endswith((*_ALL, *_LOST, *_SEEN))


def seen_share(entries: Entries, names: Sequence[str], places: Sequence[int]) -> Floats | None:
    """From 0 to 1 for each entry; None where the columns do not hold counts."""
    pair = [_ending(names, places, _ALL), _ending(names, places, _LOST)]
    if pair[0] is not None and pair[1] is not None:
        whole, lost = (_counts(entries.beside[place]) for place in pair if place is not None)
        if whole is None or lost is None:
            return None
        share = 1.0 - np.divide(lost, whole, out=np.zeros_like(lost), where=whole > 0.0)
    else:
        seen = _ending(names, places, _SEEN)
        counts = None if seen is None else _counts(entries.beside[seen])
        if counts is None:
            return None
        most = np.zeros(len(entries.fields))
        np.maximum.at(most, entries.field_of, np.nan_to_num(counts))
        whole = most[entries.field_of]
        share = np.divide(counts, whole, out=np.ones_like(counts), where=whole > 0.0)
    share[np.isnan(share)] = 1.0
    return np.clip(share, 0.0, 1.0, out=share)


def _counts(column: Coded) -> Floats | None:
    """NaN where a cell is none; None unless the others are counts."""
    found = numbers(column.cells)
    if not (found >= 0.0).any() or (found < 0.0).any():
        return None
    return column.spread(found)


def _ending(names: Sequence[str], places: Sequence[int], endings: tuple[str, ...]) -> int | None:
    return next((place for place in places if joined(names[place]).endswith(endings)), None)
