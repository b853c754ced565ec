"""Which fields are listed, in what order, and under which headings."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TypeAlias

from gpstudio.data.series import Series
from gpstudio.gui.listing.standing import KINDS, Standings
from gpstudio.phenology.quality.looks import standing_of
from gpstudio.phenology.stages import StageDate
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

JOINED = " / "
"""Between the parts of a field's name where several columns name it, the farm first."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class WayToArrange:
    """One way to arrange, as the menu offers it."""

    name: str
    title: str
    help: str


SORTS = (
    WayToArrange("table", tr("As in the table"), tr("The order of the file.")),
    WayToArrange("name", tr("By name"), tr("Numbers in names count as numbers.")),
    WayToArrange(
        "standing", tr("Who needs a look first"), tr("Then what is outdated, and what is fitted.")
    ),
    WayToArrange("readings", tr("Most readings first"), tr("By the number of readings.")),
    WayToArrange("newest", tr("Newest reading first"), tr("By the last reading.")),
    WayToArrange("quality", tr("Poorest dates first"), tr("By the letter of the newest season.")),
    WayToArrange("late", tr("Latest season first"), tr("By how late the newest season is.")),
    WayToArrange("heading", tr("By date of heading"), tr("Of the newest season, earliest first.")),
    WayToArrange(
        "maturity", tr("By date of maturity"), tr("Of the newest season, earliest first.")
    ),
)
OF_FITS = frozenset({"standing", "quality", "late", "heading", "maturity"})
"""Orders that another fit changes."""
GROUPS = (
    WayToArrange("none", tr("No groups"), tr("One list.")),
    WayToArrange(
        "crop", tr("By crop"), tr("As files say, as was set, or as is asked for everywhere.")
    ),
    WayToArrange(
        "farm", tr("By farm"), tr("By the first part of names that several columns make.")
    ),
    WayToArrange("standing", tr("By how they stand"), tr("Fitted, outdated, in need of a look…")),
)
LABEL = "label "
"""How a group begins that is a heading of labels: such as ``label variety``."""
SHOWS = (
    WayToArrange("all", tr("All fields"), tr("However they stand.")),
    *(
        WayToArrange(kind, words[1], tr("Only fields: {standing}.", standing=words[0]))
        for kind, words in KINDS.items()
    ),
)


@dataclass(frozen=True)
class Arrangement:
    """How a person wants the list."""

    text: str = ""
    """What names must contain."""
    show: str = "all"
    sort: str = "table"
    group: str = "none"
    folded: frozenset[str] = frozenset()
    """Headings whose fields are put away."""

    @property
    def follows_standing(self) -> bool:
        return self.show != "all" or self.sort in OF_FITS or self.group == "standing"

    @property
    def is_plain(self) -> bool:
        return replace(self, folded=frozenset()) == Arrangement()

    def turned(self, heading: str) -> Arrangement:
        """With a heading folded away, or unfolded."""
        return replace(self, folded=self.folded ^ {heading})


@dataclass(frozen=True)
class Heading:
    title: str
    count: int
    folded: bool


Row: TypeAlias = int | Heading
"""The place of a field in the table, or a heading."""
Key: TypeAlias = tuple[float, str]
"""What rows are sorted by: a number, or words."""
UNLABELLED = tr("Without a word")
"""The heading of fields of which a label says nothing."""
DIGITS = 12
"""Numbers in names are compared as if they all had so many."""


