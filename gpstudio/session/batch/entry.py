"""What is kept of a field: sections of JSON, deflated where they are long.

``stages`` and ``seasons`` are cells of the files, ``making`` is its part of the report as it is
written; ``series`` are the field's readings; ``fit`` is what its curve and its dates are made again
of, but for ``pasts``, its seasons that others may learn from; ``forecast`` is the curve where it is
asked for. Arrays of the last four stand behind their line. Each is read by itself: of many fields
only what somebody asks for.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, TypeAlias

from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.posterior import posterior_of
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import Forecast
from gpstudio.data.writing.seasons import SeasonRow
from gpstudio.data.writing.sheet import Cell
from gpstudio.phenology.earlier import PastSeason
from gpstudio.phenology.thermal import TemperatureSeries
from gpstudio.session.batch.inline import Behind, DrawnBehind, understood
from gpstudio.session.curve import Curve, Unfinished
from gpstudio.session.dating import Dates
from gpstudio.session.fitting import Fit, times_of
from gpstudio.session.lessons import Taught
from gpstudio.session.many import Unfitted
from gpstudio.session.project.codec.composed import Record, form_of
from gpstudio.session.project.codec.facts import read_facts, record_of
from gpstudio.session.project.codec.forms import CodecForm
from gpstudio.session.project.codec.pools import Pool
from gpstudio.session.readings import readings_of
from gpstudio.session.request import Request
from gpstudio.session.result import Basis, FieldResult
from gpstudio.session.results import making_text
from gpstudio.session.season_rows import looks_of, season_rows_of
from gpstudio.session.together import is_under_way

Sections: TypeAlias = Mapping[str, bytes]
"""By name."""
Stations: TypeAlias = Mapping[str, TemperatureSeries]
Read: TypeAlias = Callable[[str], bytes]
"""One field's section of a name."""
BRIEF = "brief"
OF_A_FIT = ("series", "pasts", "fit")
"""What a fit is made of again."""
BESIDE = ("pasts", "lessons", "ahead", "without_draws")
"""What of the dates has a section of its own, or is made again where it is asked for."""
LONG = 5_000
"""Bytes from which on a section is deflated: to begin with it takes as long as some thousands."""
DEFLATED = b"x"
"""How such a section begins, and no JSON does."""
QUICKLY = 1
"""How hard zlib tries: a fifth of the bytes is left, and a twentieth less at ten times the time."""
_AS_JSON = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
TIMED = ("seconds",)
"""What of a report differs from run to run."""


@dataclass(frozen=True)
class Brief:
    """What is looked at of all fields together."""

    group: str
    curve: str
    """The curve's fingerprint; empty where there is none."""
    facts: str
    """Of what is known besides."""
    seen: bool
    """Whether stages were observed in it."""
    under_way: bool
    look: str
    """Why somebody should look at it."""
    reason: str = ""
    """Why it has no fit."""


def sections_of(fit: Fit, forecast: bool) -> dict[str, bytes]:
    """Everything of a fit that is kept."""
    seasons = season_rows_of(fit.stage_rows, fit.series.group)
    brief = Brief(
        fit.series.group, fit.curve.fingerprint, fit.facts.fingerprint, bool(fit.facts.seen),
        is_under_way(fit), looks_of(seasons),
    )  # fmt: skip
    told = {BRIEF: vars(brief), **_rows(fit, seasons), "making": making_text(fit, without=TIMED)}
    sections = {name: _packed(name, section) for name, section in told.items()}
    sections["series"] = _with_arrays(partial(form_of(Series).write, fit.series))
    sections["pasts"] = _with_arrays(partial(_of_pasts().write, fit.dates.pasts))
    sections["fit"] = _with_arrays(partial(_of_fit, fit))
    if forecast:
        sections["forecast"] = _with_arrays(partial(form_of(Forecast).write, fit.forecast))
    return sections


def _with_arrays(written: Callable[[Pool], Any]) -> bytes:
    pool = Behind()
    return pool.behind(_packed("", written(pool)))


def opened(section: bytes) -> tuple[Any, DrawnBehind]:
    """Such a section again."""
    line, drawn = DrawnBehind.parted(section)
    return unpacked(line), drawn


