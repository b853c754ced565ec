"""A saved document is the same when it is opened: curve and dates at once, and nothing learnt."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from as_if import as_if_of

from gpstudio.core.errors import InputError
from gpstudio.core.learning.learner import LEARNERS
from gpstudio.core.recipe import Recipe
from gpstudio.data.excluding import restored, without
from gpstudio.data.fields import Fields
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import Table, read_table
from gpstudio.phenology.places import Place
from gpstudio.phenology.thermal import TemperatureSeries, temperatures_from_means
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Seen, Sown, Witness
from gpstudio.session.fitting import Fit, fit_series, redated
from gpstudio.session.lessons import NO_LESSONS
from gpstudio.session.project.codec.document import (
    document_of,
    found_in,
    parts_of_document,
)
from gpstudio.session.project.codec.fits import FITS
from gpstudio.session.project.codec.once import Made
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part
from gpstudio.session.project.project import Project
from gpstudio.session.request import Request
from gpstudio.session.season_map.laying_out import SeasonMap, mark_of_all
from gpstudio.session.season_map.weeks import FieldYear
from gpstudio.session.together import dated_together
from gpstudio.session.trial import TriedNumbers, try_numbers

WHEAT = Request(
    stages="wheat",
    index="NDVI",
    horizon=45.0,
    mean_temperature=17.0,
    place=Place(46.73, -117.18),
    crop_type="winter",
)
START, PEAK = (float(day) for day in days_from_dates(["2020-10-01", "2021-05-10"]))
RECIPE = Recipe.of(5, kernel="matern52")


def field(name: str, shift: float, seed: int, readings: int = 60) -> Series:
    random = np.random.default_rng(seed)
    time = START + 6.0 * np.arange(float(readings))
    bell = np.exp(-0.5 * ((time - PEAK - shift) / 28.0) ** 2)
    value = 0.18 + 0.6 * bell + 0.02 * random.standard_normal(readings)
    return Series(name, time, value, "date", "NDVI", dated=True, weight=np.ones(readings))


def table_of_fields(fields: tuple[Series, ...]) -> Table:
    return replace(read_table(resource(*SAMPLE)), path=Path("four fields.csv"), series=fields)


@pytest.fixture(scope="module")
def station() -> TemperatureSeries:
    day = START + np.arange(-30.0, 420.0)
    return temperatures_from_means(day, 12.0 + 8.0 * np.sin(day / 58.0))


@pytest.fixture(scope="module")
def document(station: TemperatureSeries) -> Document:
    """Everything that a person can make: four fields, one not fitted, one fitted before a reading
    was taken out, two in which heading was seen."""
    fields = tuple(field(name, shift, seed) for seed, (name, shift) in enumerate(SHIFTS.items()))
    seen = {name: (Seen("heading", PEAK + SHIFTS[name] + 12.0),) for name in ("a", "b")}
    facts = {
        "a": Facts("wheat", (Sown(START + 10.0, "wheat"),), (), station, seen["a"]),
        "b": Facts(windows=((START + 100.0, START + 330.0),), seen=seen["b"]),
        "c": Facts(
            temperatures=station,
            place=Place(48.35, 11.81, 446.0),
            witnesses=(Witness("EVI", "peak", PEAK, PEAK + 2.0, 1.5),),
        ),
    }
    known = {group: facts.get(group, Facts()) for group in SHIFTS}
    fits = [fit_series(s, RECIPE, WHEAT, known[s.group]) for s in fields[:3]]
    together = dated_together(fits, WHEAT, facts)
    shown = Document(
        table=table_of_fields(fields),
        selected="b",
        recipe=RECIPE,
        request=WHEAT,
        facts=MappingProxyType(facts),
        fits=MappingProxyType({fit.series.group: fit for fit in together.fits}),
        lessons=together.lessons,
        season_map=season_map_of(fields),
    )
    return shown.with_series(without(fields[2], np.arange(len(fields[2])) == 30))


SHIFTS = {"a": -6.0, "b": 0.0, "c": 5.0, "d": 3.0}


def season_map_of(fields: tuple[Series, ...]) -> SeasonMap:
    rows = tuple(FieldYear(series.group, 2021, START) for series in fields)
    places = np.random.default_rng(3).normal(size=(len(rows), 2))
    odds, weights = np.linspace(0.9, 1.1, len(rows)), np.array([0.8, 0.2])
    return SeasonMap(rows, places, abs(places), odds, weights, 1.5, mark_of_all(fields))


def held(*parts: Part, damaged: Mapping[str, str] | None = None) -> Contents:
    return Contents(Path("w.gpstudio"), {part.name: part for part in parts}, damaged=damaged or {})


def reopened(document: Document) -> Document:
    return document_of(held(*parts_of_document(document)))


@pytest.fixture(scope="module")
def opened(document: Document, tmp_path_factory: pytest.TempPathFactory) -> Document:
    """From a file, and with nobody able to learn anything any more."""
    path = tmp_path_factory.mktemp("project") / "wheat.gpstudio"
    with Project.create(path, parts_of_document(document)):
        pass
    with Project.open(path) as project:
        found = found_in(project.contents)
    assert found.lost == ()
    return found.document


@pytest.fixture
def nobody_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nothing is to be learnt")

    for learner in LEARNERS:
        monkeypatch.setattr(learner, "learn", refuse)


def test_that_what_a_person_made_comes_back(document: Document, opened: Document) -> None:
    assert opened.selected == "b"
    assert opened.recipe == document.recipe
    assert opened.request == document.request
    same(opened.table, document.table)
    same(dict(opened.facts), dict(document.facts))
    excluded = opened.table.series[2].excluded if opened.table else None
    assert excluded is not None
    assert len(excluded) == 1


@pytest.mark.usefixtures("nobody_learns")
def test_that_a_fit_as_of_a_day_comes_back_as_it_was(as_of_may: Document) -> None:
    """Its field holds all readings, and what came later has no part in it."""
    again = reopened(as_of_may)
    fit, before = again.fits["d"], as_of_may.fits["d"]
    assert again.state_of("d") == "current"
    assert again.table is not None
    assert len(again.table.by_group["d"]) > len(fit.series) == len(before.series)
    same(fit.residuals, before.residuals)
    times = before.curve.time[::20, None]
    same(fit.posterior.predict(times), before.posterior.predict(times))
    same(fit.stage_rows[0].about.usual, before.stage_rows[0].about.usual)


@pytest.fixture
def as_of_may() -> Document:
    asked = Request(index="NDVI", as_of=PEAK + 20.0)
    series = field("d", 3.0, 3)
    fit = fit_series(series, RECIPE, asked)
    return Document(
        table=table_of_fields((series,)),
        selected="d",
        recipe=RECIPE,
        request=asked,
        fits=MappingProxyType({"d": fit}),
    )


def test_that_curve_and_dates_are_there_at_once(document: Document, opened: Document) -> None:
    assert list(opened.fits) == ["a", "b", "c"]
    for group, fit in opened.fits.items():
        before = document.fits[group]
        same(fit.curve.forecast(fit.series), before.curve.forecast(before.series))
        same(fit.dates.findings, before.dates.findings)
        same(fit.stages, before.stages)
        assert fit.stage_rows == before.stage_rows
        assert fit.report == before.report
        assert "members" not in vars(fit.posterior)


def test_that_residuals_are_at_hand_where_they_were() -> None:
    """A window that shows them does not wait for a posterior."""
    plain = fit_series(field("a", 0.0, 0), RECIPE, Request(stages="none"))
    document = Document(table_of_fields((plain.series,)), fits=MappingProxyType({"a": plain}))
    (fit,) = reopened(document).fits.values()
    assert np.array_equal(fit.residuals, plain.residuals)
    assert "members" not in vars(fit.posterior)
    again = redated(plain, Request(stages="curve"), Facts())
    (together,) = dated_together([again], Request(stages="wheat"), {}).fits
    assert together.residuals is again.residuals is plain.residuals


def test_that_the_same_curves_are_current_as_before(document: Document, opened: Document) -> None:
    for group in SHIFTS:
        was, now = replace(document, selected=group), replace(opened, selected=group)
        assert was.curve_is_current == now.curve_is_current
    assert opened.curve_is_current
    assert not replace(opened, selected="c").curve_is_current
    assert len(opened.fits["c"].series) == 60
    assert opened.table is not None
    assert opened.fits["c"].series.origin is opened.table.by_group["c"].origin


def test_that_dates_are_current_and_nothing_is_dated_for_being_opened(
    document: Document, opened: Document
) -> None:
    assert not opened.outdated
    for group in opened.fits:
        assert document.fits[group].basis.taught == document.lessons.told
        assert opened.fits[group].basis.taught == opened.lessons.told
    assert opened.fit_is_current
    assert replace(opened, request=Request()).outdated
    assert opened.with_facts("a", Facts("barley")).outdated


@pytest.mark.usefixtures("nobody_learns")
def test_that_a_posterior_made_again_is_the_same(document: Document, opened: Document) -> None:
    for group, fit in opened.fits.items():
        before = document.fits[group].posterior
        after = fit.posterior
        times = fit.curve.time[::7, None]
        for one, other in zip(before.bands(times)[:2], after.bands(times)[:2], strict=True):
            np.testing.assert_allclose(other, one, rtol=1e-12, atol=1e-12)
        assert np.array_equal(before.draws(times, 8, seed=2), after.draws(times, 8, seed=2))
        same(fit.forecast, document.fits[group].forecast)
        assert np.array_equal(after.left_out().residuals, before.left_out().residuals)


@pytest.mark.usefixtures("nobody_learns")
def test_that_an_opened_field_can_be_dated_otherwise(document: Document, opened: Document) -> None:
    asked = Request(stages="barley", index="NDVI", horizon=45.0)
    before, after = document.fits["b"], opened.fits["b"]
    same(redated(after, asked, Facts()).stages, redated(before, asked, Facts()).stages)


def test_that_numbers_of_an_opened_fit_can_be_tried(document: Document, opened: Document) -> None:
    before, after = document.fits["a"], opened.fits["a"]
    numbers = TriedNumbers.of(after)
    same(try_numbers(after, numbers).curve, try_numbers(before, TriedNumbers.of(before)).curve)


@pytest.mark.usefixtures("nobody_learns")
def test_that_lessons_come_back_and_can_be_learnt_again(
    document: Document, opened: Document
) -> None:
    assert document.lessons.words
    assert opened.lessons.words == document.lessons.words
    fits = tuple(opened.fits.values())
    again = dated_together(fits, opened.request, opened.facts)
    assert again.lessons.words == document.lessons.words
    for fit in again.fits:
        same(fit.stages, document.fits[fit.series.group].stages)


def test_that_lost_lessons_are_learnt_again(document: Document) -> None:
    found = found_in(_without(held(*parts_of_document(document)), "lessons"))
    assert found.lost == ()
    assert found.document.lessons is NO_LESSONS
    assert found.document.outdated
    fits = tuple(found.document.fits.values())
    again = dated_together(fits, document.request, document.facts)
    assert again.lessons.words == document.lessons.words


def test_that_dates_whose_lessons_nobody_took_are_made_anew(document: Document) -> None:
    """Saved in the moment between a fit and what all learn from it."""
    fit = fit_series(document.fits["b"].series, RECIPE, WHEAT, document.facts_of("b"))
    assert fit.dates.lessons
    opened = reopened(document.with_fit(fit))
    assert opened.outdated


def test_that_without_observed_dates_nothing_is_dated_again(document: Document) -> None:
    plain = fit_series(field("a", 0.0, 0), RECIPE, Request(stages="curve"))
    table = table_of_fields((plain.series,))
    fits = MappingProxyType({"a": plain})
    opened = reopened(Document(table, "a", RECIPE, plain.request, fits=fits))
    assert opened.lessons is NO_LESSONS
    assert not opened.outdated
    assert opened.fit_is_current
    again = dated_together(tuple(opened.fits.values()), opened.request, opened.facts)
    assert again.fits[0] is opened.fits["a"]


@pytest.mark.usefixtures("nobody_learns")
def test_that_a_season_under_way_is_foretold_again(under_way: Fit) -> None:
    """Its joint draws are not kept; its dates are, and the draws follow from what is."""
    assert under_way.dates.ahead is not None
    table = table_of_fields((under_way.series,))
    fits = MappingProxyType({"a": under_way})
    opened = reopened(Document(table, "a", under_way.recipe, under_way.request, fits=fits))
    fit = opened.fits["a"]
    same(fit.stages, under_way.stages)
    same(fit.dates.pasts, under_way.dates.pasts)
    assert fit.dates.ahead is None
    assert not opened.outdated
    assert not opened.fit_is_current  # once it is shown
    again = redated(fit, fit.request, fit.facts)
    assert again.dates.ahead is not None
    same(again.stages, under_way.stages)
    same(again.dates.ahead.drawn.posterior, under_way.dates.ahead.drawn.posterior)


@pytest.fixture(scope="module")
def under_way() -> Fit:
    """Three whole seasons, and the fourth up to its rise."""
    random = np.random.default_rng(4)
    time = START + 6.0 * np.arange(210.0)
    value = 0.18 + 0.02 * random.standard_normal(len(time))
    for year in range(4):
        value += 0.6 * np.exp(-0.5 * ((time - PEAK - 365.25 * year) / 28.0) ** 2)
    series = Series("a", time, value, "date", "NDVI", dated=True)
    until = without(series, time > PEAK + 3 * 365.25 - 20.0)
    return fit_series(replace(until, excluded=None), RECIPE, Request(stages="curve"))


def test_that_what_was_opened_is_saved_as_it_was(document: Document, opened: Document) -> None:
    """Also a fit of which nobody asked anything meanwhile."""
    before = {part.name: bytes(part.content) for part in parts_of_document(document)}
    after = {part.name: bytes(part.content) for part in parts_of_document(opened)}
    assert after == before


def test_that_a_document_without_a_table_comes_back() -> None:
    opened = reopened(Document(recipe=RECIPE, request=WHEAT))
    assert (opened.table, opened.recipe, opened.request) == (None, RECIPE, WHEAT)


def test_that_a_map_of_seasons_comes_back_with_the_readings_it_was_made_of(
    document: Document, opened: Document
) -> None:
    same(opened.season_map, document.season_map)
    assert document.present_map is None, "a reading was taken out since"
    undone = replace(document, table=table_of_fields(tuple(map(restored, opened.table.series))))  # type: ignore[union-attr]
    assert undone.present_map is document.season_map
    lost = _without(held(*parts_of_document(document)), "season_map")
    found = found_in(lost)
    assert (found.document.season_map, found.lost) == (None, ("the map of seasons",))


def test_that_a_station_of_many_fields_is_saved_once(document: Document, opened: Document) -> None:
    names = [part.name for part in parts_of_document(document)]
    assert len([name for name in names if name.startswith("temperatures/")]) == 2  # and its numbers
    assert opened.facts["a"].temperatures is opened.facts["c"].temperatures
    assert opened.fits["a"].facts.temperatures is opened.facts["a"].temperatures


def many(count: int) -> Document:
    """As many fitted fields; the same fit of each, for the time's sake."""
    fields = tuple(field(f"field {number}", 0.0, number) for number in range(count))
    fit = fit_series(fields[0], RECIPE, Request(stages="none"))
    fits = {series.group: as_if_of(fit, series) for series in fields}
    return Document(table_of_fields(fields), fits=MappingProxyType(fits), request=fit.request)


