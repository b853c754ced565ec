"""Which rise is small for an index: thresholds of one are not those of another."""

from __future__ import annotations

import re

import numpy as np

from gpstudio.core.arrays import Floats

SPANS = {
    "ndvi": 1.0,
    "evi": 1.0,
    "evi2": 1.0,
    "savi": 1.0,
    "gndvi": 1.0,
    "ndre": 0.8,
    "gcc": 0.2,
    "exg": 0.6,
    "lai": 5.0,
}
"""From bare ground to a closed crop, in the index's own unit. NDVI and EVI: the convention of
MCD12Q2 (Gray et al. 2019), whose smallest segment is an EVI2 of 0.1; GCC: PhenoCam crops lie
between 0.33 and 0.5 (Richardson et al. 2018); ExG = 2g − r − b is 3 GCC − 1."""
SMALLEST = 0.10
"""Of the span: a smaller rise is a change of the soil's colour or of tree leaves."""
STORED = (1.0, 100.0, 10_000.0)
"""As written, in per cent, in ten-thousandths."""


def smallest_amplitude(index: str, values: Floats) -> float:
    """The smallest rise that can be a crop, in the unit of the values; 0 for an unknown index.

    An index that is stored as whole numbers is known by its size: no NDVI is 4,000.
    """
    span = SPANS.get(known_index(index))
    if span is None or not len(values):
        return 0.0
    size = float(np.quantile(np.abs(values), 0.9))
    unit = next((u for u in STORED if size <= max(1.0, 2.0 * span) * u), STORED[-1])
    return SMALLEST * span * unit


def known_index(name: str) -> str:
    """The index a column's name speaks of: "ndvi" of ``S2_NDVI_mean``; else an empty word."""
    words = [word for word in re.split(r"[^a-z0-9]+", name.lower()) if word in SPANS]
    return words[0] if words else ""
