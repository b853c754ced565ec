"""The registry of solvers."""

from __future__ import annotations

from gpstudio.core.registry import Registry
from gpstudio.core.solvers.solution import Solver

SOLVERS: Registry[type[Solver]] = Registry("solver")
