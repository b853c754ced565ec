"""How places of comparison are called, the same in figures, tables and sentences."""

from __future__ import annotations

from gpstudio.lab.data_sets import title


def bandwidth(sigma: object) -> str:
    return f"σ = {float(str(sigma)):g}"


def place(name: object, sigma: object) -> str:
    return f"{title(name)}, {bandwidth(sigma)}"
