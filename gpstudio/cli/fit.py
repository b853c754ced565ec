"""``gpstudio fit``: a table in; forecast.csv, stages.csv and report.json out."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import read, refuse_open_questions, request_from, whole_number
from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.session.fitting import Fit, Request, fit_series
from gpstudio.session.results import write_results

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    choices = {slot.name: getattr(words, slot.name) for slot in SLOTS}
    recipe = Recipe.of(whole_number("--seed", words.seed), **choices)
    table = read(words)
    refuse_open_questions(table)
    request = request_from(words, table.series[0].dated)
    fits = [_fit(series, recipe, request) for series in table.series]
    written = write_results(Path(words.out), fits)
    print(table.sentence)
    print(_summary(fits))
    print("wrote " + ", ".join(str(path) for path in written))
    return 0


def _fit(series: Series, recipe: Recipe, request: Request) -> Fit:
    def work(task: Task) -> Fit:
        return fit_series(series, recipe, request, task)

    try:
        fit: Fit = watched(series.group or "fitting", work)
    except InputError as error:
        if not series.group:
            raise
        raise InputError(f"Field '{series.group}': {error}") from None
    return fit


def _summary(fits: Sequence[Fit]) -> str:
    report = fits[0].report
    dated = sum(stage.date is not None for fit in fits for stage in fit.stages)
    fields = "1 field" if len(fits) == 1 else f"{len(fits):,} fields"
    seasons = sum(len(fit.seasons) for fit in fits)
    stages = f"{dated:,} stage dates" if seasons else "no season rises clearly, so no stage dates"
    return f"{fields} fitted ({report.reason}); {stages}"
