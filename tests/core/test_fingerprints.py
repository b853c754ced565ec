"""Fingerprints of what is in things."""

from __future__ import annotations

import numpy as np

from gpstudio.core.fingerprints import fingerprint

NUMBERS = np.arange(6.0)


def test_that_the_same_numbers_have_the_same_fingerprint() -> None:
    assert fingerprint(NUMBERS) == fingerprint(NUMBERS.copy()) == fingerprint(np.arange(12.0)[:6])
    assert fingerprint(NUMBERS[::2]) == fingerprint(np.array([0.0, 2.0, 4.0]))


def test_that_what_differs_has_another() -> None:
    others = [
        fingerprint(NUMBERS),
        fingerprint(np.nextafter(NUMBERS, 9.0)),
        fingerprint(NUMBERS, None),
        fingerprint(NUMBERS[:2], NUMBERS[2:]),
        fingerprint(NUMBERS[:3], NUMBERS[3:]),
        fingerprint("a", NUMBERS),
        fingerprint("ab"),
        fingerprint("a", "b"),
    ]
    assert len(set(others)) == len(others)


def test_that_it_is_the_same_in_every_version() -> None:
    """Projects hold it."""
    assert fingerprint(NUMBERS, NUMBERS, None) == "919070fefe4c3745"
