"""Readings of another age than all others of their field, such as one of 2201: slips of the pen.

One of them stretches the plot and the time that a model is asked about over centuries, and the true
seasons are judged against it. A field of very few readings has no age of its own: there the table's
is taken.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.entries.thin import THIN
from gpstudio.data.quality.beyond import too_many
from gpstudio.data.quality.case import Case
from gpstudio.data.series import iso_from_days
from gpstudio.translation import tr, tr_count

SET_ASIDE, KEPT = "set aside", "kept"
CHOICES = (SET_ASIDE, KEPT)
YEAR = 365.25
APART = 10.0 * YEAR
"""Days without a reading, beyond which lies another age."""
REASON = tr("far from the years of the others")
_PIECE = 1 << 18
_MOST_PARTS = 100_000
_MOST_TOLD = 3


def judge_years(entries: Entries, case: Case) -> None:
    if not entries.dated or not _has_a_gap(entries):
        return
    rows: Integers = np.flatnonzero(entries.ledger.used & np.isfinite(entries.time))
    time, field_of = entries.time[rows], entries.field_of[rows].astype(np.int64)
    counts = np.bincount(field_of)
    own = far_from_most(time, field_of)
    table = far_from_most(time, np.zeros_like(field_of))
    far = rows[np.where(counts[field_of] <= THIN, table, own)]
    if not len(far):
        return
    chosen = case.answer("years") or SET_ASIDE
    days = iso_from_days(_samples(entries.time[far]))
    years = dict.fromkeys(day[: -len("-01-01")] for day in days)
    why = tr_count(
        len(far),
        "{n:,} reading lies more than ten years from all others of its field, in {years}",
        "{n:,} readings lie more than ten years from all others of their field, as in {years}",
        years=", ".join(years),
    )
    told = tr("readings of other years {choice}", choice=tr(chosen))
    entries.decisions.append(Decision("years", chosen, CHOICES, why, told=told))
    if chosen == SET_ASIDE:
        flags: Flags = np.zeros(len(entries), dtype=np.bool_)
        flags[far] = True
        entries.ledger.set_aside(flags, REASON)


def _samples(days: Floats) -> Floats:
    """A day of each of the first, the last and a year in between."""
    some = np.quantile(days, np.linspace(0.0, 1.0, _MOST_TOLD), method="nearest")
    return np.asarray(np.floor(some))


def _has_a_gap(entries: Entries) -> bool:
    """A quick look that most tables pass: whether the years of all have a gap at all."""
    used = entries.ledger.used
    low = float(np.fmin.reduce(entries.time, where=used, initial=np.inf))
    high = float(np.fmax.reduce(entries.time, where=used, initial=-np.inf))
    # whatever is longer than two parts holds a whole one
    part = 0.5 * APART
    if not high - low > APART:
        return False
    if high - low > _MOST_PARTS * part:
        return True
    taken = np.zeros(int((high - low) / part) + 1, dtype=np.bool_)
    for start in range(0, len(entries), _PIECE):
        piece = slice(start, start + _PIECE)
        time = entries.time[piece][used[piece]]
        taken[((time[np.isfinite(time)] - low) / part).astype(np.int64)] = True
    return not taken.all()


def far_from_most(time: Floats, field_of: Integers) -> Flags:
    """Which readings lie in another age than most of their field, if these are few.

    An age ends where no reading follows for ten years. Another one is far where the gap to the main
    one is longer than that lasts: in a record of a century a gap of eleven years is no slip.
    """
    order = np.lexsort((time, field_of))
    when, whose = time[order], field_of[order]
    new = np.concatenate([[True], (np.diff(when) > APART) | (np.diff(whose) != 0)])
    begins = np.flatnonzero(new)
    sizes = np.diff(np.append(begins, len(when)))
    first, last, owner = when[begins], when[begins + sizes - 1], whose[begins]
    flags: Flags = np.zeros(len(time), dtype=np.bool_)
    far = np.zeros(len(begins), dtype=np.bool_)
    starts = np.flatnonzero(np.concatenate([[True], np.diff(owner) != 0]))
    ends = np.append(starts[1:], len(begins))
    for place in np.flatnonzero(ends - starts > 1).tolist():
        ages = slice(int(starts[place]), int(ends[place]))
        far[ages] = _ages_far(first[ages], last[ages], sizes[ages])
    flags[order] = np.repeat(far, sizes)
    return flags


def _ages_far(first: Floats, last: Floats, sizes: Integers) -> Flags:
    """Of the ages of one field."""
    main = int(np.argmax(sizes))
    away = np.maximum(first - last[main], first[main] - last)
    far = np.asarray(away > max(APART, float(last[main] - first[main])))
    far[main] = False
    count, whole = int(sizes[far].sum()), int(sizes.sum())
    none: Flags = np.zeros(len(sizes), dtype=np.bool_)
    return none if 2 * count >= whole or too_many(count, whole) else far
