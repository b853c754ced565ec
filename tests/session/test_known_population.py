"""What the fields have in common stays with the document until it is learnt anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from alike_fields import field

from gpstudio.core.errors import InputError
from gpstudio.core.inference.together.road import LatticeMembers
from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.session.commands import OpenTable, SetChoice, SetPopulation
from gpstudio.session.document import Document
from gpstudio.session.facts import Facts, Sown
from gpstudio.session.field_commands import ExcludeReadings, SetCrop
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.history import History
from gpstudio.session.many import fit_fields
from gpstudio.session.population import NO_POPULATION, mark_of, population_of, serves
from gpstudio.session.project.codec.document import found_in, parts_of_document
from gpstudio.session.project.codec.texts import json_part
from gpstudio.session.project.contents import Contents
from gpstudio.session.request import Request

RECIPE = Recipe.of(kernel="matern32", scale="identity")
NO_DATES = Request(stages="none")
COUNT = 9


def series(seed: int, n: int = 25, **changed: float) -> Series:
    time, values, _ = field(seed, n, **changed)
    return Series(f"Field {seed}", time, values, "day", "level", dated=False)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    path = tmp_path_factory.mktemp("fields") / "fields.csv"
    lines = ["field,day,level"]
    for seed in range(COUNT):
        one = series(seed)
        lines += [
            f"{one.group},{time!r},{value!r}"
            for time, value in zip(one.time.tolist(), one.value.tolist(), strict=True)
        ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_table(path, time="day", value="level", group="field")


class Parts(Task):
    def __init__(self) -> None:
        self.found: list[object] = []

    def partial(self, result: object) -> None:
        self.found.append(result)


@pytest.fixture(scope="module")
def fitted(table: Table) -> History:
    """As after Fit all."""
    history = History(Document(table, table.groups[0], RECIPE, NO_DATES))
    parts = Parts()
    fit_fields(table.series, RECIPE, NO_DATES, {}, parts)
    assert isinstance(parts.found[0], Population)
    for part in parts.found:
        if isinstance(part, Fit):
            history.keep_fit(part, one_of_many=True)
        elif isinstance(part, Population):
            history.keep_population(part)
    return history


def test_that_every_field_is_current_after_all_learnt_together(fitted: History) -> None:
    document = fitted.document
    assert document.table is not None
    assert {document.state_of(group) for group in document.table.groups} == {"current"}
    assert document.population is not None
    assert document.population.apart  # of nine each is left out of its own
    names = {fit.basis.population for fit in document.fits.values()}
    assert len(names) == COUNT


def test_that_a_field_fitted_alone_before_is_outdated(fitted: History, table: Table) -> None:
    document = fitted.document
    alone = fit_series(table.series[0], RECIPE, NO_DATES)
    assert document.with_fit(alone).state_of(alone.group) == "other curve"
    before = replace(document, population=None)
    assert before.with_fit(alone).state_of(alone.group) == "current"
    assert before.state_of(table.groups[1]) == "other curve"


def test_that_other_readings_are_weighed_without_learning_anew(fitted: History) -> None:
    document = fitted.document
    one = document.series
    assert one is not None
    readings = ((float(one.time[3]), float(one.value[3])),)
    document = ExcludeReadings(one.group, readings).apply(document)
    assert document.shared is fitted.document.population
    now = document.series
    assert now is not None
    fit = fit_series(now, RECIPE, NO_DATES, population=document.shared)
    assert "learnt together from 9 fields" in fit.report.reason
    assert fit.report.taught_by == COUNT
    assert document.with_fit(fit).state_of(one.group) == "current"


def test_that_a_population_serves_the_model_and_day_it_was_learnt_for(fitted: History) -> None:
    document = fitted.document
    known = document.population
    assert serves(known, RECIPE.with_choice("learning", "together"), None)
    for changed in (
        RECIPE.with_choice("kernel", "matern52"),
        RECIPE.with_choice("scale", "auto"),
        RECIPE.with_choice("learning", "averaged"),
    ):
        assert not serves(known, changed, None)
    assert not serves(known, RECIPE, 300.0)
    assert SetChoice("kernel", "matern52").apply(document).shared is None


def test_that_a_population_found_is_no_step_to_undo(fitted: History, table: Table) -> None:
    known = fitted.document.population
    assert known is not None
    history = History(Document(table, table.groups[0], RECIPE, NO_DATES))
    history.do(SetCrop(table.groups[0], "wheat"))
    history.keep_population(known)
    assert history.undo().population is known
    assert history.redo().population is known
    assert history.undo_title == "crop wheat"


def test_that_learning_anew_is_a_step_to_undo(fitted: History, table: Table) -> None:
    known = fitted.document.population
    other = population_of(table.series[:8], RECIPE)
    assert known is not None
    assert other is not None
    history = History(fitted.document)
    history.do(SetPopulation(other))
    assert history.document.state_of(table.groups[0]) == "other curve"
    assert history.undo_title == "learn the population anew"
    history.undo()
    assert history.document.population is known
    assert history.document.state_of(table.groups[0]) == "current"


def test_that_another_table_has_another_population(fitted: History, table: Table) -> None:
    document = fitted.document
    assert OpenTable(table, again=True).apply(document).population is document.population
    assert OpenTable(table).apply(document).population is None


def test_that_a_project_keeps_what_the_fields_have_in_common(fitted: History) -> None:
    document = fitted.document
    parts = {part.name: part for part in parts_of_document(document)}
    found = found_in(Contents(Path("x.gpstudio"), parts))
    assert not found.lost
    assert found.document.population == document.population
    assert found.document.state_of(document.selected) == "current"
    older = {name: part for name, part in parts.items() if name != "population"}
    assert found_in(Contents(Path("x.gpstudio"), older)).document.population is None
    assert document.population is not None
    for wrong in ({"version": 99}, [], {**document.population.as_json(), "crops": 3}, 7):
        broken = {**parts, "population": json_part("population", wrong)}
        lost = found_in(Contents(Path("x.gpstudio"), broken))
        assert lost.lost == ("what the fields have in common",)
        assert lost.document.population is None


def test_that_fields_can_be_fitted_alone_however_many_they_are(table: Table) -> None:
    outcome = fit_fields(table.series, RECIPE, NO_DATES, {}, population=NO_POPULATION)
    assert outcome.population is None
    alone = fit_series(table.series[2], RECIPE, NO_DATES)
    np.testing.assert_array_equal(outcome.fits[2].curve.mean, alone.curve.mean)


def test_that_some_fields_learn_from_all_among_which_they_are(table: Table) -> None:
    whole = population_of(table.series, RECIPE)
    outcome = fit_fields(table.series[:8], RECIPE, NO_DATES, {}, among=table.series)
    assert outcome.population == whole


CROPS = {"wheat": {"length": 1.0}, "rice": {"length": 0.3, "noise": 2.0}}


def sown(each: int) -> tuple[list[Series], dict[str, Facts]]:
    fields = [
        replace(series(100 * place + k, 30, **changed), group=f"{crop} {k}")
        for place, (crop, changed) in enumerate(CROPS.items())
        for k in range(each)
    ]
    facts = {
        one.group: Facts(sowings=(Sown(-30.0, one.group.split()[0]), Sown(400.0, "")))
        for one in fields
    }
    return fields, facts


def test_that_crops_have_populations_of_their_own() -> None:
    fields, facts = sown(10)
    lost = [series(900), series(901)]
    few = [replace(series(902 + k), group=f"oats {k}") for k in range(3)]
    facts |= {one.group: Facts(crop="oats") for one in few}
    found = population_of([*fields, *lost, *few], RECIPE, facts=facts)
    assert found is not None
    assert [crop for crop, _ in found.crops] == ["rice", "wheat"]
    assert [one.fields for _, one in found.crops] == [10, 10]
    assert found.fields == 25
    rice, wheat, other = (
        found.for_field(mark_of(lost[0]), crop) for crop in ("rice", "wheat", "oats")
    )
    assert rice.shared.centre[0] < wheat.shared.centre[0] - 0.5
    assert other.shared == found.shared
    assert other == found.for_field(mark_of(lost[0]), "")
    alone = population_of([one for one in fields if one.group.startswith("rice")], RECIPE)
    assert alone is not None
    assert replace(rice, apart=alone.apart) == alone
    assert Population.from_json(found.as_json()) == found
    fit = fit_series(fields[-1], RECIPE, NO_DATES, facts["rice 9"], population=found)
    assert fit.basis.population == rice.fingerprint
    assert "10 fields" in fit.report.reason


def test_that_one_crop_alone_is_the_table() -> None:
    fields, facts = sown(8)
    wheat = fields[:8]
    assert population_of(wheat, RECIPE, facts=facts) == population_of(wheat, RECIPE)


def test_that_a_field_of_changing_crops_is_as_all_fields_are() -> None:
    changing = Facts(sowings=(Sown(0.0, "wheat"), Sown(300.0, "rice")))
    assert changing.only_crop == ""
    assert changing.as_of(100.0).only_crop == "wheat"
    assert replace(changing, crop="rice").only_crop == "rice"


def test_that_a_crop_is_only_taken_as_far_as_it_is_known_on_the_day() -> None:
    fields, facts = sown(8)
    later = {group: replace(one, sowings=one.sowings[:1]) for group, one in facts.items()}
    later = {g: replace(o, sowings=(replace(o.sowings[0], day=350.0),)) for g, o in later.items()}
    found = population_of(fields, RECIPE, day=300.0, facts=later)
    assert found is not None
    assert not found.crops
    assert "as_of=300.0" in found.asked


def test_that_crops_within_crops_are_refused() -> None:
    fields, facts = sown(8)
    found = population_of(fields, RECIPE, facts=facts)
    assert found is not None
    record = found.as_json()
    with pytest.raises(InputError, match="learn it anew"):
        Population.from_json({**record, "crops": {"rice": record}})
    older = {name: value for name, value in record.items() if name not in ("asked", "crops")}
    assert Population.from_json({**older, "version": 1}).shared == found.shared


def test_that_crops_mixed_without_a_word_are_one_population() -> None:
    fields, _ = sown(6)
    outcome = fit_fields(fields, RECIPE, NO_DATES, {})
    assert not outcome.unfitted
    assert outcome.population is not None
    assert not outcome.population.crops
    spread = outcome.population.shared.covariance[0][0] ** 0.5
    assert 0.4 < spread < 1.5  # both lengths are likely: they differ by 1.2
    assert all(np.isfinite(fit.curve.std).all() for fit in outcome.fits)


def three_years(seed: int) -> Series:
    random = np.random.default_rng([3, seed])
    days = np.sort(random.uniform(0.0, 1_095.0, 50)).round() + 18_628.0
    off = (days % 365.0 - 180.0 - random.normal(0.0, 8.0)) / 50.0
    values = 0.2 + 0.5 * np.exp(-(off**2)) + 0.03 * random.standard_normal(len(days))
    return Series(f"field {seed}", days, values, "date", "level", True)


def test_that_three_years_are_weighed_and_not_climbed() -> None:
    """With the population of a table, a field with a yearly course that is fitted by itself."""
    recipe = Recipe.of(scale="identity", likelihood="gaussian", learning="together")
    population = population_of([three_years(seed) for seed in range(4)], recipe)
    assert population is not None
    assert "periodic" in population.kernel
    fit = fit_series(three_years(9), recipe, NO_DATES, population=population)
    assert isinstance(fit.posterior.members, LatticeMembers)
    assert fit.report.evaluations < 100
    assert fit.report.taught_by == 4
