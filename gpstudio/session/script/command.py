"""The document as a command line, with the files it reads; what it cannot say is told in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.data.series import Series, iso_from_days
from gpstudio.data.table import Table
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts
from gpstudio.session.population import NO_POPULATION
from gpstudio.session.population_file import population_text
from gpstudio.session.request import Request
from gpstudio.session.script.beside import observed_file, sowing_file, temperature_file
from gpstudio.session.script.exported import (
    Exported,
    fields_of,
    groups_of,
    is_read_again,
    otherwise_fitted,
    table_of,
    weighed_by,
)
from gpstudio.session.script.words import POSIX, WINDOWS, Shell
from gpstudio.version import __version__

FILES: dict[str, Callable[[Mapping[str, Facts]], str]] = {
    "temperature": temperature_file,
    "observed": observed_file,
    "sowing": sowing_file,
}
"""By the option that names them."""
USUAL_RECIPE, USUAL_REQUEST = Recipe(), Request()
BETTER = "The Python script says it all."


def system_shell() -> Shell:
    return WINDOWS if os.name == "nt" else POSIX


def command_line(document: Document, path: Path, shell: Shell | None = None) -> Exported:
    """``path`` is where it will stand: the files that it reads stand beside it."""
    shell = shell or system_shell()
    table = table_of(document)
    facts = {group: document.facts_of(group) for group in table.groups}
    beside = {
        path.with_name(f"{path.stem}-{name}.csv"): text
        for name, make in FILES.items()
        if (text := make(facts))
    }
    known = weighed_by(document, len(table.series))
    if isinstance(known, Population):
        beside[path.with_name(f"{path.stem}-population.json")] = population_text(known)
    words = ["gpstudio fit", shell.word(str(table.path.absolute()))]
    words += [shell.word(word) for word in _options(document, table)]
    words += [shell.word(f"--{_kind(other)}={other.absolute()}") for other in beside]
    words += [shell.word(f"--population={known}")] if known == NO_POPULATION else []
    words.append(shell.word("--out=results"))
    said = [f"{table.path.name}, as GP Studio {__version__} fits it.", *_unsaid(document, table)]
    return Exported(shell.written(said, words), beside)


def _kind(path: Path) -> str:
    return path.stem.rpartition("-")[2]


def read_as(table: Table) -> Iterator[str]:
    """The options that read the table as it was read."""
    said = table.said
    for column, role in said.roles.items():
        yield f"--role={column}={role}"
    if said.one_field:
        yield "--group="
    for about, choice in said.answers.items():
        yield f"--answer={about}={choice}"
    for file in table.added:
        yield f"--add={file.path.absolute()}"
    for about, choice in _added_answers(table).items():
        yield f"--add-answer={about}={choice}"
    for before, after in table.renamed.items():
        yield f"--rename={before}={after}"


def _options(document: Document, table: Table) -> Iterator[str]:
    recipe = document.recipe
    yield from read_as(table)
    for slot in SLOTS:
        if recipe.text(slot.name) != USUAL_RECIPE.text(slot.name):
            yield f"--{slot.name}={recipe.text(slot.name)}"
    if recipe.seed:
        yield f"--seed={recipe.seed}"
    yield from _request(document.request, bool(table.series) and table.series[0].dated)
    there = {column.name for column in table.columns}
    for column, index in _further(document):
        if column in there:
            yield f"--also={column}={index}"


def _further(document: Document) -> Iterator[tuple[str, str]]:
    """Columns whose curves are witnesses, and their indices."""
    witnesses = (one for facts in document.facts.values() for one in facts.witnesses)
    yield from dict.fromkeys((one.column, one.index) for one in witnesses)


def _added_answers(table: Table) -> dict[str, str]:
    """Of all added files together."""
    return {about: one for file in table.added for about, one in file.answers.items()}


def _request(request: Request, dated: bool) -> Iterator[str]:
    if request.times is not None:
        first, last, step = request.times
        yield f"--predict={time_word(first, dated)}:{time_word(last, dated)}:{step!r}"
    elif request.horizon is not None:
        yield f"--horizon={request.horizon!r}"
    if request.as_of is not None:
        yield f"--as-of={time_word(request.as_of, dated)}"
    if request.anyway:
        yield "--anyway"
    if request.place is not None:
        yield f"--place={request.place.text}"
    if request.crop_type:
        yield f"--type={request.crop_type}"
    for name in ("stages", "index", "region", "hemisphere", "mean_temperature", "degree_days"):
        value = getattr(request, name)
        if value != getattr(USUAL_REQUEST, name):
            yield f"--{name.replace('_', '-')}={value}"


def time_word(time: float, dated: bool) -> str:
    """As an option writes it."""
    return iso_from_days([time])[0] if dated else repr(float(time))


def _unsaid(document: Document, table: Table) -> Iterator[str]:
    """What a command line has no words for."""
    fields = fields_of(document)
    if not is_read_again(table):
        yield f"There is no file {table.path}: save the readings and write its name. {BETTER}"
    if len(fields) < len(table.series):
        yield f"It fits all {len(table.series)} fields of the table; fitted were {len(fields)}."
    if otherwise_fitted(document):
        yield f"Fitted with another model in the window: {', '.join(otherwise_fitted(document))}."
    yield from _unsaid_of_added(table)
    yield from _unsaid_of_fields(document, table, fields)
    if len(groups_of(document)) and not _is_said(document.request):
        yield f"Times are written to the second. {BETTER}"


def _unsaid_of_added(table: Table) -> Iterator[str]:
    said = _added_answers(table)
    if any(dict(file.answers) != said for file in table.added):
        yield f"It cannot say of each added file what was answered about it. {BETTER}"


def _unsaid_of_fields(document: Document, table: Table, fields: Sequence[Series]) -> Iterator[str]:
    there = {column.name for column in table.columns}
    for series in fields:
        name, facts = series.group or "the field", document.facts_of(series.group)
        if series.excluded is not None:
            count = len(series.excluded)
            readings = "one reading" if count == 1 else f"{count} readings"
            yield f"It cannot say that {readings} of {name} should be taken out. {BETTER}"
        if facts.place is not None and facts.place != table.places.get(series.group):
            yield f"It cannot say that {name} lies at {facts.place.text}. {BETTER}"
        if any(one.column not in there for one in facts.witnesses):
            yield f"It cannot say which further indices of {name} were fitted: add --also. {BETTER}"
        if facts.windows:
            yield f"It cannot say that seasons of {name} were drawn by hand. {BETTER}"
        if facts.crop and document.request.crop and facts.crop != document.request.crop:
            yield f"It cannot say that {facts.crop} grows in {name}. {BETTER}"
        if facts.temperatures is not None and not _is_whole(facts.temperatures.day):
            yield f"Temperatures of {name} are of times within days. {BETTER}"


def _is_whole(days: Floats) -> bool:
    return bool((np.asarray(days) == np.round(days)).all())


def _is_said(request: Request) -> bool:
    """Whether times survive being written as dates."""
    times = [*(request.times or ())[:2], *([request.as_of] if request.as_of is not None else [])]
    return all(float(time * 86_400.0).is_integer() for time in times)
