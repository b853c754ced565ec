"""``gpstudio fit --rivals``: other curves held against the fit, field by field."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.table import Table
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.form import WrittenAs
from gpstudio.data.writing.rivals import RivalRow, rivals_sheet
from gpstudio.data.writing.write import write_sheet
from gpstudio.session.fitting import Fit
from gpstudio.session.results import Beside
from gpstudio.session.rivals import Holding, compare_rivals, holding_of, rival_rows, summary
from gpstudio.translation import tr


def held_from(words: argparse.Namespace) -> Holding | None:
    """Which readings are left out; None where rivals are not asked for."""
    holding = holding_of(words.left_out)
    return holding if words.rivals else None


def standings_of(table: Table, fits: Sequence[Fit], held: Holding, form: WrittenAs) -> Beside:
    """What writes the file; a sentence a field on the terminal."""
    rows = [row for fit in fits for row in _standings(fit, held)]
    sheet = AboutFields.of(table).named(rivals_sheet(rows))
    return lambda folder: write_sheet(form.named(folder / sheet.name), sheet, form)


def _standings(fit: Fit, held: Holding) -> tuple[RivalRow, ...]:
    name = fit.series.group

    def work(task: Task) -> tuple[tuple[RivalRow, ...], str]:
        found = compare_rivals(fit, holding=held, task=task)
        return rival_rows(found), summary(found.standings)

    try:
        rows, said = watched(tr("rivals of {name}", name=name) if name else tr("rivals"), work)
    except InputError as error:
        if name:
            print(tr("note: no rivals of {name}: {error}", name=name, error=error))
        else:
            print(tr("note: no rivals: {error}", error=error))
        return ()
    print(f"{name}: {said}" if name else said)
    return tuple(rows)
