"""A kernel as a sum of terms that depend on a scaled distance alone, each compiled.

Whoever makes large parts of the matrix again and again asks a kernel for these first: one pass
over the pairs makes each term, and nothing but the answer is written to memory.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RadialTerm:
    """variance · φ(s), s² = Σ_d ((a_d − b_d)/ℓ_d)²."""

    profile: str
    """The function in ``compiled_profiles`` that gives φ from s²."""
    variance: float
    lengths: tuple[float, ...]
    """One, or one an input."""
    dims: tuple[int, ...] | None
    """The inputs it looks at; None for all."""
