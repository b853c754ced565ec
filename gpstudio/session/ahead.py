"""The season under way: what is read of it so far, joined with the seasons of earlier years.

The Gaussian process alone knows nothing of what comes after the last reading but that it returns to
its mean. Earlier seasons of the same crop know how such a season goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.quantiles import median_of
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.earlier import EarlierDraws, PastSeason, current_draws, expected_end
from gpstudio.phenology.earlier.past import landmarks_of
from gpstudio.phenology.earlier.usual import usual_of
from gpstudio.phenology.measures.thresholds import Rise
from gpstudio.phenology.season import Candidate, Findings, Season
from gpstudio.phenology.steady import SteadyCurves
from gpstudio.phenology.years import YEAR, like_days
from gpstudio.translation import tr

MOST = 30
"""Earlier seasons that are looked at: the field's own first."""
LONGEST = 400.0
"""Days of a season, at most: what lasts longer is no season of the year, but a field of which no
trough was seen between two."""
ALIKE = 60.0
"""Days between the rises of seasons of one kind, at most."""
BEFORE_GREEN = 30.0
"""Days before it turns green from which the coming season is foretold."""
READ_BEFORE = 30.0
"""Days of readings before a season's start that say where its ground is."""
SAME = 90.0
"""Days between the middles of seasons of one time of year, at most."""
MARGIN = 10.0
"""Days of ground on either side of an earlier season that its curve is told with."""


@dataclass(frozen=True, eq=False)
class Now:
    """A field as it stands at its last reading."""

    group: str
    time: Floats
    value: Floats
    noise: Callable[[], Floats]
    """Variance of each reading; hardly any field asks."""

    @property
    def last(self) -> float:
        return float(self.time[-1])

    def since(self, start: float) -> Now:
        late = self.time >= start
        return Now(self.group, self.time[late], self.value[late], lambda: self.noise()[late])


@dataclass(frozen=True, eq=False)
class Ahead:
    """The season under way as it may go on; ``prior`` is what earlier seasons alone would say."""

    season: Season
    time: Floats
    drawn: EarlierDraws
    pasts: tuple[PastSeason, ...]

    @property
    def reason(self) -> str:
        """Why it is a season, although nobody has seen its end."""
        return tr("under way: foretold from {seasons}", seasons=self.drawn.words)

    def own_moved(self, group: str) -> dict[str, float]:
        """The field's own earlier seasons, and the days by which each is moved to this one."""
        middle = 0.5 * float(self.time[0] + self.time[-1])
        own = (past for past in self.pasts if past.group == group)
        return {past.name: YEAR * past.years_to(middle) for past in own}

    @property
    def curves(self) -> SeasonCurves:
        return SteadyCurves(self.season, self.time, self.drawn.posterior)

    @property
    def prior_curves(self) -> SeasonCurves:
        return SteadyCurves(self.season, self.time, self.drawn.prior)

    def within(self, lowest: float, highest: float) -> Ahead:
        """No curve runs beyond these: earlier seasons know nothing of what a reading can be."""
        prior, posterior = (
            np.clip(drawn, lowest, highest) for drawn in (self.drawn.prior, self.drawn.posterior)
        )
        return replace(self, drawn=replace(self.drawn, prior=prior, posterior=posterior))


def pasts_of(
    seasons: Sequence[Season],
    group: str,
    crop_of: Callable[[Season], str],
    grid: Floats,
    mean: Floats,
    std: Floats,
) -> tuple[PastSeason, ...]:
    """The seasons of a field that were seen whole, with what grew in them."""
    found = []
    for season in seasons:
        if season.cut_left or season.is_open or season.end - season.start > LONGEST:
            continue
        near = (grid >= season.start - MARGIN) & (grid <= season.end + MARGIN)
        parts = (grid[near], mean[near], std[near])
        found.append(PastSeason(season.name, group, crop_of(season), *parts))
    return tuple(found)


def under_way(findings: Findings, last: float) -> Candidate | None:
    """The candidate that the last reading cuts: a season without its end, or a rise without its
    peak."""
    for candidate in reversed(findings.candidates):
        season = candidate.season
        here = season.unread or (season.cut_right and last <= season.end)
        if here and season.start <= last and (candidate.accepted or candidate.under_way):
            return candidate
    return None


