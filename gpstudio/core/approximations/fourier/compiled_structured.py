"""Angles of structured frequencies and their waves, compiled: no matrix is ever made.

A block of p frequencies is B · HD · HD / p, made of eight readings side by side, one line an input.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.fourier.compiled_hadamard import stages
from gpstudio.core.approximations.fourier.compiled_waves import cosine_sine
from gpstudio.core.approximations.fourier.vectors import WIDTH, rotation
from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled

LINE_BITS = 3
"""Of the eight readings."""


@compiled(fastmath={"contract"})
def put_structured(
    inputs: Floats,
    signs: Floats,
    cosines: Floats,
    sines: Floats,
    scales: Floats,
    phases: Floats,
    size: float,
    into: Floats,
    first: int,
    last: int,
) -> None:
    """Waves of the readings ``first`` to ``last``; ``inputs`` has one line an input."""
    blocks, _, side = signs.shape
    count = len(scales)
    room = np.empty(side * WIDTH)
    other = np.empty(side * WIDTH)
    for block in range(blocks):
        top = block * side
        bottom = min(top + side, count)
        for start in range(first, last, WIDTH):
            readings = min(WIDTH, last - start)
            _take(inputs, signs[block, 0], start, readings, room)
            project(room, signs[block, 1], cosines[block], sines[block])
            for place in range(top, bottom):
                scale, phase, line = scales[place], phases[place], (place - top) * WIDTH
                for i in range(line, line + WIDTH):
                    room[i] = scale * room[i] + phase
            known = (bottom - top) * WIDTH
            if len(into) == count:
                for i in range(known):
                    one, _ = cosine_sine(room[i])
                    room[i] = size * one
                _give(room, into, top, bottom - top, start, readings)
            else:
                for i in range(known):
                    one, two = cosine_sine(room[i])
                    room[i] = size * one
                    other[i] = size * two
                _give(room, into, top, bottom - top, start, readings)
                _give(other, into, count + top, bottom - top, start, readings)


@compiled(fastmath={"contract"})
def put_angles(
    inputs: Floats, signs: Floats, cosines: Floats, sines: Floats, scales: Floats, into: Floats
) -> None:
    """The angles alone."""
    blocks, _, side = signs.shape
    room = np.empty(side * WIDTH)
    for block in range(blocks):
        top = block * side
        bottom = min(top + side, len(scales))
        for start in range(0, inputs.shape[1], WIDTH):
            readings = min(WIDTH, inputs.shape[1] - start)
            _take(inputs, signs[block, 0], start, readings, room)
            project(room, signs[block, 1], cosines[block], sines[block])
            for place in range(top, bottom):
                line = (place - top) * WIDTH
                for i in range(line, line + WIDTH):
                    room[i] *= scales[place]
            _give(room, into, top, bottom - top, start, readings)


@compiled
def project(room: Floats, signs: Floats, cosines: Floats, sines: Floats) -> None:
    """B H D H, in the place of lines of eight; the first D is done."""
    bits, pairs = cosines.shape
    stages(room, 0, 0, 1, LINE_BITS, LINE_BITS + bits)
    for line in range(len(signs)):
        for i in range(line * WIDTH, line * WIDTH + WIDTH):
            room[i] *= signs[line]
    stages(room, 0, 0, 1, LINE_BITS, LINE_BITS + bits)
    place = address(room)
    for bit in range(bits):
        apart = 1 << bit
        for pair in range(pairs):
            one = ((pair >> bit) << (bit + 1)) | (pair & (apart - 1))
            rotation(
                place, one * WIDTH, (one + apart) * WIDTH, cosines[bit, pair], sines[bit, pair]
            )


@compiled
def _take(inputs: Floats, signs: Floats, start: int, readings: int, room: Floats) -> None:
    """Readings with the signs of their inputs; nought where there is no input or reading."""
    room[:] = 0.0
    for d in range(len(inputs)):
        line = d * WIDTH
        if readings == WIDTH:
            for i in range(WIDTH):
                room[line + i] = signs[d] * inputs[d, start + i]
        else:
            for i in range(readings):
                room[line + i] = signs[d] * inputs[d, start + i]


@compiled
def _give(room: Floats, into: Floats, top: int, lines: int, start: int, readings: int) -> None:
    for line in range(lines):
        if readings == WIDTH:
            for i in range(WIDTH):
                into[top + line, start + i] = room[line * WIDTH + i]
        else:
            for i in range(readings):
                into[top + line, start + i] = room[line * WIDTH + i]
