"""Fits that are kept come back from the project, and cost no more than they must."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from as_if import as_if_of

from gpstudio.core.recipe import Recipe
from gpstudio.data.table import Table, read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.commands import OpenTable, SetRecipe
from gpstudio.session.document import Document
from gpstudio.session.fitting import fit_series
from gpstudio.session.history import History
from gpstudio.session.kept import KeptCurve, scored
from gpstudio.session.kept_commands import DropFits, PinFits
from gpstudio.session.project.codec.document import document_of, found_in, parts_of_document
from gpstudio.session.project.codec.kept import FIELDS
from gpstudio.session.project.codec.once import Made
from gpstudio.session.project.codec.texts import json_part
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part
from gpstudio.session.request import Request

PLAIN = Request(stages="none")


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table(resource(*SAMPLE))


def recipe(length: int) -> Recipe:
    return Recipe.of(
        kernel=f"0.1*matern32({length})", likelihood="gaussian(0.01)", learning="fixed"
    )


@pytest.fixture
def history(table: Table) -> History:
    """Three fits, the first one pinned, the second one with a score."""
    history = History(OpenTable(table).apply(Document()))
    for length in (30, 60, 90):
        history.do(SetRecipe(recipe(length)))
        history.keep_fit(fit_series(table.series[0], recipe(length), PLAIN))
    document = history.document
    first, second, _ = document.kept_of(document.selected)
    history.keep_score(second, scored(fit_series(table.series[0], recipe(60), PLAIN)))
    history.do(PinFits((first.key,), True))
    return history


def held(parts: Mapping[str, Part]) -> Contents:
    return Contents(Path("w.gpstudio"), parts)


def parts_of(document: Document, made: Made | None = None) -> dict[str, Part]:
    return {part.name: part for part in parts_of_document(document, made)}


def test_that_rows_come_back_as_they_were(history: History) -> None:
    document = history.document
    opened = document_of(held(parts_of(document)))
    before, after = (each.kept_of(document.selected) for each in (document, opened))
    assert len(before) == len(after) == 3
    for one, other in zip(before, after, strict=True):
        assert replace(one, curve=None).__dict__ == replace(other, curve=None).__dict__
        assert (one.key, one.name) == (other.key, other.name)
        assert one.curve is not None
        assert other.curve is not None
        for name in ("time", "mean", "lower", "upper"):
            assert np.array_equal(getattr(one.curve, name), getattr(other.curve, name))
    assert opened.marks == document.marks
    assert after[-1].is_of(opened.fit)


def test_that_the_newest_fit_is_not_saved_twice(history: History) -> None:
    document = history.document
    parts = parts_of(document)
    (fit,) = document.fits.values()
    of_rows = parts["kept/0/float64"].size
    assert of_rows == 8 * len(fit.curve.time) * 4 * 2


def test_that_a_row_that_was_taken_away_is_not_saved(history: History) -> None:
    group = history.document.selected
    first = history.document.kept_of(group)[0]
    history.do(DropFits(group, (first.name,)))
    opened = document_of(held(parts_of(history.document)))
    assert len(opened.all_kept_of(group)) == 2
    assert opened.marks.dropped == frozenset()


def test_that_saving_again_writes_what_changed_alone(history: History, table: Table) -> None:
    fields = tuple(replace(table.series[0], group=f"{n}") for n in range(2 * FIELDS))
    many = History(OpenTable(replace(table, series=fields)).apply(Document()))
    fit = fit_series(fields[0], recipe(30), PLAIN)
    for series in fields:
        many.keep_fit(as_if_of(fit, series), one_of_many=True)
    made: Made = {}
    before = parts_of(many.document, made)
    many.keep_fit(fit_series(fields[FIELDS], recipe(60), PLAIN))
    after = parts_of(many.document, made)
    changed = {n for n in after if n.startswith("kept") and after[n] is not before.get(n)}
    assert changed == {"kept/1", "kept/1/float64"}


def test_that_an_older_project_opens_with_its_newest_fit(history: History) -> None:
    """Of before fits were kept: it has no such parts."""
    document = history.document
    parts = {n: p for n, p in parts_of(document).items() if not n.startswith("kept")}
    found = found_in(held(parts))
    assert found.lost == ()
    (row,) = found.document.kept_of(document.selected)
    assert row.recipe == recipe(90)
    assert np.isnan(row.when)


@pytest.mark.parametrize("lost", ["kept", "kept/0", "kept/0/float64"])
def test_that_damage_costs_the_rows_and_is_told(history: History, lost: str) -> None:
    document = history.document
    parts = parts_of(document)
    whole = {name: part for name, part in parts.items() if name != lost}
    found = found_in(Contents(Path("w"), whole, damaged={lost: "It is damaged."}))
    assert found.lost == ("what was kept of earlier fits",)
    assert found.document.fit is not None
    assert len(found.document.kept_of(document.selected)) == (3 if lost == "kept" else 1)


@pytest.mark.parametrize("wrong", ["short", "not a number", "backwards", "empty"])
def test_that_a_curve_that_could_not_be_drawn_is_left_out(history: History, wrong: str) -> None:
    document = history.document
    first, *rest = document.kept_of(document.selected)
    assert first.curve is not None
    time, mean = first.curve.time, first.curve.mean
    curve = {
        "short": replace(first.curve, mean=mean[1:]),
        "not a number": replace(first.curve, mean=np.full_like(mean, np.nan)),
        "backwards": replace(first.curve, time=time[::-1].copy()),
        "empty": KeptCurve(*([np.zeros(0)] * 4)),
    }[wrong]
    rows = (replace(first, curve=curve), *rest)
    kept = document.kept.with_rows(document.selected, rows)
    opened = document_of(held(parts_of(replace(document, kept=kept))))
    again = opened.kept_of(document.selected)
    assert [row.curve is None for row in again] == [True, False, False]
    assert again[0].log_evidence == first.log_evidence


def test_that_rows_that_somebody_else_wrote_are_not_believed(history: History) -> None:
    document = history.document
    for wrong in ([], {"a": 1}, [{"group": "a"}], [[1]], [{"group": document.selected}]):
        parts = {**parts_of(document), "kept/0": json_part("kept/0", wrong)}
        assert len(document_of(held(parts)).kept_of(document.selected)) == 1
