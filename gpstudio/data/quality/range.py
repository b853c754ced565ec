"""Readings that an index cannot have, such as an NDVI of 3.2: a fault of the file, not a crop.

Far beyond its limits nothing is a reading. A little beyond, up to 1.5, noise and the correction of
the atmosphere may well lead: those are used, and told.
"""

from __future__ import annotations

from gpstudio.core.arrays import Flags
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import limits_of
from gpstudio.data.quality.beyond import BEYOND, beyond
from gpstudio.data.quality.case import Case
from gpstudio.data.texts import shown
from gpstudio.phenology.indices import Limits
from gpstudio.translation import tr, tr_count

SET_ASIDE, KEPT = "set aside", "kept"
CHOICES = (SET_ASIDE, KEPT)
IMPOSSIBLE = tr("out of the range of an index")
OUTSIDE = tr("outside the limits of an index")


def judge_range(entries: Entries, case: Case) -> None:
    """What is asked about the scale is answered first."""
    limits = limits_of(entries.value_name)
    if limits is None or any(d.about == "scale" and d.is_open for d in entries.decisions):
        return
    used = entries.ledger.used
    far = beyond(entries.value) & used
    _judge_impossible(entries, case, far, int(used.sum()))
    value = entries.value
    near = ((value < limits.low) | (value > limits.high)) & used & ~far
    _judge_outside(entries, case, near, limits)


def _judge_impossible(entries: Entries, case: Case, far: Flags, among: int) -> None:
    count = int(far.sum())
    if not count:
        return
    # most of the column is beyond and a person has said that it is meant as it is written, or that
    # what looks like fill values are readings
    meant = 2 * count > among or case.answer("fills") == KEPT
    chosen = case.answer("range") or (KEPT if meant else SET_ASIDE)
    why = tr_count(
        count,
        "{n:,} reading of {value_name} lies beyond {limit:g} or -{limit:g}",
        "{n:,} readings of {value_name} lie beyond {limit:g} or -{limit:g}",
        value_name=shown(entries.value_name),
        limit=BEYOND,
    )
    told = tr("impossible readings {choice}", choice=tr(chosen))
    entries.decisions.append(Decision("range", chosen, CHOICES, why, told=told))
    if chosen == SET_ASIDE:
        entries.ledger.set_aside(far, IMPOSSIBLE)


def _judge_outside(entries: Entries, case: Case, outside: Flags, limits: Limits) -> None:
    count = int(outside.sum())
    if not count:
        return
    chosen = case.answer("outside") or KEPT
    why = tr_count(
        count,
        "{n:,} reading of {value_name} lies a little outside {low:g} to {high:g}",
        "{n:,} readings of {value_name} lie a little outside {low:g} to {high:g}",
        value_name=shown(entries.value_name),
        low=limits.low,
        high=limits.high,
    )
    told = tr("readings outside the limits {choice}", choice=tr(chosen))
    choices = (KEPT, SET_ASIDE)
    entries.decisions.append(Decision("outside", chosen, choices, why, told=told))
    if chosen == SET_ASIDE:
        entries.ledger.set_aside(outside, OUTSIDE)
