"""Readings that an index cannot have, such as an NDVI of 3.2: a fault of the file, not a crop."""

from __future__ import annotations

import numpy as np

from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import is_bounded
from gpstudio.data.quality.case import Case, sample_of
from gpstudio.data.texts import shown
from gpstudio.translation import tr

CHOICES = ("set aside", "kept")
LIMIT = 1.5
"""Far enough from 1 that noise does not reach it: SAVI's own bound."""
_MOST = 0.02
"""Where more lie beyond, the column is something else than its name says."""
_REASON = tr("out of the range of an index")


def set_impossible_aside(entries: Entries, case: Case) -> None:
    if not is_bounded(entries.value_name):
        return
    beyond = ((entries.value > LIMIT) | (entries.value < -LIMIT)) & entries.ledger.used
    count = int(beyond.sum())
    if not count:
        return
    said = case.answer("range")
    if said is None and float(np.mean(np.abs(sample_of(entries)) > LIMIT)) > _MOST:
        return
    chosen = said or "set aside"
    why = tr(
        "{count:,} readings of {value_name} lie beyond {limit:g} or -{limit:g}",
        count=count,
        value_name=shown(entries.value_name),
        limit=LIMIT,
    )
    told = tr("impossible readings {chosen}", chosen=tr(chosen))
    entries.decisions.append(Decision("range", chosen, CHOICES, why, told=told))
    if chosen == "set aside":
        entries.ledger.set_aside(beyond, _REASON)
