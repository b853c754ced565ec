"""Exact zeros amid readings with many decimals: a masked scene, not a field without plants."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import is_signed, words
from gpstudio.data.quality.case import Case, sample_of
from gpstudio.translation import tr

CHOICES = ("set aside", "kept")
_REASON = tr("with exactly 0, a mask")
_NEAR = 0.02
"""Readings whose number tells how many exact zeros chance would make."""
_MORE_THAN_CHANCE = 10.0
_FEWEST = 5
"""Readings besides the zeros."""


def set_zeros_aside(entries: Entries, case: Case) -> None:
    zeros = (entries.value == 0.0) & entries.ledger.used
    count = int(zeros.sum())
    if not count:
        return
    said = case.answer("zeros")
    if said is None and not _are_masks(entries, count):
        return
    chosen = said or "set aside"
    why = tr("{count:,} readings are exactly 0 amid readings with many decimals", count=count)
    entries.decisions.append(
        Decision("zeros", chosen, CHOICES, why, told=tr("zeros {choice}", choice=tr(chosen)))
    )
    if chosen == "set aside":
        entries.ledger.set_aside(zeros, _REASON)


def _are_masks(entries: Entries, count: int) -> bool:
    """Where an index passes 0 smoothly, as many readings are 0 as any other number near it.

    With four decimals one in 400 of the readings within 0.02 would be exactly 0. Ten times as
    many are no chance. Fractions of cover and unlike quantities stop at 0: they are left alone.
    """
    if words(entries.value_name) and not _may_cross(entries.value_name):
        return False
    values = sample_of(entries)
    share = len(values) / max(1, int(entries.ledger.used.sum()))
    others = values[values != 0.0]
    if len(others) < _FEWEST or np.quantile(np.abs(others), 0.98) > 1.5:
        return False
    clearly_positive = np.median(others) > 0.1 and np.mean(others < 0.0) < 0.1
    step = _step(others)
    if step is None or not clearly_positive:
        return False
    near = float((np.abs(others) < _NEAR).sum()) / share
    by_chance = near * step / (2.0 * _NEAR)
    return count > _MORE_THAN_CHANCE * by_chance


def _may_cross(name: str) -> bool:
    return is_signed(name) or words(name)[-1] in ("value", "values", "mean", "median", "vi")


def _step(values: Floats) -> float | None:
    """The last decimal that is written: 0.001 or less; None where there are fewer than three."""

    def beyond(decimals: float) -> bool:
        scaled = values * decimals
        return bool(np.mean(np.abs(scaled - np.rint(scaled)) > 1e-6) >= 0.5)

    if not beyond(1e2):
        return None
    return 1e-6 if beyond(1e4) else 1e-4 if beyond(1e3) else 1e-3
