"""Kernels side by side: what is offered, what the figures are, how they are written."""

from __future__ import annotations

import csv
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.inference.auto_kernel import candidates
from gpstudio.core.inference.comparison import FOLDS, Row, compare
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.language import parse, print_expression
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.comparison import (
    FIGURES,
    YOURS,
    KernelEntry,
    compare_kernels,
    list_kernels,
    write_comparison,
)
from gpstudio.session.presets import offered
from gpstudio.session.readings import readings_of

KERNEL = "matern32"
SCALE = "logit(-0.1, 1.05)"
"""Of the sample's NDVI."""
LEARNT = Recipe.of(kernel=KERNEL, learning="map(restarts=1)", scale=SCALE)


@pytest.fixture(scope="module")
def series() -> Series:
    return read_table(resource(*SAMPLE)).series[0]


def first(series: Series, count: int) -> Series:
    return replace(series, time=series.time[:count], value=series.value[:count])


class Watching(Task):
    """Keeps what it is handed, and wants no more after so many results."""

    def __init__(self, most: int = 1_000) -> None:
        self.results: list[object] = []
        self.fractions: list[float | None] = []
        self._most = most

    def report(self, status: str, fraction: float | None = None) -> None:
        self.fractions.append(fraction)

    def partial(self, result: object) -> None:
        self.results.append(result)

    def check(self) -> None:
        if len(self.results) >= self._most:
            raise Cancelled


def test_that_a_row_is_that_of_the_comparison_itself(series: Series) -> None:
    (row,) = compare_kernels(series, Recipe(), (KERNEL,))
    (same,) = compare({KERNEL: LEARNT}, readings_of(series))
    assert replace(row, seconds=0.0) == replace(same, seconds=0.0)


def test_that_a_row_is_what_plain_refits_give(series: Series) -> None:
    (row,) = compare_kernels(series, Recipe(), (KERNEL,))
    time, value = series.time[:, None], series.value
    each = {"relative_noise": 1.0}  # no rows of a table are copies
    whole = fit(LEARNT, Readings.of(time, value, **each))
    assert row.log_evidence == pytest.approx(whole.log_evidence, abs=1e-9)
    misses = []
    for turn in range(FOLDS):
        out = np.arange(len(value)) % FOLDS == turn
        kept = fit(LEARNT, Readings.of(time[~out], value[~out], **each))
        misses.append(value[out] - kept.predict(time[out], include_noise=True)[0])
    error = math.sqrt(np.mean(np.concatenate(misses) ** 2))
    assert row.error == pytest.approx(error, rel=1e-6)
    found = compare_kernels(series, Recipe.of(learning="fixed"), (KERNEL,))
    assert found[0].log_evidence == row.log_evidence  # learnt alike, whatever the recipe says


def test_that_the_leave_one_out_score_is_that_of_readings_left_out(series: Series) -> None:
    short = first(series, 15)
    (row,) = compare_kernels(short, Recipe(), (KERNEL,))
    noise = fit(LEARNT, Readings.of(short.time[:, None], short.value)).noise
    numbers = {"kernel": row.kernel, "likelihood": f"gaussian({noise!r})"}
    fixed = Recipe.of(**numbers, learning="fixed", scale=SCALE)
    score = 0.0
    for place in range(15):
        keep = np.arange(15) != place
        rest = fit(fixed, Readings.of(short.time[keep, None], short.value[keep]))
        mean, variance = rest.latent(short.time[[place], None])
        spread = float(variance[0]) + noise
        # the reading on the scale, and what a density there lacks of one of an NDVI
        above, below = short.value[place] + 0.1, 1.05 - short.value[place]
        miss = math.log(above / below) - float(mean[0])
        score -= 0.5 * (miss**2 / spread + math.log(2.0 * math.pi * spread))
        score += math.log(1.15 / (above * below))
    assert row.left_out == pytest.approx(score, rel=1e-6)


def test_that_automatic_candidates_are_ticked_and_presets_offered_once(series: Series) -> None:
    entries = list_kernels(series, ("auto",))
    kernels = [parse(entry.text) for entry in entries]
    assert len(kernels) == len(set(kernels))
    listed = candidates(readings_of(series))
    assert [e.text for e in entries if e.ticked] == [print_expression(c.kernel) for c in listed]
    assert {parse(preset.text) for preset in offered()} <= set(kernels)
    assert all(entry.words[0].isupper() for entry in entries)


def test_that_the_kernel_of_the_model_stands_first_and_is_ticked(series: Series) -> None:
    entries = list_kernels(series, ("matern12(held(3))",))
    assert entries[0] == KernelEntry("matern12(held(3))", YOURS, True)


def test_that_a_written_kernel_of_the_list_is_ticked_where_it_stands(series: Series) -> None:
    plain = list_kernels(series, ("auto",))
    entries = list_kernels(series, ("matern32+linear",))
    assert [entry.text for entry in entries] == [entry.text for entry in plain]
    assert next(entry for entry in entries if entry.text == "matern32 + linear").ticked


def test_that_few_readings_still_have_kernels_to_compare(series: Series) -> None:
    entries = list_kernels(first(series, 8), ("auto",))
    assert sum(entry.ticked for entry in entries) == 3


def test_that_rows_are_handed_over_one_by_one_and_a_kernel_that_fails_says_why(
    series: Series,
) -> None:
    task = Watching()
    recipe = Recipe.of(approximation="markov")
    rows = compare_kernels(series, recipe, ("gibbs(30)", KERNEL), task)
    assert task.results == list(rows)
    assert "markov" in rows[0].problem
    assert math.isnan(rows[0].log_evidence)
    assert rows[1].problem == ""
    assert task.fractions == [0.0, 0.5]


def test_that_it_stops_when_it_is_asked_to(series: Series) -> None:
    task = Watching(most=1)
    with pytest.raises(Cancelled):
        compare_kernels(series, Recipe(), (KERNEL, "matern52", "matern12"), task)
    assert len(task.results) == 1


def test_that_the_best_is_the_highest_or_lowest_and_nothing_where_only_one_is_known() -> None:
    rows = [
        Row("a", log_evidence=1.0, error=0.2),
        Row("b", log_evidence=1.001, error=0.1),
        Row("c", problem="It cannot."),
    ]
    evidence, left_out, error, _ = FIGURES
    assert evidence.best(rows) == "1.00" == evidence.text(1.0)
    assert error.best(rows) == "0.1000"
    assert left_out.best(rows) == ""
    assert error.best(rows[:1]) == ""


def test_that_the_file_brings_back_every_figure(tmp_path: Path) -> None:
    entries = [
        (
            KernelEntry("matern32", "=A curve", True),
            Row("matern32", "2 * matern32(3)", 1 / 3, -2.5),
        ),
        (KernelEntry("gibbs", "Other", True), Row("gibbs", problem="It cannot, here.")),
    ]
    path = write_comparison(tmp_path / "comparison.csv", entries)
    with path.open(encoding="utf-8", newline="") as handle:
        lines = list(csv.DictReader(handle))
    assert float(lines[0]["log_evidence"]) == 1 / 3
    assert lines[0]["words"] == "'=A curve"
    assert lines[0]["learnt"] == "2 * matern32(3)"
    assert lines[1]["log_evidence"] == ""
    assert lines[1]["problem"] == "It cannot, here."
