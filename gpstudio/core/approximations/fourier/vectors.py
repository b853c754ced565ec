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
            places = _places(builder, base, first, step, count)
            vectors = [builder.load(place, align=8) for place in places]
            if within:
                vectors = [_turned(builder, vector) for vector in vectors]
            for place, vector in zip(places, _crossed(builder, vectors), strict=True):
                builder.store(vector, place, align=8)
            return context.get_dummy_value()

        return types.void(numbers, types.int64, types.int64), codegen

    made.__name__ = made.__qualname__ = f"butterfly_of_{bits}_bits{'_within' * within}"
    return cast("Butterfly", intrinsic(made))


def rotations(bits: int) -> Callable[[Any, int, int, Any, int], None]:
    """The same with pairs turned by angles of their own instead of summed and subtracted.

    Besides the array, the first place and the stride it takes where cosines and sines lie, in turn,
    and the first of them: as many pairs as there are, for one bit after the other.
    """
    if config.DISABLE_JIT:
        return lambda *arguments: _turn_plainly(bits, *arguments)

    def made(typing: Any, numbers: Any, start: Any, stride: Any, table: Any, at: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base, first, step, angles, place = arguments
            places = _places(builder, base, first, step, 1 << bits)
            vectors = [builder.load(line, align=8) for line in places]
            for one, other in _pairs(bits):
                numbers = []
                for _ in range(2):
                    numbers.append(_spread(builder, builder.load(builder.gep(angles, [place]))))
                    place = builder.add(place, ir.Constant(place.type, 1))
                c, s = numbers
                a, b = vectors[one], vectors[other]
                ca, sb = _times(builder, c, a), _times(builder, s, b)
                sa, cb = _times(builder, s, a), _times(builder, c, b)
                vectors[one] = builder.fsub(ca, sb, flags=("contract",))
                vectors[other] = builder.fadd(sa, cb, flags=("contract",))
            for vector, line in zip(vectors, places, strict=True):
                builder.store(vector, line, align=8)
            return context.get_dummy_value()

        return types.void(numbers, types.int64, types.int64, table, types.int64), codegen

    made.__name__ = made.__qualname__ = f"rotations_of_{bits}_bits"
    return cast("Callable[[Any, int, int, Any, int], None]", intrinsic(made))


def _scaled() -> Callable[[Any, int, Any, int, float, float], None]:
    if config.DISABLE_JIT:
        return _scale_plainly

    def scaled(typing: Any, a: Any, to: Any, b: Any, at: Any, by: Any, plus: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            into, target, numbers, source, factor, more = arguments
            line = builder.bitcast(builder.gep(numbers, [source]), _VECTOR.as_pointer())
            place = builder.bitcast(builder.gep(into, [target]), _VECTOR.as_pointer())
            vector = _times(builder, builder.load(line, align=8), _spread(builder, factor))
            vector = builder.fadd(vector, _spread(builder, more), flags=("contract",))
            builder.store(vector, place, align=8)
            return context.get_dummy_value()

        decimal, whole = types.float64, types.int64
        return types.void(a, whole, b, whole, decimal, decimal), codegen

    return cast("Callable[[Any, int, Any, int, float, float], None]", intrinsic(scaled))


def _pairs(bits: int) -> list[tuple[int, int]]:
    """Of 2^bits lines, for one bit after the other."""
    return [(i, i | 1 << bit) for bit in range(bits) for i in range(1 << bits) if not i >> bit & 1]


def _places(builder: Any, base: Any, first: Any, step: Any, count: int) -> list[Any]:
    places = []
    for _ in range(count):
        places.append(builder.bitcast(builder.gep(base, [first]), _VECTOR.as_pointer()))
        first = builder.add(first, step)
    return places


def _spread(builder: Any, number: Any) -> Any:
    """A vector of one number."""
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    single = builder.insert_element(nothing, number, ir.Constant(_INDEX, 0))
    everywhere = ir.Constant(ir.VectorType(_INDEX, WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(single, nothing, everywhere)


def _times(builder: Any, a: Any, b: Any) -> Any:
    return builder.fmul(a, b, flags=("contract",))


def _turn_plainly(bits: int, numbers: Any, start: int, stride: int, table: Any, at: int) -> None:
    for place, (one, other) in enumerate(_pairs(bits)):
        c, s = table[at + 2 * place], table[at + 2 * place + 1]
        for j in range(WIDTH):
            i, k = start + one * stride + j, start + other * stride + j
            a, b = numbers[i], numbers[k]
            numbers[i], numbers[k] = c * a - s * b, s * a + c * b


def _scale_plainly(
    into: Any, target: int, numbers: Any, source: int, by: float, plus: float
) -> None:
    for j in range(WIDTH):
        into[target + j] = by * numbers[source + j] + plus


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
        vector = builder.fadd(swapped, _times(builder, vector, signs), flags=("contract",))
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


scaled = _scaled()
"""For compiled code: into an array, at a place, go eight numbers of another, from a place, times a
factor and with a number added."""
