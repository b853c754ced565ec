"""A document to parts and back, whole: what is opened shows what was saved, at once.

parts = parts_of_document(document, made)      # made: {} once, for who does it again and again
found = found_in(contents)                     # its document, and what of it is lost
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.table import Labels
from gpstudio.data.texts import shown
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit
from gpstudio.session.lessons import NO_LESSONS, UNTAUGHT, Lessons
from gpstudio.session.project.codec import facts, fits, kept
from gpstudio.session.project.codec import table as tables
from gpstudio.session.project.codec.facts import (
    Stations,
    facts_of,
    parts_of_facts,
    parts_of_stations,
    stations_of,
)
from gpstudio.session.project.codec.fits import (
    UNTOLD,
    fits_of,
    fitted_fields,
    parts_of_fits,
)
from gpstudio.session.project.codec.kept import kept_of, marks_of, parts_of_kept
from gpstudio.session.project.codec.once import Made, once
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.table import lost_fields_of_table, parts_of_table, table_of
from gpstudio.session.project.codec.texts import json_of, json_part, not_understood
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part
from gpstudio.session.request import Request, checked
from gpstudio.session.season_map.laying_out import SeasonMap
from gpstudio.session.wished_classes import NO_CLASSES, ClassWish
from gpstudio.translation import all_of, some_of, tr

SELECTED, RECIPE, REQUEST, LESSONS = "selected", "recipe", "request", "lessons"
POPULATION = "population"
LABELS = "labels"
CLASSES = "classes"
SEASON_MAP = "season_map"
BASIS = "basis"
"""Of lessons: it follows from the document that they are saved with."""
SAVED = "as saved"
"""Until then."""
OWN = {
    SELECTED,
    RECIPE,
    REQUEST,
    LESSONS,
    POPULATION,
    LABELS,
    CLASSES,
    SEASON_MAP,
    facts.NAME,
    facts.STATIONS,
    fits.NAME,
    kept.NAME,
    tables.NAME,
}
"""Parts of the document, with those below them."""
NAMED = 3
"""Fields that a sentence names; of more it says how many they are."""
T = TypeVar("T")


def parts_of_document(document: Document, made: Made | None = None) -> Iterator[Part]:
    """With ``made`` the same parts for what has not changed: they need not be written again."""
    made = {} if made is None else made
    names = set()
    for part in _parts(document, made):
        names.add(part.name)
        yield part
    for name in made.keys() - names:
        del made[name]


def _parts(document: Document, made: Made) -> Iterator[Part]:
    yield from parts_of(SELECTED, document.selected)
    yield from parts_of(RECIPE, document.recipe)
    yield from parts_of(REQUEST, document.request)
    yield from parts_of_facts(document.facts, made)
    if document.labels:
        labels = document.labels
        yield from once(made, LABELS, (labels,), lambda: parts_of(LABELS, labels, Labels))
    if document.classes != NO_CLASSES:
        yield from parts_of(CLASSES, document.classes)
    of_fits = (fit.facts for fit in document.fits.values())
    yield from parts_of_stations((*document.facts.values(), *of_fits), made)
    if document.table is not None:
        yield from parts_of_table(document.table, made=made)
        yield from parts_of_fits(document, document.table.series, made)
        yield from parts_of_kept(document, made)
    known = document.population
    if known is not None:
        yield from once(
            made, POPULATION, (known,), lambda: (json_part(POPULATION, known.as_json()),)
        )
    found = document.season_map
    if found is not None:
        yield from once(made, SEASON_MAP, (found,), lambda: parts_of(SEASON_MAP, found))
    if document.lessons.told != UNTAUGHT:
        things = (document.lessons,)
        without = (BASIS,)
        yield from once(
            made, LESSONS, things, lambda: parts_of(LESSONS, document.lessons, without=without)
        )


@dataclass(frozen=True, eq=False)
class FoundDocument:
    """What a project holds, and in words what of it is lost."""

    document: Document
    lost: tuple[str, ...]

    def sentence(self, path: Path) -> str:
        """Empty for a sound project."""
        if not self.lost:
            return ""
        return tr("{path} is damaged. Lost: {parts}.", path=shown(path), parts=all_of(self.lost))


def document_of(contents: Contents) -> Document:
    """What is whole of it. Raises where the readings are lost."""
    return found_in(contents).document


def found_in(contents: Contents, task: Task = QUIET) -> FoundDocument:
    lost: list[str] = []

    def whole(make: Callable[[], T], instead: T, called: str) -> T:
        try:
            return make()
        except InputError:
            lost.append(called)
            return instead

    table = table_of(contents, task=task) if _has(contents, tables.NAME) else None
    fields = table.series if table is not None else ()
    stations: Stations = whole(lambda: stations_of(contents), {}, "temperatures")
    known: Mapping[str, Facts] = whole(
        lambda: facts_of(contents, stations), {}, tr("what was known of the fields")
    )
    lessons = _lessons(contents)
    fitted = fits_of(contents, fields, stations, UNTOLD if lessons is None else lessons.told, task)
    groups = [series.group for series in fields]
    selected = whole(lambda: value_of(str, contents, SELECTED), "", tr("which field was shown"))
    document = Document(
        table=table,
        selected=selected if selected in groups else next(iter(groups), ""),
        recipe=whole(lambda: value_of(Recipe, contents, RECIPE), Recipe(), tr("the model")),
        request=whole(
            lambda: checked(value_of(Request, contents, REQUEST)),
            Request(),
            tr("how stages are dated"),
        ),
        facts=frozen(known),
        labels=frozen(whole(lambda: _labels(contents), {}, tr("words about the fields"))),
        fits=frozen(fitted),
        lessons=NO_LESSONS if lessons is None else lessons,
        kept=kept_of(contents, fitted, dict.fromkeys(groups), task),
        marks=marks_of(contents),
        classes=whole(lambda: _classes(contents), NO_CLASSES, tr("what was asked about classes")),
        population=whole(lambda: _population(contents), None, tr("what the fields have in common")),
        season_map=whole(lambda: _season_map(contents), None, tr("the map of seasons")),
    )
    document = _resting_on_itself(document)
    lost += _lost_of_fields(contents, document)
    lost += ["temperatures"] if None in stations.values() else []
    return FoundDocument(document, tuple(dict.fromkeys(lost)))


def beside(contents: Contents) -> dict[str, Part]:
    """The parts that are not of the document."""
    return {n: part for n, part in contents.parts.items() if n.partition("/")[0] not in OWN}


def _resting_on_itself(document: Document) -> Document:
    """With the lessons that were saved resting on the fits that were saved with them: a fit that
    has other lessons, or none that are left, says so by itself."""
    saved = document.lessons.told
    if saved == UNTAUGHT:
        return document
    lessons = replace(document.lessons, basis=document.basis)

    def taught(fit: Fit) -> Fit:
        return fit.with_dates(fit.dates, replace(fit.basis, taught=lessons.told))

    fits = {
        group: taught(fit) if fit.basis.taught == saved else fit
        for group, fit in document.fits.items()
    }
    return replace(document, fits=frozen(fits), lessons=lessons)


def _population(contents: Contents) -> Population | None:
    if not _has(contents, POPULATION):
        return None
    record = json_of(contents, POPULATION)
    if not isinstance(record, Mapping):
        raise not_understood(contents, POPULATION)
    return Population.from_json(record)


def _lessons(contents: Contents) -> Lessons | None:
    """None where they are lost: they are learnt again, and nobody needs to be told."""
    if not _has(contents, LESSONS):
        return NO_LESSONS
    try:
        lessons: Lessons = value_of(Lessons, contents, LESSONS, **{BASIS: SAVED})
    except InputError:
        return None
    return lessons


def _classes(contents: Contents) -> ClassWish:
    found: ClassWish = NO_CLASSES
    if _has(contents, CLASSES):
        found = value_of(ClassWish, contents, CLASSES)
        slots = {slot.name for slot in SLOTS}
        Recipe.of(
            0, **{name: word for name, word in found.chosen if name in slots}
        )  # or it is lost
    return found


def _season_map(contents: Contents) -> SeasonMap | None:
    found: SeasonMap | None = None
    if _has(contents, SEASON_MAP):
        found = value_of(SeasonMap, contents, SEASON_MAP)
    return found


def _labels(contents: Contents) -> Labels:
    found: Labels = value_of(Labels, contents, LABELS) if _has(contents, LABELS) else {}
    return found


def _lost_of_fields(contents: Contents, document: Document) -> Iterator[str]:
    readings = lost_fields_of_table(contents)
    if readings:
        yield tr("the readings of {fields}", fields=_named(readings))
    elif not contents.is_listed:
        yield tr("perhaps some fields")
    fields = document.table.by_group if document.table else {}
    gone = [g for g in fitted_fields(contents) if g in fields and g not in document.fits]
    if gone:
        yield tr("the fit of {fields}", fields=_named(gone))
    if contents.damage_of(kept.NAME):
        yield tr("what was kept of earlier fits")
    if contents.damage_of(f"{tables.NAME}/{tables.PREVIEW}"):
        yield tr("the first rows of the table")


def _named(groups: Sequence[str]) -> str:
    if len(groups) == 1:
        return tr("field {name}", name=shown(groups[0])) if groups[0] else tr("the field")
    names = some_of([shown(group) for group in groups], NAMED)
    return tr("{count:,} fields ({names})", count=len(groups), names=names)


def _has(contents: Contents, name: str) -> bool:
    """Also what is damaged: then it is to be told, and not passed over."""
    return any(
        each == name or each.startswith(f"{name}/") for each in (*contents.parts, *contents.damaged)
    )
