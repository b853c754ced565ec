"""A recipe in a few words, for lists of many."""

from __future__ import annotations

from functools import lru_cache

from gpstudio.core.choices import is_auto
from gpstudio.core.language import parse
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.session.presets import offered
from gpstudio.translation import tr

AUTOMATIC = tr("Automatic")


@lru_cache(maxsize=1024)
def in_words(recipe: Recipe) -> str:
    """The kernel by its name where it has one, then whatever else is not as usual."""
    usual = Recipe()
    rest = [
        f"{slot.title.lower()} {recipe.text(slot.name)}"
        for slot in SLOTS
        if slot.name != "kernel" and getattr(recipe, slot.name) != getattr(usual, slot.name)
    ]
    seed = [tr("seed {seed}", seed=recipe.seed)] if recipe.seed != usual.seed else []
    return "; ".join([_kernel(recipe), *rest, *seed])


def _kernel(recipe: Recipe) -> str:
    if is_auto(recipe.kernel):
        return AUTOMATIC
    named = (preset.title for preset in offered() if parse(preset.text) == recipe.kernel)
    return next(named, recipe.text("kernel"))
