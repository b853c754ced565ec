"""``gpstudio fit``: a table in; forecast, stages, readings and report.json out."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.fitted import fitted
from gpstudio.cli.reading import form_from
from gpstudio.cli.rivals import held_from, standings_of
from gpstudio.cli.watch import complain
from gpstudio.session.fitting import Fit
from gpstudio.session.labels import joined
from gpstudio.session.many import FitsOutcome
from gpstudio.session.results import write_results
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    form = form_from(words)
    held = held_from(words)
    found = fitted(words)
    table, told, outcome, together = found.table, found.told, found.outcome, found.together
    fits, learnt = list(together.fits), together.lessons.words
    print(table.sentence)
    print(_summary(fits))
    looks = FitsOutcome(together.fits, outcome.unfitted).summary
    if looks:
        print(looks)
    for line in (
        *_quality(fits),
        *(
            tr("note: {remark}", remark=remark)
            for remark in (*told.remarks, *outcome.words, *learnt)
        ),
    ):
        print(line)
    beside = () if held is None else (standings_of(table, fits, held, form),)
    labels = joined(table.labels, told.labels)
    written = write_results(Path(words.out), table, fits, form, outcome.unfitted, beside, labels)
    print("wrote " + ", ".join(str(path) for path in written), flush=True)
    for line in outcome.told:  # last of all, since it is what is still to be done
        complain(line)
    return 0


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
