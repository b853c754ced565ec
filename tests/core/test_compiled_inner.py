"""Functions that only compiled functions call: no machine code, until Python calls them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from gpstudio.core.compiled import compiled


class Pair(NamedTuple):
    inner: Callable[[float], float]
    outer: Callable[[float], float]

    def kept(self) -> tuple[int, int]:
        """How many pieces of machine code there are on disk of either."""
        folder = Path(self.outer.stats.cache_path)  # type: ignore[attr-defined]
        names = [file.name for file in folder.glob("*.nbc")]
        return tuple(sum(f".{which}-" in name for name in names) for which in ("inner", "outer"))


@pytest.fixture(autouse=True)
def nothing_kept_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))


@pytest.fixture
def pair(nothing_kept_yet: None) -> Pair:
    @compiled
    def inner(x: float) -> float:
        if x < 0.0:
            raise ValueError("below zero", x)
        return 2.0 * x

    @compiled
    def outer(x: float) -> float:
        return inner(x) + 1.0

    return Pair(inner, outer)


def test_that_a_function_inside_another_makes_no_machine_code(pair: Pair) -> None:
    assert pair.outer(3.0) == 7.0
    assert pair.kept() == (0, 1)


def test_that_python_may_call_what_was_first_met_inside(pair: Pair) -> None:
    assert pair.outer(3.0) == 7.0
    assert [pair.inner(3.0), pair.inner(4.0)] == [6.0, 8.0]
    assert pair.kept() == (1, 1)


def test_that_what_python_called_first_is_taken_by_its_callers(pair: Pair) -> None:
    assert [pair.inner(3.0), pair.outer(3.0), pair.inner(4.0)] == [6.0, 7.0, 8.0]


def test_that_an_error_from_inside_reaches_python_with_its_numbers(pair: Pair) -> None:
    with pytest.raises(ValueError, match="below zero") as raised:
        pair.outer(-3.0)
    assert raised.value.args == ("below zero", -3.0)


def test_that_what_is_shown_inside_finds_pythons_own_objects(
    capfd: pytest.CaptureFixture[str],
) -> None:
    @compiled
    def shown(values: np.ndarray) -> None:
        print(values)

    @compiled
    def around(values: np.ndarray) -> None:
        shown(values)

    around(np.arange(3.0))
    assert capfd.readouterr().out == "[0. 1. 2.]\n"


def test_that_a_function_that_fails_to_compile_leaves_the_next_one_whole(pair: Pair) -> None:
    @compiled
    def wrong(x: float) -> float:
        return x.nothing  # type: ignore[attr-defined]

    @compiled
    def around(x: float) -> float:
        return wrong(x)

    with pytest.raises(Exception, match="nothing"):
        around(1.0)
    assert [pair.inner(3.0), pair.outer(3.0)] == [6.0, 7.0]
    assert pair.kept() == (1, 1)
