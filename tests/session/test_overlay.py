"""A mapping that grows by new ones; those before it stay as they were."""

from __future__ import annotations

import random

import pytest

from gpstudio.session.overlay import FEWEST, Overlay, overlay_of


@pytest.mark.parametrize("seed", range(4))
def test_that_it_is_what_a_copied_dictionary_would_be(seed: int) -> None:
    drawn = random.Random(seed)
    plain: dict[str, int] = {}
    grown: Overlay[int] = Overlay()
    for number in range(40 * FEWEST):
        values = {str(drawn.randrange(20 * FEWEST)): number for _ in range(drawn.randrange(4))}
        before, copied = grown, dict(plain)
        plain.update(values)
        grown = grown.with_values(values)
        assert len(grown) == len(plain)
        if number % 97 == 0:
            assert list(grown.items()) == list(plain.items())
            assert dict(before) == copied
    assert list(grown.items()) == list(plain.items())
    assert all(key in grown for key in plain)
    assert "nobody" not in grown
    with pytest.raises(KeyError):
        grown["nobody"]


def test_that_one_more_of_many_does_not_copy_them_all() -> None:
    many = Overlay({str(number): number for number in range(10_000)})
    more = many.with_values({"more": 1})
    assert more._ground is many._ground
    assert more["more"] == 1
    assert "more" not in many


def test_that_an_overlay_is_taken_as_it_is() -> None:
    one = Overlay({"a": 1})
    assert overlay_of(one) is one
    assert dict(overlay_of({"a": 1})) == dict(one)
