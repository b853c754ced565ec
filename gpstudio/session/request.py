"""What is asked of a fit besides the recipe: times, stages, and how they are to be dated."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.data.series import Series
from gpstudio.phenology.places import Place, checked_place
from gpstudio.translation import tr

CURVE, NO_STAGES = "curve", "none"
"""Stage sets that need no crop: what the curve alone shows, and nothing at all."""
HEMISPHERES = ("", "north", "south")
TYPES = ("winter", "facultative", "spring")
"""Of cereals."""
MOST_DAYS = 36_525.0
"""How far from its readings a curve is asked for: a hundred years, where it says nothing long
since, and dates still have four digits."""
MOST_RANGES = 1_000.0
"""The same for a plain number axis, in ranges of the readings."""
MOST_TIMES = 1_000_000
"""Most times that may be asked for."""


@dataclass(frozen=True)
class Request:
    """The same for every field of a table; what differs between them is in their ``Facts``."""

    horizon: float | None = None
    """How far beyond the last reading, in the unit of the time axis."""
    times: tuple[float, float, float] | None = None
    """First, last and step of the times to predict, in place of the usual grid."""
    as_of: float | None = None
    """The day of the question: what was read later is hidden from fit and dates. The last reading
    when None."""
    stages: str = CURVE
    """``curve``, ``none`` or a crop that has a template."""
    index: str | None = None
    """What was measured, such as NDVI; its column's name when None."""
    region: str = ""
    """Whose calendar speaks, among those of the crop's template; a place tells more, anywhere."""
    place: Place | None = None
    """Where the fields lie that do not say so themselves."""
    crop_type: str = ""
    """Of a cereal: winter, facultative or spring; by the day of sowing where it is not told."""
    hemisphere: str = ""
    """``north`` or ``south``, where it is known: calendars of the other one are refused."""
    mean_temperature: float | None = None
    """°C, for days of which no temperature is known; the template's own when None."""
    degree_days: str = "three_hourly"
    """The way degree days are counted."""
    anyway: bool = field(default=False, compare=False)
    """Whether a fit may take longer than a minute by its estimate; it changes no curve and no date,
    so that none is outdated by it."""

    @property
    def patience(self) -> float:
        return math.inf if self.anyway else PATIENCE

    @property
    def crop(self) -> str:
        """The crop that is asked for; empty where the curve alone speaks."""
        return "" if self.stages in (CURVE, NO_STAGES) else self.stages

    def same_times(self, other: Request) -> bool:
        """Whether both ask for the same curve, of the same readings; what is dated on it may
        differ."""
        return self._of_curve == other._of_curve

    @property
    def _of_curve(self) -> tuple[object, ...]:
        return self.horizon, self.times, self.as_of

    def on_times_of(self, other: Request) -> Request:
        """What is asked of dates on a curve that is there, which was asked for with ``other``."""
        return (
            self
            if self.same_times(other)
            else replace(self, horizon=other.horizon, times=other.times, as_of=other.as_of)
        )

    @property
    def wants_stages(self) -> bool:
        return self.stages != NO_STAGES


USUAL = Request()


def check_times(request: Request) -> None:
    """Refuse what makes no sense whatever the readings are."""
    if request.horizon is not None and not 0.0 <= request.horizon < math.inf:
        raise InputError(tr("The horizon is a number from 0, in the unit of the time axis."))
    if request.times is None:
        return
    first, last, step = request.times
    if not (all(map(math.isfinite, request.times)) and step > 0.0 and first <= last):
        raise InputError(
            tr("Times to predict are START:END:STEP with START ≤ END and STEP above 0.")
        )
    if last - first > MOST_TIMES * step:
        raise InputError(
            tr(
                "More than {most:,} times to predict: take a longer step.",
                most=MOST_TIMES,
            )
        )


