"""Settings to begin with: those of the thesis, and a quick look at what a study does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpstudio.core.spec import Spec
from gpstudio.lab import Settings, at_hand

QUICK: Mapping[str, tuple[object, ...]] = {
    "sets": ("abalone", "road", "ripples", "iris"),
    "sigmas": (1.0,),
    "budgets": (25, 50, 100, 200),
    "repeats": (2,),
    "rows": (1_000,),
    "error_rows": (1_000,),
    "iterations": (1, 2, 5, 10, 20, 50),
    "folds": (3,),
    "contestants": ("svgp softmax", "laplace one-vs-one", "logistic", "svm", "network 4"),
    "sizes": (100, 200),
    "points": (50,),
    "fresh": (1_000,),
    "minutes": (0.5,),
}
"""What a study takes less of, where it asks for it: enough to see every figure in half a minute."""


def thesis(spec: Spec) -> dict[str, Any]:
    """Every setting as the study declares it."""
    return Settings.of(spec).as_json()


def at_first(spec: Spec, data: Path | None) -> dict[str, Any]:
    """The thesis's, without the data sets whose files are not here."""
    settings, _ = at_hand(Settings.of(spec), data)
    return settings.as_json()


def quick(spec: Spec) -> dict[str, Any]:
    """Of each setting that is known to cost time, as much as a first look needs."""
    values = thesis(spec)
    for parameter in spec.parameters:
        wanted = [v for v in QUICK.get(parameter.name, ()) if _fits(parameter.choices, v)]
        if wanted:
            usual = values[parameter.name]
            values[parameter.name] = wanted if parameter.several else min(wanted[0], usual)
    return values


def _fits(choices: tuple[str, ...], value: object) -> bool:
    return not choices or value in choices
