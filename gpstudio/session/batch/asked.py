"""What a batch is asked, and the first line of its journal: what a resumed one must agree with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.data.table import Labels, Table
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.phenology.thermal import TemperatureSeries
from gpstudio.session.batch.inline import InlineDrawn, InlinePool, understood
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.many import population_known
from gpstudio.session.population import Known
from gpstudio.session.project.codec.composed import Record, form_of
from gpstudio.session.request import Request
from gpstudio.session.results import reading_of
from gpstudio.translation import tr
from gpstudio.version import __version__


@dataclass(frozen=True)
class Shard:
    """The ``number``-th of so many parts of a table: every ``count``-th field, so that all parts
    take about as long."""

    number: int = 1
    count: int = 1

    def places(self, fields: int) -> range:
        return range(self.number - 1, fields, self.count)

    @property
    def is_whole(self) -> bool:
        return self.count == 1


WHOLE = Shard()
MOST_SHARDS = 100_000


def shard_of(text: str) -> Shard:
    """As it is typed: 3/40."""
    number, _, count = text.partition("/")
    if number.isdecimal() and count.isdecimal():
        shard = Shard(int(number), int(count))
        if 1 <= shard.number <= shard.count <= MOST_SHARDS:
            return shard
    raise InputError(
        tr("--shard is NUMBER/COUNT, such as 3/40 for the third of 40, not '{text}'.", text=text)
    )


@dataclass(frozen=True, eq=False)
class Asked:
    table: Table
    recipe: Recipe
    request: Request
    facts: Mapping[str, Facts]
    forecast: bool = False
    shard: Shard = WHOLE
    remarks: tuple[str, ...] = ()
    """What was to be told of the files beside the table."""
    given: Known = None
    """What the fields have in common, where that was learnt before."""
    labels: Labels | None = None
    """Words about the fields, where files beside the table tell more than it does."""

    def population(self, task: Task, threads: int = 0) -> Population | None:
        """Of all fields of the table, so that every shard has the same."""
        fields, recipe, request = self.table.series, self.recipe, self.request
        return population_known(self.given, fields, recipe, request, self.facts, task, threads)

    @property
    def places(self) -> range:
        """The fields of this shard, by where they stand in the table."""
        return self.shard.places(len(self.table.series))

    @cached_property
    def fingerprint(self) -> str:
        """Of everything that the numbers follow from, whichever shard it is."""
        fields = (
            f"{one.group}|{one.fingerprint}|{self.facts.get(one.group, NO_FACTS).fingerprint}"
            for one in self.table.series
        )
        given = self.given.fingerprint if isinstance(self.given, Population) else self.given or ""
        asked = (repr(self.recipe.as_json()), repr(self.request), str(self.forecast), given)
        return fingerprint(__version__, *asked, *fields)

    @property
    def head(self) -> dict[str, Any]:
        pool = InlinePool()
        fields: Sequence[Series] = self.table.series
        here = (self.facts.get(fields[place].group, NO_FACTS) for place in self.places)
        stations = {f.temperatures.fingerprint: f.temperatures for f in here if f.temperatures}
        return {
            "asked": self.fingerprint,
            "gpstudio": __version__,
            "fields": len(fields),
            "dated": self.table.is_dated,
            "shard": [self.shard.number, self.shard.count],
            "forecast": self.forecast,
            "recipe": self.recipe.as_json(),
            "request": _of_request().write(self.request, pool),
            "table": reading_of(self.table),
            "about": AboutFields.of(self.table, self.labels).as_json,
            "remarks": list(self.remarks),
            "stations": {
                name: form_of(TemperatureSeries).write(one, pool) for name, one in stations.items()
            },
        }


@dataclass(frozen=True, eq=False)
class Told:
    """What the first line of a journal says."""

    asked: str
    fields: int
    dated: bool
    shard: Shard
    forecast: bool
    recipe: Recipe
    request: Request
    table: Mapping[str, Any]
    about: AboutFields
    remarks: tuple[str, ...]
    stations: Mapping[str, TemperatureSeries]

    @property
    def places(self) -> range:
        return self.shard.places(self.fields)


@understood()
def told_of(head: Mapping[str, Any]) -> Told:
    """What another version wrote otherwise is refused by its fingerprint before."""
    drawn = InlineDrawn()
    stations = form_of(TemperatureSeries)
    number, count = head["shard"]
    return Told(
        head["asked"],
        head["fields"],
        head["dated"],
        shard_of(f"{number}/{count}"),
        head["forecast"],
        Recipe.from_json(head["recipe"]),
        _of_request().read(head["request"], drawn),
        head["table"],
        AboutFields.from_json(head["about"]),
        tuple(head["remarks"]),
        {name: stations.read(one, drawn) for name, one in head["stations"].items()},
    )


@cache
def _of_request() -> Record:
    return Record(Request)
