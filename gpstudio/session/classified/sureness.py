"""How sure the probabilities of few seasons may be: as rows left out turn out right.

Where curves swing as widely as rows left out ask for (``swing.py``) probabilities may still be too
even: what is known of a wide curve elsewhere grows with it, and a logistic average over both comes
to a limit. Probabilities p are then raised to one power, and made one together again,

    p_c^s / Σ p_b^s,

with the s by which rows that had no part in metric or curves are told best (the temperature of Guo,
Pleiss, Sun & Weinberger 2017). The most probable class stays what it is. Where curves of a season
are averaged over, for want of readings, each is raised before.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers

TRIED = (1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0)
CLEAR = 2.0
"""Standard errors by which the log score must be better: less is chance."""
LEAST = 1e-12


def raised(shares: Floats, power: float) -> Floats:
    """(n, C)"""
    if power == 1.0:
        return shares
    found = shares**power
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def asked_for(shares: Floats, places: Integers) -> float:
    """The power with the best log score of rows left out; one where none is clearly better."""
    rows = np.arange(len(places))
    logs = [np.log(np.maximum(raised(shares, power)[rows, places], LEAST)) for power in TRIED]
    best = int(np.argmax([each.mean() for each in logs]))
    gain = logs[best] - logs[0]
    clear = gain.mean() > CLEAR * gain.std() / np.sqrt(len(gain))
    return TRIED[best] if clear else TRIED[0]
