"""The document as a Python script."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pprint import pformat

from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.phenology.thermal import TemperatureSeries
from gpstudio.session.document import Document
from gpstudio.session.facts import NO_FACTS
from gpstudio.session.script.exported import (
    Exported,
    fields_of,
    groups_of,
    is_read_again,
    otherwise_fitted,
    table_of,
    weighed_by,
)
from gpstudio.session.script.literals import WIDTH, array, comment, mapping, plain, record
from gpstudio.version import __version__

USAGE = "Run it to write the results into a folder: python THIS [FOLDER [TABLE]]"
MODULES = {
    "add_readings": "gpstudio",
    "read_table": "gpstudio",
    "Population": "gpstudio.core.learning.population",
    "rename_fields": "gpstudio.data.renaming",
    "Recipe": "gpstudio.core.recipe",
    "Series": "gpstudio.data.series",
    "Place": "gpstudio.phenology.places",
    "filled_together": "gpstudio.data.folder",
    "write_forecast": "gpstudio.data.writing.forecast",
    "write_stages": "gpstudio.data.writing.stages",
    "TemperatureSeries": "gpstudio.phenology.thermal",
    "Document": "gpstudio.session.document",
    "Facts": "gpstudio.session.facts",
    "Seen": "gpstudio.session.facts",
    "Sown": "gpstudio.session.facts",
    "Witness": "gpstudio.session.facts",
    "ExcludeReadings": "gpstudio.session.field_commands",
    "fit_fields": "gpstudio.session.many",
    "Request": "gpstudio.session.request",
    "write_results": "gpstudio.session.results",
    "laid_out": "gpstudio.session.season_map.laying_out",
    "map_sheet": "gpstudio.data.writing.season_map",
    "write_sheet": "gpstudio.data.writing.write",
    "dated_together": "gpstudio.session.together",
}
"""Where a script finds what it names."""
READING = """TABLE = Path(sys.argv[2] if len(sys.argv) > 2 else {path})
table = read_table(TABLE{said})"""
ADDING = """
table = add_readings(table, Path({path}){said})"""
RENAMING = """
table = rename_fields(table, {names})"""
FIELDS = "fields = {series.group: series for series in table.series}"
TAKEN_OUT = """# readings that were taken out by hand: time and value
taken_out = {readings}
document = Document(table=table)
for group, readings in taken_out.items():
    document = ExcludeReadings(group, readings).apply(document)
