"""A small matrix times many vectors, in the processor's vector registers, for compiled code.

BLAS is as quick, but brings threads of its own: where each of our threads has a tile in its cache
and wants it multiplied there, the two sets of threads only wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

WIDE = bool(llvm.get_host_cpu_features().get("avx512f"))
LANES = 8 if WIDE else 4
"""Numbers in a register."""
ROWS = 8 if WIDE else 4
"""Of the block of sums, with three registers each: 24 sums of the 32 registers, or 12 of 16."""
REGISTERS = 3


@cache
def block_sums(rows: int, registers: int) -> Callable[..., None]:
    """Compiled: y[r, v] += Σₛ a[r, s] x[s, v] for so many rows r and registers full of v.

    Called with a's place, where in it the block starts, steps to the next r and s; x's place, start
    and step to the next s; y's place, start and step to the next r; how many s.
    """
    if config.DISABLE_JIT:
        return lambda *arguments: _plain(rows, registers * LANES, *arguments)

    def sums(typing: Any, a: Any, a0: Any, ar: Any, a_s: Any, x: Any, x0: Any, xs: Any, y: Any,
             y0: Any, yr: Any, count: Any) -> Any:  # fmt: skip
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            _write(builder, rows, registers, *arguments)
            return context.get_dummy_value()

        whole = types.int64
        place = types.CPointer(types.float64)
        return types.void(
            place, whole, whole, whole, place, whole, whole, place, whole, whole, whole
        ), codegen

    sums.__name__ = sums.__qualname__ = f"block_sums_{rows}_{registers}"
    made: Callable[..., None] = intrinsic(sums)
    return made


def _write(builder: Any, rows: int, registers: int, *arguments: Any) -> None:
    a, a0, a_row, a_step, x, x0, x_step, y, y0, y_row, count = arguments
    whole, vector = ir.IntType(64), ir.VectorType(ir.DoubleType(), LANES)
    fma = _multiply_and_add(builder.module, vector)

    def number(value: int) -> Any:
        return ir.Constant(whole, value)

    def lanes_at(pointer: Any, place: Any) -> Any:
        return builder.bitcast(builder.gep(pointer, [place]), vector.as_pointer())

    def place_in_y(row: int, register: int) -> Any:
        down = builder.add(y0, builder.mul(y_row, number(row)))
        return lanes_at(y, builder.add(down, number(register * LANES)))

    blocks = [(row, register) for row in range(rows) for register in range(registers)]
    begun = [_loaded(builder, place_in_y(*block)) for block in blocks]
    before = builder.block
    loop = builder.append_basic_block("sums")
    after = builder.append_basic_block("done")
    some = builder.icmp_signed(">", count, number(0))
    builder.cbranch(some, loop, after)
    builder.position_at_end(loop)
    s = builder.phi(whole)
    s.add_incoming(number(0), before)
    sums = [builder.phi(vector) for _ in blocks]
    for held, start in zip(sums, begun, strict=True):
        held.add_incoming(start, before)
    line = builder.add(x0, builder.mul(s, x_step))
    read = [
        _loaded(builder, lanes_at(x, builder.add(line, number(register * LANES))))
        for register in range(registers)
    ]
    down = builder.add(a0, builder.mul(s, a_step))
    totals = []
    for row in range(rows):
        place = builder.add(down, builder.mul(a_row, number(row)))
        one = builder.load(builder.gep(a, [place]))
        spread = _everywhere(builder, one, vector)
        for register in range(registers):
            held = sums[row * registers + register]
            totals.append(builder.call(fma, [spread, read[register], held]))
    more = builder.add(s, number(1))
    s.add_incoming(more, loop)
    for held, total in zip(sums, totals, strict=True):
        held.add_incoming(total, loop)
    builder.cbranch(builder.icmp_signed("<", more, count), loop, after)
    builder.position_at_end(after)
    for block, start, total in zip(blocks, begun, totals, strict=True):
        last = builder.phi(vector)
        last.add_incoming(start, before)
        last.add_incoming(total, loop)
        totals[blocks.index(block)] = last
    for block, last in zip(blocks, totals, strict=True):
        builder.store(last, place_in_y(*block)).align = 8


def _multiply_and_add(module: Any, vector: Any) -> Any:
    name = f"llvm.fmuladd.v{LANES}f64"
    if name in module.globals:
        return module.globals[name]
    return ir.Function(module, ir.FunctionType(vector, [vector] * 3), name)


def _loaded(builder: Any, pointer: Any) -> Any:
    value = builder.load(pointer)
    value.align = 8
    return value


def _everywhere(builder: Any, number: Any, vector: Any) -> Any:
    first = ir.Constant(ir.IntType(32), 0)
    alone = builder.insert_element(ir.Constant(vector, ir.Undefined), number, first)
    mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(alone, ir.Constant(vector, ir.Undefined), mask)


def _plain(rows: int, width: int, a: Any, a0: int, ar: int, a_s: int, x: Any, x0: int, xs: int,
           y: Any, y0: int, yr: int, count: int) -> None:  # fmt: skip
    """The same where nothing is compiled, for debugging."""
    for r in range(rows):
        for s in range(count):
            for v in range(width):
                y[y0 + r * yr + v] += a[a0 + r * ar + s * a_s] * x[x0 + s * xs + v]
