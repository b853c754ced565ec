"""Machine code on disk: found by all that decides it, never another's, and dropped unused."""

from __future__ import annotations

import os
import sys
import time
from collections import namedtuple
from enum import Enum
from pathlib import Path

import numpy as np
import pytest
from numba import float64, int64
from numba.core.types import NamedTuple, UniTuple

from gpstudio.core import kept_code
from gpstudio.core.compiled import _everything_behind, compiled
from gpstudio.core.kept_code import UNUSED_FOR, KeptCode, Places
from gpstudio.resources import machine_code, user_cache_folder

FLOAT = ((float64,), ("x86", "cpu"), "made of this")
OTHERS = [
    ((int64,), ("x86", "cpu"), "made of this"),
    ((float64,), ("x86", "another"), "made of this"),
    ((float64,), ("x86", "cpu"), "made of that"),
]


@pytest.fixture
def kept(tmp_path: Path) -> KeptCode:
    return KeptCode(str(tmp_path), "passes.forward_for.<locals>.forward")


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def old(path: Path, seconds: float) -> None:
    os.utime(path, (time.time() - seconds,) * 2)


@pytest.mark.parametrize("other", OTHERS)
def test_that_code_is_found_by_types_processor_and_all_behind_it(
    kept: KeptCode, other: tuple[object, ...]
) -> None:
    kept.save(FLOAT, "one")
    assert kept.load(other) is None
    kept.save(other, "two")
    assert (kept.load(FLOAT), kept.load(other)) == ("one", "two")


def test_that_the_order_of_a_named_tuples_fields_matters(kept: KeptCode) -> None:
    """Code finds them by their places; numba's name of the type is the same."""
    one, other = (
        (NamedTuple((int64, float64), namedtuple("Rows", names)),)
        for names in ("first second", "second first")
    )
    assert str(one) == str(other)
    kept.save((one, *FLOAT[1:]), "one")
    assert kept.load(((UniTuple(one[0], 2),), *FLOAT[1:])) is None
    kept.save(((UniTuple(one[0], 2),), *FLOAT[1:]), "two of them")
    assert kept._path((other, *FLOAT[1:])) != kept._path((one, *FLOAT[1:]))
    nested = [kept._path(((UniTuple(kind[0], 2),), *FLOAT[1:])) for kind in (one, other)]
    assert nested[0] != nested[1]


def test_that_another_numba_finds_nothing(kept: KeptCode, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.save(FLOAT, "one")
    monkeypatch.setattr(kept_code, "_MADE_BY", "of tomorrow")
    assert kept.load(FLOAT) is None


def test_that_one_under_another_s_name_is_not_taken(kept: KeptCode, tmp_path: Path) -> None:
    """Two types of one name: what was written says which one it is for."""
    kept.save(FLOAT, "one")
    (of_one,) = files(tmp_path)
    kept.save(OTHERS[0], "two")
    (of_two,) = set(files(tmp_path)) - {of_one}
    of_two.replace(of_one)
    assert kept.load(FLOAT) is None


def test_that_what_nobody_loads_is_dropped_when_something_is_kept(
    kept: KeptCode, tmp_path: Path
) -> None:
    kept.save(FLOAT, "one")
    (used,) = files(tmp_path)
    kept.save(OTHERS[0], "two")
    (unused,) = set(files(tmp_path)) - {used}
    half = used.with_name(f"{used.name}.0123456789abcdef")  # its process was killed
    numbas = tmp_path / "theirs.forward-12.py311.1.nbc"
    for path in (half, numbas):
        path.write_bytes(b"")
    for path in (used, unused, half, numbas):
        old(path, 2.0 * UNUSED_FOR)
    assert kept.load(FLOAT) == "one"
    KeptCode(str(tmp_path), "another").save(FLOAT, "three")
    assert {used, numbas} < set(files(tmp_path))
    assert not {unused, half} & set(files(tmp_path))


def test_that_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    kept = KeptCode(str(tmp_path), "step")
    kept.save(FLOAT, "one")
    (path,) = files(tmp_path)
    path.unlink()
    path.mkdir()  # in its place: it can be made beside, but not put there
    with pytest.raises(OSError):
        kept.save(FLOAT, "one")
    assert files(tmp_path) == [path]


def test_that_flushing_forgets_one_function_alone(kept: KeptCode, tmp_path: Path) -> None:
    kept.save(FLOAT, "one")
    another = KeptCode(str(tmp_path), "passes.forward")
    another.save(FLOAT, "two")
    kept.flush()
    assert (kept.load(FLOAT), another.load(FLOAT)) == (None, "two")


def test_that_the_users_own_folder_holds_it_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Also what a frozen program compiles: its own folder may be read-only, and is left clean."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert machine_code() == tmp_path
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert machine_code() == user_cache_folder() / "gpstudio" / "compiled"


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


def test_that_code_without_a_file_is_kept_where_all_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the frozen program, whose modules lie in an archive."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    room = {"__name__": "gpstudio.core.nowhere"}
    exec(compile("def kernel(x): return x", "gpstudio/core/nowhere.py", "exec"), room)
    place = Places(room["kernel"]).locator.get_cache_path()
    assert place == str(tmp_path / "gpstudio.core.nowhere")
