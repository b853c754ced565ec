"""Kernels within kernels: only what Python calls is made for Python, whenever it calls."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpstudio.core.compiled import _everything_behind, compiled
from gpstudio.core.inner_code import is_inner


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a folder of its own: here it matters what was compiled before."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))


def made(twice: bool = False) -> tuple[Any, Any]:
    """A kernel and one that calls it; the latter in two ways, the former always the same."""

    @compiled
    def inner(values: np.ndarray) -> float:
        if values[0] < 0.0:
            raise ValueError("below zero")
        return values.sum()

    @compiled
    def outer(values: np.ndarray) -> float:
        return 2.0 * inner(values) if twice else inner(values)

    return inner, outer


def only(kernel: Any) -> Any:
    (result,) = kernel.overloads.values()
    return result


def hits(kernel: Any) -> int:
    return sum(kernel.stats.cache_hits.values())


VALUES = np.arange(4.0)


def test_that_one_within_another_is_made_for_python_when_python_calls_it() -> None:
    inner, outer = made()
    assert outer(VALUES) == 6.0
    assert is_inner(only(inner))
    assert not is_inner(only(outer))
    assert inner(VALUES) == 6.0
    assert not is_inner(only(inner))
    assert outer(VALUES) == 6.0


def test_that_what_python_called_is_linked_as_it_is() -> None:
    inner, outer = made()
    assert inner(VALUES) == 6.0
    assert outer(VALUES) == 6.0
    assert not is_inner(only(inner))


@pytest.mark.parametrize("called_before", [False, True])
def test_that_another_caller_finds_what_was_kept(called_before: bool) -> None:
    inner, outer = made()
    if called_before:
        inner(VALUES)
    outer(VALUES)
    again, other = made(twice=True)
    assert other(VALUES) == 12.0
    assert hits(again) == 1
    assert is_inner(only(again)) is not called_before
    assert again(VALUES) == 6.0
    third, same = made()
    assert same(VALUES) == 6.0
    assert (hits(third), hits(same)) == (0, 1)


@pytest.mark.parametrize("from_disk", [False, True])
def test_that_what_goes_wrong_within_is_told(from_disk: bool) -> None:
    _, outer = made()
    outer(VALUES)
    if from_disk:
        _, outer = made()
    with pytest.raises(ValueError, match="below zero"):
        outer(-1.0 - VALUES)
    assert outer(VALUES) == 6.0


def test_that_each_set_of_types_is_its_own() -> None:
    inner, outer = made()
    outer(VALUES)
    assert inner(np.arange(4)) == 6
    assert sorted(is_inner(each) for each in inner.overloads.values()) == [False, True]
    assert outer(np.arange(4)) == 6


class Side(Enum):
    LEFT = 1
    RIGHT = 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Side.LEFT, Side.RIGHT),
        (namedtuple("Pair", "a b")(1.0, 2.0), namedtuple("Pair", "b a")(1.0, 2.0)),
        (-0.0, 0.0),
        (np.array([1.0, 2.0]), np.array([[1.0, 2.0]])),
    ],
    ids=str,
)
def test_that_a_digest_knows_what_a_kernel_holds(one: object, other: object) -> None:
    """Whatever differs would be compiled otherwise."""

    def digest(held: object) -> list[bytes]:
        @compiled
        def kernel(x: float) -> object:
            return held

        return list(_everything_behind(kernel, set()))

    assert digest(one) == digest(one)
    assert digest(one) != digest(other)


def test_that_a_family_s_members_stay_apart_within_one_caller() -> None:
    def times(n: float) -> Callable[[float], float]:
        @compiled
        def step(x: float) -> float:
            return x * n

        return step

    two, three = times(2.0), times(3.0)

    @compiled
    def both(x: float) -> float:
        return two(x) + 10.0 * three(x)

    assert both(1.0) == 32.0
    assert (two(1.0), three(1.0)) == (2.0, 3.0)