class Arranger:
    """Makes the rows of a document's fields."""

    def __init__(self, standings: Standings) -> None:
        self._standings = standings
        self._named: tuple[object, object] = (None, None)
        self._names: list[str] = []
        """Of every field, without capitals."""
        self._natural: dict[str, Key] = {}

    def rows(self, document: Document, wanted: Arrangement) -> list[Row]:
        series = document.table.series if document.table is not None else ()
        places = self._found(document, wanted.text)
        if wanted.show != "all":
            of = self._standings.of
            places = [place for place in places if of(series[place]).kind == wanted.show]
        key = self._key(wanted.sort, document)
        if key is not None:
            places.sort(key=lambda place: key(series[place]))
        if wanted.group == "none":
            return list(places)
        return self._grouped(document, series, places, wanted)

    def _found(self, document: Document, text: str) -> list[int]:
        """By name and by what labels say."""
        groups = document.table.groups if document.table is not None else ()
        if not text.strip():
            return list(range(len(groups)))
        named = groups, document.labels
        if any(one is not other for one, other in zip(named, self._named, strict=True)):
            self._named = named
            self._names = [
                " ".join((document.called(group), *document.labels_of(group).values())).casefold()
                for group in groups
            ]
        parts = text.casefold().split()
        found = list(range(len(groups)))
        for part in parts:
            found = [place for place in found if part in self._names[place]]
        return found

    def _key(self, sort: str, document: Document) -> Callable[[Series], Key] | None:
        fits = document.fits
        keys: dict[str, Callable[[Series], Key]] = {
            "name": self._by_name,
            "standing": lambda one: _number(self._standings.of(one).place),
            "readings": lambda one: _number(-len(one)),
            "newest": lambda one: _number(-float(one.time[-1])),
            "quality": lambda one: _by_letter(fits.get(one.group)),
            "late": lambda one: _by_lateness(fits.get(one.group)),
            "heading": lambda one: _by_date(fits.get(one.group), "heading"),
            "maturity": lambda one: _by_date(fits.get(one.group), "maturity"),
        }
        return keys.get(sort)

    def _by_name(self, series: Series) -> Key:
        name = series.called
        if name not in self._natural:
            self._natural[name] = natural(name)
        return self._natural[name]

    def _grouped(
        self,
        document: Document,
        series: Sequence[Series],
        places: Sequence[int],
        wanted: Arrangement,
    ) -> list[Row]:
        titles = [self._title(document, series[place], wanted.group) for place in places]
        by_title: dict[str, list[int]] = {}
        for title, place in zip(titles, places, strict=True):
            by_title.setdefault(title, []).append(place)
        rows: list[Row] = []
        for title in sorted(by_title, key=lambda title: self._order(title, wanted.group)):
            folded = title in wanted.folded
            rows.append(Heading(title, len(by_title[title]), folded))
            rows += [] if folded else by_title[title]
        return rows

    def _title(self, document: Document, series: Series, group: str) -> str:
        if group == "crop":
            return (crop_of(document, series.group) or tr("No crop")).capitalize()
        if group == "farm":
            return farm_of(series.group) or tr("No farm")
        if group.startswith(LABEL):
            return document.labels_of(series.group).get(group.removeprefix(LABEL), UNLABELLED)
        return KINDS[self._standings.of(series).kind][1]

    def _order(self, title: str, group: str) -> Key:
        if group == "standing":
            return _number([words[1] for words in KINDS.values()].index(title))
        return natural(title)


def crop_of(document: Document, group: str) -> str:
    """As somebody set it, else as it was sown last, else as is asked for everywhere."""
    facts = document.facts_of(group)
    sown = [one.crop for one in facts.sowings if one.crop]
    return facts.crop or (sown[-1] if sown else "") or document.request.crop


def farm_of(group: str) -> str:
    """The first part of a name that several columns make; empty for one that is whole."""
    farm, joined, _ = group.partition(JOINED)
    return farm if joined else ""


def newest_stages(fit: Fit | None) -> list[StageDate]:
    """Of a field's newest season."""
    if fit is None or not fit.seasons:
        return []
    newest = fit.seasons[-1].name
    return [stage for stage in fit.stages if stage.season == newest]


def _by_letter(fit: Fit | None) -> Key:
    """The poorest first, fields without a date behind them, then those without a fit."""
    stages = newest_stages(fit)
    if not stages:
        return _number(2.0 if fit is None else 1.0)
    letter = standing_of([stage.grade for stage in stages]).letter
    return (0.0 if letter.isalpha() else 1.0, "".join(chr(255 - ord(one)) for one in letter))


def _by_lateness(fit: Fit | None) -> Key:
    late = [stage.days_late for stage in newest_stages(fit) if stage.days_late is not None]
    return _number(-float(median(late)) if late else math.inf)


def _by_date(fit: Fit | None, name: str) -> Key:
    dates = [stage.date for stage in newest_stages(fit) if stage.stage == name]
    return _number(math.inf if not dates or dates[0] is None else dates[0])


def _number(value: float) -> Key:
    return value, ""


def natural(text: str) -> Key:
    """A key by which "Plot 2" comes before "Plot 10"."""
    return 0.0, _NUMBER.sub(lambda found: found[0].zfill(DIGITS), text.casefold())
