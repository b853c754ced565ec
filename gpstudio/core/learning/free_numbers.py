"""The numbers that learning moves, between settings and coordinates.

A model has a row of settings, those of its kernels and then its likelihood's. Learning sees the
free ones only, each in its coordinate (``Parameter.coordinate``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.learning.priors import Priors
from gpstudio.core.learning.starts import (
    Scales,
    bounds,
    guessed,
    others,
    settled,
    starts,
    unit,
)
from gpstudio.core.spec import Parameter, Setting


class FreeNumbers:
    def __init__(self, written: Sequence[tuple[Parameter, Setting]], scales: Scales) -> None:
        self.scales = scales
        self.settings = [(p, settled(p, setting, scales)) for p, setting in written]
        self.places = [i for i, (_, setting) in enumerate(self.settings) if not setting.held]

    @property
    def parameters(self) -> list[Parameter]:
        return [self.settings[i][0] for i in self.places]

    def coordinates(self, numbers: Iterable[float]) -> Floats:
        pairs = zip(self.parameters, numbers, strict=True)
        return np.array([parameter.coordinate(number) for parameter, number in pairs])

    def starts(self) -> tuple[Floats, ...]:
        """Best guess first."""
        attempts = [
            starts(self.settings, self.scales, attempt) for attempt in range(guessed(self.settings))
        ]
        return tuple(self.coordinates(numbers[i] for i in self.places) for numbers in attempts)

    def others(self) -> tuple[tuple[Floats, ...], ...]:
        """Further starts, of each likely period."""
        return tuple(
            tuple(self.coordinates(numbers[i] for i in self.places) for numbers in alike)
            for alike in others(self.settings, self.scales)
        )

    @property
    def begun(self) -> list[Setting]:
        """All settings with the numbers that learning starts from."""
        numbers = starts(self.settings, self.scales)
        return [s.at(x) for (_, s), x in zip(self.settings, numbers, strict=True)]

    @property
    def span(self) -> tuple[Floats, Floats]:
        """How far learning may go, down and up."""
        spans = [bounds(*self.settings[i], self.scales) for i in self.places]
        return self.coordinates(low for low, _ in spans), self.coordinates(h for _, h in spans)

    @property
    def units(self) -> Floats:
        return np.array([unit(parameter, self.scales) for parameter in self.parameters])

    @property
    def walled(self) -> Flags:
        """Which have bounds that a person wrote."""
        return np.array([self.settings[i][1].low is not None for i in self.places], dtype=bool)

    @property
    def names(self) -> tuple[str, ...]:
        """Each number's name, counted where several are called alike."""
        titles = [parameter.title.lower() for parameter in self.parameters]
        return tuple(
            title if titles.count(title) == 1 else f"{title} {1 + titles[:place].count(title)}"
            for place, title in enumerate(titles)
        )

    def prior(self, coordinates: Floats) -> tuple[float, Floats]:
        """Log prior with its gradient: what is written, else weak ones by role."""
        return self._priors(coordinates)

    def written_prior(self, coordinates: Floats) -> tuple[float, Floats]:
        """Of the written priors alone."""
        return self._written_priors(coordinates)

    @cached_property
    def _priors(self) -> Priors:
        return Priors(self.settings, self.places, self.scales)

    @cached_property
    def _written_priors(self) -> Priors:
        return Priors(self.settings, self.places, self.scales, weak=False)

    def at(self, coordinates: Floats) -> list[Setting]:
        """All settings, the free ones with the numbers at these coordinates."""
        return settled_at(self.settings, self.places, coordinates)


def settled_at(
    settings: Sequence[tuple[Parameter, Setting]], places: Sequence[int], coordinates: Floats
) -> list[Setting]:
    """All settings, those at the places with the numbers at these coordinates."""
    found = [setting for _, setting in settings]
    for i, coordinate in zip(places, coordinates.tolist(), strict=True):
        found[i] = found[i].at(_number(coordinate, *settings[i]))
    return found


def _number(coordinate: float, parameter: Parameter, setting: Setting) -> float:
    """The number at the coordinate, but to the last bit: the written one where learning did not
    move it, and never beyond a written bound."""
    if setting.value is not None and coordinate == parameter.coordinate(setting.value):
        return setting.value
    low = -np.inf if setting.low is None else setting.low
    high = np.inf if setting.high is None else setting.high
    return float(min(max(parameter.at_coordinate(coordinate), low), high))
