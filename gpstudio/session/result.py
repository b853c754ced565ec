"""What a fit found, small enough to be sent anywhere: from it and the readings all else is made."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.cached import Portable
from gpstudio.core.inference.remembered import Kept
from gpstudio.core.recipe import Recipe
from gpstudio.session.curve import Curve
from gpstudio.session.dating import Dates
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.lessons import UNTAUGHT, Taught
from gpstudio.session.request import Request


@dataclass(frozen=True)
class Basis:
    """What a result rests on. It is outdated where what is asked for at present is another."""

    readings: str
    """The fingerprint of the series."""
    recipe: Recipe
    request: Request
    facts: Facts = NO_FACTS
    taught: Taught = UNTAUGHT


@dataclass(frozen=True, eq=False)
class FieldResult(Portable):
    basis: Basis
    learned: Kept
    curve: Curve
    """On an even grid, for drawing, or at the times that were asked for."""
    dates: Dates

    def has_curve_of(self, other: FieldResult) -> bool:
        """Whether it is the same fit; what is dated on it may differ."""
        if self.learned is other.learned and self.curve is other.curve:
            return True
        if self.learned is not other.learned and self.learned.report != other.learned.report:
            return False
        return self.curve.fingerprint == other.curve.fingerprint
