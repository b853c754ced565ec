"""Eight numbers at a time, for compiled code whose order of work no compiler would find.

A butterfly of the Walsh–Hadamard transform reads and writes memory at places a power of two apart,
so a compiler must fear that they overlap and keeps to one number at a time. Written with LLVM's own
vectors it takes as many as the processor has room for, and is still the same on every processor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, types
from numba.extending import intrinsic

WIDTH = 8
"""Numbers side by side: a line of the cache, and the widest registers there are."""

Butterfly = Callable[[Any, int, int], None]
_NUMBER = ir.DoubleType()
_VECTOR = ir.VectorType(_NUMBER, WIDTH)
_INDEX = ir.IntType(32)


def butterfly(bits: int, within: bool = False) -> Butterfly:
    """For compiled code: the transform over ``bits`` bits of the place, at eight places at once.

    Called with where an array lies (``compiled.address``), the first place and the stride, at least
    eight; ``within`` also over the three lowest bits of the place, inside each eight.
    """
    count = 1 << bits
    if config.DISABLE_JIT:
        return lambda numbers, start, stride: _plainly(numbers, start, stride, count, within)

    def made(typing: Any, numbers: Any, start: Any, stride: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base, first, step = arguments
            places = []
            for _ in range(count):
                place = builder.gep(base, [first])
                places.append(builder.bitcast(place, _VECTOR.as_pointer()))
                first = builder.add(first, step)
            vectors = [builder.load(place, align=8) for place in places]
            if within:
                vectors = [_turned(builder, vector) for vector in vectors]
            for place, vector in zip(places, _crossed(builder, vectors), strict=True):
                builder.store(vector, place, align=8)
            return context.get_dummy_value()

        return types.void(numbers, types.int64, types.int64), codegen

    made.__name__ = made.__qualname__ = f"butterfly_of_{bits}_bits{'_within' * within}"
    return cast("Butterfly", intrinsic(made))


def _crossed(builder: Any, vectors: list[Any]) -> list[Any]:
    """Sums and differences of vectors 1, 2, 4, … apart."""
    apart = 1
    while apart < len(vectors):
        for i in range(len(vectors)):
            if not i & apart:
                one, other = vectors[i], vectors[i | apart]
                vectors[i] = builder.fadd(one, other)
                vectors[i | apart] = builder.fsub(one, other)
        apart *= 2
    return vectors


def _turned(builder: Any, vector: Any) -> Any:
    """The transform inside one vector: it and itself in another order, with signs."""
    for apart in (1, 2, 4):
        other = ir.Constant(ir.VectorType(_INDEX, WIDTH), [i ^ apart for i in range(WIDTH)])
        signs = ir.Constant(_VECTOR, [-1.0 if i & apart else 1.0 for i in range(WIDTH)])
        swapped = builder.shuffle_vector(vector, ir.Constant(_VECTOR, ir.Undefined), other)
        vector = builder.fadd(swapped, builder.fmul(vector, signs, flags=("contract",)),
                              flags=("contract",))
    return vector


def _plainly(numbers: Any, start: int, stride: int, count: int, within: bool) -> None:
    places = [start + i * stride + j for i in range(count) for j in range(WIDTH)]
    apart = 1 if within else WIDTH
    while apart < len(places):
        for i, place in enumerate(places):
            if not i & apart:
                other = places[i | apart]
                one, two = numbers[place], numbers[other]
                numbers[place], numbers[other] = one + two, one - two
        apart *= 2
