"""Quality in plain words: "good", "cloud", "marginal".

Numbers, and yes and no, mean nothing without a table: of a column ``mask`` or ``flag`` nobody knows
whether 1 is good. They are asked for.
"""

from __future__ import annotations

from gpstudio.data.names import words
from gpstudio.data.quality.decoders.decoder import (
    DOUBTFUL,
    GOOD,
    Decoder,
    FlagVerdict,
    by_cell,
    joined,
)
from gpstudio.translation import tr

FAMILY = "plain"
_GENERIC = frozenset("quality qa qc flag flags status mask qcflag qaflag masked".split())
_GOOD = "good ok okay clear valid best pass passed use used"
_DOUBTFUL = "marginal fair medium moderate average questionable suspect uncertain haze hazy"
_DOUBTFUL += " doubtful cirrus"
_BAD = {
    "cloud": tr("flagged as cloud"),
    "clouds": tr("flagged as cloud"),
    "cloudy": tr("flagged as cloud"),
    "shadow": tr("flagged as shadow"),
    "cloud shadow": tr("flagged as shadow"),
    "shadows": tr("flagged as shadow"),
    "snow": tr("flagged as snow"),
    "snow/ice": tr("flagged as snow"),
    "ice": tr("flagged as snow"),
}
_BAD |= dict.fromkeys(
    "bad poor invalid masked outlier missing reject rejected error fail failed "
    "unusable defective saturated nodata fill worst".split(),
    tr("flagged as bad"),
)
_MEANING = dict.fromkeys(_GOOD.split(), GOOD) | dict.fromkeys(_DOUBTFUL.split(), DOUBTFUL)
_MEANING |= {word: FlagVerdict(0.0, reason) for word, reason in _BAD.items()}


def is_generic(name: str) -> bool:
    named = words(name)
    return bool(named) and (named[-1] in _GENERIC or joined(name) in _GENERIC)


plain = Decoder(
    tr("good and bad in words"),
    FAMILY,
    is_generic,
    by_cell(lambda cell: _MEANING.get(cell.lower().replace("_", " "))),
)
