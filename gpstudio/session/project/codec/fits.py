"""Fits, so that a project shows curve and dates at once: nothing is fitted again, and no posterior
is made before somebody asks for more than was saved.

A fit is kept beside its field by name: the readings are those of the table, unless it was made
before some were taken out. Joint draws are not kept, nor what is made of them that others could
learn from. Where there were draws of the season under way, the fit comes back without them: it is
to be dated once more when it is shown, which learns no number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any, Literal, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.posterior import Posterior, posterior_of
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.hiding import as_of
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import Forecast
from gpstudio.session.curve import Curve
from gpstudio.session.dating import Dates
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.lessons import UNTAUGHT, Taught
from gpstudio.session.project.codec.composed import Record, form_of
from gpstudio.session.project.codec.facts import Stations, read_facts, record_of
from gpstudio.session.project.codec.forms import Array
from gpstudio.session.project.codec.once import Made, once
from gpstudio.session.project.codec.pools import Drawn, Misfit, Pool
from gpstudio.session.project.codec.series import groups_of_stretches, names_of_stretches
from gpstudio.session.project.codec.sound import is_sound_fit
from gpstudio.session.project.codec.texts import json_of, json_part
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part
from gpstudio.session.readings import readings_of
from gpstudio.session.request import Request, checked
from gpstudio.session.result import Basis, FieldResult

NAME = "fits"
FITS = 8
"""A stretch has so many: a fit that changes takes no more of the others with it."""
UNTOLD = Taught("untold")
"""Of a fit whose dates are to be made anew, together with all others."""
DRAWN = ("lessons", "ahead", "without_draws")
"""Fields of the dates that hold draws, or tell of them."""
RESIDUALS = "residuals"
"""What a fit has at hand once it was asked for."""

By: TypeAlias = Literal["not", "as all", "forgotten", "untold"]
"""Which lessons taught a fit: none, those of the document, those without its draws, or others."""
Placed: TypeAlias = tuple[Fit, bool, By]
"""And whether its readings are still those of the table."""


def parts_of_fits(document: Document, series: Sequence[Series], made: Made) -> Iterator[Part]:
    """In the order of the table."""
    placed: list[Placed] = []
    for one in series:
        fit = document.fits.get(one.group)
        if fit is not None:
            placed.append((fit, fit.is_of(one), _taught(fit, document)))
    stretches = [placed[at : at + FITS] for at in range(0, len(placed), FITS)]
    yield json_part(NAME, [[fit.series.group for fit, *_ in stretch] for stretch in stretches])
    for number, stretch in enumerate(stretches):
        name = f"{NAME}/{number}"
        things = tuple(thing for pair in stretch for thing in pair)
        yield from once(made, name, things, partial(_parts, name, stretch))


def fits_of(
    contents: Contents,
    series: Sequence[Series],
    stations: Stations,
    taught: Taught,
    task: Task = QUIET,
) -> dict[str, Fit]:
    """Those whose stretch is whole and whose field is there: a lost one can be fitted again."""
    fields = {each.group: each for each in series}
    found: dict[str, Fit] = {}
    for name in names_of_stretches(contents, NAME):
        task.check()
        if contents.damage_of(name):
            continue
        with suppress(Misfit, InputError):
            fits = _stretch(contents, name, fields, stations, taught)
            found |= {fit.series.group: fit for fit in fits}
    return found


def _stretch(
    contents: Contents,
    name: str,
    fields: Mapping[str, Series],
    stations: Stations,
    taught: Taught,
) -> list[Fit]:
    """Apart, so that what one was made of is gone before the next is read."""
    records, drawn = _listed(json_of(contents, name)), Drawn(contents, name)
    fits = (_fit(record, drawn, fields, stations, taught) for record in records)
    return [fit for fit in fits if fit is not None]


def fitted_fields(contents: Contents) -> tuple[str, ...]:
    """The fields that had a fit when they were saved, as far as is known."""
    try:
        return tuple(group for stretch in groups_of_stretches(contents, NAME) for group in stretch)
    except InputError:
        return ()


def _parts(name: str, stretch: Sequence[Placed]) -> Iterator[Part]:
    pool = Pool()
    yield json_part(name, [_record(*placed, pool) for placed in stretch])
    yield from pool.parts(name)


def _taught(fit: Fit, document: Document) -> By:
    """Who was taught is asked again for what others can learn from; who was not, is not."""
    if not document.dates_are_current(fit):
        return "untold"
    if fit.dates.without_draws or fit.dates.ahead is not None:
        return "forgotten"
    return "not" if fit.basis.taught == UNTAUGHT and fit.dates.lessons == () else "as all"


def _taught_by(taught: Taught) -> dict[By, Taught]:
    return {"not": UNTAUGHT, "as all": taught, "forgotten": taught, "untold": UNTOLD}


def _record(fit: Fit, of_table: bool, taught: By, pool: Pool) -> dict[str, Any]:
    residuals = vars(fit).get(RESIDUALS)
    return {
        "group": fit.series.group,
        "series": None if of_table else form_of(Series).write(fit.series, pool),
        "fit": _of_asked().write(_Asked.of(fit), pool),
        "kept": form_of(Learned).write(fit.learned, pool),
        "curve": _of_curve().write(fit.curve.forecast(fit.series), pool),
        "dates": _of_dates().write(fit.dates, pool),
        "facts": record_of(fit.facts, pool),
        "taught": taught,
        RESIDUALS: None if residuals is None else Array().write(residuals, pool),
    }


def _fit(
    record: Any,
    drawn: Drawn,
    fields: Mapping[str, Series],
    stations: Stations,
    taught: Taught,
) -> Fit | None:
    """None where its field is not there."""
    try:
        series = _series(record, drawn, fields)
        if series is None:
            return None
        asked: _Asked = _of_asked().read(record["fit"], drawn)
        told = _taught_by(taught)[record["taught"]]
        facts = read_facts(record["facts"], drawn, stations)
        basis = Basis(
            series.fingerprint, asked.recipe, asked.request, facts, told, asked.population
        )
        seen = as_of(series, asked.request.as_of)
        learned: Learned = form_of(Learned).read(record["kept"], drawn)
        forecast = _forecast(record["curve"], drawn)
        dates = _dates(record["dates"], drawn, record["taught"])
        posterior = posterior_of(learned, lambda: readings_of(seen))
        fit = Fit(series, FieldResult(basis, learned, _Filed(forecast, posterior), dates))
        vars(fit)["posterior"] = posterior
        if record[RESIDUALS] is not None:
            vars(fit)[RESIDUALS] = Array(np.dtype(np.float64)).read(record[RESIDUALS], drawn)
        if forecast.dated != series.dated or not is_sound_fit(fit) or not _is_known(fit.request):
            raise Misfit
        return fit
    except (KeyError, TypeError, ValueError, IndexError):
        raise Misfit from None


def _series(record: Any, drawn: Drawn, fields: Mapping[str, Series]) -> Series | None:
    """Its own readings of the table's field, else the table's; a field that is not there has no
    fit."""
    own, of_table = record["series"], fields.get(record["group"])
    if own is None or of_table is None:
        return of_table
    series: Series = form_of(Series).read(own, drawn)
    return replace(series, origin=of_table.origin)


def _dates(record: Any, drawn: Drawn, taught: By) -> Dates:
    kept = {
        "lessons": () if taught == "not" else None,
        "ahead": None,
        "without_draws": taught == "forgotten",
    }
    dates: Dates = _of_dates().read_with(record, drawn, kept)
    return dates


def _forecast(record: Any, drawn: Drawn) -> Forecast:
    """As it is drawn: no reading stands on it."""
    forecast: Forecast = _of_curve().read_with(record, drawn, {"observed": np.zeros(0)})
    return forecast


class _Filed(Curve):
    """A curve as a file holds it: for drawing. What it is dated by is predicted when first asked
    for."""

    def __init__(self, told: Forecast, posterior: Posterior) -> None:
        vars(self).update(
            time=told.time,
            mean=told.mean,
            lower=told.curve_lower95,
            upper=told.curve_upper95,
            reading_std=told.std,
            reading_lower=told.lower95,
            reading_upper=told.upper95,
            _posterior=posterior,
        )

    _posterior: Posterior

    @cached_property
    def std(self) -> Floats:
        _, variance = self._posterior.predict(self.time[:, None])
        return np.asarray(np.sqrt(variance))

    def __reduce__(self) -> tuple[Any, ...]:
        return Curve, self.lines


@lru_cache(maxsize=64)
def _is_known(request: Request) -> bool:
    """Ten thousand fits ask for the same."""
    try:
        return checked(request) is request
    except InputError:
        return False


def _listed(record: Any) -> list[Any]:
    if type(record) is not list:
        raise Misfit
    return record


@dataclass(frozen=True)
class _Asked:
    """What a fit was asked for, as it stands in the file."""

    recipe: Recipe
    index: str
    request: Request
    population: str = ""

    @classmethod
    def of(cls, fit: Fit) -> _Asked:
        return cls(fit.recipe, fit.index, fit.request, fit.basis.population)


@cache
def _of_asked() -> Record:
    return Record(_Asked)


@cache
def _of_curve() -> Record:
    return Record(Forecast, ("observed",))


@cache
def _of_dates() -> Record:
    return Record(Dates, DRAWN)
