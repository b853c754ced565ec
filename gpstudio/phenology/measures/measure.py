"""What a measure is: from drawn curves of one season to one number a draw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal, TypeAlias

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Parameter, Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.translation import tr

Unit: TypeAlias = Literal["date", "days", "index", "index/day", "index·days"]
"""``date`` is a place on the time axis; a day is the unit of that axis."""


class Measure(ABC):
    """Something that the curve alone tells; its options are its fields, with defaults."""

    spec: ClassVar[Spec]
    unit: ClassVar[Unit]

    @abstractmethod
    def of(self, drawn: SeasonCurves) -> Floats:
        """One number a draw; NaN where it does not exist or cannot be seen inside the season."""


MEASURES: Registry[type[Measure]] = Registry("measure")


def percent(default: float, words: str) -> Parameter:
    """A share of the amplitude."""
    return Parameter(
        "percent",
        tr("Percent"),
        words,
        default=default,
        unit=tr("% of amplitude"),
        low=1.0,
        high=99.0,
    )


def window() -> Parameter:
    """Over how many days a slope or bend is taken; see ``derivatives``."""
    words = tr("Days over which slopes are taken; in proportion to the rise or fall, if left out.")
    return Parameter("window", tr("Window"), words, unit="days")
