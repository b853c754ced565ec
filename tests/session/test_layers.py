"""A deep model in a document: kept in a project, shown on its way through the layers."""

from __future__ import annotations

import csv
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from gpstudio.cli.main import main
from gpstudio.core.errors import InputError
from gpstudio.core.inference.deep import walk
from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.session.commands import OpenTable, SetRecipe
from gpstudio.session.document import Document
from gpstudio.session.fitting import fit_series, forecast_of
from gpstudio.session.history import History
from gpstudio.session.layers_traced import POINTS, traced
from gpstudio.session.project.codec.document import document_of, parts_of_document
from gpstudio.session.project.contents import Contents
from gpstudio.session.request import Request
from gpstudio.session.script import python_script, write_exported

LAYERED = Recipe.of(
    kernel="deep(rbf, rbf)", likelihood="gaussian", learning="ml2(restarts=0)",
    approximation="inducing(points=6, learn='yes')",
)  # fmt: skip
DRAWN = Recipe.of(
    kernel="deep(rbf, rbf)", likelihood="gaussian", approximation="exact",
    learning="mcmc(samples=10, chains=2, warm_up=10, kept=16)",
)  # fmt: skip
PLAIN = Request(stages="none")


@pytest.fixture(params=[LAYERED, DRAWN], ids=["bound", "drawn"])
def recipe(request: pytest.FixtureRequest) -> Recipe:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def document(recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Document:
    monkeypatch.setattr(walk, "STEPS", 20)
    days = np.arange(0, 200, 10)
    values = np.where(days < 90, 0.2, 0.7) + 0.01 * np.sin(days)
    rows = [f"{d},{v:.3f}" for d, v in zip(days, values, strict=True)]
    file = tmp_path / "field.csv"
    file.write_text("\n".join(["day,value", *rows]), encoding="utf-8")
    history = History(OpenTable(read_table(file)).apply(Document()))
    history.do(SetRecipe(recipe))
    (series,) = history.document.table.series  # type: ignore[union-attr]
    history.keep_fit(fit_series(series, recipe, PLAIN))
    return history.document


def test_that_a_project_keeps_the_layers(document: Document, recipe: Recipe) -> None:
    parts = {part.name: part for part in parts_of_document(document, None)}
    opened = document_of(Contents(Path("w.gpstudio"), parts))
    (before,), (after,) = document.fits.values(), opened.fits.values()
    there = np.linspace(0.0, 250.0, 7)[:, None]
    for one, other in zip(
        before.posterior.predict(there), after.posterior.predict(there), strict=True
    ):
        np.testing.assert_allclose(one, other, rtol=1e-9)
    assert after.recipe == recipe


def test_that_a_script_gives_the_same_layers(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = write_exported(tmp_path / "layers.py", python_script(document))
    monkeypatch.setattr(sys, "argv", [str(script)])
    (fit,) = document.fits.values()
    (made,) = runpy.run_path(str(script))["fits"]
    np.testing.assert_allclose(made.forecast.mean, forecast_of(fit).mean, rtol=1e-9)
    assert made.report.log_evidence == fit.report.log_evidence


def test_that_the_command_line_gives_the_same_layers(
    document: Document, recipe: Recipe, tmp_path: Path
) -> None:
    words = [
        f"--{slot}={recipe.text(slot)}"
        for slot in ("kernel", "likelihood", "approximation", "learning")
    ]
    file, out = str(tmp_path / "field.csv"), str(tmp_path / "out")
    table = ["--time", "day", "--value", "value"]
    assert main(["fit", file, *table, *words, "--stages=none", "--out", out]) == 0
    with (tmp_path / "out" / "forecast.csv").open(encoding="utf-8") as written:
        means = [float(row["mean"]) for row in csv.DictReader(written)]
    (fit,) = document.fits.values()
    np.testing.assert_allclose(means, forecast_of(fit).mean, rtol=1e-6)


def test_that_a_draw_is_traced_through_the_layers(document: Document) -> None:
    (fit,) = document.fits.values()
    found = traced(fit)
    assert [len(step) for step in found.steps] == [POINTS] * 3
    assert found.layers[1][1] is found.whole[1]
    low, high = fit.posterior.interval(found.steps[0][:, None], 0.9999)
    assert np.mean((found.whole[1] > low) & (found.whole[1] < high)) > 0.9


def test_that_one_layer_has_nothing_to_be_traced(document: Document) -> None:
    plain = fit_series(next(iter(document.fits.values())).series, Recipe.of(kernel="rbf"), PLAIN)
    with pytest.raises(InputError, match="has one layer"):
        traced(plain)