def test_that_a_new_fit_changes_one_stretch() -> None:
    made: Made = {}
    document = many(3 * FITS)
    old = {part.name: part for part in parts_of_document(document, made)}
    other = replace(document.fits[f"field {FITS}"])
    new = {part.name: part for part in parts_of_document(document.with_fit(other), made)}
    assert {name for name in new if new[name] is not old[name] and name.startswith("fits/")} == {
        name for name in new if name.startswith("fits/1")
    }
    assert all(new[name] is part for name, part in old.items() if name.startswith("table/series/0"))


def test_that_parts_of_what_is_gone_are_not_held() -> None:
    made: Made = {}
    list(parts_of_document(many(2 * FITS), made))
    assert "fits/1" in made
    list(parts_of_document(many(2), made))
    assert "fits/1" not in made
    list(parts_of_document(Document(), made))
    assert set(made) == {"facts"}


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        ("recipe", "the model"),
        ("request", "how stages are dated"),
        ("selected", "which field was shown"),
        ("facts", "what was known of the fields"),
        ("table/preview", "the first rows of the table"),
        ("fits/0", "the fit of 3 fields ('a', 'b', 'c')"),
        ("fits/0/float64", "the fit of 3 fields ('a', 'b', 'c')"),
    ],
)
def test_that_a_damaged_part_costs_itself_and_is_told(
    document: Document, lost: str, told: str
) -> None:
    sound = held(*parts_of_document(document))
    found = found_in(_without(sound, lost))
    assert found.lost == (told,)
    assert found.sentence(sound.path) == f"'w.gpstudio' is damaged. Lost: {told}."
    table = found.document.table
    assert table is not None
    assert len(table.series) == 4
    assert bool(found.document.fits) == (not lost.startswith("fits"))


