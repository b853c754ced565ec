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
from gpstudio.phenology.stage_names import SHOWN, STAGE_NAMES


@dataclass(frozen=True)
class Term:
    name: str
    meaning: str

    @property
    def key(self) -> str:
        return key_of(self.name)


CHOSEN = "chosen: "
"""What stands before the name of a choice that was made from the data."""


def key_of(text: str) -> str:
    """How a label and a term are told to be the same word."""
    return text.replace("&", "").strip().rstrip(":…").strip().casefold()


REPORT = (
    Term("Level", "The value about which the curve swings, as the readings say."),
    Term("Averaged over",
         "How many settings of the kernel's numbers the curve is an average of: a band then also "
         "holds what is not known of the numbers."),
    Term("Covariance", "How near the covariance that was used is to the kernel's own."),
    Term("Iterations", "Steps of a solver that comes nearer step by step, and what was left over."),
    Term("Readings", "How many readings the curve rests on."),
    Term("Log evidence",
         "How well the model foretells the readings, as a logarithm: higher is better, and a "
         "difference below 1 says nothing. It compares models of the same readings only."),
    Term("Evaluations", "How often learning asked how good some numbers are."),
    Term("Jitter", "A tiny variance added so that the arithmetic holds; none is best."),
    Term("Learning took", "How long finding the kernel's numbers took."),
    Term("Remark", "Something to know before the result is trusted."),
)  # fmt: skip
"""Words of the report that no part of a recipe explains."""
WORDS = (
    Term("Amplitude", "How far a season's peak stands above its ground."),
    Term("Anchor", "One witness of a stage's date: the curve, a calendar, days or degree days."),
    Term("As of", "The day that is asked about; the last reading's, unless another is given."),
    Term("Band", "Where the curve, or a new reading, lies with 95 % probability."),
    Term("BBCH", "A scale of growth stages from 00 to 99 that holds for all crops (Meier 2018)."),
    Term("Calendar", "The usual day of a stage in a region, with how far it may be off."),
    Term("Calibration", "Learning from observed dates how far a crop's template is off here."),
    Term("Crop", "Whose stages are dated; without one only landmarks of the curve are."),
    Term("Curve", "The expected value of the index at each time, given all readings."),
    Term("Degree days", "Warmth added up day by day, in °C times days (°Cd)."),
    Term("Draw", "One curve that the readings allow; a date is found on each of many."),
    Term("Excluded", "A reading that a person took out; it can be brought back."),
    Term("Field", "One series of readings: a plot, a paddock, a pixel."),
    Term("Fit", "From readings and a model to the curve and its dates."),
    Term("Forecast", "What lies behind the last reading."),
    Term("Hemisphere", "Which half of the earth the fields lie in: calendars turn by half a year."),
    Term("Index", "What was measured, such as NDVI: thresholds of one do not hold for another."),
    Term("Landmark", "A place on the curve that has a rule, such as its peak."),
    Term("Median", "The middle one: as many draws are earlier as are later."),
    Term("Model", "What is believed of the curve before readings are seen: kernel, mean, noise."),
    Term("Residual", "A reading less the curve at its time."),
    Term("Rival", "Another way to draw a curve through readings, for comparison."),
    Term("Season", "A stretch that rises and falls as a crop does, named by the year of harvest."),
    Term("Set aside", "A row of the file that is not used, with its reason."),
    Term("Sown", "The day of sowing: seasons begin there, and warmth is counted from it."),
    Term("Template", "What is known of a crop's stages: what dates each, and how surely."),
    Term("Weight", "How much a reading counts; at 0.5 its noise has twice the variance."),
    Term("Zadoks", "A scale of growth stages of cereals (Zadoks, Chang and Konzak 1974)."),
)  # fmt: skip


def _all() -> Iterator[Term]:
    yield from REPORT
    yield from WORDS
    yield from (Term(slot.title, slot.help) for slot in SLOTS)
    yield from (Term(column.title, column.help) for column in (*COLUMNS, *ALSO_COPIED))
    for name in SHOWN:
        stage = STAGE_NAMES[name]
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
