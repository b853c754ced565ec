"""Quality of the MODIS vegetation indices, MOD13 and MYD13.

After the MOD13 user's guide (Didan and others, Collection 6, tables 4 and 5; the tables for
MOD13Q1 at LP DAAC are the same): the pixel reliability, which Earth Engine calls SummaryQA, and the
16 bits of the VI Quality, which it calls DetailedQA. Snow and cloud hide the plants: set aside.
"""

from __future__ import annotations

from gpstudio.data.quality.decoders.decoder import (
    DOUBTFUL,
    GOOD,
    Decoder,
    FlagVerdict,
    by_cell,
    by_code,
    ends,
    whole,
)
from gpstudio.translation import tr

FAMILY = "MOD13"
_SUMMARY, _DETAILED = "MODIS SummaryQA", "MODIS VI Quality"


def _clouded(by: str) -> FlagVerdict:
    return FlagVerdict(0.0, tr("cloudy by {judge}", judge=by))


def _snowed(by: str) -> FlagVerdict:
    return FlagVerdict(0.0, tr("with snow or ice by {judge}", judge=by))


def _useless(by: str) -> FlagVerdict:
    return FlagVerdict(0.0, tr("not useful by {judge}", judge=by))


_summarises = ends("summaryqa", "pixelreliability", "reliability")


def _names_summary(name: str) -> bool:
    """VIIRS (VNP13) has a pixel reliability of other ranks, up to 11."""
    return _summarises(name) and "vnp" not in name.lower() and "viirs" not in name.lower()


summary_qa = Decoder(
    _SUMMARY,
    FAMILY,
    _names_summary,
    by_code(
        {
            -1: _useless(_SUMMARY),
            255: _useless(_SUMMARY),  # -1 in a byte
            0: GOOD,
            1: DOUBTFUL,
            2: _snowed(_SUMMARY),
            3: _clouded(_SUMMARY),
        }
    ),
)

_HIGH_AEROSOL = 3
_USELESS = 13
"""Usefulness 1101, 1110 and 1111: so low that it is not useful, faulty data, not processed."""


def _bits(cell: str) -> FlagVerdict | None:
    """MODLAND 0–1, usefulness 2–5, aerosol 6–7, adjacent cloud 8, BRDF 9, mixed clouds 10, land or
    water 11–13, snow 14, shadow 15. What is neither good nor hidden counts half, and half again
    for every neighbour of a cloud, thick haze or shadow."""
    code = whole(cell)
    if code is None or not 0 <= code <= 0xFFFF:
        return None
    modland, usefulness, aerosol = code & 3, code >> 2 & 15, code >> 6 & 3
    if modland == 3 or usefulness >= _USELESS:
        return _useless(_DETAILED)
    if modland == 2 or code >> 10 & 1:
        return _clouded(_DETAILED)
    if code >> 14 & 1:
        return _snowed(_DETAILED)
    faults = (code >> 8 & 1) + (code >> 15 & 1) + (aerosol == _HIGH_AEROSOL)
    return FlagVerdict((GOOD if modland == 0 else DOUBTFUL).weight * 0.5**faults)


vi_quality = Decoder(
    _DETAILED,
    FAMILY,
    ends("viquality", "detailedqa", "viqualitybitmask"),
    by_cell(_bits),
)

_TEXTS = {
    "vi produced with good quality": GOOD,
    "vi produced, good quality": GOOD,
    "vi produced, but check other qa": DOUBTFUL,
    "pixel produced, but most probably cloudy": _clouded(_DETAILED),
    "pixel not produced due to other reasons than clouds": _useless(_DETAILED),
    "0b00": GOOD,
    "0b01": DOUBTFUL,
    "0b10": _clouded(_DETAILED),
    "0b11": _useless(_DETAILED),
}

modland = Decoder(
    _DETAILED,
    FAMILY,
    ends("modlanddescription", "viqualitymodland"),
    by_cell(lambda cell: _TEXTS.get(cell.lower())),
)
"""The columns that AppEEARS adds with the bits in words."""
