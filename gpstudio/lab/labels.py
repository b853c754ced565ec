"""How places of comparison are called, the same in figures, tables and sentences."""

from __future__ import annotations

from collections.abc import Callable

from gpstudio.core.solvers import SOLVERS
from gpstudio.core.solvers.krylov import PRECONDITIONERS
from gpstudio.core.solvers.krylov.preconditioners.none import NoPreconditioner
from gpstudio.lab.rows import Cell, Row
from gpstudio.lab.sources import title
from gpstudio.translation import tr, tr_count

PLAIN = NoPreconditioner.spec.name
DIRECT = "direct"
"""Whichever solver factors the matrix."""
"""The preconditioner that changes nothing."""


def told(case: Row) -> str:
    """A case in words, while it is measured: 'Abalone, σ = 1, Nyström, leverage, 200 samples'."""
    words = [CELLS[name](cell) for name, cell in case.items() if name in CELLS]
    return ", ".join(word for word in words if word)


def bandwidth(sigma: object) -> str:
    return f"σ = {float(str(sigma)):g}"


def place(name: object, sigma: object) -> str:
    return f"{title(name)}, {bandwidth(sigma)}"


def method(word: object) -> str:
    """A solver or a preconditioner; older results may name one that is no more."""
    if word == DIRECT:
        return tr("Direct")
    for registry in (PRECONDITIONERS, SOLVERS):
        if word in registry:
            return registry[str(word)].spec.legend
    return str(word).replace("_", " ")


def _approximation(word: Cell) -> str:
    from gpstudio.lab.variants import title as approximation

    return tr("exact model") if word == "exact" else approximation(word)


def _contestant(name: Cell) -> str:
    from gpstudio.lab.contestants import by_name

    return by_name(str(name)).title


def _preconditioner(word: Cell) -> str:
    if word == PLAIN:
        return tr("no preconditioner")
    return tr("preconditioner {name}", name=method(word).lower())


def _samples(count: Cell) -> str:
    if not isinstance(count, int) or not count:
        return ""
    return tr_count(count, "{n:,} sample", "{n:,} samples")


def _iterations(count: Cell) -> str:
    if not isinstance(count, int) or not count:
        return ""
    return tr_count(count, "{n:,} iteration", "{n:,} iterations")


CELLS: dict[str, Callable[[Cell], str]] = {
    "set": lambda name: str(title(name)),
    "sigma": bandwidth,
    "method": _approximation,
    "budget": _samples,
    "noise_kind": lambda kind: tr("{kind} noise", kind=kind),
    "preconditioner": _preconditioner,
    "solver": method,
    "iterations": _iterations,
    "kernel": lambda name: tr("kernel {name}", name=name),
    "size": lambda count: tr_count(int(str(count)), "{n:,} row", "{n:,} rows"),
    "contestant": _contestant,
    "repeat": lambda place: tr("repeat {place}", place=int(str(place)) + 1),
}
"""How each cell of a case is called."""
