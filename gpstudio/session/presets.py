"""Kernels that people ask for in words. Each is a plain expression; one whose families are not
all there is not offered."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.translation import tr


@dataclass(frozen=True)
class Preset:
    """A start, in words and in the recipe language."""

    title: str
    help: str
    text: str


PRESETS = (
    Preset(
        tr("Smooth season"),
        tr("One crop cycle that rises and falls without sudden turns."),
        "matern52",
    ),
    Preset(
        tr("Lively season"),
        tr("A season with quick green-up and sudden harvest; what Automatic takes."),
        "matern32",
    ),
    Preset(
        tr("Season + trend"),
        tr("A season on ground that slowly gains or loses over the whole record."),
        "matern32 + linear",
    ),
    Preset(
        tr("Season + slow drift"),
        tr("Season and a second, much slower curve, such as a canopy that grows over years."),
        "matern32(60) + rbf(1000)",
    ),
    Preset(
        tr("Yearly repeat + this year's departure"),
        tr("Every year alike, slowly changing, and what this year does differently."),
        "periodic(1, period=held(365.25)) * matern52(1000) + matern32(30)",
    ),
    Preset(
        tr("Yearly repeat, always alike"),
        tr("The same season every year, with a level of its own."),
        "periodic(1, period=held(365.25)) + constant",
    ),
    Preset(
        tr("Rough, weather-driven"),
        tr("A curve that follows every rain and every dry spell."),
        "matern12",
    ),
    Preset(
        tr("Short and long together"),
        tr("Changes of days, weeks and months mixed in one curve."),
        "rational_quadratic",
    ),
    Preset(
        tr("Jumps and plateaus"),
        tr("A curve over a curve: quick here, slow there. A deep model, which takes a minute."),
        "deep(rbf, rbf)",
    ),
)


def offered() -> tuple[Preset, ...]:
    """The presets whose words the recipe language knows here."""
    return tuple(preset for preset in PRESETS if is_known(preset))


def is_known(preset: Preset) -> bool:
    try:
        Recipe().with_choice("kernel", preset.text)
    except InputError:
        return False
    return True
