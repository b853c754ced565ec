"""Dating one field: from its posterior to seasons and stages, with all that is known besides.

Nothing here fits anything: a crop, a sowing date or a season's edge can be changed and the dates
follow at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.chance import Chance
from gpstudio.core.frozen import changed
from gpstudio.core.inference.regression import Posterior
from gpstudio.core.learning.starts import is_silent
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series, iso_day
from gpstudio.phenology.anchor_dates import Known
from gpstudio.phenology.curves import Read, SeasonCurves
from gpstudio.phenology.earlier import PastSeason, Usual, with_usual
from gpstudio.phenology.indices import smallest_amplitude
from gpstudio.phenology.quality import Grade, no_season
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.season import Candidate, Findings, SearchedCurve, Season
from gpstudio.phenology.smoothed import looks_smoothed
from gpstudio.phenology.stage_sets import (
    Circumstances,
    StageSet,
    curve_set,
    known_of,
    template_set,
)
from gpstudio.phenology.stages import UNDATED, StageDate, StageDraws
from gpstudio.phenology.summaries import (
    MOST_POINTS,
    Sight,
    curves_of,
    dated,
    points_of,
    shared_points,
)
from gpstudio.phenology.templates import CropTemplate, crops, load_template, template_called
from gpstudio.session.ahead import Ahead, Now, foretell, pasts_of
from gpstudio.session.beside import beside_others, like_ahead, usual_dates
from gpstudio.session.facts import Facts
from gpstudio.session.lessons import NO_LESSONS, Lesson, Lessons
from gpstudio.session.readings import readings_of
from gpstudio.session.request import Request
from gpstudio.session.seasons import bars_of, find, seen_in, sowing_of
from gpstudio.translation import tr

Weighed: TypeAlias = Callable[[Sequence[StageDraws]], Sequence[StageDraws]]
DRAWS = 1_000
MOST_DRAWN_NUMBERS = 50_000_000
"""Draws times readings and grid: what sampling may cost before the number of draws is cut."""
FEWEST_DRAWS = 200
AHEAD_POINTS = 250
"""Times at which the season under way is drawn."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A fitted field, and what is asked of it."""

    series: Series
    posterior: Posterior
    grid: Floats
    mean: Floats
    std: Floats
    """Of the curve on the grid in which seasons are looked for."""
    index: str
    request: Request
    facts: Facts
    seed: int
    lessons: Lessons = NO_LESSONS

    @property
    def as_of(self) -> float:
        asked = self.request.as_of
        return float(self.series.time[-1]) if asked is None else asked

    @property
    def sight(self) -> Sight:
        series = self.series
        last = float(series.time[-1])
        return Sight(
            series.time, last, series.dated, self.grid, self.mean, self.std, self._is_smoothed
        )

    @cached_property
    def findings(self) -> Findings:
        """The seasons that the curve shows, or that a person gave."""
        series = self.series
        silent = is_silent(series.value)
        curve = SearchedCurve(self.grid, self.mean, self.std, series.dated, series.time, silent)
        return find(curve, bars_of(series, self.index), self.facts, is_sward(self))

    @cached_property
    def _is_smoothed(self) -> bool:
        series = self.series
        return looks_smoothed(series.time, series.value, readings_of(series).resolution)

    def template(self, crop: str) -> CropTemplate | None:
        """Of a crop that has one; its file is asked for once a field."""
        if crop not in self._templates:
            self._templates[crop] = template_called(crop) if crop else None
        return self._templates[crop]

    @cached_property
    def _templates(self) -> dict[str, CropTemplate | None]:
        return {}

    def say(self, time: float) -> str:
        """A time for people."""
        return iso_day(time, self.series.clock) if self.series.dated else f"{time:g}"


@dataclass(frozen=True, eq=False)
class DatedSeason:
    stages: tuple[StageDate, ...]
    lesson: Lesson | None


@dataclass(frozen=True, eq=False)
class Dates:
    """Everything that was dated, and why the rest was not."""

    findings: Findings
    stages: tuple[StageDate, ...]
    lessons: tuple[Lesson, ...] | None = ()
    """Seasons in which stages were observed: others can learn from them. They are those of a field
    dated by itself; None where nobody dated it so, or they were not kept."""
    pasts: tuple[PastSeason, ...] = ()
    """Seasons that were seen whole: those under way elsewhere can learn from them."""
    ahead: Ahead | None = None
    """The season under way, as it may go on."""
    without_draws: bool = False
    """Whether the dates are whole, but the draws of the season under way were not kept."""

    @property
    def seasons(self) -> tuple[Season, ...]:
        return self.findings.seasons

    def put_aside(self) -> Dates:
        """Without the draws of the season under way: megabytes, made again when it is shown."""
        return replace(self, ahead=None, without_draws=True) if self.ahead is not None else self

    def __getstate__(self) -> dict[str, Any]:
        """They do not travel either."""
        return vars(self.put_aside())


