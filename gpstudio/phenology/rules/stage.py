"""What a stage is: one record holds all that anybody asks of it, and ``STAGES`` holds the records.

The window asks for words and looks, templates for codes, grades for the part of the season, small
files of observed dates for the names that people use. Whatever a record needs has no default, so
that a stage for which something was forgotten cannot be declared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from gpstudio.core.arrays import Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import Measure
from gpstudio.translation import tr

SeasonPart: TypeAlias = Literal["rise", "peak", "fall"]
PARTS: tuple[SeasonPart, ...] = get_args(SeasonPart)
"""Of a season, in its order."""
StageOrder: TypeAlias = Literal["ear", "flower", "curve"]
"""What can be followed through a season: within one, no later stage comes before an earlier one.
Heading is in no order with flowering, since barley flowers in the boot; what is read off a curve is
in none with what is seen in the field."""
Mark: TypeAlias = Literal[
    "triangle", "post", "diamond", "disc", "ring", "star", "plus", "wedge", "square", "cross",
    "slope", "arrow", "return", "house",
]  # fmt: skip
Stroke: TypeAlias = Literal["solid", "dashed", "dotted", "dash-dotted"]
NO_CODE = tr("No code: a landmark of the curve.")
OF_THE_CURVE = tr("of the curve")


@dataclass(frozen=True)
class StageLook:
    """How a stage is drawn, in words and numbers that the window makes colours and shapes of."""

    colour: int
    """Its place among the theme's colours of stages."""
    mark: Mark
    stroke: Stroke
    """Solid for landmarks of the curve: what is modelled has a broken line."""


UNKNOWN_LOOK = StageLook(1, "square", "solid")
"""Of a stage that nobody declared."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    name: str
    title: str
    help: str
    short: str
    """Two letters, for where there is no room."""
    brief: str = ""
    """A shorter word where the title is long; empty: the title is short enough."""
    scales: str
    """What the scales of growth stages call it: BBCH (Meier 2018) and Zadoks (Zadoks, Chang and
    Konzak 1974)."""
    part: SeasonPart
    """Where in a season it lies; when no date says so, it is graded by the readings there."""
    orders: tuple[StageOrder, ...]
    """In which its place holds: none where it may come at any time."""
    look: StageLook
    written: tuple[str, ...]
    """How people write it in files of observed dates, besides its name: folded, as
    ``session.noted.tables.folded`` does. A name that means another day (booting, "end of
    flowering") is none: an offset learnt from it would be wrong by days, quietly."""
    bbch: str = ""
    """Its code on the BBCH scale where a crop's template has no other; empty where the scale does
    not speak of it."""
    measure: Measure | None = None
    """The measure of the curve that it is by definition; None where a crop's template dates it."""
    formula: str = ""
    """Of a landmark of the curve, shown beside each date."""
    note: str = ""
    """Shown beside the date of a landmark where a template takes all of them."""
    by_choice: bool = False
    """Whether a person decides on the day: it tells nothing of the stages before."""
    shown: bool = True
    """Whether it has dates on screen and in files; else it is a step on the way to another."""
    repeats: int = 0
    """How often a season may have it: a template's one entry then stands for all of them."""
    repeated: str = ""
    """Of one of those, the name of what is repeated."""
    order: int = 0
    """Which of those it is."""

    @property
    def spec(self) -> Spec:
        return Spec(self.name, self.title, self.help, formula=self.formula)

    def numbered(self, order: int) -> Stage:
        """One of those that a season may have several of."""
        return replace(
            self,
            name=f"{self.name}_{order}",
            title=tr("{title} {order}", title=self.title, order=order),
            short=f"{self.short[0]}{order}",
            brief="",
            written=tuple(f"{phrase} {order}" for phrase in self.written)
            + tuple(f"{order} {phrase}" for phrase in self.written),
            shown=True,
            repeats=0,
            repeated=self.name,
            order=order,
        )

    def dates(self, drawn: SeasonCurves) -> Floats:
        """One date a draw; NaN where the draw does not reach the stage inside the season."""
        if self.measure is None:
            raise RuntimeError(f"the curve alone does not date '{self.name}'")
        return self.measure.of(drawn)


STAGES: Registry[Stage] = Registry("stage")
"""In the order of the season."""


def phrases(text: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(phrase.strip() for phrase in text.split(",") if phrase.strip())