def test_that_a_damaged_station_costs_the_temperatures(document: Document) -> None:
    sound = held(*parts_of_document(document))
    (station,) = [n for n in sound.parts if n.startswith("temperatures/") and n.count("/") == 1]
    for lost in (station, f"{station}/float64"):
        found = found_in(_without(sound, lost))
        assert found.lost == ("temperatures",)
        assert found.document.facts["a"].temperatures is None
        assert found.document.facts["a"].sowings == document.facts["a"].sowings


def test_that_fits_of_lost_fields_go_with_them() -> None:
    sound = held(*parts_of_document(many(70)))  # more than a stretch of series has
    found = found_in(_without(sound, "table/series/1"))
    assert found.lost == (
        "the readings of 6 fields ('field 64', 'field 65', 'field 66' and 3 more)",
    )
    assert len(found.document.fits) == 64


def test_that_lost_readings_are_refused(document: Document) -> None:
    sound = held(*parts_of_document(document))
    with pytest.raises(InputError, match="is damaged"):
        found_in(_without(sound, "table/series/0"))


def test_that_fits_that_somebody_else_wrote_are_not_believed(document: Document) -> None:
    from gpstudio.session.project.codec.texts import json_of, json_part

    sound = held(*parts_of_document(document))
    record = json_of(sound, "fits/0")
    for wrong in (
        [],
        {"a": 1},
        [{"group": "a"}],
        [{**record[0], "curve": {}}],
        [{**record[0], "kept": 3}],
        [{**record[0], "curve": {**record[0]["curve"], "time": ["float64", 0, [10**12]]}}],
        [{**record[0], "residuals": ["float64", 0, [10**12]]}],
    ):
        parts = {**sound.parts, "fits/0": json_part("fits/0", wrong)}
        assert found_in(Contents(sound.path, parts)).document.fits == {}