NO_DATES = Dates(Findings(()), ())


def date_field(subject: Subject, task: Task = QUIET) -> Dates:
    """Seasons and stages of a field."""
    series, findings = subject.series, subject.findings
    pasts = pasts_of(
        findings.seasons,
        series.group,
        lambda season: crop_of(subject, season),
        subject.grid,
        subject.mean,
        subject.std,
    )
    ahead = _ahead(subject, findings, pasts, task)
    if ahead is not None:
        findings = _with_ahead(findings, ahead)
    seen_whole = [s for s in findings.seasons if ahead is None or s is not ahead.season]
    task.report(tr("drawing curves"))
    drawn = draw_seasons(subject, seen_whole, task)
    found: list[DatedSeason] = []
    for place, season in enumerate(drawn):
        task.report(tr("dating season {name}", name=season.season.name), place / len(drawn))
        task.check()
        found.append(date_season(subject, season, place))
    if ahead is not None:
        others = [stage for season in found for stage in season.stages]
        usual = usual_dates(like_ahead(ahead, series.group, findings.seasons), others)
        found.append(_foretold(subject, ahead, usual, len(drawn), task))
    told = [stage for season in found for stage in season.stages]
    stages = beside_others(told, findings.seasons, series.dated)
    lessons = tuple(s.lesson for s in found if s.lesson is not None)
    return Dates(findings, stages, lessons, pasts if series.dated else (), ahead)


def _ahead(
    subject: Subject, findings: Findings, pasts: Sequence[PastSeason], task: Task
) -> Ahead | None:
    """The season under way, where earlier ones of its crop say how it may go on."""
    series = subject.series
    if not series.dated or is_silent(series.value) or is_sward(subject):
        return None
    last = float(series.time[-1])
    crop = crop_of(subject, Season("", last, last, last, False, True))

    def noise() -> Floats:
        level = np.interp(series.time, subject.grid, subject.mean)
        return subject.posterior.noise_at(readings_of(series), level)

    now = Now(series.group, series.time, series.value, noise)
    known = [*pasts, *subject.lessons.pasts_of(crop, series.group)]
    alike = [past for past in known if past.crop == crop]
    ahead = foretell(findings, alike, now, AHEAD_POINTS, DRAWS, (subject.seed, 7), task)
    if ahead is None:
        return None
    link = subject.posterior.link
    return ahead.within(link.lowest, link.highest)


def _foretold(
    subject: Subject, ahead: Ahead, usual: Mapping[str, Usual], place: int, task: Task
) -> DatedSeason:
    """The stages of the season under way, with what earlier seasons alone would say beside."""
    task.check()
    _ = ahead.drawn.fan, ahead.drawn.prior_fan  # made here, away from whoever looks at them
    task.check()
    last = float(subject.series.time[-1])

    def weighed(stages: Sequence[StageDraws]) -> Sequence[StageDraws]:
        """Its own draws have as much to say as they were right in hindcasts."""
        return [
            replace(one, dates=with_usual(one.dates, usual[one.what.name], last))
            if one.what.name in usual
            else one
            for one in stages
        ]

    found = date_season(subject, ahead.curves, place, weighed)
    task.check()
    alone = {stage: (one.earliest, one.day, one.latest) for stage, one in usual.items()}
    if any(stage.stage not in alone for stage in found.stages):
        before = date_season(subject, ahead.prior_curves, place)
        drawn = {stage.stage: told for stage in before.stages if (told := _told(stage))}
        alone = {**drawn, **alone}
    stages = tuple(replace(stage, prior=alone.get(stage.stage)) for stage in found.stages)
    return DatedSeason(stages, found.lesson)


def _told(stage: StageDate) -> tuple[float, float, float] | None:
    numbers = stage.lower90, stage.date, stage.upper90
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == 3 else None


def _with_ahead(findings: Findings, ahead: Ahead) -> Findings:
    """The season under way in place of the candidate that the last reading cuts."""
    kept = [
        one
        for one in findings.candidates
        if not (one.accepted and one.season.name == ahead.season.name)
        and not (one.season.is_open and one.season.peak >= ahead.season.start)
    ]
    candidates = [*kept, Candidate(ahead.season, True, ahead.reason)]
    candidates.sort(key=lambda one: one.season.peak)
    return Findings(tuple(candidates), "")


