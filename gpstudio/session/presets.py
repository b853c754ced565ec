"""Kernels that people ask for in words. Each is a plain expression; one whose families are not
all there is not offered."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe


@dataclass(frozen=True)
class Preset:
    """A start, in words and in the recipe language."""

    title: str
    help: str
    text: str


PRESETS = (
    Preset(
        "Smooth season",
        "One crop cycle that rises and falls without sudden turns.",
        "matern52",
    ),
    Preset(
        "Lively season",
        "A season with quick green-up and sudden harvest; what Automatic takes.",
        "matern32",
    ),
    Preset(
        "Season + trend",
        "A season on ground that slowly gains or loses over the whole record.",
        "matern32 + linear",
    ),
    Preset(
        "Season + slow drift",
        "Season and a second, much slower curve, such as a canopy that grows over years.",
        "matern32(60) + rbf(1000)",
    ),
    Preset(
        "Yearly repeat + this year's departure",
        "Every year alike, slowly changing, and what this year does differently.",
        "periodic(1, period=held(365.25)) * matern52(1000) + matern32(30)",
    ),
    Preset(
        "Yearly repeat, always alike",
        "The same season every year, with a level of its own.",
        "periodic(1, period=held(365.25)) + constant",
    ),
    Preset(
        "Rough, weather-driven",
        "A curve that follows every rain and every dry spell.",
        "matern12",
    ),
    Preset(
        "Short and long together",
        "Changes of days, weeks and months mixed in one curve.",
        "rational_quadratic",
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
