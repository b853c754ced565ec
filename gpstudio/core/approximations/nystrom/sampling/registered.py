"""What a sampling is, and the registry of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from gpstudio.core.approximations.registered import Ground
from gpstudio.core.arrays import Integers
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task


class Sampling(ABC):
    """How landmarks are chosen among the readings."""

    spec: ClassVar[Spec]

    @abstractmethod
    def places(
        self, ground: Ground, rank: int, random: np.random.Generator, task: Task
    ) -> Integers:
        """Rows of the readings, each once."""


SAMPLINGS: Registry[type[Sampling]] = Registry("sampling")
