"""``gpstudio demo``: the bundled field fitted without a window."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.watch import watched
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request
from gpstudio.session.results import write_results
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    table = read_table(resource(*SAMPLE))

    def work(task: Task) -> Fit:
        return fit_series(table.series[0], Recipe(), Request(), task=task)

    fit: Fit = watched(tr("fitting the sample"), work)
    folder = Path(words.out)

    def drawn(place: Path) -> Path:
        assert pictures.draw is not None
        pictures.draw(fit, place / "figure.png")
        return place / "figure.png"

    beside = () if pictures.draw is None else (drawn,)
    written = write_results(folder, table, [fit], beside=beside)
    names = ", ".join(path.name for path in written)
    print(
        tr(
            "Fitted the sample field {group} ({readings} readings).",
            group=fit.series.group,
            readings=fit.report.readings,
        )
    )
    print(tr("Its results are in {folder}: {files}.", folder=folder, files=names))
    return 0
