"""One summary page of several studies: those in a folder and in the folders within it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from os.path import exists, isdir
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.lab.book import RESULTS, STUDY, read_rows, read_study
from gpstudio.lab.figures import Figure
from gpstudio.lab.pages import write_summary
from gpstudio.lab.rows import Row
from gpstudio.lab.study import NOTE, STUDIES, Rasterise, Study
from gpstudio.lab.summary import Summary, summarise
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Gathered:
    folder: Path
    studies: tuple[Path, ...]
    summary: Summary
    figures: tuple[Figure, ...]
    files: tuple[Path, ...]


def gather(folder: Path, rasterise: Rasterise | None = None) -> Gathered:
    """Write summary.md, summary.html and figures of all studies there; the hypotheses are tested
    on the rows of all of them together."""
    places = [place for place in _places(folder) if exists(place / STUDY)]
    rows: dict[str, list[Row]] = {}
    for place in places:
        name = str(read_study(place).get("study"))
        columns = (*STUDIES[name].columns, NOTE)
        measured = [row for row in read_rows(place, columns) if not row[NOTE.name]]
        rows.setdefault(name, []).extend(measured)
    if not rows:
        raise InputError(
            tr(
                "{folder} holds no study, nor does a folder in it: run one first, as in "
                "'gpstudio lab {study} --out {example}'.",
                folder=folder,
                study=STUDIES.names[0],
                example=folder / STUDIES.names[0],
            )
        )
    sections = tuple(
        (STUDIES[name].spec.title, STUDIES[name].findings(rows[name])) for name in rows
    )
    summary = summarise(rows, tr("Summary of the studies"), sections)
    figures = tuple(
        _of_study(STUDIES[name], figure)
        for name in rows
        for figure in STUDIES[name].figures(rows[name])
    )
    files = write_summary(folder, summary, figures, rasterise)
    return Gathered(folder, tuple(places), summary, figures, tuple(files))


def _of_study(study: type[Study], figure: Figure) -> Figure:
    """Several studies have a figure of time: each is told and filed under its study here."""
    spec = study.spec
    return replace(figure, name=f"{spec.name}_{figure.name}", title=f"{spec.title}: {figure.title}")


def _places(folder: Path) -> Iterator[Path]:
    if not isdir(folder):
        raise InputError(
            tr(
                "There is no folder {folder}: name one that holds studies with --out.",
                folder=folder,
            )
        )
    if exists(folder / RESULTS):
        yield folder
    yield from sorted(place for place in folder.iterdir() if isdir(place))
