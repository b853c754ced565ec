"""The dates that each anchor of a stage gives in one season, draw by draw, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.chance import Random
from gpstudio.phenology.anchors import (
    YEAR,
    AnyAnchor,
    CalendarAnchor,
    CropTemplate,
    CurveAnchor,
    DaysAnchor,
    ObservedAnchor,
    PlaceAnchor,
    StageTemplate,
    ThermalAnchor,
)
from gpstudio.phenology.crop_types import holds_at, sown_on, type_of
from gpstudio.phenology.indices import is_turned
from gpstudio.phenology.places import Place
from gpstudio.phenology.places.hopkins import law_day
from gpstudio.phenology.places.normals import normals_at
from gpstudio.phenology.thermal import TemperatureSeries, Weather, thermal_dates
from gpstudio.translation import any_of, tr

SEASON_BEFORE, SEASON_AFTER = 270.0, 95.0
"""A calendar's day is looked for so long before and after the middle of the season: one year."""


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of one season. Dates are days since 1970; ``measures`` and ``sowing`` have one
    number a joint draw of the curve, NaN where there is none."""

    index: str
    middle: float
    """A day in the middle of the season: its peak, say. It tells which year a calendar means."""
    measures: Mapping[str, Floats]
    """Draws of each measure of the curve, named as in templates: ``peak``, ``rise(50)``."""
    sowing: Floats | None = None
    region: str = ""
    record: TemperatureSeries | None = None
    stated: float | None = None
    """Mean temperature (°C) for days without one; the template's own where None."""
    method: str = "three_hourly"
    place: Place | None = None
    crop_type: str = ""
    """Of a cereal, where it is told: winter, facultative or spring."""
    others: tuple[tuple[str, Mapping[str, Floats]], ...] = ()
    """Other indices of the field, each with measures of its own curve."""

    @property
    def type(self) -> str:
        """The crop's type: as told, else by the day of sowing."""
        return type_of(self.crop_type, sown_on(self.sowing), self.place)


@dataclass(frozen=True, eq=False)
class AnchorDates:
    """One anchor of the template, and the dates that it gives here."""

    anchor: AnyAnchor
    draws: Floats
    words: str
    counted: bool = False
    """From another stage: the draws are as uncertain as that one, and as the days in between."""
    index: str = ""
    """Whose curve the anchor is of, if it is of one."""


