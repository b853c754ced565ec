"""How many states and columns a pass is made for, and where it keeps them.

The passes are written once. For few states they are compiled with the numbers as constants: LLVM
unrolls the loops and keeps the matrices in registers. For many, one version takes the numbers from
the form it is given. ``form`` is the ``Steps`` or the ``Bands`` of ``operators/markov.py``.

Arrays are handed on as the places where they lie (see ``compiled.address``), and matrices are
flat, entry (i, j) at i·D + j: room on the stack has no other shape. The k columns'
states lie one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np

from gpstudio.core.compiled import address, compiled, local_numbers
from gpstudio.core.operators.markov import Bands, Steps

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
FAST = {"nsz"}
"""What LLVM may do to the passes: leave out sums with zero. Not change the order of sums, nor fuse
products into them: it makes several versions of a loop, takes one as arrays lie in memory, and
their last digits would differ from run to run. Their order is what is written: four per cent
dearer than any order."""


def small(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compiles what the passes' loops are made of, for few states into the loop itself."""
    return compiled(fastmath=FAST, inline=True)(function)


cached = lru_cache(maxsize=64)


class Shape(NamedTuple):
    """Compiled functions of a form: two numbers, and room of several sizes."""

    bare: Callable[[Any], Any]
    """The form with places for arrays."""
    size: Callable[[Any], int]
    """D."""
    columns: Callable[[Any], int]
    """k."""
    square: Callable[[Any], Any]
    """D × D."""
    move: Callable[[Any], Any]
    """What a step multiplies with: D × D, or D × band."""
    state: Callable[[Any], Any]
    """D."""
    states: Callable[[Any], Any]
    """k × D."""
    values: Callable[[Any], Any]
    """k."""
    pairs: Callable[[Any], Any]
    """k × k."""


@small
def _bare_steps(form: Any) -> Any:
    return Steps(
        address(form.decay), address(form.turn), address(form.powers), address(form.asides),
        address(form.shaking), address(form.stationary), address(form.anchor),
        address(form.readout), form.origin, form.since, form.degree, form.near, form.columns,
    )  # fmt: skip


@small
def _bare_bands(form: Any) -> Any:
    return Bands(
        address(form.first), address(form.width), address(form.block), address(form.decay),
        address(form.turn), address(form.powers), address(form.shaking), address(form.stationary),
        address(form.anchor), address(form.lasting), address(form.readout), form.origin,
        form.since, form.degree, form.near, form.columns, form.states, form.band, form.blocks,
        form.most, form.couplings,
    )  # fmt: skip


@cached
def fixed_shape(D: int, k: int | None) -> Shape:
    """For D states; without ``k``, columns by run-time number."""

    @small
    def size(form: Any) -> int:
        return D

    square, state = local_numbers(D * D), local_numbers(D)
    if k is None:
        states = _many_states(D)
        return Shape(_bare_steps, size, _columns, square, square, state, states, _values, _pairs)

    @small
    def columns(form: Any) -> int:
        return k

    states, values, pairs = (local_numbers(count) for count in (k * D, k, k * k))
    return Shape(_bare_steps, size, columns, square, square, state, states, values, pairs)


def _many_states(D: int) -> Callable[[Any], Any]:
    @small
    def states(form: Any) -> Any:
        return np.zeros(form.columns * D)

    return states


@small
def _size(form: Any) -> int:
    return int(form.states)


@small
def _columns(form: Any) -> int:
    return int(form.columns)


@small
def _square(form: Any) -> Any:
    return np.zeros(form.states**2)


@small
def _move(form: Any) -> Any:
    return np.zeros(form.states * form.band)


@small
def _state(form: Any) -> Any:
    return np.zeros(form.states)


@small
def _states(form: Any) -> Any:
    return np.zeros(form.columns * form.states)


@small
def _values(form: Any) -> Any:
    return np.zeros(form.columns)


@small
def _pairs(form: Any) -> Any:
    return np.zeros(form.columns * form.columns)


ANY_SHAPE = Shape(
    _bare_bands,
    _size,
    _columns,
    _square,
    _move,
    _state,
    _states,
    _values,
    _pairs,
)
