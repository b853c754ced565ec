"""What a kind of frequencies is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from gpstudio.core.approximations.fourier.drawn import DrawnFeatures
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


class Kind(ABC):
    """How frequencies are drawn: each follows the kernel's law; how they are related is its own."""

    spec: ClassVar[Spec]

    @abstractmethod
    def drawn(self, count: int, inputs: int, random: np.random.Generator) -> DrawnFeatures:
        """So many frequencies."""


KINDS: Registry[type[Kind]] = Registry(tr("kind of frequencies"))
