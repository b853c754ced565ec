"""Numbers that stand for "nothing measured", far from all readings."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.data.decisions import Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.plan import Plan

_FILLS = (-9999.0, -99999.0, -999.0, -32768.0)
"""What instruments and exports write."""
_MODIS_FILL = -3000.0


def set_fills_aside(entries: Entries, plan: Plan, said: Said) -> None:
    for fill in (*_FILLS, _MODIS_FILL):
        entries.ledger.set_aside(_fills(entries.value, fill), f"with the fill value {fill:.0f}")


def _fills(values: Floats, fill: float) -> Flags:
    """Where a column holds its mark: a number far from all others."""
    hits = values == fill
    others = values[np.isfinite(values) & ~np.isin(values, (*_FILLS, _MODIS_FILL))]
    if not hits.any() or not others.size:
        return np.zeros(len(values), dtype=np.bool_)
    low, high = others.min(), others.max()
    if fill == _MODIS_FILL:
        # MOD13 stores an index times 10,000, from -2,000 to 10,000, and -3,000 where there is none.
        scaled = low >= -2000 and 1000 < high <= 10_000
        apart = scaled or (low >= -2 and high <= 2)
    else:
        apart = low > fill / 10
    return hits if apart else np.zeros_like(hits)
