"""How places of comparison are called, the same in figures, tables and sentences."""

from __future__ import annotations

from gpstudio.lab.data_sets import title

METHODS = {"cg": "CG", "minres": "MINRES", "minres_qlp": "MINRES-QLP"}


def bandwidth(sigma: object) -> str:
    return f"σ = {float(str(sigma)):g}"


def place(name: object, sigma: object) -> str:
    return f"{title(name)}, {bandwidth(sigma)}"


def method(word: object) -> str:
    """A Krylov method or a preconditioner."""
    from gpstudio.core.solvers.krylov.preconditioners import PRECONDITIONERS

    if str(word) in PRECONDITIONERS:
        return PRECONDITIONERS[str(word)].spec.title
    return METHODS.get(str(word), str(word).replace("_", " "))