def draw_seasons(subject: Subject, seasons: Sequence[Season], task: Task) -> list[SeasonCurves]:
    """Joint draws of every season."""
    if not seasons:
        return []
    series, most = subject.series, MOST_POINTS
    if subject.posterior.is_shared:
        most = shared_points(seasons, series.dated)
    size = len(series) + points_of(len(seasons), most) * len(seasons)
    count = int(np.clip(MOST_DRAWN_NUMBERS // size, FEWEST_DRAWS, DRAWS))
    return curves_of(
        seasons,
        lambda grids: subject.posterior.draws_in(grids, count, subject.seed, task),
        most,
        Read(series.time, series.value, smallest_amplitude(subject.index, series.value)),
    )


def _as_drawn(stages: Sequence[StageDraws]) -> Sequence[StageDraws]:
    return stages


def date_season(
    subject: Subject, drawn: SeasonCurves, place: int, weighed: Weighed = _as_drawn
) -> DatedSeason:
    """Every stage of one season, by its crop's template where it has one; ``weighed`` makes of its
    draws what is told."""
    season = drawn.season
    template = template_of(subject, season)
    stage_set: StageSet = curve_set
    known: Known | None = None
    if template is not None:
        random = Chance(subject.seed, 6, place)
        known = known_of(template, circumstances(subject, season), drawn)
        stage_set = template_set(template, known, random, subject.say)
    found = dated(
        drawn, lambda curves: weighed(stage_set(curves)), subject.as_of, subject.say, subject.sight
    )
    seen = seen_in(season, subject.facts)
    stages = tuple(found)
    if seen:
        stages = tuple(changed(stage, observed=seen.get(stage.stage)) for stage in found)
    lesson = None
    asked = subject.request.as_of
    by_then = {stage: day for stage, day in seen.items() if asked is None or day <= asked}
    if template is not None and known is not None and by_then:
        own = replace(known, others=())  # other indices teach nothing of this one
        lesson = Lesson(template.crop, subject.series.group, season.name, own, by_then)
    return DatedSeason(stages, lesson)


def template_of(subject: Subject, season: Season) -> CropTemplate | None:
    """As observed dates of other fields and seasons have moved it, where there are any."""
    template = subject.template(crop_of(subject, season))
    if template is None:
        return None
    return subject.lessons.taught(template, subject.series.group, season.name)


def crop_of(subject: Subject, season: Season) -> str:
    """The crop of one season: as it was sown, else the field's own, else the one asked for.

    Only where a crop is asked for at all: who asks for the curve's own stages gets those.
    """
    if not subject.request.crop or not subject.series.dated:
        return ""
    sown = sowing_of(season, subject.facts)
    return (sown.crop if sown else "") or subject.facts.crop or subject.request.crop


def is_sward(subject: Subject) -> bool:
    """Whether the field is cut and grows again: nobody foretells when."""
    crop = subject.facts.crop or subject.request.crop
    template = subject.template(crop) if subject.request.crop else None
    return template is not None and template.is_sward


def circumstances(subject: Subject, season: Season) -> Circumstances:
    request, sown = subject.request, sowing_of(season, subject.facts)
    return Circumstances(
        index=subject.index,
        sowing=None if sown is None else sown.day,
        region=request.region,
        place=subject.facts.place or request.place,
        crop_type=request.crop_type,
        others=tuple(
            (one.index, one.measure, one.day, one.sd)
            for one in subject.facts.witnesses
            if season.start <= one.season <= season.end
        ),
        record=subject.facts.temperatures,
        mean_temperature=request.mean_temperature,
        method=request.degree_days,
    )


def undated_stages(
    reason: str, request: Request, graded: Callable[[str], Grade] = no_season
) -> tuple[StageDate, ...]:
    """What is asked of a field in which no season is found: every stage, with the reason."""
    if not reason or not request.wants_stages:
        return ()
    crop = request.crop if request.crop in crops() else ""
    if crop:
        stages = [one for one in load_template(crop).stages if one.shown and one.what.order <= 1]
        named = [(stage.name, stage.bbch) for stage in stages]
    else:
        named = [(rule.name, rule.bbch) for rule in RULES]
    grade = graded(reason)
    none = replace(UNDATED, as_of=request.as_of, crop=crop, reason=grade.sentence, grade=grade)
    return tuple(replace(none, stage=name, bbch=bbch) for name, bbch in named)
