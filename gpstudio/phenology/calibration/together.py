"""Anchors of one stage that were off together will be so again.

A template takes the errors of a stage's anchors for independent. Those that observed dates have
moved seldom are: where a field is late for its peak it is late for the mean of the others too. How
they went together is seen in their residuals. Of few dates it is seen badly: four more that say 0.5
are added, and it is told one standard error larger than it is seen (in Fisher's z, of n dates
1/√(n + 4)), because two anchors that are wrongly taken for independent make intervals too narrow.
But it is told no larger than the smaller of the two standard deviations over the larger: so related
are an anchor that tells all and one that tells nothing, and beyond that the worse one would count
against itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.calibration.calibration import LearntAnchor
from gpstudio.phenology.calibration.pooling import Offset

USUAL: Final = 0.5
"""Correlation of two anchors of which nothing was seen; it counts as much as so many dates:"""
WORTH: Final = 4.0
LEAST_OWN: Final = 0.05
"""Of an anchor's variance, that no other shares."""


def relations(
    anchors: Sequence[LearntAnchor], offsets: Sequence[Offset]
) -> tuple[tuple[str, str, float], ...]:
    """How the errors of every two anchors go together, by their keys."""
    related = np.eye(len(anchors))
    for one, other in combinations(range(len(anchors)), 2):
        ratio = offsets[one].sd / offsets[other].sd
        most = min(ratio, 1.0 / ratio)
        related[one, other] = related[other, one] = min(
            correlation(anchors[one], anchors[other]), most
        )
    related = _definite(related)
    return tuple(
        (anchors[one].key, anchors[other].key, float(related[one, other]))
        for one, other in combinations(range(len(anchors)), 2)
    )


def correlation(one: LearntAnchor, other: LearntAnchor) -> float:
    """Of the residuals of two anchors about their means, over the dates that both spoke of."""
    theirs = {(row.group, row.season): row.days for row in other.rows}
    both = np.array(
        [
            (row.days, theirs[row.group, row.season])
            for row in one.rows
            if (row.group, row.season) in theirs
        ]
    )
    if len(both) < 2:
        return float(np.tanh(np.arctanh(USUAL) + 1.0 / np.sqrt(WORTH)))
    first, second = (both - both.mean(axis=0)).T
    size = float(np.sqrt((first @ first) * (second @ second)))
    seen = float(first @ second) / size if size > 0.0 else USUAL
    told = (len(both) * seen + WORTH * USUAL) / (len(both) + WORTH)
    return float(np.tanh(np.arctanh(told) + 1.0 / np.sqrt(len(both) + WORTH)))


def _definite(related: Floats) -> Floats:
    """Correlations judged two by two can contradict each other: then all are told smaller."""
    least = float(np.linalg.eigvalsh(related)[0])
    if least >= LEAST_OWN:
        return related
    kept = (1.0 - LEAST_OWN) / (1.0 - least)
    return np.asarray(kept * related + (1.0 - kept) * np.eye(len(related)))
