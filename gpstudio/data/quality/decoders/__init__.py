"""Columns that say how good a reading is: a further kind is a file and a line in ``DECODERS``."""

from __future__ import annotations

from gpstudio.data.quality.decoders.clouds import (
    field_percent,
    field_share,
    scene_percent,
    scene_share,
)
from gpstudio.data.quality.decoders.decoder import Decoder
from gpstudio.data.quality.decoders.errors import standard_error
from gpstudio.data.quality.decoders.flags import clear, cloud, filled_in, outlier, shadow, snow
from gpstudio.data.quality.decoders.landsat import fmask, qa_pixel
from gpstudio.data.quality.decoders.modis import modland, summary_qa, vi_quality
from gpstudio.data.quality.decoders.plain import plain
from gpstudio.data.quality.decoders.sentinel2 import scl

DECODERS: tuple[Decoder, ...] = (
    summary_qa,
    vi_quality,
    modland,
    scl,
    qa_pixel,
    fmask,
    field_percent,
    field_share,
    scene_percent,
    scene_share,
    cloud,
    outlier,
    filled_in,
    snow,
    shadow,
    clear,
    standard_error,
    plain,
)
"""In the order of preference within a family, and in which they are tried on a column."""


def decoders_for(name: str) -> list[Decoder]:
    """Those that a column's name speaks of; then plain words, which any column may hold that tells
    the quality."""
    return [*(d for d in DECODERS if d is not plain and d.named(name)), plain]
