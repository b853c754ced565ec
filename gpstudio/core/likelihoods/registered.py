"""What a likelihood is, and the registry of them."""

from __future__ import annotations

from typing import ClassVar

from gpstudio.core.registry import Registry
from gpstudio.core.spec import Setting, Spec


class Likelihood:
    """How readings arise from the curve."""

    spec: ClassVar[Spec]
    noise: Setting


LIKELIHOODS: Registry[type[Likelihood]] = Registry("likelihood")
