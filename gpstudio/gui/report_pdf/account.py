"""What the report of a field says, in words and numbers; how it is drawn is no matter here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np

from gpstudio import __version__
from gpstudio.data.series import Clock
from gpstudio.data.table import Table
from gpstudio.gui.curve.foretold import Foretold, foretold_of
from gpstudio.gui.doubt import Doubt, doubt_of
from gpstudio.gui.report_pdf.titles import title_of
from gpstudio.gui.report_view import report_lines
from gpstudio.gui.words import sentence, stage_help, stage_title, time_text
from gpstudio.phenology.quality.codes import LETTERS, NO_DATE
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import StageDate
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr, tr_count

EARLIER = 3
"""Seasons whose dates stand beside the newest one's."""
UNTOLD = (tr("Evaluations"), tr("Learning took"), tr("Seasons"), tr("Remark"))
"""Lines of the window's report that a page of paper does without, or says elsewhere."""
MOST_REASONS = 3
NO_SEASON = tr("Nothing in the series rises and falls as a crop does, so no stage is dated.")

Pair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class FieldAccount:
    """One field, told."""

    fit: Fit
    title: str
    heading: tuple[Pair, ...]
    season: Season | None
    """The newest one."""
    stages: tuple[StageDate, ...]
    """Of the newest season; what was asked for, where there is no season."""
    earlier: tuple[str, ...]
    """Names of earlier seasons, the newest first."""
    before: Mapping[tuple[str, str], StageDate]
    """Their stages, by season and stage."""
    words: tuple[str, ...]
    """What is to be said of the seasons."""
    making: tuple[Pair, ...]
    definitions: tuple[Pair, ...]
    foretold: Foretold | None
    """How the season under way may go on."""
    doubt: Doubt | None
    """Why the newest season's dates are no better than guesses."""

    @property
    def dated(self) -> bool:
        return self.fit.series.dated

    def say(self, time: float | None) -> str:
        return time_text(time, self.fit.series.clock)


def account_of(fit: Fit, table: Table | None, made: date) -> FieldAccount:
    season = fit.seasons[-1] if fit.seasons else None
    name = season.name if season is not None else ""
    stages = tuple(stage for stage in fit.stages if season is None or stage.season == name)
    return FieldAccount(
        fit,
        title_of(fit, table),
        tuple(_heading(fit, table, made, stages)),
        season,
        stages,
        _earlier(fit, name),
        {(stage.season, stage.stage): stage for stage in fit.stages},
        tuple(_seasons(fit, season)),
        tuple(_making(fit, table)),
        tuple(_definitions(stages)),
        foretold_of(fit),
        doubt_of(fit, name),
    )


def _heading(
    fit: Fit, table: Table | None, made: date, stages: tuple[StageDate, ...]
) -> Iterator[Pair]:
    crop = next((stage.crop for stage in stages if stage.crop), "") or fit.facts.crop
    if crop:
        yield tr("Crop"), crop
    yield tr("Index"), fit.index
    if table is not None:
        yield tr("File"), table.path.name
    yield tr("Made"), made.isoformat()
    yield tr("By"), tr("GP Studio {version}", version=__version__)


def _earlier(fit: Fit, name: str) -> tuple[str, ...]:
    """Where a year has several seasons, those at the same place in theirs."""
    names = [season.name for season in fit.seasons[:-1]]
    letter = _letter(name)
    alike = [other for other in names if _letter(other) == letter]
    return tuple((alike or names)[::-1][:EARLIER])


def _letter(name: str) -> str:
    return re.sub(r"^\d*", "", name)


def _seasons(fit: Fit, season: Season | None) -> Iterator[str]:
    findings = fit.dates.findings

    def say(time: float) -> str:
        return time_text(time, fit.series.clock)

    if season is None:
        yield sentence(findings.reason) if findings.reason else NO_SEASON
    for one in findings.candidates:
        if one.accepted and season is not None and one.season.name == season.name:
            yield tr(
                "Season {name}, {start} to {end}: {reason}.",
                name=season.name,
                start=say(season.start),
                end=say(season.end),
                reason=one.reason,
            )
    refused = [one for one in findings.candidates if not one.accepted]
    if refused and season is not None:
        reasons = list(dict.fromkeys(one.reason for one in refused))
        more = ["…"] if len(reasons) > MOST_REASONS else []
        yield tr_count(
            len(refused),
            "One stretch is not taken for a season: {reasons}.",
            "{n} stretches are not taken for a season: {reasons}.",
            reasons="; ".join([*reasons[:MOST_REASONS], *more]),
        )


