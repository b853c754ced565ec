"""Hands of cards and the trump called on them: six classes of 37 inputs, any number of rows.

The card game of the report that these studies follow was never published; this stands in for it. Of
36 cards nine are dealt to a hand. The caller counts each of six games by what every card in it is
worth (D. Graf, *Jassen auf Basis der Spieltheorie*, 2009: four suits as trump, the high cards, the
low cards) and calls the best. Unless the partner has handed the call over, which is the flag, no
hand is called that counts less than 68 in its best game: such a hand would have been handed over
itself, and is dealt again. People miscount: each count is off by a Gumbel draw, so that of two
games whose counts differ by d the better one is called with odds of exp(d / ``BLUR``).
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.lab.drawn_classes import DrawnClasses
from gpstudio.translation import tr

SUITS, RANKS, HAND = 4, 9, 9
TRUMP = (15.0, 10.0, 7.0, 25.0, 6.0, 19.0, 5.0, 5.0, 5.0)
BESIDE = (9.0, 7.0, 5.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0)
HIGH = (14.0, 10.0, 8.0, 7.0, 5.0, 0.0, 5.0, 0.0, 0.0)
LOW = (0.0, 2.0, 1.0, 1.0, 5.0, 5.0, 7.0, 9.0, 11.0)
"""What a card is worth, ace to six: of the trump suit, of another, and where there is none."""
CALLED_FROM = 68.0
BLUR = 2.5
HANDED_OVER = 0.5
"""How often the partner has handed the call over."""
GAMES = (tr("diamonds"), tr("hearts"), tr("spades"), tr("clubs"), tr("high"), tr("low"))
DEALT = 20_000
"""Hands that are dealt together."""


def worth() -> Floats:
    """(36, 6): what each card counts for in each game."""
    of_suit = [np.tile(BESIDE, SUITS) for _ in range(SUITS)]
    for suit, column in enumerate(of_suit):
        column[suit * RANKS : (suit + 1) * RANKS] = TRUMP
    return np.column_stack([*of_suit, np.tile(HIGH, SUITS), np.tile(LOW, SUITS)])


def counts(inputs: Floats) -> Floats:
    """(n, 6): what the rule counts each hand for in each game."""
    return np.asarray(inputs[:, : SUITS * RANKS] @ worth())


def dealt(rows: int, seed: int) -> DrawnClasses:
    """So many hands: 1 for each of the 36 cards that is held, then the flag; and what is called."""
    random = np.random.default_rng([seed, 36])
    parts, found = [], 0
    while found < rows:
        held = _hands(DEALT, random)
        flag = random.uniform(size=DEALT) < HANDED_OVER
        some = np.column_stack([held, flag]).astype(float)
        parts.append(some[flag | (counts(some).max(axis=1) >= CALLED_FROM)])
        found += len(parts[-1])
    inputs = np.concatenate(parts)[:rows]
    blurred = counts(inputs) + BLUR * random.gumbel(size=(rows, len(GAMES)))
    return DrawnClasses(inputs, blurred.argmax(axis=1))


def _hands(count: int, random: np.random.Generator) -> Flags:
    drawn = random.uniform(size=(count, SUITS * RANKS))
    limit = np.partition(drawn, HAND - 1, axis=1)[:, HAND - 1]
    return np.asarray(drawn <= limit[:, None])
