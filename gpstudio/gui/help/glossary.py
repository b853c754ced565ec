"""What the words on screen mean, in one sentence each: for the manual and for whoever rests the
mouse on one.

Words that are declared elsewhere, such as stages and the parts of a recipe, are taken from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from gpstudio.core.recipe import SLOTS
from gpstudio.gui.season.stage_columns import ALSO_COPIED, COLUMNS
from gpstudio.phenology.templates import shown_stages
from gpstudio.translation import tr


@dataclass(frozen=True)
class Term:
    name: str
    meaning: str

    @property
    def key(self) -> str:
        return key_of(self.name)


CHOSEN = tr("Chosen: {choice}", choice="").casefold()
"""What stands before the name of a choice that was made from the data."""


def key_of(text: str) -> str:
    """How a label and a term are told to be the same word."""
    return text.replace("&", "").strip().rstrip(":…").strip().casefold()


REPORT = (
    Term(tr("Level"), tr("The value about which the curve swings, as the readings say.")),
    Term(tr("Averaged over"),
         tr(
             "Over how many settings of the kernel's numbers the curve is averaged, so that "
             "the band holds their uncertainty too.")),
    Term(tr("Covariance"), tr("How near the covariance that was used is to the kernel's own.")),
    Term(
        tr("Iterations"),
        tr("Steps of a solver that comes nearer step by step, and what was left over."),
    ),
    Term(tr("Readings"), tr("How many readings the curve rests on.")),
    Term(tr("Log evidence"),
         tr(
             "How well the model foretells the readings, as a logarithm. Higher is better, "
             "among models of the same readings; a difference below 1 says nothing.")),
    Term(tr("Evaluations"), tr("How often learning asked how good some numbers are.")),
    Term(tr("Jitter"), tr("A tiny variance added so that the arithmetic holds; none is best.")),
    Term(tr("Learning took"), tr("How long finding the kernel's numbers took.")),
    Term(tr("Remark"), tr("Something to know before the result is trusted.")),
)  # fmt: skip
"""Words of the report that no part of a recipe explains."""
WORDS = (
    Term(tr("Amplitude"), tr("How far a season's peak stands above its ground.")),
    Term(
        tr("Anchor"),
        tr("One witness of a stage's date: the curve, a calendar, days or degree days."),
    ),
    Term(
        tr("As of"),
        tr("The day that is asked about; the last reading's, unless another is given."),
    ),
    Term(tr("Band"), tr("Where the curve, or a new reading, lies with 95 % probability.")),
    Term(
        "BBCH", tr("A scale of growth stages from 00 to 99 that holds for all crops (Meier 2018)."),
    ),
    Term(tr("Calendar"), tr("The usual day of a stage in a region, with how far it may be off.")),
    Term(
        tr("Calibration"),
        tr("Learning from observed dates how far a crop's template is off here."),
    ),
    Term(tr("Crop"), tr("Whose stages are dated; without one only landmarks of the curve are.")),
    Term(tr("Curve"), tr("The expected value of the index at each time, given all readings.")),
    Term(tr("Degree days"), tr("Warmth added up day by day, in °C times days (°Cd).")),
    Term(tr("Draw"), tr("One curve that the readings allow; a date is found on each of many.")),
    Term(tr("Excluded"), tr("A reading that a person took out; it can be brought back.")),
    Term(tr("Field"), tr("One series of readings: a plot, a paddock, a pixel.")),
    Term(tr("Fit"), tr("From readings and a model to the curve and its dates.")),
    Term(tr("Forecast"), tr("What lies behind the last reading.")),
    Term(
        tr("Hemisphere"),
        tr("Which half of the earth the fields lie in: calendars turn by half a year."),
    ),
    Term(
        tr("Index"),
        tr("What was measured, such as NDVI: thresholds of one do not hold for another."),
    ),
    Term(tr("Landmark"), tr("A place on the curve that has a rule, such as its peak.")),
    Term(tr("Median"), tr("The middle one: as many draws are earlier as are later.")),
    Term(
        tr("Model"),
        tr("What is believed of the curve before readings are seen: kernel, mean, noise."),
    ),
    Term(tr("Residual"), tr("A reading less the curve at its time.")),
    Term(tr("Rival"), tr("Another way to draw a curve through readings, for comparison.")),
    Term(
        tr("Season"),
        tr("A stretch that rises and falls as a crop does, named by the year of harvest."),
    ),
    Term(tr("Set aside"), tr("A row of the file that is not used, with its reason.")),
    Term(tr("Sown"), tr("The day of sowing: seasons begin there, and warmth is counted from it.")),
    Term(tr("Template"), tr("What is known of a crop's stages: what dates each, and how surely.")),
    Term(tr("Weight"), tr("How much a reading counts; at 0.5 its noise has twice the variance.")),
    Term(tr("Zadoks"), tr("A scale of growth stages of cereals (Zadoks, Chang and Konzak 1974).")),
)  # fmt: skip


def _all() -> Iterator[Term]:
    yield from REPORT
    yield from WORDS
    yield from (Term(slot.title, slot.help) for slot in SLOTS)
    yield from (Term(column.title, column.help) for column in (*COLUMNS, *ALSO_COPIED))
    for stage in shown_stages():
        yield Term(stage.title, f"{stage.help} {stage.scales}")


@lru_cache(maxsize=1)
def terms() -> Mapping[str, Term]:
    """Every term by its key; what is said first holds."""
    found: dict[str, Term] = {}
    for term in _all():
        found.setdefault(term.key, term)
    return MappingProxyType(found)


def meaning(text: str) -> str:
    """Of a label's word, also where it stands for several; empty where it is no term."""
    key = key_of(text)
    known = terms().get(key) or terms().get(key.removesuffix("s"))
    return known.meaning if known is not None else _choices().get(key.removeprefix(CHOSEN), "")


@lru_cache(maxsize=1)
def _choices() -> Mapping[str, str]:
    """What can stand in a recipe, by its title: the manual tells it on pages of its own."""
    return {key_of(spec.title): spec.help for slot in SLOTS for spec in slot.registry.specs}
