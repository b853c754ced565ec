"""Dates in the names of columns, and what else such a name tells: the variable, the scene.

"NDVI_2020-01-04", R's "X2020.01.04", Landsat's "LE07_038037_20200112", Earth Engine's
"1_2005_01_01_1_2005_01_01_p50" and plain "20200104" all hold a date among other words. The date is
handed on as a text that ``gpstudio.data.dates`` reads, so that a header's dates are decided on like
a column's: all together, and asked about where day and month could change places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from gpstudio.data.cutting.naming import unnumbered
from gpstudio.data.dates.months import LETTERS, month_of
from gpstudio.data.dates.written import FEWEST_MONTHS

_LETTERS = LETTERS + LETTERS.upper()
"""A pattern of ASCII folds no others."""
_MONTH = rf"(?P<m>[{_LETTERS}]{{3,13}})\.?"
"""A word that has to be a month's in some language."""
_YEAR = r"(?P<y>(?:19|20)\d\d)"
_CLOCK = r"(?:[T ](?P<hh>\d\d):?(?P<mm>\d\d)(?::?(?P<ss>\d\d)(?:\.\d+)?)?Z?)?"


@dataclass(frozen=True)
class Way:
    """One way to write a time in a name; ``write`` puts its parts as ``dates`` reads them."""

    pattern: re.Pattern[str]
    write: Callable[[dict[str, str]], str]
    years_only: bool = False
    in_a_row: bool = False
    """Whether its two digits are years only where they are some in a row, with months each."""

    @property
    def by_name(self) -> bool:
        """True when its month is a word."""
        return _MONTH in self.pattern.pattern


def _way(
    pattern: str,
    write: Callable[[dict[str, str]], str],
    years_only: bool = False,
    in_a_row: bool = False,
) -> Way:
    whole = re.compile(rf"(?<!\d){pattern}(?!\d)", re.ASCII | re.IGNORECASE)
    return Way(whole, write, years_only, in_a_row)


def _iso(part: dict[str, str]) -> str:
    clock = [part[name] for name in ("hh", "mm", "ss") if part.get(name)]
    return f"{part['y']}-{part['m']}-{part['d']}" + (" " + ":".join(clock) if clock else "")


WAYS = (
    _way(rf"{_YEAR}(?P<sep>[-_./ ])(?P<m>\d\d?)(?P=sep)(?P<d>\d\d?){_CLOCK}", _iso),
    _way(rf"{_YEAR}(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01]){_CLOCK}", _iso),
    _way(
        rf"(?P<a>\d\d?)(?P<sep>[-_./ ])(?P<b>\d\d?)(?P=sep){_YEAR}",
        lambda p: f"{p['a']}/{p['b']}/{p['y']}",
    ),
    _way(
        r"(?P<a>\d\d?)(?P<sep>[-./])(?P<b>\d\d?)(?P=sep)(?P<y>\d\d)",
        lambda p: f"{p['a']}/{p['b']}/{p['y']}",
    ),
    _way(
        rf"(?<![a-z]){_MONTH}[ _-]?(?P<d>\d\d?),?[ _-]{_YEAR}",
        lambda p: f"{p['d']} {p['m']} {p['y']}",
    ),
    _way(
        rf"(?P<d>\d\d?)\.?[ _-]?{_MONTH}[ _-]?{_YEAR}",
        lambda p: f"{p['d']} {p['m']} {p['y']}",
    ),
    _way(
        rf"(?P<d>\d\d?)(?P<sep>[-_./ ]){_MONTH}(?P=sep)(?P<y>\d\d)",
        lambda p: f"{p['d']} {p['m']} {p['y']}",
    ),
    _way(rf"{_YEAR}[-_.]?(?P<doy>[0-3]\d\d)", lambda p: f"{p['y']}-{p['doy']}"),
    _way(rf"{_YEAR}[-_./ ]?(?P<m>0[1-9]|1[0-2])", lambda p: f"{p['y']}-{p['m']}"),
    _way(rf"(?<![a-z]){_MONTH}[ _-]?{_YEAR}", lambda p: f"{p['m']} {p['y']}"),
    _way(rf"{_YEAR}[ _-]?{_MONTH}", lambda p: f"{p['m']} {p['y']}"),
    _way(rf"{_YEAR}[-_./ ]?Q(?P<q>[1-4])", lambda p: f"{p['y']} Q{p['q']}"),
    _way(rf"(?<![a-z])Q(?P<q>[1-4])[-_./ ]?{_YEAR}", lambda p: f"{p['y']} Q{p['q']}"),
    _way(rf"(?<![a-z]){_MONTH}[-_/ ]?'?(?P<y>\d\d)", lambda p: f"{p['m']} {p['y']}", in_a_row=True),
    _way(
        rf"(?<![\d-])'?(?P<y>\d\d)[-_/ ]?{_MONTH}(?![{_LETTERS}])",
        lambda p: f"{p['y']} {p['m']}",
        in_a_row=True,
    ),
    _way(r"(?P<y>(?:1[5-9]|20|21)\d\d)", lambda p: p["y"], years_only=True),
)
"""From the most telling on: a year alone also stands in every other one."""

