"""Results are the same to the last digit, wherever in memory the arrays happen to lie.

LLVM makes several versions of a loop and picks one as arrays lie in memory. Where it may change the
order of sums, or fuse a product with a sum, versions may differ in the last digit: that digit then
differs from run to run.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpstudio
from gpstudio.core.algebra import compiled_orthonormal, compiled_small
from gpstudio.core.approximations.fourier import compiled_waves, nufft_compiled
from gpstudio.core.approximations.nystrom import compiled_clusters
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import compiled_distances
from gpstudio.core.operators import compiled_pivots, compiled_products, compiled_tiles
from gpstudio.core.solvers.markov.given import add_products
from gpstudio.core.solvers.markov.joint import take_off
from gpstudio.core.solvers.markov.shape import FAST
from gpstudio.phenology.compiled_crossings import summits

HOUSE = Path(gpstudio.__file__).parent
ALONG_TIME = ("core/solvers/markov", "core/inference", "core/learning", "session")
"""Rooms of compiled code whose loops write what other loops read, as its arrays lie."""
TAKES_DIGITS = {"reassoc", "contract", "arcp", "afn"}
"""What changes a sum's or a product's last digit."""


def liberties() -> Iterator[tuple[str, set[str]]]:
    """Of every compiled function that is given some: where it stands, and which."""
    for file in sorted(HOUSE.rglob("*.py")):
        where = file.relative_to(HOUSE).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for word in node.keywords if isinstance(node, ast.Call) else ():
                if word.arg == "fastmath" and where != "core/compiled.py":
                    named = isinstance(word.value, ast.Name)
                    flags = FAST if named else ast.literal_eval(word.value)
                    yield f"{where}:{word.value.lineno}", set(flags)


def test_that_what_is_computed_along_time_leaves_no_digit_to_chance() -> None:
    found = list(liberties())
    loose = [where for where, flags in found if flags & TAKES_DIGITS]
    assert len(found) > len(loose) > 0  # both kinds are read
    assert not [where for where in loose if where.startswith(ALONG_TIME)]


RANDOM = np.random.default_rng(0)


def normal(*shape: int) -> Floats:
    return RANDOM.standard_normal(shape)


def definite(n: int) -> Floats:
    root = normal(n, n)
    return np.asarray(root @ root.T + n * np.eye(n))


def highest(rows: Floats, curves: Floats, levels: Floats) -> Floats:
    found, dates = np.zeros(len(levels), dtype=np.int64), np.zeros(len(levels))
    summits(np.arange(37.0), STARTS, rows, curves, SPANS, levels, found, dates)
    return np.concatenate([found, dates])


Arrays = dict[str, Any]
LOWER = np.linalg.cholesky(definite(23)).T.copy()
STARTS = np.clip(np.arange(37) - 5, 0, 26)
SPANS = np.array([np.full(9, 3), np.full(9, 33)])
BELLS = 0.1 + RANDOM.uniform(size=(4, 6))
ROWS: dict[str, tuple[Callable[[Arrays], Any], Arrays]] = {
    "scaled_squares": (
        lambda a: compiled_distances.scaled_squares(a["a"], a["b"], a["inverse"], 1e9),
        {"a": normal(5, 7), "b": normal(7, 37), "inverse": np.ones(7)},
    ),
    "weighed_squares": (
        lambda a: compiled_distances.weighed_squares(a["a"], a["b"], a["inverse"], a["pull"]),
        {"a": normal(5, 7), "b": normal(7, 37), "inverse": np.ones(7), "pull": normal(5, 37)},
    ),
    "fill": (
        lambda a: compiled_products.fill_for("matern52")(
            a["a"], a["b"], 0, 0, a["inverse"], 0.7, True, a["tile"]
        ),
        {"a": normal(5, 7), "b": normal(7, 37), "inverse": np.ones(7), "tile": normal(5, 37)},
    ),
    "gather": (
        lambda a: compiled_products.gather(a["tile"], a["vectors"], 0, 0, 2, a["into"]),
        {"tile": normal(21, 37), "vectors": normal(3, 40), "into": normal(3, 40)},
    ),
    "pull": (
        lambda a: compiled_tiles.pull(a["weights"], a["inverse"], 0, 0, 20, 20),
        {"weights": normal(9, 23), "inverse": definite(23)},
    ),
    "accept_by_lot": (
        lambda a: compiled_pivots.accept_by_lot(
            a["matrix"], a["chances"], a["floors"], a["lower"], 15
        ),
        {
            "matrix": definite(23),
            "chances": np.full(23, 0.1),
            "floors": np.zeros(23),
            "lower": np.zeros((15, 15)),
        },
    ),
    "factor": (lambda a: compiled_small.factor(a["turned"]), {"turned": definite(23)}),
    "invert_triangle": (lambda a: compiled_small.invert_triangle(a["turned"]), {"turned": LOWER}),
    "square_triangle": (lambda a: compiled_small.square_triangle(a["turned"]), {"turned": LOWER}),
    "solve": (
        lambda a: compiled_small.solve(a["turned"], a["lines"], True),
        {"turned": LOWER, "lines": normal(3, 23)},
    ),
    "pivoted_root": (
        lambda a: compiled_small.pivoted_root(a["matrix"], 1e-9, a["root"]),
        {"matrix": definite(23), "root": np.zeros((23, 23))},
    ),
    "make_orthonormal": (
        lambda a: compiled_orthonormal.make_orthonormal(a["rows"]),
        {"rows": normal(5, 37)},
    ),
    "bring_near": (
        lambda a: compiled_clusters.bring_near(a["rows"], a["centre"], a["nearest"]),
        {"rows": normal(37, 7), "centre": normal(7), "nearest": np.full(37, 99.0)},
    ),
    "summits": (
        lambda a: highest(a["rows"], a["curves"], a["levels"]),
        {"rows": np.abs(normal(37, 11)), "curves": normal(37, 9), "levels": np.zeros(9)},
    ),
    "take_off": (
        lambda a: take_off(a["Ph"], a["h"], 0.3, a["moved"], 7, a["seen"], 37),
        {"Ph": normal(7), "h": normal(7), "moved": normal(7, 40), "seen": normal(40)},
    ),
    "add_products": (
        lambda a: add_products(a["left"], a["right"], a["total"]),
        {"left": normal(5, 7), "right": normal(7, 37), "total": normal(5, 37)},
    ),
    "put_products": (
        lambda a: compiled_waves.put_products(
            a["inputs"], a["frequencies"], a["phases"], 0.3, a["into"], 0, 37
        ),
        {
            "inputs": normal(7, 37),
            "frequencies": normal(5, 7),
            "phases": normal(5),
            "into": np.zeros((10, 37)),
        },
    ),
    "gather_from": (
        lambda a: nufft_compiled.gather_from(
            a["grid"], a["inputs"], a["result"], a["scale"], a["centre"], a["cells"], a["table"], 6
        ),
        {
            "grid": normal(1, 30, 30),
            "inputs": normal(37, 2),
            "result": np.zeros(37),
            "scale": np.ones(2),
            "centre": np.zeros(2),
            "cells": np.full(2, 20.0),
            "table": BELLS,
        },
    ),
}


def laid_out(arrays: Arrays) -> Iterator[Arrays]:
    """In one piece of memory, in several orders, side by side or apart, from 0 to 56 bytes in."""
    names = list(arrays)
    whole = sum(array.size for array in arrays.values()) + 8 * (len(names) + 1)
    for order in (names, names[::-1], names[1:] + names[:1]):
        for first in range(8):
            for apart in (0, 1, 6):
                memory, place, found = np.zeros(whole), first, {}
                for name in order:
                    array = arrays[name]
                    found[name] = memory[place : place + array.size].reshape(array.shape)
                    found[name][...] = array
                    place += array.size + apart
                yield found


@pytest.mark.parametrize("name", ROWS)
def test_that_digits_are_the_same_wherever_arrays_lie(name: str) -> None:
    work, arrays = ROWS[name]
    seen = set()
    for found in laid_out(arrays):
        told = work(found)
        results = [
            *(found[key] for key in arrays),
            *([told] if isinstance(told, np.ndarray) else []),
        ]
        seen.add(b"".join(np.ascontiguousarray(one).tobytes() for one in results))
    assert len(seen) == 1
