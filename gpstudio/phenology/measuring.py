"""From the drawn curves of a season to the measures that a crop's template asks for.

A template names measures as the registry does, with their options, ``peak`` or ``rise(50)``, so
that every measure that is a date can be an anchor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.language import parse, print_number
from gpstudio.phenology.anchors import CropTemplate
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.measures import MEASURES, Measure
from gpstudio.translation import tr


def measures_for(template: CropTemplate, index: str, drawn: SeasonCurves) -> Mapping[str, Floats]:
    """Each measure that some stage of the template is dated by on a curve of this index, one number
    a draw; of an index that dates none, those of all."""
    of_index = [a.measure for stage in template.stages for a in stage.curve_anchors(index)]
    of_all = (anchor.measure for stage in template.stages for anchor in stage.curve)
    return {words: measure_named(words).of(drawn) for words in dict.fromkeys(of_index or of_all)}


@lru_cache(maxsize=256)
def measure_named(words: str) -> Measure:
    """The measure that is written so; a stage has a date, and so must what dates it."""
    made = make(MEASURES, parse(words))
    if not isinstance(made, Measure):
        raise RuntimeError(f"the registry of measures made something else of '{words}'")
    if made.unit != "date":
        dates = ", ".join(entry.spec.name for entry in MEASURES if entry.unit == "date")
        raise InputError(
            tr("'{written}' is no date; choose one of: {dates}.", written=words, dates=dates)
        )
    return made


def words_of(measure: Measure) -> str:
    """How a template names it: ``rise(50)``."""
    options = (getattr(measure, field.name) for field in fields(measure))  # type: ignore[arg-type]
    written = ", ".join(print_number(option) for option in options if option is not None)
    return f"{measure.spec.name}({written})" if written else measure.spec.name