_LONGEST = 200
"""Letters of a name in which a date is sought."""
_FEW = 0.5
"""A later way needs to read twice as many names to be preferred."""
_SCENE = re.compile(
    r"l[cetom]\d\d|l[5789]|s2[abc]?|s1[ab]|t\d\d[a-z]{3}|m[oyc]d\w+|terra|aqua|landsat\w*|"
    r"sentinel\w*|\d{6}|t[12]|l1\w*|l2\w*|r\d{3}|n\d{4}|\d+t\d+|x|yr"
)
"""Words of scene names; which satellite it was makes no other variable. R puts an X in front."""


@dataclass(frozen=True)
class Head:
    place: int
    when: str
    """As ``gpstudio.data.dates`` reads it, or the year's four digits."""
    words: tuple[str, ...]
    """What the name tells besides, in the letters of the file."""
    written: str = ""
    """The time as the file writes it."""


@dataclass(frozen=True)
class Heads:
    columns: tuple[Head, ...]
    years_only: bool
    common: tuple[str, ...]
    """Words that stand in every name."""
    variables: tuple[str, ...]
    """Per column, what is shown there; the same throughout where there is one variable."""


def find_heads(names: Sequence[str], places: Sequence[int]) -> Heads | None:
    """The columns with a date in their names; None where there are none."""
    best: tuple[Way, list[Head]] | None = None
    for way in WAYS:
        found = [head for place in places if (head := _head(names[place], place, way)) is not None]
        if way.in_a_row and not _are_in_a_row(found):
            continue
        if found and (best is None or _FEW * len(found) > len(best[1])):
            best = way, found
    if best is None:
        return None
    way, columns = best
    common = _common(columns)
    return Heads(tuple(columns), way.years_only, common, _variables(columns, common))


def _are_in_a_row(heads: Sequence[Head]) -> bool:
    """Whether no year is left out between two, and each has months enough."""
    years = sorted({int(re.sub(r"\D", "", head.when)) for head in heads})
    times = {head.when for head in heads}
    row = bool(years) and years[-1] - years[0] == len(years) - 1
    return row and len(times) >= FEWEST_MONTHS * len(years)


def with_words(heads: Heads, names: Sequence[str], taken: Collection[int]) -> Heads:
    """Also the columns that hold hardly a number, such as a date on which all was cloud.

    They have to be called like those that do.
    """
    known = {head.place for head in heads.columns}
    free = [place for place in range(len(names)) if place in known or place not in taken]
    found = find_heads(names, free)
    if found is None or found.years_only != heads.years_only:
        return heads
    usual = {_telling(head) for head in heads.columns}
    columns = [head for head in found.columns if head.place in known or _telling(head) in usual]
    if not known < {head.place for head in columns}:
        return heads
    variable = heads.variables[0]
    return replace(heads, columns=tuple(columns), variables=(variable,) * len(columns))


def _telling(head: Head) -> tuple[str, ...]:
    return tuple(word for word in head.words if not _is_scene(word))


def _head(name: str, place: int, way: Way) -> Head | None:
    bare = unnumbered(name)
    match = way.pattern.search(bare) if len(bare) <= _LONGEST else None
    if match is None:
        return None
    part = {key: text for key, text in match.groupdict().items() if text}
    if way.by_name and not month_of(part["m"]):
        return None
    rest = re.split(r"[\W_]+", way.pattern.sub(" ", bare))
    return Head(place, way.write(part), tuple(word for word in rest if word), match.group())


def _common(columns: Sequence[Head]) -> tuple[str, ...]:
    shared = set.intersection(*(set(head.words) for head in columns))
    return tuple(word for word in dict.fromkeys(columns[0].words) if word in shared)


def _variables(columns: Sequence[Head], common: tuple[str, ...]) -> tuple[str, ...]:
    """Words that tell columns of the same date apart; scenes and running numbers do not."""
    told = [[word for word in head.words if word not in common] for head in columns]
    with_numbers = [" ".join(w for w in words if not _is_scene(w)) for words in told]
    without = [" ".join(w for w in words if not _is_scene(w) and not w.isdigit()) for words in told]
    dates = {head.when for head in columns}
    if len(set(without)) == 1 and len(dates) * len(set(with_numbers)) == len(columns):
        without = with_numbers
    if len(columns) < _CROSSED * len(dates) and not all(map(_is_statistic_or_index, without)):
        return ("",) * len(columns)
    return tuple(without)


_CROSSED = 1.5
"""So many columns a date, and the words in their names are variables and no scenes."""


def _is_scene(word: str) -> bool:
    return _SCENE.fullmatch(word.lower()) is not None


def _is_statistic_or_index(text: str) -> bool:
    from gpstudio.data.columns.value_choice import rank_of

    return rank_of(text) != rank_of("unknown")
