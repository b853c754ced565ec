"""Eight numbers at once in compiled code: rows of small matrices, as long as the machine's words.

LLVM turns a loop into such words by itself where it has proved that nothing overlaps, and asks that
anew each time a loop is entered: of rows of some thirty numbers that is half of the time. What is
written with these is words from the start. Each number is multiplied, then added, in the order that
is written, whatever the machine: nothing is fused and no sum is reordered.

A row lies where ``address`` or ``local_numbers`` says, from a place in it on. Where that is room on
the stack and the place a constant, LLVM keeps it in registers.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, types
from numba.extending import intrinsic

LANES = 8
_WORD = ir.VectorType(ir.DoubleType(), LANES)
_NUMBER = 8
"""Bytes of one, to which rows are aligned."""


def rounded(count: int) -> int:
    """As many numbers in whole words."""
    return -(-count // LANES) * LANES


def put(row: Any, at: int, share: float, other: Any, there: int) -> None:
    """row ← share · other"""
    for lane in range(LANES):
        row[at + lane] = share * other[there + lane]


def add(row: Any, at: int, share: float, other: Any, there: int) -> None:
    """row ← row + share · other"""
    for lane in range(LANES):
        row[at + lane] += share * other[there + lane]


def take(row: Any, at: int, share: float, other: Any, there: int) -> None:
    """row ← row − share · other"""
    for lane in range(LANES):
        row[at + lane] -= share * other[there + lane]


def times(row: Any, at: int, share: float, other: Any, there: int) -> None:
    """row ← row · share · other, number by number"""
    for lane in range(LANES):
        row[at + lane] *= share * other[there + lane]


def square(row: Any, at: int, share: float, other: Any, there: int) -> None:
    """row ← row + share · other², number by number"""
    for lane in range(LANES):
        row[at + lane] += share * other[there + lane] * other[there + lane]


def _word(builder: Any, pointer: Any, place: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [place]), _WORD.as_pointer())


def _spread(builder: Any, number: Any) -> Any:
    """The same number in each lane."""
    one = builder.insert_element(ir.Constant(_WORD, ir.Undefined), number, _index(0))
    same = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(_WORD, ir.Undefined), same)


def _index(place: int) -> Any:
    return ir.Constant(ir.IntType(32), place)


def _in_words(name: str, joined: str | None) -> Any:
    """For compiled code; ``joined`` is how what it makes comes to what was there."""

    def move(typing: Any, row: Any, at: Any, share: Any, other: Any, there: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            row, at, share, other, there = arguments
            target, source = _word(builder, row, at), _word(builder, other, there)
            given = builder.load(source)
            given.align = _NUMBER
            moved = builder.fmul(_spread(builder, share), given)
            if name == "square":
                moved = builder.fmul(moved, given)
            if joined is not None:
                here = builder.load(target)
                here.align = _NUMBER
                moved = getattr(builder, joined)(here, moved)
            builder.store(moved, target, align=_NUMBER)
            return context.get_dummy_value()

        numbers = types.CPointer(types.float64)
        return types.void(numbers, types.intp, types.float64, numbers, types.intp), codegen

    move.__name__ = move.__qualname__ = f"{name}_{LANES}_lanes"
    return intrinsic(move)


if not config.DISABLE_JIT:
    put, add, take = _in_words("put", None), _in_words("add", "fadd"), _in_words("take", "fsub")
    times, square = _in_words("times", "fmul"), _in_words("square", "fadd")
