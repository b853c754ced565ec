"""Numbers that stand for "nothing measured", far from all readings."""

from __future__ import annotations

import numpy as np

from gpstudio.data.entries.entries import Entries
from gpstudio.data.quality.case import Case, is_bounded

_CERTAIN = (-9999.0, -99999.0, -999.0, -32768.0)
"""What instruments and exports write, and nobody measures."""
_TYPES = (-32767.0, -28672.0, 255.0, 32767.0, 65535.0)
_NINES = (-999.9, -99.9, -99.0, 999.0, 999.9, 9999.0, 99999.0)
_DOUBTFUL = frozenset((*_TYPES, *_NINES))
"""The edges of the number types of rasters, and nines: fills only where they repeat."""
_MODIS = -3000.0
_MODIS_SCALED = -0.3
"""MOD13 stores an index times 10,000, from -2,000 to 10,000, and -3,000 where there is none."""
_ENDLESS = 1e19
"""NetCDF's 9.97e36, the largest float and their like."""


def set_fills_aside(entries: Entries, case: Case) -> None:
    """Peel marks off both ends; each goes if it lies apart from what is left inside."""
    value = entries.value
    inside = entries.ledger.used
    peeled = []
    bounded = is_bounded(entries.value_name)
    while True:
        low = float(np.fmin.reduce(value, where=inside, initial=np.inf))
        high = float(np.fmax.reduce(value, where=inside, initial=-np.inf))
        found = [end for end in (low, high) if _could_be(end, bounded)]
        if not found:
            break
        hits = inside & (value == found[0])
        inside &= ~hits
        peeled.append((found[0], hits))
    for fill, hits in peeled:
        often = int(hits.sum()) > 1 or fill == _MODIS or _is_certain(fill)
        if low <= high and often and _apart(fill, low, high, bounded):
            entries.ledger.set_aside(hits, f"with the fill value {fill:.10g}")


def _is_certain(number: float) -> bool:
    return number in _CERTAIN or abs(number) >= _ENDLESS


def _could_be(end: float, bounded: bool) -> bool:
    if not np.isfinite(end):
        return False
    return _is_certain(end) or end in _DOUBTFUL or end == _MODIS or (bounded and _is_scaled(end))


def _is_scaled(number: float) -> bool:
    return abs(number - _MODIS_SCALED) < 1e-12


def _apart(fill: float, low: float, high: float, bounded: bool) -> bool:
    """Whether a mark is no neighbour of the readings from ``low`` to ``high``.

    It is thrice as far from 0 as they reach on its side, and half their spread away.
    """
    if fill == _MODIS and low >= -2000.0 and 1000.0 < high <= 10_000.0:
        return True
    if bounded and _is_scaled(fill):
        return low >= -0.2 and high <= 1.1
    if bounded and fill == 255.0 and low >= 0.0 and high <= 250.0:
        return True
    reach = 0.5 * (high - low)
    if fill < 0.0:
        return low > fill / 3.0 and fill < low - reach
    return high < fill / 3.0 and fill > high + reach
