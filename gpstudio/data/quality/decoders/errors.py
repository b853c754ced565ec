"""Standard errors of the readings.

A reading with twice the error counts a quarter, as least squares has it; those that are surer than
half of all count alike, since a curve also misses what no instrument knows of.
"""

from __future__ import annotations

import numpy as np

from gpstudio.data.names import words
from gpstudio.data.quality.decoders.decoder import Decoder, Meanings, joined, numbers
from gpstudio.data.texts import Texts
from gpstudio.translation import tr


def _named(name: str) -> bool:
    named = set(words(name))
    return not named.isdisjoint(("se", "stderr", "sem")) or joined(name).endswith(
        ("standarderror", "stderror")
    )


def _decode(cells: Texts) -> Meanings:
    errors = numbers(cells)
    known = errors[errors > 0.0]
    if not len(known):
        return Meanings(np.full(len(errors), np.nan))
    weights = np.ones(len(errors))
    larger = errors > np.median(known)
    weights[larger] = (np.median(known) / errors[larger]) ** 2
    weights[~(errors >= 0.0)] = np.nan
    return Meanings(weights)


standard_error = Decoder(tr("standard errors"), "error", _named, _decode)