def check_beyond(days: float, series: Series) -> None:
    """Refuse times so far before or after the readings."""
    if series.dated and days > MOST_DAYS:
        raise InputError(
            tr(
                "A curve is drawn up to {most:,.0f} days before the first and after the last "
                "reading, not {days:,.6g}: ask for less.",
                most=MOST_DAYS,
                days=days,
            )
        )
    spanned = float(series.time[-1] - series.time[0])
    if not series.dated and days > MOST_RANGES * (spanned or 1.0):
        raise InputError(
            tr(
                "A curve is drawn up to {most:,.0f} times the range of the readings beyond them: "
                "ask for less than {days:.6g}.",
                most=MOST_RANGES,
                days=days,
            )
        )


def checked(request: Request) -> Request:
    """The request, once every name in it is known; an ``InputError`` says what is not."""
    from gpstudio.phenology.templates import crops
    from gpstudio.phenology.thermal import METHODS

    check_times(request)
    sets = (CURVE, NO_STAGES, *crops())
    if request.stages not in sets:
        raise InputError(
            tr(
                "There is no set of stages called '{stages}': {hint}",
                stages=request.stages,
                hint=_meant(request.stages, sets),
            )
        )
    if request.degree_days not in METHODS:
        raise InputError(
            tr(
                "There is no way to count degree days called '{method}': {hint}",
                method=request.degree_days,
                hint=suggestion(request.degree_days, METHODS.names),
            )
        )
    if request.hemisphere not in HEMISPHERES:
        raise InputError(
            tr(
                "The hemisphere is north or south, not '{hemisphere}'.",
                hemisphere=request.hemisphere,
            )
        )
    known = regions(request.stages, request.hemisphere)
    if request.region and request.region not in known:
        raise InputError(_no_calendar(request, known))
    if request.place is not None:
        checked_place(request.place)
    if request.crop_type not in ("", *TYPES):
        raise InputError(
            tr("A cereal is winter, facultative or spring, not '{type}'.", type=request.crop_type)
        )
    _check_type(request)
    if request.mean_temperature is not None and not -10.0 <= request.mean_temperature <= 45.0:
        raise InputError(
            tr(
                "A mean temperature of {mean_temperature:g} °C lets no crop grow: give one "
                "from −10 to 45.",
                mean_temperature=request.mean_temperature,
            )
        )
    return request


def _meant(stages: str, sets: Collection[str]) -> str:
    """By the nearest name, or by one that other people have for a crop: lucerne is alfalfa."""
    from gpstudio.session.noted.crops import crop_named

    named = crop_named(stages)
    return suggestion(named if named in sets else stages, sets)


def _check_type(request: Request) -> None:
    from gpstudio.phenology.crop_types import check_place, check_type
    from gpstudio.phenology.templates import load_template

    if request.crop:
        template = load_template(request.crop)
        check_type(template, request.crop_type, request.place)
        check_place(template, request.crop_type, request.place)


def types_of(crop: str) -> tuple[str, ...]:
    """Those of a cereal that its template tells apart."""
    from gpstudio.phenology.templates import crops, load_template

    return load_template(crop).types if crop in crops() else ()


def regions(crop: str, hemisphere: str = "") -> tuple[str, ...]:
    """Whose calendars the crop's template holds."""
    from gpstudio.phenology.templates import crops, load_template

    if crop not in crops():
        return ()
    found = [
        calendar.region
        for stage in load_template(crop).stages
        for calendar in stage.calendar
        if hemisphere in ("", calendar.hemisphere)
    ]
    return tuple(dict.fromkeys(found))


def _no_calendar(request: Request, known: Collection[str]) -> str:
    hint = suggestion(request.region, known) if known else tr("leave the region out.")
    if request.hemisphere == "north":
        return tr(
            "No calendar in the north of {stages} is called '{region}': {hint}",
            stages=request.stages,
            region=request.region,
            hint=hint,
        )
    if request.hemisphere == "south":
        return tr(
            "No calendar in the south of {stages} is called '{region}': {hint}",
            stages=request.stages,
            region=request.region,
            hint=hint,
        )
    return tr(
        "No calendar of {stages} is called '{region}': {hint}",
        stages=request.stages,
        region=request.region,
        hint=hint,
    )
