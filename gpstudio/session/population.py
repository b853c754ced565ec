"""What the fields of a table have in common, learnt from a sample of them.

The sample is drawn by a hash of the fields' names, and summed in that order: the same fields give
the same population whatever their order. Scale and kernel are chosen once, on the sample.

Where it is known what grows in the fields, each crop with fields enough has a population of its
own; the others are as all fields of the table are.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import numpy as np

from gpstudio.core.choices import is_auto
from gpstudio.core.errors import InputError
from gpstudio.core.inference.auto_kernel import KernelCandidate, candidates
from gpstudio.core.inference.chooser import FEW_READINGS, choose
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.inference.together.course import course_of
from gpstudio.core.inference.together.fitted import TOGETHER
from gpstudio.core.inference.together.learn import Found, chosen, learn
from gpstudio.core.inference.together.road import Lattice, curve_of
from gpstudio.core.language import print_expression
from gpstudio.core.learning.population import Population
from gpstudio.core.learning.together import Together
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.hiding import as_of
from gpstudio.data.series import Series
from gpstudio.session.facts import NO_FACTS, NOTHING_KNOWN, Facts
from gpstudio.session.readings import readings_of
from gpstudio.session.scales import scale_of_all
from gpstudio.translation import tr

SAMPLE = 200
"""Fields from which a population is learnt."""
FEWEST = 8
"""From so many fields on ``auto`` learns together: fewer say little of what others will be."""
OFFERED = 0.5
"""A kernel is compared where it suits this share of the sample."""
NO_POPULATION: Final = "none"
Known: TypeAlias = Population | Literal["none"] | None
"""What fields are weighed by; ``none`` has each fitted alone, and None lets them learn together
where that suits them."""


def mark_of(series: Series) -> str:
    """A field's name for those who share: however it is written, and the same everywhere."""
    name = unicodedata.normalize("NFKC", series.group).casefold().strip()
    return hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def sample_of(fields: Sequence[Series]) -> list[Series]:
    """The first by their marks."""
    return sorted(fields, key=lambda one: (mark_of(one), one.group, one.fingerprint))[:SAMPLE]


def asked_for(recipe: Recipe) -> Recipe:
    """The recipe for who asks for learning together, where it leaves that open."""
    return recipe.filled(learning=print_expression(TOGETHER))


def is_shared(recipe: Recipe, fields: int) -> bool:
    """Whether the recipe lets so many fields learn together."""
    asked = recipe.learning == TOGETHER
    return (asked and fields > 1) or (is_auto(recipe.learning) and fields >= FEWEST)


def asked_of(recipe: Recipe, day: float | None) -> str:
    """What a population that is learnt follows from, besides the fields."""
    choices = [f"{name}={recipe.text(name)}" for name in ("kernel", "mean", "scale")]
    return "; ".join(choices if day is None else [*choices, f"as_of={day!r}"])


def serves(population: Population | None, recipe: Recipe, day: float | None) -> bool:
    """Whether it is what fields of this recipe would learn."""
    if population is None or not (is_auto(recipe.learning) or recipe.learning == TOGETHER):
        return False
    return population.asked == asked_of(recipe, day)


def own_population(population: Population, series: Series, facts: Facts) -> Population:
    """Of the field's crop, and learnt without it where the fields are few."""
    if population.is_one:
        return population
    return population.for_field(mark_of(series), facts.only_crop)


def population_of(
    fields: Sequence[Series],
    recipe: Recipe,
    task: Task = QUIET,
    day: float | None = None,
    facts: Mapping[str, Facts] = NOTHING_KNOWN,
    threads: int = 0,
) -> Population | None:
    """As the fields stood on the ``day`` that is asked about; None where the recipe or the fields
    are not for learning together. In so many threads, or as many as there are."""
    if not is_shared(recipe, len(fields)):
        return None
    found = _population(_Sample.of(fields, day, threads), recipe, task)
    if found is None:
        return None
    of_crops = {
        crop: _population(_Sample.of(some, day, threads), recipe, task)
        for crop, some in _by_crop(fields, facts, day).items()
    }
    crops = tuple((crop, one) for crop, one in of_crops.items() if one is not None)
    return replace(found, crops=crops)


