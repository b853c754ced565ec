"""How waves of a frequency make features whose products are the covariance.

Of angles p = ω·x and m frequencies: √(v/m) [cos p, sin p], whose squared length is v everywhere; or
√(2v/m) cos(p + b) with a phase b drawn for each, twice as many frequencies for as many features.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


class Form(ABC):
    spec: ClassVar[Spec]
    lines: ClassVar[int]
    """Features a frequency."""
    share: ClassVar[float]
    """The mean of a wave's square."""

    @abstractmethod
    def phases(self, drawn: Floats) -> Floats:
        """Of each frequency, in quarter turns."""

    @abstractmethod
    def along(self, half: Floats, waves: Floats, ahead: Callable[[], Floats]) -> Floats:
        """What pulls at each angle: half ∘ d waves / dp, summed over a frequency's features;
        ``ahead`` makes the waves with their phases a quarter turn later."""

    def size(self, variance: float, frequencies: int) -> float:
        return math.sqrt(variance / (self.lines * self.share * frequencies))


FORMS: Registry[type[Form]] = Registry("form")


@FORMS.register
class CosineSine(Form):
    spec = Spec(
        "cosine_sine",
        tr("Cosine and sine"),
        tr("Both waves of each frequency: the surer one."),
        short="cosine–sine",
    )
    lines = 2
    share = 0.5

    def phases(self, drawn: Floats) -> Floats:
        return np.zeros(len(drawn))

    def along(self, half: Floats, waves: Floats, ahead: Callable[[], Floats]) -> Floats:
        m = waves.shape[1] // 2
        pull = half[:, m:] * waves[:, :m]
        pull -= half[:, :m] * waves[:, m:]
        return np.asfortranarray(pull)


@FORMS.register
class Phase(Form):
    spec = Spec(
        "phase", tr("Phase"), tr("One wave of each frequency, begun anywhere: more frequencies.")
    )
    lines = 1
    share = 0.5

    def phases(self, drawn: Floats) -> Floats:
        return drawn

    def along(self, half: Floats, waves: Floats, ahead: Callable[[], Floats]) -> Floats:
        # d cos p = cos(p + a quarter turn) dp
        return np.asfortranarray(half * ahead())