@dataclass(frozen=True, eq=False)
class SeasonAnchors:
    """A season's template, with all that its anchors need to give dates."""

    template: CropTemplate
    known: Known
    random: Random
    say: Callable[[float], str]

    def dates_of(
        self,
        stage: StageTemplate,
        dates: Mapping[str, Floats],
        order: Integers,
        untaught: bool = False,
    ) -> list[AnchorDates]:
        """Of each anchor that gives any here. ``dates`` are the stages dated so far and the sowing;
        ``order`` is the draw of the curve that each place of them belongs to. ``untaught``: those
        that await observed dates, too."""
        known = self.known
        found = [*self._of_curve(stage, order, untaught), *self._of_calendars(stage, len(order))]
        for days in stage.days:
            if days.after in dates and self._is_of_type(days):
                found.append(self._days(days, dates[days.after]))
        for thermal in stage.thermal:
            warmth = known.record or self._is_warm_known or not thermal.measured_only
            if thermal.after in dates and warmth and self._is_of_type(thermal):
                found.append(self._thermal(thermal, dates[thermal.after]))
        return found

    @property
    def _is_warm_known(self) -> bool:
        """Whether the place tells how warm its months usually are."""
        known = self.known
        return known.place is not None and normals_at(known.place) is not None

    def _is_of_type(self, anchor: CurveAnchor | PlaceAnchor | DaysAnchor | ThermalAnchor) -> bool:
        return not anchor.types or self.known.type in anchor.types

    def _of_curve(
        self, stage: StageTemplate, order: Integers, untaught: bool
    ) -> Iterator[AnchorDates]:
        known = self.known
        own = [] if is_turned(known.index) else [(known.index, known.measures)]
        for index, measures in (*own, *known.others):
            for curve in stage.curve_anchors(index):
                speaks = self._is_of_type(curve) and (untaught or not curve.calibrated_only)
                if curve.measure in measures and speaks:
                    yield self._curve(curve, index, measures[curve.measure][order])

    def _curve(self, curve: CurveAnchor, index: str, measured: Floats) -> AnchorDates:
        name = curve.measure
        if index != self.known.index:
            if is_turned(index) and name == "peak":
                name = tr("lowest {index}", index=index)
            else:
                name = tr("{measure} of {index}", measure=name, index=index)
        words = _about(name, curve.days, curve.sd)
        return AnchorDates(curve, measured + curve.days, words, index=index)

    def _of_calendars(self, stage: StageTemplate, count: int) -> Iterator[AnchorDates]:
        placed = list(self._of_places(stage, count))
        yield from placed
        for calendar in stage.calendar:
            # a place says all that its region would, and better
            if calendar.region == self.known.region and not placed:
                yield self._calendar(calendar, count)
        for observed in stage.observed:
            yield self._observed(observed, count)

    def _of_places(self, stage: StageTemplate, count: int) -> Iterator[AnchorDates]:
        place = self.known.place
        for anchor in stage.places:
            if place is not None and holds_at(anchor, place) and self._is_of_type(anchor):
                yield self._place(anchor, place, count)

    def _calendar(self, calendar: CalendarAnchor, count: int) -> AnchorDates:
        day = _day_of_season(calendar.day, self.known.middle) + calendar.days
        words = tr("calendar of {region} ({day})", region=calendar.region, day=calendar.day)
        words = _moved(words, calendar.days)
        return AnchorDates(calendar, np.full(count, day), _trusted(words, calendar.sd))

    def _place(self, anchor: PlaceAnchor, place: Place, count: int) -> AnchorDates:
        law = law_day(anchor.regions, place)
        day = nearest_year(law.day_of_year, self.known.middle) + anchor.days
        sd = anchor.sd if anchor.taught else float(np.hypot(anchor.sd, law.sd))
        if anchor.taught:
            words = tr("usual day at {place}, moved: {day}", place=place.text, day=self.say(day))
        else:
            words = tr("usual day at {place}: {day}", place=place.text, day=self.say(day))
        return AnchorDates(replace(anchor, sd=sd), np.full(count, day), _trusted(words, sd))

    def _observed(self, observed: ObservedAnchor, count: int) -> AnchorDates:
        day = nearest_year(observed.day_of_year, self.known.middle + observed.after_middle)
        words = tr("about {day}, {source}", day=self.say(day), source=observed.source)
        return AnchorDates(observed, np.full(count, day), _trusted(words, observed.sd))

    def _days(self, anchor: DaysAnchor, starts: Floats) -> AnchorDates:
        return AnchorDates(anchor, starts + anchor.days, _days_after(anchor), counted=True)

    def _thermal(self, anchor: ThermalAnchor, starts: Floats) -> AnchorDates:
        known = self.known
        stated = self.template.mean_temperature if known.stated is None else known.stated
        usual = known.place is not None and known.stated is None
        normals = normals_at(known.place) if usual and known.place is not None else None
        dated = thermal_dates(
            Weather(known.record, stated, known.method, normals),
            self.template.responses[anchor.response],
            starts + anchor.shift,
            anchor.target,
            self.random,
            self.say,
        )
        words = f"{_degree_days(anchor)}: {dated.reason}"
        if usual and normals is None and known.place is not None:
            words = tr(
                "{counted}; usual temperatures at {place} are not known: a temperature file would "
                "tell more",
                counted=words,
                place=known.place.text,
            )
        return AnchorDates(anchor, dated.dates + anchor.days, words, counted=True)


