"""The double nearest to a decimal number, compiled: what Python's ``float`` gives, bit for bit.

Small numbers by one exact product or quotient (W. D. Clinger, 1990), others by the product with a
power of five in 128 bits (D. Lemire, "Number parsing at a gigabyte per second", 2021), which
determines the nearest double whenever the digits fit 64 bits (N. Mushtak and D. Lemire, "Fast
number parsing without fallback", 2023).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.compiled import compiled

SMALLEST, LARGEST = -342, 308
"""Powers of ten outside of which 64 bits of digits are zero or infinite."""

_TIES = -27
"""The smallest power of five that divides a whole number of 64 bits."""

INFINITE = np.uint64(0x7FF << 52)
_EXACT = np.uint64(1 << 53)
_TENS = np.array([float(10**power) for power in range(23)])
_U0, _U1, _U3, _U9, _U32, _U52, _U63, _U64 = (
    np.uint64(number) for number in (0, 1, 3, 9, 32, 52, 63, 64)
)
_LOW_32 = np.uint64((1 << 32) - 1)
_LOW_9 = np.uint64((1 << 9) - 1)
_HIDDEN = np.uint64(1 << 52)


@cache
def powers_of_five() -> NDArray[np.uint64]:
    """The first 128 bits of each power from ``SMALLEST`` to ``LARGEST``: high, low, high, low, …

    Rounded down, but up where ties occur with a negative power: a product that is exact in truth
    then shows zero, and not all ones, behind its leading bits.
    """
    table = np.empty((LARGEST - SMALLEST + 1, 2), dtype=np.uint64)
    for row, power in enumerate(range(SMALLEST, LARGEST + 1)):
        five: int = 5 ** abs(power)
        if power < 0:
            bits = (five - 1).bit_length() + 127
            number = (1 << bits) // five + (power >= _TIES)
        else:
            shift = 128 - five.bit_length()
            number = five << shift if shift >= 0 else five >> -shift
        table[row] = number >> 64, number & ((1 << 64) - 1)
    return table.ravel()


@compiled
def nearest_bits(digits: Any, power: int, fives: Any) -> Any:
    """The bits of the double nearest to ``digits``, an unsigned whole number, times ``10**power``.

    Halfway between two doubles lies the even one; too large a number is infinite.
    """
    if digits == _U0 or power < SMALLEST:
        return _U0
    if power > LARGEST:
        return INFINITE
    ahead = _zeros_ahead(digits)
    digits = digits << np.uint64(ahead)
    high, low = _product(digits, fives[2 * (power - SMALLEST)])
    if high & _LOW_9 == _LOW_9:
        # the bits that round hang on the power's second word
        more, _ = _product(digits, fives[2 * (power - SMALLEST) + 1])
        low = low + more
        if low < more:
            high = high + _U1
    upper = high >> _U63
    mantissa = high >> (upper + _U9)
    exponent: Any = ((217706 * power) >> 16) + 63 + np.int64(upper) - ahead + 1023
    if exponent <= 0:
        return _subnormal(mantissa, 1 - exponent)
    halfway = low <= _U1 and -4 <= power <= 23 and mantissa & _U3 == _U1
    if halfway and mantissa << (upper + _U9) == high:
        mantissa = mantissa - _U1
    mantissa = (mantissa + (mantissa & _U1)) >> _U1
    if mantissa >= _HIDDEN << _U1:
        mantissa = _HIDDEN
        exponent += 1
    if exponent >= 0x7FF:
        return INFINITE
    return (mantissa - _HIDDEN) | (np.uint64(exponent) << _U52)


@compiled
def _subnormal(mantissa: Any, shift: int) -> Any:
    """Below the smallest normal double bits are lost; rounded up, it may become that one."""
    if shift >= 64:
        return _U0
    mantissa = mantissa >> np.uint64(shift)
    return (mantissa + (mantissa & _U1)) >> _U1


@compiled
def is_exact(digits: Any, power: int) -> bool:
    """Whether both the digits and the power of ten are doubles."""
    return digits <= _EXACT and -22 <= power <= 22


@compiled
def exact(digits: Any, power: int) -> Any:
    """One rounding, of one product or quotient of doubles."""
    number = float(digits)
    return number * _TENS[power] if power >= 0 else number / _TENS[-power]


@compiled
def _zeros_ahead(digits: Any) -> int:
    zeros = 0
    for step in (32, 16, 8, 4, 2, 1):
        if digits >> (_U64 - np.uint64(step)) == _U0:
            digits = digits << np.uint64(step)
            zeros += step
    return zeros


@compiled
def _product(a: Any, b: Any) -> Any:
    """The high and the low word of a product of two words."""
    a_high, a_low, b_high, b_low = a >> _U32, a & _LOW_32, b >> _U32, b & _LOW_32
    low = a_low * b_low
    middle = a_high * b_low + (low >> _U32)
    other = a_low * b_high + (middle & _LOW_32)
    return a_high * b_high + (middle >> _U32) + (other >> _U32), a * b
