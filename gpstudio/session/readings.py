"""From a field's series to what inference takes: the one door between data and core."""

from __future__ import annotations

from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np

from gpstudio.core.inference.readings import Readings
from gpstudio.data.series import Series

KEPT, MOST = 24, 10_000
"""Fields whose readings are kept, for who asks again while the field is at hand; longer ones are
made ready anew, since they take more room than time."""
_kept: WeakKeyDictionary[Series, Readings] = WeakKeyDictionary()
_one_at_a_time = Lock()


def readings_of(series: Series) -> Readings:
    """A reading of weight 0.5 has twice the noise variance of one of weight 1.

    A weight of quality says how noisy a reading is, not how often it was made, and the noise that
    is learnt and told is that of a reading of full quality. Rows that repeat each other were
    settled when the table was read: each one here is a reading.
    """
    if len(series) > MOST:
        return _made(series)
    with _one_at_a_time:
        found = _kept.get(series)
    if found is None:
        found = _made(series)
        with _one_at_a_time:
            while len(_kept) >= KEPT:
                _kept.pop(next(iter(_kept)), None)
            _kept[series] = found
    return found


def _made(series: Series) -> Readings:
    weight = series.weight
    noise = 1.0 if weight is None else 1.0 / np.sqrt(weight)
    return Readings.of(
        series.time[:, None], series.value, relative_noise=noise, written_in=series.written_in
    )