table = document.table"""
POPULATION = """# what the fields have in common, as it was learnt
population = Population.from_json({record})"""
FITTING = """groups = {groups}
outcome = fit_fields([fields[group] for group in groups], recipe, request, facts{weighed})
# what was observed in some fields moves the dates of all
fits = dated_together(outcome.fits, request, facts).fits"""
WRITING = """if __name__ == "__main__":
    for line in outcome.told:
        print(line, file=sys.stderr)
    if not fits:
        sys.exit(2)
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "results")
    {writing}"""
RESULTS = "write_results(folder, table, fits, unfitted=outcome.unfitted)"
LAYING_OUT = """season_map = laid_out(list(fields.values()), recipe.seed)"""
MAP = """write_sheet(folder / "season_map.csv", map_sheet(season_map.lines()))"""
TWO_FILES = """with filled_together(folder) as together:
        write_forecast(together / "forecast.csv", [fit.forecast for fit in fits])
        rows = [row for one in (*fits, *outcome.unfitted) for row in one.stage_rows]
        write_stages(together / "stages.csv", rows)"""


def python_script(document: Document) -> Exported:
    """Makes the fits of the document again, and when it is run by itself writes their files."""
    table = table_of(document)
    readings = (
        f"{reading_of(table)}\n\n{FIELDS}" if is_read_again(table) else _written_out(document)
    )
    has_map = document.present_map is not None and is_read_again(table)
    writing = [RESULTS if is_read_again(table) else TWO_FILES, *([MAP] if has_map else [])]
    body = [
        readings,
        _recipe(document.recipe),
        f"request = {record(document.request)}",
        *_facts(document),
        *_fitting(document),
        *([LAYING_OUT] if has_map else []),
        WRITING.format(writing="\n    ".join(writing)),
    ]
    code = "\n\n".join(body)
    return Exported("\n\n".join([_head(document, table), imports_of(code, MODULES), code]) + "\n")


def _head(document: Document, table: Table) -> str:
    lines = [comment(f"{table.path.name}, as GP Studio {__version__} fits it."), comment(USAGE)]
    others = otherwise_fitted(document)
    if others:
        words = f"Fitted with another model in the window, here with this one: {', '.join(others)}"
        lines.append(comment(words))
    return "\n".join(lines)


def imports_of(code: str, modules: Mapping[str, str]) -> str:
    """What the code names, and nothing else."""
    wanted: dict[str, list[str]] = {}
    for name, module in modules.items():
        if re.search(rf"\b{name}\b", code):
            wanted.setdefault(module, []).append(name)
    lines = [f"from {module} import {', '.join(names)}" for module, names in wanted.items()]
    numpy = "import numpy as np\n\n" if "np." in code else ""
    return f"import sys\nfrom pathlib import Path\n\n{numpy}" + "\n".join(lines)


def reading_of(table: Table) -> str:
    """The ``table`` as it was read, without what was taken out by hand."""
    said = table.said
    words = [
        f"roles={dict(said.roles)!r}" if said.roles else "",
        f"answers={dict(said.answers)!r}" if said.answers else "",
        "group=''" if said.one_field else "",
    ]
    options = "".join(f", {word}" for word in words if word)
    reading = READING.format(path=plain(str(table.path.absolute())), said=options)
    reading += "".join(
        ADDING.format(
            path=plain(str(file.path.absolute())),
            said=f", {dict(file.answers)!r}" if file.answers else "",
        )
        for file in table.added
    )
    if table.renamed:
        reading += RENAMING.format(names=mapping({a: plain(b) for a, b in table.renamed.items()}))
    taken = {
        series.group: plain(tuple(zip(series.excluded.time, series.excluded.value, strict=True)))
        for series in table.series
        if series.excluded is not None
    }
    return f"{reading}\n\n{TAKEN_OUT.format(readings=mapping(taken))}" if taken else reading


def _written_out(document: Document) -> str:
    """Of a table that was pasted, or whose file is gone: the readings themselves."""
    words = comment("The readings stand in no file that is there, so they stand here.")
    written = {series.group: _series(series) for series in fields_of(document)}
    return f"{words}\nfields = {mapping(written)}"


def _series(series: Series) -> str:
    weight = {} if series.weight is None else {"weight": array(series.weight)}
    but = ("weight", "aside", "excluded")
    return record(series, but, time=array(series.time), value=array(series.value), **weight)


def _recipe(recipe: Recipe) -> str:
    lines = [f"    {slot.name}={recipe.text(slot.name)!r}," for slot in SLOTS]
    return "\n".join(["recipe = Recipe.of(", *lines, f"    seed={recipe.seed},", ")"])


def _fitting(document: Document) -> Iterator[str]:
    """By what the window knows of all fields, whichever of them are fitted here."""
    groups = groups_of(document)
    known = weighed_by(document, len(groups))
    weighed = "" if known is None else f", population={known!r}"
    if isinstance(known, Population):
        yield POPULATION.format(record=pformat(known.as_json(), width=WIDTH, sort_dicts=False))
        weighed = ", population=population"
    yield FITTING.format(groups=plain(groups), weighed=weighed)


def _facts(document: Document) -> Iterator[str]:
    """What is known of each field; records of temperatures that fields share stand once."""
    records: dict[int, str] = {}
    known: dict[str, str] = {}
    for group in groups_of(document):
        facts = document.facts_of(group)
        if facts == NO_FACTS:
            continue
        shared = {}
        if facts.temperatures is not None:
            name = f"temperatures_{len(records) + 1}"
            if id(facts.temperatures) not in records:
                yield f"{name} = {_temperatures(facts.temperatures)}"
            shared["temperatures"] = records.setdefault(id(facts.temperatures), name)
        known[group] = record(facts, ("temperatures",), **shared)
    yield f"facts = {mapping(known)}"


def _temperatures(record_of: TemperatureSeries) -> str:
    days, lows, highs = (array(part) for part in (record_of.day, record_of.low, record_of.high))
    return record(record_of, ("set_aside",), day=days, low=lows, high=highs)
