"""``gpstudio report``: the PDF that the window exports, of a project or of a table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.fitted import fitted
from gpstudio.cli.reading import workers_from
from gpstudio.cli.watch import complain, watched
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.source.local import head_of, regular_file
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.jobs.places import place_of
from gpstudio.session.dated_now import dated_now
from gpstudio.session.fitting import Fit
from gpstudio.session.project.codec.document import found_in
from gpstudio.session.project.loading import load
from gpstudio.session.together import Together
from gpstudio.translation import any_typed, tr

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures

PROJECT = b"SQLite format 3\0"
"""How a project begins."""
OF_A_PROJECT = frozenset({"command", "run", "stopped", "file", "out", "workers", "engine"})
"""Words that a project leaves open."""


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    out, source = Path(words.out), Path(words.file)
    if out.suffix.lower() != ".pdf":
        raise InputError(tr("{path} is no name of a PDF file; end it with .pdf.", path=shown(out)))
    if pictures.report is None:
        raise InputError(tr("Reports are drawn by the window's part, which is not installed here."))
    told: tuple[str, ...] = ()
    reasons: dict[str, str] = {}
    if head_of(regular_file(source)).startswith(PROJECT):
        table, fits = _of_project(words, source)
    else:
        found = fitted(words)
        table, fits, told = found.table, found.together.fits, found.outcome.told
        reasons = {one.group: one.reason for one in found.outcome.unfitted}
    draw = pictures.report
    print(tr("wrote {path}", path=draw(out, fits, table, reasons)), flush=True)
    for line in told:
        complain(line)
    return 0


def _of_project(words: argparse.Namespace, path: Path) -> tuple[Table | None, Sequence[Fit]]:
    """As it was saved; dates that are outdated are made anew, as for every export."""
    _refuse_words(words)
    found = found_in(load(path))
    if found.lost:
        complain(found.sentence(path))
    document = found.document
    if not document.fits:
        raise InputError(
            tr(
                "No field of {project} is fitted: fit them in the window, or give the table of "
                "readings in its place.",
                project=shown(path),
            )
        )
    with place_of(workers_from(words), engine=words.engine) as where:

        def work(task: Task) -> Together:
            return dated_now(document, task, where)

        together: Together = watched("dating", work)
    return document.table, together.fits


def _refuse_words(words: argparse.Namespace) -> None:
    """A project has its own columns, model and crop: a word that says otherwise is not passed over
    in silence."""
    from gpstudio.cli.parser import make_parser  # it names this module

    usual = vars(make_parser().parse_args(["report", words.file, "--out", words.out]))
    said = [
        "--" + name.replace("_", "-")
        for name, value in vars(words).items()
        if name not in OF_A_PROJECT and value != usual[name]
    ]
    if said:
        raise InputError(
            tr(
                "{file} is a project, which has its own columns, model and crop: leave {words} "
                "out, or give the table of readings.",
                file=shown(Path(words.file)),
                words=any_typed(said),
            )
        )
