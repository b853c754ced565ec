"""Angles of structured frequencies and their waves, compiled: no matrix is ever made.

A block of p frequencies is B · HD · HD / p, made of eight readings side by side, one line an input.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.fourier.compiled_hadamard import stages
from gpstudio.core.approximations.fourier.compiled_waves import cosine_sine
from gpstudio.core.approximations.fourier.vectors import WIDTH, rotations, scaled
from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled

LINE_BITS = 3
"""Of the eight readings."""
TOGETHER = 8
"""Eights of readings that are written at once: what is written here and there in memory is written
in longer runs."""
NO_PHASES = np.zeros(0)
_one, _two, _three = (rotations(bits) for bits in (1, 2, 3))


@compiled(fastmath={"contract"})
def put_structured(
    inputs: Floats,
    signs: Floats,
    angles: Floats,
    scales: Floats,
    phases: Floats,
    size: float,
    into: Floats,
    first: int,
    last: int,
) -> None:
    """Waves of the readings ``first`` to ``last``; ``inputs`` has one line an input."""
    count, both = len(scales), len(into) > len(scales)
    packed = _pack(inputs, signs.shape[2], first, last)
    room = np.empty((TOGETHER, packed.shape[1]))
    other = np.empty((TOGETHER if both else 0, packed.shape[1]))
    for block in range(len(signs)):
        top = block * signs.shape[2]
        lines = min(signs.shape[2], count - top)
        for start in range(0, len(packed), TOGETHER):
            tiles = min(TOGETHER, len(packed) - start)
            for tile in range(tiles):
                one = room[tile]
                _project(packed[start + tile], signs[block], angles[block], one)
                _scale(one, scales[top : top + lines], phases[top : top + lines])
                if both:
                    _both_waves(one, other[tile], lines * WIDTH, size)
                else:
                    _waves(one, lines * WIDTH, size)
            place = first + start * WIDTH
            _give(room, into[top : top + lines], place, min(last, place + tiles * WIDTH))
            if both:
                sines = into[count + top : count + top + lines]
                _give(other, sines, place, min(last, place + tiles * WIDTH))


@compiled(fastmath={"contract"})
def put_angles(
    inputs: Floats,
    signs: Floats,
    angles: Floats,
    scales: Floats,
    into: Floats,
    first: int,
    last: int,
) -> None:
    """The angles alone."""
    packed = _pack(inputs, signs.shape[2], first, last)
    room = np.empty((TOGETHER, packed.shape[1]))
    for block in range(len(signs)):
        top = block * signs.shape[2]
        lines = min(signs.shape[2], len(scales) - top)
        for start in range(0, len(packed), TOGETHER):
            tiles = min(TOGETHER, len(packed) - start)
            for tile in range(tiles):
                one = room[tile]
                _project(packed[start + tile], signs[block], angles[block], one)
                _scale(one, scales[top : top + lines], NO_PHASES)
            place = first + start * WIDTH
            _give(room, into[top : top + lines], place, min(last, place + tiles * WIDTH))


@compiled
def _project(packed: Floats, signs: Floats, angles: Floats, room: Floats) -> None:
    """B H D H D of eight readings, one line an input; √side · √side times too long."""
    side = signs.shape[1]
    top = LINE_BITS
    while side << LINE_BITS > 1 << top:
        top += 1
    _flip(packed, signs[0], room)
    stages(room, 0, 0, 1, LINE_BITS, top)
    _flip(room, signs[1], room)
    stages(room, 0, 0, 1, LINE_BITS, top)
    _turn(room, angles, LINE_BITS, top)


@compiled
def _turn(room: Floats, angles: Floats, low: int, high: int) -> None:
    """B: three bits at a time, as ``takes`` says."""
    place, table, at = address(room), address(angles), 0
    while low < high:
        take, stride = min(3, high - low), 1 << low
        for base in range(0, 1 << high, stride << take):
            for line in range(base, base + stride, WIDTH):
                if take == 3:
                    _three(place, line, stride, table, at)
                elif take == 2:
                    _two(place, line, stride, table, at)
                else:
                    _one(place, line, stride, table, at)
                at += take << take
        low += take


@compiled
def _flip(lines: Floats, signs: Floats, room: Floats) -> None:
    source, target = address(lines), address(room)
    for line in range(len(signs)):
        scaled(target, line * WIDTH, source, line * WIDTH, signs[line], 0.0)


@compiled
def _scale(room: Floats, scales: Floats, phases: Floats) -> None:
    place = address(room)
    for line in range(len(scales)):
        phase = phases[line] if len(phases) else 0.0
        scaled(place, line * WIDTH, place, line * WIDTH, scales[line], phase)


@compiled(fastmath={"contract"})
def _waves(room: Floats, count: int, size: float) -> None:
    for i in range(count):
        one, _ = cosine_sine(room[i])
        room[i] = size * one


@compiled(fastmath={"contract"})
def _both_waves(room: Floats, other: Floats, count: int, size: float) -> None:
    for i in range(count):
        one, two = cosine_sine(room[i])
        room[i] = size * one
        other[i] = size * two


@compiled
def _pack(inputs: Floats, side: int, first: int, last: int) -> Floats:
    """Eight readings after the other, of each one line an input, with zero where there is none:
    every block reads it again, and memory gives what lies in a row soonest."""
    packed = np.zeros((-((first - last) // WIDTH), side * WIDTH))
    for tile in range(len(packed)):
        start = first + tile * WIDTH
        readings = min(WIDTH, last - start)
        for d in range(len(inputs)):
            for i in range(readings):
                packed[tile, d * WIDTH + i] = inputs[d, start + i]
    return packed


@compiled
def _give(room: Floats, into: Floats, first: int, last: int) -> None:
    """A line of ``into`` after the other, from several eights."""
    for line in range(len(into)):
        for tile in range(len(room)):
            start = first + tile * WIDTH
            if start + WIDTH <= last:
                for i in range(WIDTH):
                    into[line, start + i] = room[tile, line * WIDTH + i]
            else:
                for i in range(last - start):
                    into[line, start + i] = room[tile, line * WIDTH + i]