def ended_early(findings: Findings, pasts: Sequence[PastSeason], now: Now) -> Candidate | None:
    """The newest season, where it is said to be over and earlier ones of its kind speak against it:
    they turned green as it did, lost their green later, and their usual day has not passed yet. A
    wobble in summer looks like an end, until the crop goes on."""
    newest = next((one for one in reversed(findings.candidates) if one.accepted), None)
    if newest is None:
        return None
    own = [past for past in pasts if _is_of(past, newest.season, now.group)]
    others = [past for past in pasts if past is not own[0]] if own else []
    if not others:
        return None
    mine = landmarks_of(own[0].time, own[0].mean)
    if not mine.is_whole:
        return None
    falls = []
    for past in others:
        mark = landmarks_of(past.time, past.mean)
        if mark.is_whole:
            moved = YEAR * round((mine.rise - mark.rise) / YEAR)
            falls += [mark.fall + moved] * (abs(mark.rise + moved - mine.rise) < ALIKE)
    usual = usual_of(falls)
    if usual is None:
        return None
    return newest if mine.fall < usual.earliest and now.last < usual.latest else None


def _is_of(past: PastSeason, season: Season, group: str) -> bool:
    return past.group == group and past.name == season.name


def running_at(pasts: Sequence[PastSeason], now: float) -> tuple[list[PastSeason], float]:
    """Those of the time of year that it is, and the middle of such a season about now.

    Where a field has several seasons a year, the others' are left out; all are where they are cuts.
    """
    middles = [past.middle + moved for past in pasts if (moved := _shift(past, now)) is not None]
    if not middles:
        return [], now
    middle = median_of(middles)
    groups = {past.group for past in pasts}
    far = min(SAME, like_days([p.middle for p in pasts if p.group == one] for one in groups))
    return [past for past in pasts if abs(_beside(past, middle) - middle) < far], middle


def _shift(past: PastSeason, now: float) -> float | None:
    """By how many days, whole years, a season is to be moved to hold ``now``."""
    start, end = float(past.time[0]) + MARGIN, float(past.time[-1]) - MARGIN
    moved = float(YEAR * np.ceil((now - end) / YEAR))
    return moved if start + moved <= now <= end + moved else None


def _beside(past: PastSeason, middle: float) -> float:
    return past.middle + YEAR * past.years_to(middle)


def foretell(
    findings: Findings,
    pasts: Sequence[PastSeason],
    now: Now,
    points: int,
    count: int,
    seed: Sequence[int],
    task: Task = QUIET,
) -> Ahead | None:
    """The season under way, where there is one and earlier seasons tell how it may go on.

    Before anything is seen of it, it is under way once most of the earlier ones were about to
    turn green.
    """
    early = ended_early(findings, pasts, now)
    if early is not None:
        pasts = [past for past in pasts if not _is_of(past, early.season, now.group)]
    known, middle = running_at(pasts, now.last)
    known = sorted(known, key=lambda past: past.group != now.group)[:MOST]
    if not known:
        return None
    candidate = early or under_way(findings, now.last)
    start = median_of([past.moved_to(middle)[0] + MARGIN for past in known])
    if candidate is not None:
        start = min(max(candidate.season.start, start - SAME), now.last)
    elif now.last < _soon(known, middle) or any(s.peak >= start for s in findings.seasons):
        return None
    end = max(expected_end(known, start), now.last + 1.0)
    time = np.linspace(start, end, points)
    read, random = now.since(start - READ_BEFORE), np.random.default_rng(seed)
    drawn = current_draws(
        known, time, read.time, read.value, read.noise(), count, random, now.group, task=task
    )
    median = np.median(drawn.posterior, axis=1)
    peak = float(time[int(np.argmax(median))])
    season = Season("", start, peak, end, cut_left=False, cut_right=False)
    accepted = candidate is not None and candidate.accepted
    name = candidate.season.name if candidate is not None and accepted else ""
    name = name or _name(season, time, median, findings)
    return Ahead(replace(season, name=name), time, drawn, tuple(known))


def _soon(known: Sequence[PastSeason], middle: float) -> float:
    """Some weeks before a tenth of the rise was done in half of the earlier seasons."""
    days = []
    for past in known:
        time = past.moved_to(middle)
        season = Season("", float(time[0]), float(time[0]), float(time[-1]), False, False)
        days.append(float(Rise(10.0).of(SeasonCurves(season, time, past.mean[:, None]))[0]))
    seen = [day for day in days if np.isfinite(day)]
    return float(np.median(seen)) - BEFORE_GREEN if seen else np.inf


def _name(season: Season, time: Floats, middle: Floats, findings: Findings) -> str:
    """After the year in which it is expected to have lost half of its green."""
    fall = time >= season.peak
    height = middle[fall]
    day = time[fall][int(np.argmax(height <= 0.5 * (height.max() + height.min())))]
    year = str(np.datetime64(int(np.floor(day)), "D"))[:4]
    taken = {one.name for one in findings.seasons}
    letters = ("", *"bcdef")
    return str(next(year + letter for letter in letters if year + letter not in taken))
