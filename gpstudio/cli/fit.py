"""``gpstudio fit``: a table in; forecast, stages, readings and report.json out."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import (
    facts_of,
    form_from,
    read,
    refuse_open_questions,
    request_from,
    whole_number,
)
from gpstudio.cli.rivals import held_from, standings_of
from gpstudio.cli.watch import complain, watched
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import SLOTS, Recipe
from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit
from gpstudio.session.many import FitsOutcome, fit_fields
from gpstudio.session.request import Request
from gpstudio.session.results import write_results
from gpstudio.session.together import Together, dated_together
from gpstudio.session.witnesses import with_witnesses
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    choices = {slot.name: getattr(words, slot.name) for slot in SLOTS}
    recipe = Recipe.of(whole_number("--seed", words.seed), **choices)
    form = form_from(words)
    held = held_from(words)
    table = read(words)
    refuse_open_questions(table)
    request = request_from(words, table.series[0].dated)
    told = facts_of(words, table, request)
    facts = _also(words, table, request, recipe, told.facts)
    outcome = _outcome(table.series, recipe, request, facts)
    together = _together(outcome.fits, request)
    fits, learnt = list(together.fits), together.lessons.words
    print(table.sentence)
    print(_summary(fits))
    for line in (
        *_quality(fits),
        *(tr("note: {remark}", remark=remark) for remark in (*told.remarks, *learnt)),
    ):
        print(line)
    beside = () if held is None else (standings_of(fits, held, form),)
    written = write_results(Path(words.out), table, fits, form, outcome.unfitted, beside)
    print("wrote " + ", ".join(str(path) for path in written), flush=True)
    for line in outcome.told:  # last of all, since it is what is still to be done
        complain(line)
    return 0


def _also(
    words: argparse.Namespace,
    table: Table,
    request: Request,
    recipe: Recipe,
    facts: Mapping[str, Facts],
) -> Mapping[str, Facts]:
    """With what further columns show."""
    if not words.also:
        return facts

    def work(task: Task) -> Mapping[str, Facts]:
        def beside(column: str) -> Table:
            return read(words, column)

        return with_witnesses(table, tuple(words.also), beside, request, recipe, facts, task)

    found: Mapping[str, Facts] = watched("fitting", work)
    return found


def _outcome(
    fields: Sequence[Series], recipe: Recipe, request: Request, facts: Mapping[str, Facts]
) -> FitsOutcome:
    """As in the window: a field that cannot be fitted does not keep the others from it."""

    def work(task: Task) -> FitsOutcome:
        return fit_fields(fields, recipe, request, facts, task)

    outcome: FitsOutcome = watched("fitting", work)
    if not outcome.fits:
        raise InputError(*outcome.told)
    return outcome


def _together(fits: Sequence[Fit], request: Request) -> Together:
    """What was observed in some fields moves the dates of all."""
    facts = {fit.series.group: fit.facts for fit in fits}

    def work(task: Task) -> Together:
        return dated_together(fits, request, facts, task)

    together: Together = watched("dating", work)
    return together


def _summary(fits: Sequence[Fit]) -> str:
    report = fits[0].report
    dated = sum(stage.date is not None for fit in fits for stage in fit.stages)
    fields = tr_count(len(fits), "{n:,} field", "{n:,} fields")
    seasons = sum(len(fit.seasons) for fit in fits)
    if not seasons:
        return tr(
            "{fields} fitted ({reason}); no season rises clearly, so no stage dates",
            fields=fields,
            reason=report.reason,
        )
    return tr_count(
        dated,
        "{fields} fitted ({reason}); {n:,} stage date",
        "{fields} fitted ({reason}); {n:,} stage dates",
        fields=fields,
        reason=report.reason,
    )


def _quality(fits: Sequence[Fit]) -> Iterator[str]:
    """How near the answer is, of the worst field, where anything stands between it and exact."""
    reports = [fit.report for fit in fits]
    errors = [r.approximation_error for r in reports if r.approximation_error is not None]
    if errors:
        near = tr(
            "covariance within {percent:.2g} % of the kernel's ({approximation})",
            percent=100 * max(errors),
            approximation=reports[0].approximation,
        )
        yield near if len(fits) == 1 else tr("{finding}, at worst", finding=near)
    solved = [r for r in reports if r.iterations is not None and r.residual is not None]
    if solved:
        worst = max(solved, key=lambda report: report.residual or 0.0)
        left = tr(
            "{iterations:,} iterations of {solver} leave a residual of {residual:.2g}",
            iterations=worst.iterations,
            solver=worst.solver,
            residual=worst.residual,
        )
        left = left if len(fits) == 1 else tr("{finding}, at worst", finding=left)
        yield f"{left}; {worst.stopped}" if worst.stopped else left
    yield from dict.fromkeys(
        tr("note: {remark}", remark=remark) for r in reports for remark in r.remarks
    )
