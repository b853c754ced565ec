"""Vegetation indices and what is retrieved from them: the one table of what each can be.

It answers for all of the house: which reading is a fault, which column is on another scale, which
rise is small, between which limits a model may hold the curve. The order is the order of preference
where a table has several.

Two pairs of limits are told apart. ``formula`` is what a formula allows for reflectances from 0 to
1: what lies beyond is no reading. ``fields`` is where readings of fields, soil, snow and standing
water lie: a scale with limits so near to the readings tells where the curve slows down. Limits of
fields lie beyond all readings ever seen there, since a scale cannot hold its own limits.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.quantiles import quantiles_of


class Limits(NamedTuple):
    low: float = -math.inf
    high: float = math.inf

    @property
    def is_closed(self) -> bool:
        """Whether there is a limit on either side."""
        return math.isfinite(self.low) and math.isfinite(self.high)


OPEN = Limits()
"""Of a quantity without a bound, such as a difference of bands in their own numbers."""


@dataclass(frozen=True)
class Index:
    formula: Limits = OPEN
    fields: Limits = OPEN
    """Open where nothing nearer is known than the formula says."""
    span: float | None = None
    """From bare ground to a closed crop, in the index's own unit. NDVI and EVI: the convention of
    MCD12Q2 (Gray et al. 2019), whose smallest segment is an EVI2 of 0.1; GCC: PhenoCam crops lie
    between 0.33 and 0.5 (Richardson et al. 2018); ExG = 2g − r − b is 3 GCC − 1."""
    signed: bool = True
    """Whether it crosses 0 without stopping there, as bare soil, water and snow make it; a share
    of cover, on the other hand, may well be exactly 0."""
    is_turned: bool = False
    """Whether it is low where a crop stands high, as the radar echo of cereals is: its curve is
    looked at upside down, as a witness beside another index."""

    @property
    def limits(self) -> Limits:
        """Between which a model holds it."""
        return self.formula if self.fields == OPEN else self.fields


_CONTRAST = Limits(-1.0, 1.0)
"""Of two bands: (a - b) / (a + b), and what is made of it without leaving its bounds."""
_SHARE = Limits(0.0, 1.0)
_GREEN = Limits(-0.1, 1.05)
"""Of near infrared against red, red edge or green. Seen: NDVI -0.087 to 0.9997 (27,000 readings of
eleven tables, snow and cloud among them), EVI -0.060 to 0.840 (2,266), EVI2 0.115 to 0.680 and SAVI
0.113 to 0.583 (1,432 each). By evidence it gains 0.05 to 0.17 nat a reading over no limits in six
of seven tables of NDVI and loses 0.02 in one; in three of EVI it gains 0.02. Limits of -0.3 and 1.2
gain two thirds of that."""
_COLOUR = Limits(0.2, 0.7)
"""Of a colour's share, of which grey has a third. Seen: GCC 0.285 to 0.481 (4,000 readings of three
tables); gains 0.015 and 0.047 nat a reading."""
_RATIO_LESS_ONE = Limits(low=-1.0)
"""Of a ratio of reflectances less 1. Seen: chlorophyll index of green 3.17 to 10.1 (1,432), GCVI of
fields to 18.1; gains 0.016 nat a reading."""

INDICES: dict[str, Index] = {
    "ndvi": Index(_CONTRAST, _GREEN, 1.0),
    # 2.5 (n - r) / (1 + …) is 2.5 / 2 at most, where only the near infrared is reflected
    "evi": Index(Limits(-1.0, 1.25), _GREEN, 1.0),
    "evi2": Index(Limits(-1.0, 1.25), _GREEN, 1.0),
    # tanh NDVI² is 0.762 at most, and 0 where the two bands are alike
    "kndvi": Index(_SHARE, Limits(-0.05, 0.8)),
    "gcc": Index(_SHARE, _COLOUR, 0.2, signed=False),
    # 3 GCC - 1; seen: -0.065 to 0.604 (501 readings); gains 0.053 nat a reading
    "exg": Index(OPEN, Limits(-0.4, 1.1), 0.6),
    "ndre": Index(_CONTRAST, _GREEN, 0.8),
    "gndvi": Index(_CONTRAST, _GREEN, 1.0),
    "savi": Index(_CONTRAST, _GREEN, 1.0),
    "osavi": Index(_CONTRAST, _GREEN),
    "msavi": Index(_CONTRAST, _GREEN),
    "msavi2": Index(_CONTRAST, _GREEN),
    "nirv": Index(_CONTRAST, _GREEN),
    # seen: 0 to 9.63 (275 readings of three tables), zeros before emergence among them. On 271 of
    # them log(0.5 + LAI) loses 15 nats to no limits, and log(0.05 + LAI) 50; with a highest value
    # the former gains 15: a canopy that closes shades itself
    "lai": Index(Limits(low=0.0), Limits(-0.5, 12.0), 5.0, signed=False),
    "vari": Index(),
    "ndwi": Index(_CONTRAST),
    "ndmi": Index(_CONTRAST),
    "lswi": Index(_CONTRAST),
    "rdvi": Index(),
    "wdrvi": Index(_CONTRAST),
    "dvi": Index(),
    "tvi": Index(),
    "mtci": Index(),
    "cire": Index(_RATIO_LESS_ONE),
    "cigreen": Index(_RATIO_LESS_ONE),
    # a closed crop: 3.4 at the median peak of 4,371 wheat fields, 5.3 in a quarter of them
    "gcvi": Index(_RATIO_LESS_ONE, span=5.0),
    # of green and blue: flowering canola is yellow
    "ndyi": Index(_CONTRAST, span=0.4),
    "fapar": Index(_SHARE, Limits(-0.05, 1.05), signed=False),
    "fpar": Index(_SHARE, Limits(-0.05, 1.05), signed=False),
    "fcover": Index(_SHARE, Limits(-0.05, 1.05), signed=False),
    "nbr": Index(_CONTRAST),
    # of NDVI, as (1 + NDVI) / (1 - NDVI): gains 0.09 to 0.70 nat a reading in five of seven tables,
    # loses 0.01 and 0.02 in the others
    "sr": Index(Limits(low=0.0)),
    "ngrdi": Index(_CONTRAST),
    "gli": Index(_CONTRAST),
    # seen: 0.272 to 0.485 (186 readings); gains 0.018 nat a reading in one table
    "rcc": Index(_SHARE, Limits(0.1, 0.7), signed=False),
    "tgi": Index(),
    "vi": Index(),
    # backscatter of Sentinel-1 in decibels: VV of wheat falls from -11 or -15 to -19 and rises to
    # -10, VH from -19 to -23 (Harfenmeister et al. 2019, doi 10.3390/rs11131569)
    "vh": Index(span=16.0, is_turned=True),
    "vv": Index(span=16.0, is_turned=True),
}

SMALLEST = 0.10
"""Of the span: a smaller rise is a change of the soil's colour or of tree leaves."""
STORED = (1.0, 100.0, 10_000.0)
"""As written, in per cent, in ten-thousandths."""


def smallest_amplitude(index: str, values: Floats) -> float:
    """The smallest rise that can be a crop, in the unit of the values; 0 for an unknown index.

    An index that is stored as whole numbers is known by its size: no NDVI is 4,000.
    """
    known = known_index(index)
    span = INDICES[known].span if known else None
    if span is None or not len(values):
        return 0.0
    size = quantiles_of(np.sort(np.abs(values)), (0.9,))[0]
    unit = next((u for u in STORED if size <= max(1.0, 2.0 * span) * u), STORED[-1])
    return SMALLEST * span * unit


@lru_cache(maxsize=1_024)
def known_index(name: str) -> str:
    """The index with a span that a column's name speaks of: "ndvi" of ``S2_NDVI_mean``; else an
    empty word."""
    words = re.split(r"[^a-z0-9]+", name.lower())
    known = [word for word in words if word in INDICES and INDICES[word].span is not None]
    if sum(INDICES[word].is_turned for word in set(known)) > 1:
        return ""  # of both, such as a ratio
    return next(iter(known), "")


def is_turned(name: str) -> bool:
    """Whether the index that a name speaks of is low where a crop stands high."""
    known = known_index(name)
    return bool(known) and INDICES[known].is_turned
