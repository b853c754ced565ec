"""Pixel quality of Landsat Collection 2, and Fmask's classes.

QA_PIXEL after the Collection 2 Level-2 product guides (Landsat 4–7 and 8–9): fill 0, dilated cloud
1, cirrus 2, cloud 3, cloud shadow 4, snow 5, clear 6, water 7, then confidences. Collection 1 gave
a like name to other bits, and has none beyond the eleventh: such a column is not understood rather
than misread.

Fmask has two tables. CFmask (USGS, Zhu): 0 land, 1 water, 2 shadow, 3 snow, 4 cloud, 255 nothing.
python-fmask: 0 nothing, 1 clear, 2 cloud, 3 shadow, 4 snow, 5 water. A reading can only stand
where something was seen, so 0 beside readings tells the first. The harmonised HLS has bits under
the same name (HLS user guide): cloud 1, beside a cloud 2, shadow 3, snow 4, water 5, aerosol 6–7;
numbers that the tables do not have tell it.
"""

from __future__ import annotations

from gpstudio.data.quality.decoders.decoder import (
    DOUBTFUL,
    GOOD,
    Decoder,
    FlagVerdict,
    Meanings,
    by_cell,
    by_code,
    ends,
    whole,
)
from gpstudio.data.texts import Texts
from gpstudio.translation import tr

FAMILY = "Landsat"
_QA, _FMASK = "Landsat QA_PIXEL", "Fmask"
_CLEAR, _WATER = 1 << 6, 1 << 7
_CONFIDENCES = (3 << 8, 3 << 10, 3 << 12)
"""Of cloud, its shadow, snow: never nothing where something was seen."""


def _bits(cell: str) -> FlagVerdict | None:
    code = whole(cell)
    if code is None or not 0 <= code <= 0xFFFF:
        return None
    if code & 1:
        return FlagVerdict(0.0, tr("without data by {judge}", judge=_QA))
    if not all(code & confidence for confidence in _CONFIDENCES):
        return None  # Collection 2 always tells how sure it is
    if code >> 3 & 1 or code >> 1 & 1:
        return FlagVerdict(0.0, tr("cloudy by {judge}", judge=_QA))
    if code >> 4 & 1:
        return FlagVerdict(0.0, tr("in the shadow of a cloud by {judge}", judge=_QA))
    if code >> 5 & 1:
        return FlagVerdict(0.0, tr("with snow or ice by {judge}", judge=_QA))
    if not code & (_CLEAR | _WATER):
        return None  # neither hidden nor clear is no Collection 2
    return DOUBTFUL if code >> 2 & 1 else GOOD


qa_pixel = Decoder(_QA, FAMILY, ends("qapixel", "pixelqa"), by_cell(_bits))

_CLOUD = FlagVerdict(0.0, tr("cloudy by {judge}", judge=_FMASK))
_SHADOW = FlagVerdict(0.0, tr("in the shadow of a cloud by {judge}", judge=_FMASK))
_SNOW = FlagVerdict(0.0, tr("with snow or ice by {judge}", judge=_FMASK))
_NOTHING = FlagVerdict(0.0, tr("without data by {judge}", judge=_FMASK))
_USGS = by_code({0: GOOD, 1: GOOD, 2: _SHADOW, 3: _SNOW, 4: _CLOUD, 255: _NOTHING})
_PYTHON = by_code({1: GOOD, 2: _CLOUD, 3: _SHADOW, 4: _SNOW, 5: GOOD})


def _harmonised(cell: str) -> FlagVerdict | None:
    code = whole(cell)
    if code is None or not 0 <= code <= 255:
        return None
    if code == 255:
        return _NOTHING
    if code >> 1 & 1:
        return _CLOUD
    if code >> 3 & 1:
        return _SHADOW
    if code >> 4 & 1:
        return _SNOW
    return DOUBTFUL if code >> 2 & 1 else GOOD


def _classes(cells: Texts) -> Meanings:
    codes = {whole(cell) for cell in cells}
    if any(code is not None and 5 < code < 255 for code in codes):
        return by_cell(_harmonised)(cells)
    return _USGS(cells) if 0 in codes else _PYTHON(cells)


fmask = Decoder(_FMASK, FAMILY, ends("fmask"), _classes)
