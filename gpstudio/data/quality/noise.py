"""How noisy each reading is beside others: a column of standard deviations, or two of quantiles.

What such a column is, its file does not say: an instrument's error, how far the pixels of a field
differ, what a retrieval leaves open. None of them is how far a reading lies from the curve, but
where it is large readings are the noisier: so it counts in proportion to the column's usual one,
and how noisy a usual reading is stays to be learnt. Nor is every such column worth it
(``tests/benchmarks/noise_column.py``): it is used where a person says so.

What claims to be less noisy than usual counts as usual: quiet claims are the least to be trusted,
and what is told of a new reading is then what holds for most. Of two columns the distance between
them counts, in whatever quantiles they are: a factor common to all says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.profile import Profile
from gpstudio.data.decisions import Decision
from gpstudio.data.entries.entries import Entries
from gpstudio.data.names import words
from gpstudio.data.quality.case import Case
from gpstudio.data.quality.decoders.decoder import is_blank, numbers
from gpstudio.data.texts import shown
from gpstudio.translation import all_of, tr, tr_count, tr_later

USED, NOT_USED = tr_later("used"), tr_later("not used")
CHOICES = (NOT_USED, USED)
MOST = 10.0
"""Times the usual noise: what claims more is as good as left out already."""
_SPREADS = frozenset("sd std stdev stddev sigma uncertainty se stderr".split())
_QUANTILE = re.compile(r"[pq](\d\d)")


def noise_columns(profiles: Sequence[Profile], free: Sequence[int], value: str) -> tuple[int, ...]:
    """Places of columns whose names say how noisy a value of that name is: one, or two that hold
    quantiles as far from either end; none where there are none."""
    named = [(place, words(profiles[place].name)) for place in free]
    numeric = [(place, name) for place, name in named if profiles[place].kind == "number" and name]
    own = [(place, name[-1]) for place, name in numeric if _speaks_of(name[:-1], words(value))]
    spread = next((place for place, last in own if last in _SPREADS), None)
    if spread is not None:
        return (spread,)
    shares = {found[1]: place for place, last in own if (found := _QUANTILE.fullmatch(last))}
    for low in sorted(shares):
        high = f"{100 - int(low):02d}"
        if low < "50" and high in shares:
            return shares[low], shares[high]
    return ()


def _speaks_of(stem: list[str], value: list[str]) -> bool:
    """``ndvi_sd`` of ndvi and of ndvi_trimmed_mean, ``std`` of whatever is read."""
    return value[: len(stem)] == stem


def not_asked_for(names: Sequence[str]) -> Decision:
    """On record where such columns stand beside the readings and nobody has spoken of them."""
    why = tr_count(
        len(names),
        "nobody has said that {columns} tells how noisy a reading is",
        "nobody has said that {columns} tell how noisy a reading is",
        columns=all_of(map(shown, names)),
    )
    return Decision("noise", NOT_USED, CHOICES, why, told=tr("noise not used"), aloud=False)


def weigh_by_noise(entries: Entries, case: Case) -> None:
    places = [place for place in case.places("noise") if place in entries.beside]
    if not places:
        return
    names = [case.names[place] for place in places]
    _refuse(names, [case.names[place] for place in case.places("weight")])
    alone = len(places) == 1
    found = [_spread(entries.beside[p], n, alone) for p, n in zip(places, names, strict=True)]
    spread = found[0] if alone else np.abs(found[1] - found[0])
    used = entries.ledger.used
    known = spread > 0.0
    if not (known & used).any():
        raise InputError(
            tr(
                "Nothing above 0 stands in {columns} beside a reading: a column of noise holds "
                "standard deviations, or two hold quantiles.",
                columns=all_of(map(shown, names)),
            )
        )
    chosen = case.answer("noise") or USED
    said = tr_count(
        len(names),
        "{columns} tells how noisy a reading is",
        "{columns} tell how noisy a reading is",
        columns=all_of(map(shown, names)),
    )
    why = all_of((said, *_silent(spread[used])))
    told = tr("noise {choice}", choice=tr(chosen))
    entries.decisions.append(Decision("noise", chosen, CHOICES, why, told=told))
    if chosen == USED:
        usual = float(np.median(spread[known & used]))
        noisier = np.clip(np.where(known, spread, usual) / usual, 1.0, MOST)
        entries.weigh(noisier**-2.0)


def _refuse(names: Sequence[str], weights: Sequence[str]) -> None:
    if weights:
        raise InputError(
            tr(
                "{weights} holds weights and {noise} the noise: both say how much a reading "
                "counts; give one of them another role.",
                weights=all_of(map(shown, weights)),
                noise=all_of(map(shown, names)),
            )
        )
    if len(names) > 2:
        raise InputError(
            tr(
                "{columns} are too many for the noise: one holds standard deviations, "
                "or two hold quantiles.",
                columns=all_of(map(shown, names)),
            )
        )


def _spread(column: Coded, name: str, alone: bool) -> Floats:
    """A number a row; NaN where a cell is blank."""
    blank = np.fromiter(map(is_blank, column.cells), dtype=np.bool_, count=len(column.cells))
    found = np.full(len(column.cells), np.nan)
    found[~blank] = numbers(column.cells[~blank])
    wrong = np.flatnonzero(~blank & np.isnan(found))
    if len(wrong):
        raise InputError(
            tr(
                "{cell} in column {column} is no number, and the noise of a reading is one: "
                "choose another column.",
                cell=shown(column.cells[wrong[0]]),
                column=shown(name),
            )
        )
    below = np.flatnonzero(found < 0.0)
    if alone and len(below):
        raise InputError(
            tr(
                "{cell} in column {column} is below 0, which no standard deviation is: choose "
                "another column, or a second one where these are quantiles.",
                cell=shown(column.cells[below[0]]),
                column=shown(name),
            )
        )
    return np.asarray(column.spread(found))


def _silent(spread: Floats) -> Iterator[str]:
    """What is told of readings of whose noise nothing is known."""
    blanks, zeros = int(np.isnan(spread).sum()), int((spread == 0.0).sum())
    if blanks:
        yield tr_count(blanks, "{n:,} blank counts as usual", "{n:,} blanks count as usual")
    if zeros:
        yield tr_count(zeros, "{n:,} zero counts as usual", "{n:,} zeros count as usual")
