"""φ of s², compiled, of the families that name one: for loops over pairs of readings."""

from __future__ import annotations

import math

from gpstudio.core.compiled import compiled
from gpstudio.core.compiled_exponential import faded

ROOT_3, ROOT_5 = math.sqrt(3.0), math.sqrt(5.0)


@compiled(fastmath={"contract"}, inline=True)
def rbf(squared: float) -> float:
    return faded(-0.5 * squared)


@compiled(fastmath={"contract"}, inline=True)
def matern12(squared: float) -> float:
    return faded(-math.sqrt(squared))


@compiled(fastmath={"contract"}, inline=True)
def matern32(squared: float) -> float:
    s = ROOT_3 * math.sqrt(squared)
    return (1.0 + s) * faded(-s)


@compiled(fastmath={"contract"}, inline=True)
def matern52(squared: float) -> float:
    s = ROOT_5 * math.sqrt(squared)
    return (1.0 + s + s * s * (1.0 / 3.0)) * faded(-s)
