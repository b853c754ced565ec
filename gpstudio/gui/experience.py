"""How long fits took on this machine, so that the next one's time can be told before it begins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QSettings

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.gui.pace import WORTH_TELLING, roughly
from gpstudio.session.commands import automatic
from gpstudio.session.foretime import FitLoad, is_quick, load_of
from gpstudio.translation import tr_count

KEPT = "pace"
BY_NEEDS: Mapping[str, float] = MappingProxyType(
    {"markov": 1.0, "entries": 3.0, "toeplitz": 3.0, "features": 2.0, "products": 3.0}
)
BY_LEARNER: Mapping[str, float] = MappingProxyType(
    {"ml2": 6.0, "map": 6.0, "leave_one_out": 20.0, "cross_validation": 10.0, "mcmc": 3.0}
)
SEVERAL = 3.0
"""Where kernels are compared. These are what fits of the sample took over what the model of costs
says, and hold until one of the kind was measured here."""
LEAST_TOLD = 0.02
"""Seconds of a fit that teaches anything: of shorter ones most is not the fit's."""


def factor_of(kind: str) -> float:
    """Seconds here for a second of the model."""
    kept = QSettings().value(f"{KEPT}/{kind}")
    try:
        return math.exp(float(str(kept)))
    except ValueError:
        needs, learner, kernels = kind.split()
        several = SEVERAL if kernels == "several" else 1.0
        return BY_NEEDS.get(needs, 1.0) * BY_LEARNER.get(learner, 1.0) * several


def learn_time(recipe: Recipe, series: Series, took: float) -> None:
    """Half of what is kept is the newest: the machine may do something else beside it."""
    load = load_of(recipe, series)
    if load is None or took < LEAST_TOLD or load.modelled <= 0.0:
        return
    before, now = math.log(factor_of(load.kind)), math.log(took / load.modelled)
    QSettings().setValue(f"{KEPT}/{load.kind}", f"{0.5 * (before + now):.3f}")


def seconds_of(recipe: Recipe, series: Series) -> float | None:
    load = load_of(recipe, series)
    return None if load is None else _seconds(load)


def wait_for(recipe: Recipe, series: Series) -> float:
    """Seconds; 0 where nobody has to wait, or where Fit will say why it cannot be."""
    expected = 0.0 if is_quick(recipe, series) else seconds_of(recipe, series) or 0.0
    return expected if expected >= WORTH_TELLING else 0.0


def time_told(recipe: Recipe, series: Series) -> str:
    """What a person should know before Fit; empty where nobody has to wait."""
    expected = wait_for(recipe, series)
    if not expected:
        return ""
    count, usual = len(series), automatic(recipe)
    if recipe == usual:
        return tr_count(
            count,
            "{n:,} reading: this takes about {time}.",
            "{n:,} readings: this takes about {time}.",
            time=roughly(expected),
        )
    otherwise = seconds_of(usual, series)
    if otherwise is None:
        return ""
    return tr_count(
        count,
        "{n:,} reading: this model takes about {time}, the automatic one {usual}.",
        "{n:,} readings: this model takes about {time}, the automatic one {usual}.",
        time=roughly(expected),
        usual=roughly(otherwise),
    )


def _seconds(load: FitLoad) -> float:
    return load.modelled * factor_of(load.kind)
