"""Hands of cards and the games that are called on them, against the rule as it is written."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.lab.cards import BLUR, CALLED_FROM, GAMES, HAND, RANKS, counts, dealt


def hand(*cards: tuple[int, int]) -> np.ndarray:
    """Of suits and ranks, ace to six, with the flag down."""
    held = np.zeros((1, 37))
    for suit, rank in cards:
        held[0, suit * RANKS + rank] = 1.0
    return held


def test_that_a_hand_is_counted_as_the_rule_is_written() -> None:
    """Ace, jack and nine of diamonds, the other aces, two kings and a six."""
    held = hand((0, 0), (0, 3), (0, 5), (1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 8))
    diamonds = 15 + 25 + 19 + 3 * 9 + 2 * 7 + 0
    hearts = 15 + 10 + (9 + 2 + 0) + 9 + 7 + 9 + 0
    clubs = 15 + 5 + (9 + 2 + 0) + (9 + 7) + (9 + 7)
    high = 4 * 14 + 2 * 10 + 7 + 0 + 0
    low = 0 + 2 * 2 + 1 + 5 + 11
    assert counts(held)[0].tolist() == [diamonds, hearts, hearts, clubs, high, low]


def test_that_nine_cards_are_dealt_and_poor_hands_are_handed_over() -> None:
    drawn = dealt(5_000, 3)
    cards, flag = drawn.inputs[:, :36], drawn.inputs[:, 36]
    assert drawn.inputs.shape == (5_000, 37)
    assert (cards.sum(axis=1) == HAND).all()
    assert abs(cards.mean(axis=0) - 0.25).max() < 0.06
    best = counts(drawn.inputs).max(axis=1)
    assert (best[flag == 0.0] >= CALLED_FROM).all()
    assert (best[flag == 1.0] < CALLED_FROM).mean() > 0.3
    assert set(drawn.places.tolist()) == set(range(len(GAMES)))


def test_that_a_seed_deals_the_same_again_and_another_does_not() -> None:
    first, again, other = dealt(300, 1), dealt(300, 1), dealt(300, 2)
    assert (first.inputs == again.inputs).all()
    assert (first.places == again.places).all()
    assert (first.inputs != other.inputs).any()
    assert len(dealt(45_000, 1).places) == 45_000


def test_that_the_better_game_is_called_with_the_odds_that_are_told() -> None:
    drawn = dealt(40_000, 5)
    count = counts(drawn.inputs)
    shares = np.exp((count - count.max(axis=1, keepdims=True)) / BLUR)
    shares /= shares.sum(axis=1, keepdims=True)
    for game in range(len(GAMES)):
        called = float((drawn.places == game).mean())
        assert called == pytest.approx(float(shares[:, game].mean()), abs=0.01)
    best = count.argmax(axis=1)
    told = float(shares[np.arange(len(best)), best].mean())
    assert float((best == drawn.places).mean()) == pytest.approx(told, abs=0.01)
