"""Standard errors of the readings.

A reading with twice the error counts a quarter, as least squares has it; those that are surer than
half of all count alike, since a curve also misses what no instrument knows of.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.data.names import words
from gpstudio.data.quality.decoders.decoder import Decoder, Verdict, Verdicts, joined, number


def _named(name: str) -> bool:
    named = set(words(name))
    return not named.isdisjoint(("se", "stderr", "sem")) or joined(name).endswith(
        ("standarderror", "stderror")
    )


def _decode(cells: Sequence[str]) -> Verdicts:
    errors = [number(cell) for cell in cells]
    known = [e for e in errors if e is not None and e > 0.0]
    if not known:
        return [None] * len(cells)
    middle = float(np.median(known))
    return [
        None if e is None or e < 0.0 else Verdict(min(1.0, (middle / e) ** 2) if e else 1.0)
        for e in errors
    ]


standard_error = Decoder("standard errors", "error", _named, _decode)