@lru_cache(maxsize=256)
def _days_after(anchor: DaysAnchor) -> str:
    words = tr("{days} d after {stage}", days=_short(anchor.days), stage=anchor.after)
    return _trusted(words, anchor.sd)


@lru_cache(maxsize=256)
def _degree_days(anchor: ThermalAnchor) -> str:
    target, after = anchor.target, anchor.after
    if anchor.at_most:
        name = tr("at most {target:g} °Cd after {stage}", target=target, stage=after)
    else:
        name = tr("{target:g} °Cd after {stage}", target=target, stage=after)
    return _trusted(_moved(name, anchor.days), anchor.sd)


@lru_cache(maxsize=256)
def _about(name: str, days: float, sd: float) -> str:
    return _trusted(_moved(name, days), sd)


def _moved(words: str, days: float) -> str:
    """With the days by which dates observed in fields moved it, or its template has it."""
    return f"{words} {_short(days, '+')} d" if days else words


def needs(stage: StageTemplate, known: Known) -> str:
    """What would date a stage that nothing dates here."""
    curves = [a for a in stage.curve_anchors(known.index) if not a.calibrated_only]
    wanted = [tr("{measure} of the curve", measure=a.measure) for a in curves]
    if known.place is None:  # who has told it is not asked to name another
        wanted += [tr("the region {region}", region=a.region) for a in stage.calendar]
    if stage.places and known.place is None:
        wanted.append(tr("the place of the field"))
    after = [anchor.after for anchor in stage.days] + [anchor.after for anchor in stage.thermal]
    wanted += [tr("a date of {stage}", stage=name) for name in after]
    if not wanted:
        return tr("the template does not say how {index} shows it", index=known.index)
    return tr("needs {dates}", dates=any_of(dict.fromkeys(wanted)))


def hints(stage: StageTemplate, known: Known, is_dated: bool) -> tuple[str, ...]:
    """What telling the place would bring, where nobody has."""
    if not is_dated or known.place is not None or not stage.places:
        return ()
    sd = min(anchor.sd for anchor in stage.places)
    return (
        tr("the place of the field, if it were told, would date it to about ± {days:g} d", days=sd),
    )


def too_wide(stage: StageTemplate, known: Known, width: float) -> str:
    """Why a stage that its anchors date is not told all the same."""
    wanted = [tr("when it was sown")] if known.sowing is None else []
    wanted += [tr("where the field lies")] if known.place is None else []
    wanted += [tr("a temperature file")] if known.record is None else []
    if not wanted:
        return tr("its 90 % interval is {width:.0f} days wide: a date says nothing", width=width)
    return tr(
        "its 90 % interval is {width:.0f} days wide: tell {wanted}",
        width=width,
        wanted=any_of(wanted),
    )


def nearest_year(day_of_year: float, near: float) -> float:
    """The day so far into its year that is less than half a year from another day."""
    first = near - 0.5 * YEAR
    return first + (day_of_year - first) % YEAR


def _day_of_season(day: str, middle: float) -> float:
    """The MM-DD of the year that lies from 270 days before the middle to 95 days after it."""
    year = np.datetime64(int(np.floor(middle)), "D").astype("datetime64[Y]")
    month, of_month = (int(part) for part in day.split("-"))
    for candidate in (year - 1, year, year + 1):
        first = (candidate.astype("datetime64[M]") + (month - 1)).astype("datetime64[D]")
        place = float((first + (of_month - 1)).astype(np.int64))
        if middle - SEASON_BEFORE < place <= middle + SEASON_AFTER + 1.0:
            return place
    raise RuntimeError("a year has every day of the calendar")


def _trusted(words: str, sd: float) -> str:
    return f"{words} ± {_short(sd)} d" if sd else words


def _short(days: float, sign: str = "") -> str:
    """As it is written in a template; what was calculated needs no more than a tenth of a day."""
    return f"{round(days, 1):{sign}g}"
