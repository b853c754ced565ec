"""How much work fitting a field will be, told before it is begun.

``core/inference/cost.py`` tells minutes from hours on any machine. What a person waits for is told
more closely where the same kind of fit has been measured before: a load has a kind, by which
whoever keeps times finds those of its like.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.choices import is_auto
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.series import Series
from gpstudio.session.commands import automatic

QUICK_READINGS = 20_000
"""Up to which nobody waits for what the program chooses itself: not worth asking."""


@dataclass(frozen=True)
class FitLoad:
    kind: str
    """What fits that take their time by the same law have in common."""
    modelled: float
    """Seconds by the model of costs, which is off by a factor that a kind has of its own."""


def is_quick(recipe: Recipe, series: Series) -> bool:
    return recipe == automatic(recipe) and len(series) <= QUICK_READINGS


def load_of(recipe: Recipe, series: Series) -> FitLoad | None:
    """None where the recipe does not suit the readings: Fit will say so."""
    from gpstudio.core.inference.chooser import choose
    from gpstudio.core.inference.cost import seconds

    try:
        plan = choose(recipe, len(series), 1)
        kernels = "several" if is_auto(recipe.kernel) else "one"
        kind = f"{plan.solver.needs} {plan.learner.spec.name} {kernels}"
        return FitLoad(kind, seconds(plan, len(series), 1))
    except InputError:
        return None
