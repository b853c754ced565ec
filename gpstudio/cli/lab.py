"""``gpstudio lab``: a study measured, or gone on with; its figures and summary page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.task import Task
from gpstudio.lab import STUDIES, Settings, StudyResults, at_hand, draw_all, gather
from gpstudio.lab import run as measure
from gpstudio.lab.catalogue import listed, parameters
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures

SUMMARY = "summary"


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    if words.list:
        print(listed())
        return 0
    if words.study is None:
        raise InputError(
            tr("Name a study, as in 'gpstudio lab kernel_matrix --out DIR'; see --list.")
        )
    if words.study not in (*STUDIES.names, SUMMARY):
        hint = suggestion(words.study, (*STUDIES.names, SUMMARY))
        raise InputError(tr("There is no study '{study}': {hint}", study=words.study, hint=hint))
    if words.out is None:
        raise InputError(tr("Name the folder where results go, with --out DIR."))
    folder = Path(words.out)
    return _gather(folder, pictures) if words.study == SUMMARY else _study(words, folder, pictures)


def _study(words: argparse.Namespace, folder: Path, pictures: Pictures) -> int:
    given = {p.name: getattr(words, p.name) for p in parameters() if _said(words, p.name)}
    settings = Settings.of(STUDIES[words.study].spec, **given)
    data = None if words.data is None else Path(words.data)
    if data is not None and not isdir(data):
        raise InputError(
            tr("There is no folder '{data}': name the one that holds the data sets.", data=data)
        )

    absent: tuple[str, ...] = ()
    if "sets" not in given:
        settings, absent = at_hand(settings, data)

    def work(task: Task) -> StudyResults:
        return measure(words.study, settings, folder, task, data=data)

    results: StudyResults = watched(words.study, work)
    # a picture is drawn by the thread that the application lives in
    if pictures.rasterise is not None:
        draw_all(folder, results.figures, pictures.rasterise)
    _tell(results, absent)
    return 0


def _gather(folder: Path, pictures: Pictures) -> int:
    gathered = gather(folder, pictures.rasterise)
    for line in gathered.summary.told:
        print(line)
    print(
        tr_count(
            len(gathered.studies),
            "{n:,} study; wrote {file}",
            "{n:,} studies; wrote {file}",
            file=folder / "summary.html",
        )
    )
    return 0


def _said(words: argparse.Namespace, name: str) -> bool:
    return getattr(words, name) is not None


def _tell(results: StudyResults, absent: Sequence[str]) -> None:
    title = results.study.spec.title
    cases = tr_count(results.measured, "{n:,} case", "{n:,} cases")
    if results.already:
        print(
            tr_count(
                results.already,
                "{title}: {cases} measured, {n:,} was there already.",
                "{title}: {cases} measured, {n:,} were there already.",
                title=title,
                cases=cases,
            )
        )
    else:
        print(tr("{title}: {cases} measured.", title=title, cases=cases))
    for line in (*results.summary.told, *results.left_out, *absent):
        print(line)
    figures = tr_count(len(results.figures), "{n:,} figure", "{n:,} figures")
    print(
        tr(
            "wrote results.csv, study.json, summary.html and {figures} in {folder}",
            figures=figures,
            folder=results.folder,
        )
    )
