"""Which processors machine code is made for: a generation of them, not the one at hand.

What is made for one processor runs on few others and may round a last digit in its own way. Made
for all that came since the first of a generation, the same code is found by every machine that
shares a folder, comes along with an installed program, and gives the same digits wherever it runs
(linear algebra of large matrices does not: OpenBLAS has code for single processors).
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from numba import config

GENERATIONS = {
    "x86-64-v3": "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf ssse3 sse4.2".split(),
    "x86-64": [],
}
"""By the name that LLVM has for it, what a processor must be able to do; the best comes first."""

APPLE = "apple-m1"
"""The first of Apple's own."""


def generation(
    machine: str, system: str, features: Mapping[str, bool], wanted: str | None = None
) -> str | None:
    """The one that suits a processor; None where it is better asked itself. ``wanted`` (what stands
    in ``NUMBA_CPU_NAME``) names another one, or nothing: single processors are not looked at."""
    if machine.lower() in {"x86_64", "amd64"}:
        if wanted in GENERATIONS:
            return wanted
        able = {name for name, has in features.items() if has}
        return next(name for name, needs in GENERATIONS.items() if able.issuperset(needs))
    if machine.lower() == "arm64" and system == "darwin":
        return APPLE
    return None


def compile_for_generation() -> None:
    """Tell numba; before it compiles, or loads, the first kernel of all."""
    found = generation(platform.machine(), sys.platform, _abilities(), config.CPU_NAME)
    if found is not None:
        config.CPU_NAME, config.CPU_FEATURES = found, ""


def _abilities() -> Mapping[str, bool]:
    """Of the processor at hand; none where it cannot be asked."""
    try:
        return dict(llvm.get_host_cpu_features())
    except RuntimeError:
        return {}