def _by_crop(
    fields: Sequence[Series], facts: Mapping[str, Facts], day: float | None
) -> dict[str, list[Series]]:
    """The fields of each crop that has enough of them, where not all are of one.

    In fields drawn of two crops, one of 24 fields and one of 3 to 12, the small one's 15 readings
    tell a further one better by 0.01 to 0.04 in log density with its own population than with the
    table's, about two standard errors: below eight fields, where none is learnt of a table either,
    little is lost.
    """
    found: dict[str, list[Series]] = {}
    for series in fields:
        crop = facts.get(series.group, NO_FACTS).as_of(day).only_crop
        found.setdefault(crop, []).append(series)
    if len(found) == 1:
        return {}
    return {crop: found[crop] for crop in sorted(found) if crop and len(found[crop]) >= FEWEST}


@dataclass(frozen=True)
class _Sample:
    """The fields from which is learnt, as they stood on the day, made ready once. Those of which
    hardly a reading was there, or that cannot be computed with, say so where they are fitted."""

    series: Sequence[Series]
    readings: Sequence[Readings]
    day: float | None
    threads: int

    @classmethod
    def of(cls, fields: Sequence[Series], day: float | None, threads: int) -> _Sample:
        series, readings = [], []
        for one in sample_of(fields):
            with suppress(InputError):
                seen = as_of(one, day)
                readings.append(readings_of(seen))
                series.append(seen)
        return cls(series, readings, day, threads)


def _population(sample: _Sample, recipe: Recipe, task: Task) -> Population | None:
    lengths = [len(series) for series in sample.series]
    together = recipe.learning == TOGETHER
    if len(lengths) < 2 or (not together and float(np.median(lengths)) > FEW_READINGS):
        return None
    task.report(tr("learning what fields have in common"), 0.0)
    scaled = recipe.filled(scale=scale_of_all(recipe, sample.series).text)
    found: list[tuple[KernelCandidate, Found, tuple[str, ...]]] = []
    for candidate in _candidates(scaled, sample.readings):
        learnt = _learnt(replace(scaled, kernel=candidate.kernel), sample, task)
        if learnt is not None:
            found.append((candidate, *learnt))
    if not found:
        return None
    best = chosen([one for _, one, _ in found])
    candidate, one, marks = found[best]
    return Population(
        print_expression(candidate.kernel),
        scaled.text("scale"),
        one.shared,
        len(marks),
        _reason(found, best),
        tuple(zip(marks, one.apart, strict=True)) if one.apart else (),
        asked_of(recipe, sample.day),
    )


def _candidates(recipe: Recipe, sample: Sequence[Readings]) -> list[KernelCandidate]:
    """Kernels that suit most of the sample, simplest first."""
    if not is_auto(recipe.kernel):
        return [KernelCandidate(recipe.kernel, print_expression(recipe.kernel))]
    offered: dict[str, tuple[KernelCandidate, int]] = {}
    for readings in sample:
        for candidate in candidates(readings):
            name = print_expression(candidate.kernel)
            offered[name] = candidate, offered.get(name, (candidate, 0))[1] + 1
    found = [c for c, count in offered.values() if count >= OFFERED * len(sample)]
    return sorted(found, key=lambda candidate: candidate.period)


def _learnt(recipe: Recipe, sample: _Sample, task: Task) -> tuple[Found, tuple[str, ...]] | None:
    """With one kernel, and the marks of the fields that taught it."""
    plan = choose(recipe.filled(likelihood="gaussian"), FEW_READINGS, 1)
    plan = replace(plan, learner=Together())
    course = course_of(plan)
    if course is None:
        return None
    curves, marks = [], []
    for series, readings in zip(sample.series, sample.readings, strict=True):
        try:
            ready, about = made_ready(plan, readings)
        except InputError:  # what has no place on the scale is fitted alone, and says so
            continue
        if Lattice().suits(ready, about):
            curves.append(curve_of(ready, about))
            marks.append(mark_of(series))
    if len(curves) < 2:
        return None
    return learn(course, curves, task, sample.threads), tuple(marks)


def _reason(found: Sequence[tuple[KernelCandidate, Found, tuple[str, ...]]], best: int) -> str:
    candidate, one, marks = found[best]
    if len(found) == 1:
        return tr(
            "learnt together from {fields:,} fields: {curve}",
            fields=len(marks),
            curve=candidate.words,
        )
    others = ", ".join(
        tr("{evidence:.0f} for {curve}", evidence=f.log_evidence, curve=c.words)
        for place, (c, f, _) in enumerate(found)
        if place != best
    )
    return tr(
        "learnt together from {fields:,} fields: {curve}, log evidence of all {evidence:.0f} "
        "against {others}",
        fields=len(marks),
        curve=candidate.words,
        evidence=one.log_evidence,
        others=others,
    )
