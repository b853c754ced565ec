"""``gpstudio map``: where each field's each year lies among all, as a table and a figure."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gpstudio.cli.reading import form_from, read, refuse_open_questions, whole_number
from gpstudio.cli.watch import watched
from gpstudio.core.task import Task
from gpstudio.data.atomic import write_atomic
from gpstudio.data.folder import filled_together
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.season_map import map_sheet
from gpstudio.data.writing.write import write_sheet
from gpstudio.lab.figures import svg_of
from gpstudio.lab.season_map_figure import season_map_figure
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document
from gpstudio.session.season_map.colouring import colourings
from gpstudio.session.season_map.laying_out import SeasonMap, laid_out
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    form, seed = form_from(words), whole_number("--seed", words.seed)
    table = read(words)
    refuse_open_questions(table)

    def work(task: Task) -> SeasonMap:
        return laid_out(table.series, seed, task)

    found: SeasonMap = watched("laying out", work)
    known = colourings(OpenTable(table).apply(Document()), found)
    figure = svg_of(season_map_figure(found, known))
    sheet = AboutFields.of(table).beside(map_sheet(found.lines()))
    folder = Path(words.out)
    with filled_together(folder) as staged:
        written = [write_sheet(form.named(staged / sheet.name), sheet, form)]
        place = staged / "season_map.svg"
        written.append(write_atomic(place, lambda handle: handle.write(figure)))
        if pictures.rasterise is not None:
            written.append(staged / "season_map.png")
            pictures.rasterise(figure, written[-1])
    odd = int(np.count_nonzero(found.odd))
    print(table.sentence)
    print(
        tr(
            "{seasons} laid out; {odd} ran as no other did",
            seasons=tr_count(len(found.rows), "{n:,} season", "{n:,} seasons"),
            odd=odd or tr("none"),
        )
    )
    print(tr("wrote {path}", path=", ".join(str(folder / path.name) for path in written)))
    return 0
