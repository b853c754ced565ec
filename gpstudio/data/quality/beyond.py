"""When readings that an index cannot have are faults, and when they are on another scale.

Faults are few. That readings beyond are too many for faults is believed when the share that they
surely have, three standard deviations below the share that is counted (the lower bound of Wilson's
interval, which holds for three readings as for a million), is more than one in twenty.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats

BEYOND = 1.5
"""No index with limits reaches it, and no noise of one does."""
FAULTS = 0.05
"""The largest share of faults in a column that is what its name says."""
_DEVIATIONS = 3.0


def beyond(values: Floats) -> Flags:
    """Which of them no index with limits can have; nothing is said of NaN."""
    return np.asarray((values > BEYOND) | (values < -BEYOND))


def too_many(count: int, among: int) -> bool:
    """Whether ``count`` readings beyond are more than faults explain, of ``among``."""
    if not count:
        return False
    share, spread = count / among, _DEVIATIONS**2 / among
    root = np.sqrt(share * (1.0 - share) / among + spread / (4.0 * among))
    surely = (share + spread / 2.0 - _DEVIATIONS * root) / (1.0 + spread)
    return bool(surely > FAULTS)
