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


def _rotation() -> Callable[[Any, int, int, float, float], None]:
    if config.DISABLE_JIT:
        return _plain_rotation

    def made(typing: Any, numbers: Any, one: Any, other: Any, cosine: Any, sine: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            base, *starts, cosine, sine = arguments
            places = [
                builder.bitcast(builder.gep(base, [start]), _VECTOR.as_pointer())
                for start in starts
            ]
            a, b = (builder.load(place, align=8) for place in places)
            c, s = (_spread(builder, number) for number in (cosine, sine))
            turned = (
                builder.fsub(_times(builder, c, a), _times(builder, s, b), flags=("contract",)),
                builder.fadd(_times(builder, s, a), _times(builder, c, b), flags=("contract",)),
            )
            for vector, place in zip(turned, places, strict=True):
                builder.store(vector, place, align=8)
            return context.get_dummy_value()

        decimal, whole = types.float64, types.int64
        return types.void(numbers, whole, whole, decimal, decimal), codegen

    made.__name__ = made.__qualname__ = "rotation"
    return cast("Callable[[Any, int, int, float, float], None]", intrinsic(made))


def _spread(builder: Any, number: Any) -> Any:
    """A vector of one number."""
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    single = builder.insert_element(nothing, number, ir.Constant(_INDEX, 0))
    everywhere = ir.Constant(ir.VectorType(_INDEX, WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(single, nothing, everywhere)


def _times(builder: Any, a: Any, b: Any) -> Any:
    return builder.fmul(a, b, flags=("contract",))


def _plain_rotation(numbers: Any, one: int, other: int, cosine: float, sine: float) -> None:
    for j in range(WIDTH):
        a, b = numbers[one + j], numbers[other + j]
        numbers[one + j], numbers[other + j] = cosine * a - sine * b, sine * a + cosine * b


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


rotation = _rotation()
"""For compiled code: eight pairs of numbers, from two places, turned by one angle."""
