"""Numbers that stand for "nothing measured", far from all readings."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import is_bounded
from gpstudio.data.quality.case import Case
from gpstudio.translation import tr

CHOICES = ("set aside", "kept")
_CERTAIN = (-9999.0, -99999.0, -999.0, -32768.0)
"""What instruments and exports write, and nobody measures."""
_TYPES = (-32767.0, -28672.0, 255.0, 32767.0, 65535.0)
_NINES = (-999.9, -99.9, -99.0, 999.0, 999.9, 9999.0, 99999.0)
_DOUBTFUL = frozenset((*_TYPES, *_NINES))
"""The edges of the number types of rasters, and nines: fills only where they repeat."""
_LOWEST = -1.0
"""An index of exactly -1 is a pixel without near infrared: its mask, or its fill."""
_MODIS = -3000.0
_MODIS_SCALED = -0.3
"""MOD13 stores an index times 10,000, from -2,000 to 10,000, and -3,000 where there is none."""
_ENDLESS = 1e19
"""NetCDF's 9.97e36, the largest float and their like."""


def set_fills_aside(entries: Entries, case: Case) -> None:
    found = _marks(entries)
    if not found:
        return
    chosen = case.answer("fills") or CHOICES[0]
    entries.decisions.append(
        Decision("fills", chosen, CHOICES, told=tr("fill values {choice}", choice=tr(chosen)))
    )
    if chosen == CHOICES[0]:
        for fill, hits in found:
            entries.ledger.set_aside(hits, tr("with the fill value {fill:.10g}", fill=fill))
            entries.value[hits] = np.nan  # it is no reading, whatever the scale


def _marks(entries: Entries) -> list[tuple[float, Flags]]:
    """Marks are peeled off both ends; each counts that lies apart from what is left inside."""
    inside = entries.ledger.used
    bounded = is_bounded(entries.value_name)
    peeled: list[tuple[float, Flags]] = []
    while True:
        low = float(np.fmin.reduce(entries.value, where=inside, initial=np.inf))
        high = float(np.fmax.reduce(entries.value, where=inside, initial=-np.inf))
        ends = [end for end in (low, high) if _could_be(end, bounded)]
        if not ends:
            break
        hits: Flags = inside & (entries.value == ends[0])
        inside &= ~hits
        peeled.append((ends[0], hits))
    if low > high:
        return []  # nothing but marks: a person will see that there is no reading
    return [
        (fill, hits)
        for fill, hits in peeled
        if _apart(fill, low, high, bounded)
        and (fill == _MODIS or _is_certain(fill) or int(hits.sum()) > 1)
    ]


def _is_certain(number: float) -> bool:
    return number in _CERTAIN or abs(number) >= _ENDLESS


def _could_be(end: float, bounded: bool) -> bool:
    if not np.isfinite(end):
        return False
    of_an_index = bounded and (_is_scaled(end) or end == _LOWEST)
    return _is_certain(end) or end in _DOUBTFUL or end == _MODIS or of_an_index


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