def sections_of_unfitted(one: Unfitted) -> dict[str, bytes]:
    seasons = season_rows_of(one.stage_rows, one.group)
    brief = Brief(one.group, "", "", False, False, looks_of(seasons), one.reason)
    sections = {BRIEF: vars(brief), **_rows(one, seasons)}
    return {name: _packed(name, section) for name, section in sections.items()}


def _rows(one: Fit | Unfitted, seasons: Sequence[SeasonRow]) -> dict[str, Any]:
    return {
        "stages": [[_plain(cell) for cell in row.cells] for row in one.stage_rows],
        "seasons": [_of_season(row) for row in seasons],
    }


def _of_season(row: SeasonRow) -> list[Any]:
    about = (row.group, row.season, row.crop, row.quality, row.look, _plain(row.days_late))
    return [
        *about,
        [[name, *map(_plain, cells)] for name, cells in row.stages.items()],
        [[name, *map(_plain, cells)] for name, cells in row.seen.items()],
    ]


@understood()
def season_row(record: list[Any]) -> SeasonRow:
    group, season, crop, quality, look, days_late, stages, observed = record
    cells = {name: (date, half, letter) for name, date, half, letter in stages}
    seen = {name: (day, off, bool(held)) for name, day, off, held in observed}
    return SeasonRow(group, season, crop, quality, look, days_late, cells, seen)


def _plain(cell: Cell) -> Cell:
    """JSON has no infinities; what is no number is nothing."""
    return None if type(cell) is float and math.isnan(cell) else cell


def _of_fit(fit: Fit, pool: Pool) -> dict[str, Any]:
    return {
        "learned": form_of(Learned).write(fit.learned, pool),
        "dates": _of_dates().write(fit.dates, pool),
        "facts": record_of(fit.facts, pool),
        "curve": fit.curve.fingerprint,
    }


@understood()
def fit_of(read: Read, basis: Basis, stations: Stations) -> Fit:
    """The fit again: its curve is predicted when it is first asked for."""
    record, drawn = opened(read("fit"))
    series = series_of(read("series"))
    learned: Learned = form_of(Learned).read(record["learned"], drawn)
    pasts = pasts_of(read("pasts"))
    kept = {"pasts": pasts, "lessons": None, "ahead": None, "without_draws": False}
    dates: Dates = _of_dates().read_with(record["dates"], drawn, kept)
    facts = read_facts(record["facts"], drawn, stations)
    basis = replace(basis, readings=series.fingerprint, facts=facts)
    again = partial(_predicted, series, learned, basis.request)
    curve = Unfinished(again, fingerprint=record["curve"])
    return Fit(series, FieldResult(basis, learned, curve, dates))


def _predicted(series: Series, learned: Learned, request: Request) -> Curve:
    return Curve.of(posterior_of(learned, lambda: readings_of(series)), times_of(series, request))


@understood()
def series_of(section: bytes) -> Series:
    """The readings of a fit."""
    series: Series = form_of(Series).read(*opened(section))
    return series


@understood()
def pasts_of(section: bytes) -> tuple[PastSeason, ...]:
    """The seasons of a fit that were seen whole."""
    pasts: tuple[PastSeason, ...] = _of_pasts().read(*opened(section))
    return pasts


@understood()
def forecast_of(section: bytes) -> Forecast:
    forecast: Forecast = form_of(Forecast).read(*opened(section))
    return forecast


@understood()
def brief_of(section: bytes) -> Brief:
    return Brief(**json.loads(section))


def _packed(name: str, section: Any) -> bytes:
    line = _AS_JSON(section).encode("ascii")
    return line if name == BRIEF or len(line) < LONG else zlib.compress(line, QUICKLY)


def unpacked(section: bytes) -> Any:
    """A section, as JSON has it."""
    try:
        long = section.startswith(DEFLATED)
        return json.loads((zlib.decompress(section) if long else section).decode("ascii"))
    except zlib.error as error:
        raise ValueError from error


def taught_of(told: Taught, brief: Brief) -> bool:
    """Whether its dates, or what is told of them, rest on such lessons."""
    return told.of_stages or (told.of_pasts and brief.under_way)


@cache
def _of_dates() -> Record:
    return Record(Dates, BESIDE)


@cache
def _of_pasts() -> CodecForm:
    return form_of(tuple[PastSeason, ...])