def test_that_no_field_of_what_is_saved_is_forgotten() -> None:
    """Whoever adds one says here that it is saved, or why not."""
    assert _names(Document) == {
        "table", "selected", "recipe", "request", "facts", "labels", "fits", "lessons", "kept",
        "marks", "population", "classes", "season_map",
    }  # fmt: skip


def _names(kind: Any) -> set[str]:
    return {each.name for each in dataclasses.fields(kind)}


def _without(sound: Contents, name: str) -> Contents:
    """As ``load`` gives it when this part is damaged."""
    parts = {each: part for each, part in sound.parts.items() if each != name}
    return Contents(sound.path, parts, damaged={name: f"The part '{name}' is damaged."})


def same(one: Any, other: Any) -> None:
    """Equal to the last bit, all the way down."""
    assert type(one) is type(other) or isinstance(one, Mapping)
    if isinstance(one, np.ndarray):
        assert (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
    elif dataclasses.is_dataclass(one) and not isinstance(one, Recipe):
        for each in (e for e in dataclasses.fields(one) if e.metadata.get("saved", True)):
            same(getattr(one, each.name), getattr(other, each.name))
    elif isinstance(one, Mapping):
        assert list(one) == list(other)
        for key in one:
            same(one[key], other[key])
    elif isinstance(one, tuple | Fields):
        assert len(one) == len(other)
        for mine, theirs in zip(one, other, strict=True):
            same(mine, theirs)
    else:
        assert one == other


def test_that_what_is_compared_is_compared() -> None:
    """The helper above could not be wrong in the kind direction."""
    fit = fit_series(field("a", 0.0, 0), RECIPE, Request(stages="none"))
    other = replace(fit.curve, mean=fit.curve.mean + 1e-15)
    with pytest.raises(AssertionError):
        same(fit.curve, other)
