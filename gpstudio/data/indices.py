"""Vegetation indices and what is retrieved from them: between which limits each can lie.

One table answers for all of the house: which reading is a fault, which column is on another scale,
which quantity a model may hold between bounds. The limits are what an index's formula allows for
reflectances from 0 to 1. The order is the order of preference.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    low: float
    high: float
    signed: bool = True
    """Whether it crosses 0 without stopping there, as bare soil, water and snow make it; a share
    of cover, on the other hand, may well be exactly 0."""


_CONTRAST = Limits(-1.0, 1.0)
"""Of two bands: (a - b) / (a + b), and what is made of it without leaving its bounds."""
_SHARE = Limits(0.0, 1.0, signed=False)

LIMITS: dict[str, Limits | None] = {
    "ndvi": _CONTRAST,
    # 2.5 (n - r) / (1 + …) is 2.5 / 2 at most, where only the near infrared is reflected
    "evi": Limits(-1.0, 1.25),
    "evi2": Limits(-1.0, 1.25),
    "kndvi": Limits(0.0, 1.0),
    "gcc": _SHARE,
    "exg": None,
    "ndre": _CONTRAST,
    "gndvi": _CONTRAST,
    "savi": _CONTRAST,
    "osavi": _CONTRAST,
    "msavi": _CONTRAST,
    "msavi2": _CONTRAST,
    "nirv": _CONTRAST,
    "lai": None,
    "vari": None,
    "ndwi": _CONTRAST,
    "ndmi": _CONTRAST,
    "lswi": _CONTRAST,
    "rdvi": None,
    "wdrvi": _CONTRAST,
    "dvi": None,
    "tvi": None,
    "mtci": None,
    "cire": None,
    "cigreen": None,
    "gcvi": None,
    "fapar": _SHARE,
    "fpar": _SHARE,
    "fcover": _SHARE,
    "nbr": _CONTRAST,
    "sr": None,
    "ngrdi": _CONTRAST,
    "gli": _CONTRAST,
    "rcc": _SHARE,
    "tgi": None,
    "vi": None,
}
"""None where a quantity has no bound, such as leaf area, ratios and differences of bands."""
