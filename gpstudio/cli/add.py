"""``gpstudio add``: new readings into a project; the fits of fields that changed made anew."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import answers_from, read_addition, told_open, workers_from
from gpstudio.cli.watch import complain, watched
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.texts import shown
from gpstudio.jobs.fields import Where
from gpstudio.jobs.places import place_of
from gpstudio.session.adding import Grown, grown
from gpstudio.session.document import Document
from gpstudio.session.project.codec.document import beside, found_in
from gpstudio.session.project.project import Project
from gpstudio.session.project.whole import State, save_whole
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    answers = answers_from(words.answer)
    files = [Path(name) for name in words.files]
    with Project.open(Path(words.project)) as project:
        if project.read_only and not words.dry_run:
            raise InputError(project.read_only)
        found = found_in(project.contents)
        if found.lost:
            complain(found.sentence(project.path))
        with place_of(workers_from(words), engine=words.engine) as where:
            document = _with_files(found.document, files, answers, words.dry_run, where)
        if document is not found.document and not words.dry_run:
            extra = tuple(beside(project.contents).values())
            save_whole(project, State(document, extra, project.contents.notes), {})
            print(tr("wrote {path}", path=project.path), flush=True)
    return 0


def _with_files(
    document: Document,
    files: Sequence[Path],
    answers: Mapping[str, str],
    only_told: bool,
    where: Where,
) -> Document:
    for path in files:
        document = _with_file(document, path, answers, only_told, where)
    return document


def _with_file(
    document: Document, path: Path, answers: Mapping[str, str], only_told: bool, where: Where
) -> Document:
    if document.table is None:
        raise InputError(tr("The project holds no table: save one in it first."))
    addition = read_addition(document.table, path, answers)
    if addition.questions:
        raise InputError(told_open(addition.questions))
    print(f"{shown(path)}: {addition.sentence}")
    for gain in addition.told:
        if gain.readings and only_told:
            print(
                tr(
                    "{field}: {readings}, {span}",
                    field=gain.group,
                    readings=tr_count(gain.readings, "{n:,} reading", "{n:,} readings"),
                    span=gain.span,
                )
            )
    for remark in addition.remarks:
        print(tr("note: {remark}", remark=remark))
    if addition.is_empty or only_told:
        return document

    def work(task: Task) -> Grown:
        return grown(document, addition, task, where)

    after: Grown = watched("fitting", work)
    if after.outcome is not None:
        count = len(after.outcome.fits)
        print(tr_count(count, "{n:,} field fitted anew", "{n:,} fields fitted anew"))
        for line in after.outcome.told:
            complain(line)
    return after.document
