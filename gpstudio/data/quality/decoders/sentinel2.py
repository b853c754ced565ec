"""The scene classification of Sentinel-2.

Classes after the Level-2A algorithm theoretical basis document (Sen2Cor). Dark areas may be
topographic shadow or burnt soil, unclassified and thin cirrus are neither clear nor cloud: they
count half. Water is a reading like another: flooded rice is a crop.
"""

from __future__ import annotations

from gpstudio.data.names import words
from gpstudio.data.quality.decoders.decoder import (
    DOUBTFUL,
    GOOD,
    Decoder,
    FlagVerdict,
    by_code,
    joined,
)
from gpstudio.translation import tr

_BY = "Sentinel-2 SCL"


def _named(name: str) -> bool:
    return "scl" in words(name) or joined(name).endswith("sceneclassification")


scl = Decoder(
    _BY,
    "",
    _named,
    by_code(
        {
            0: FlagVerdict(0.0, tr("without data by {judge}", judge=_BY)),
            1: FlagVerdict(0.0, tr("saturated or defective by {judge}", judge=_BY)),
            2: DOUBTFUL,
            3: FlagVerdict(0.0, tr("in the shadow of a cloud by {judge}", judge=_BY)),
            4: GOOD,
            5: GOOD,
            6: GOOD,
            7: DOUBTFUL,
            8: FlagVerdict(0.0, tr("cloudy by {judge}", judge=_BY)),
            9: FlagVerdict(0.0, tr("cloudy by {judge}", judge=_BY)),
            10: DOUBTFUL,
            11: FlagVerdict(0.0, tr("with snow or ice by {judge}", judge=_BY)),
        }
    ),
)