def _making(fit: Fit, table: Table | None) -> Iterator[Pair]:
    yield tr("Why"), sentence(fit.report.reason)
    for name, value in report_lines(fit):
        if name not in UNTOLD:
            yield name, value
    yield from _left_out(fit, table)
    yield from _known(fit)
    for remark in fit.report.remarks:
        yield tr("Remark"), sentence(remark)


def _left_out(fit: Fit, table: Table | None) -> Iterator[Pair]:
    series = fit.series
    if series.excluded is not None:
        yield (
            tr("Taken out"),
            tr_count(len(series.excluded), "{n:,} reading by hand", "{n:,} readings by hand"),
        )
    if series.aside is not None:
        yield (
            tr("Set aside"),
            tr_count(
                len(series.aside[0]),
                "{n:,} reading of this field by the importer",
                "{n:,} readings of this field by the importer",
            ),
        )
    if series.later is not None:
        yield (
            tr("Read later"),
            tr_count(
                len(series.later.time),
                "{n:,} reading after the day that is asked about",
                "{n:,} readings after the day that is asked about",
            ),
        )
    if table is not None and table.set_aside:
        told = "; ".join(f"{aside.count:,} {aside.reason}" for aside in table.set_aside)
        yield tr("Set aside"), tr("in the whole file: {reasons}", reasons=told)


def _known(fit: Fit) -> Iterator[Pair]:
    """What besides the readings has dated the stages."""
    facts, request = fit.facts, fit.request
    if facts.sowings:
        yield (
            tr("Sown"),
            ", ".join(time_text(s.day, fit.series.clock) for s in facts.sowings[-EARLIER:]),
        )
    if facts.windows:
        yield tr("Drawn by hand"), tr_count(len(facts.windows), "{n:,} season", "{n:,} seasons")
    if not request.crop:
        return
    record = facts.temperatures
    if record is not None and len(record):
        first, last = (time_text(float(day), Clock.DAYS) for day in np.asarray(record.day)[[0, -1]])
        yield (
            tr("Temperatures"),
            tr_count(
                len(record),
                "{n:,} day from {first} to {last}",
                "{n:,} days from {first} to {last}",
                first=first,
                last=last,
            ),
        )
    else:
        mean = request.mean_temperature
        counted = (
            tr("none: days are counted at the crop's own mean")
            if mean is None
            else tr("none: days are counted at {mean:g} °C", mean=mean)
        )
        yield tr("Temperatures"), counted
    yield tr("Degree days"), request.degree_days.replace("_", " ")
    place = facts.place or request.place
    if place is not None:
        yield tr("Place"), place.text.replace(",", ", ")
    if request.crop_type:
        yield tr("Type"), request.crop_type
    if facts.witnesses:
        yield tr("Also from"), ", ".join(dict.fromkeys(one.index for one in facts.witnesses))
    if request.region:
        yield tr("Calendar"), request.region
    if fit.basis.taught.words:
        yield tr("Learnt from dates"), "; ".join(fit.basis.taught.words)


def _definitions(stages: tuple[StageDate, ...]) -> Iterator[Pair]:
    for stage in stages:
        rule = sentence(stage.definition) if stage.definition else ""
        yield stage_title(stage.stage), " ".join(filter(None, [stage_help(stage.stage), rule]))
    if stages:
        yield (
            tr("Date"),
            tr(
                "The median over joint draws of the curve. The 90 % interval holds the true date "
                "nine times in ten, the 50 % one every other time; ± is the standard deviation."
            ),
        )
        letters = [
            f"{letter} {title.lower()}: {help[:1].lower()}{help[1:]}"
            for letter, (title, help) in LETTERS.items()
            if letter != NO_DATE
        ]
        yield tr("Quality"), " ".join(letters)
