"""What a fit found, small enough to be sent anywhere: from it and the readings all else is made."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpstudio.core.cached import Portable
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.report import Report
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
    population: str = ""
    """The fingerprint of what was held likely of the field from others; empty where it was fitted
    alone."""


@dataclass(frozen=True, eq=False)
class FieldResult(Portable):
    basis: Basis
    learned: Learned
    curve: Curve
    """On an even grid, for drawing, or at the times that were asked for."""
    dates: Dates

    def has_curve_of(self, other: FieldResult) -> bool:
        """Whether it is the same fit; what is dated on it may differ."""
        mine, theirs = self.learned, other.learned
        if mine is not theirs and _as_made(mine) != _as_made(theirs):
            return False
        same_curve = self.curve is other.curve
        return same_curve or self.curve.fingerprint == other.curve.fingerprint


def _as_made(learned: Learned) -> Report:
    """Without what solvers have remarked since."""
    return replace(learned.report, remarks=())
