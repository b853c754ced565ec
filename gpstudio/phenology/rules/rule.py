"""What a stage rule is: a measure of the curve that stands for a stage of the crop."""

from __future__ import annotations

from typing import ClassVar

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import Measure


class Rule:
    """A stage that the curve alone can date; the spec's formula is shown beside each date."""

    spec: ClassVar[Spec]
    measure: ClassVar[Measure]
    bbch: ClassVar[str | None] = None
    """The stage's code on the BBCH scale (Meier 2018), or codes, such as ``61–69``; None where the
    curve shows something that the scale does not speak of."""
    zadoks: ClassVar[str | None] = None
    """The same on the scale for cereals (Zadoks, Chang and Konzak 1974), such as ``Z61``."""

    def dates(self, drawn: SeasonCurves) -> Floats:
        """One date a draw; NaN where the draw does not reach the stage inside the season."""
        return self.measure.of(drawn)


RULES: Registry[type[Rule]] = Registry("stage")
