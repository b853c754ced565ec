"""Quality in plain words: "good", "cloud", "marginal", "bewölkt".

Numbers, and yes and no, mean nothing without a table: of a column ``mask`` or ``flag`` nobody knows
whether 1 is good. They are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable

from gpstudio.data.names import words
from gpstudio.data.quality.decoders import vocabulary
from gpstudio.data.quality.decoders.decoder import (
    DOUBTFUL,
    GOOD,
    Decoder,
    FlagVerdict,
    by_cell,
    joined,
)
from gpstudio.data.texts import bare, is_missing
from gpstudio.translation import tr

FAMILY = "plain"
_MEANING = dict.fromkeys(vocabulary.GOOD, GOOD) | dict.fromkeys(vocabulary.DOUBTFUL, DOUBTFUL)
_MEANING |= {
    word: FlagVerdict(0.0, reason) for bad, reason in vocabulary.WHY.items() for word in bad
}
_HIDDEN = vocabulary.CLOUD | vocabulary.SHADOW
_SKY = _HIDDEN | vocabulary.CLEAR | vocabulary.HAZY | vocabulary.SNOW | {"ok", "good"}


def is_generic(name: str) -> bool:
    named = words(bare(name))
    return bool(named) and not vocabulary.QUALITY.isdisjoint((named[-1], joined(bare(name))))


def speak_of_sky(cells: Iterable[str]) -> bool:
    """Whether cells tell clear from clouded, and nothing else, whatever their column is called."""
    said = {_word(cell) for cell in cells if not is_missing(cell)}
    return said <= _SKY and not said.isdisjoint(_HIDDEN)


def _word(cell: str) -> str:
    return bare(cell).replace("_", " ").strip()


plain = Decoder(
    tr("good and bad in words"), FAMILY, is_generic, by_cell(lambda cell: _MEANING.get(_word(cell)))
)
