"""``gpstudio hindcast``: what would have been told every so many days, as a table and a figure."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.cli.reading import (
    facts_of,
    form_from,
    number,
    read,
    recipe_from,
    refuse_open_questions,
    request_from,
)
from gpstudio.cli.watch import watched
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.atomic import write_atomic
from gpstudio.data.folder import filled_together
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.hindcast import hindcast_sheet
from gpstudio.data.writing.write import write_sheet
from gpstudio.lab.closing_in import MOST_FIELDS, closing_in
from gpstudio.lab.figures import svg_of
from gpstudio.session.hindcast import Hindcast, days_of, hindcast
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.cli.main import Pictures


def run(words: argparse.Namespace, pictures: Pictures) -> int:
    recipe, form = recipe_from(words), form_from(words)
    every = number("--every", words.every)
    table = read(words)
    refuse_open_questions(table)
    request = request_from(words, table.is_dated)
    days = days_of(table.series, every, request.as_of)  # says what is wrong before a long wait
    told = facts_of(words, table, request, recipe)

    def work(task: Task) -> tuple[Hindcast, ...]:
        return hindcast(table.series, recipe, request, told.facts, every, task)

    found: tuple[Hindcast, ...] = watched("asking", work)
    rows = [row for one in found for row in one.rows]
    if not rows:
        raise InputError(
            tr("No date was found with all readings, so that there is none to look back at.")
        )
    sheet = AboutFields.of(table).named(hindcast_sheet(rows))
    figure = svg_of(closing_in(found))
    folder = Path(words.out)
    with filled_together(folder) as staged:
        written = [write_sheet(form.named(staged / sheet.name), sheet, form)]
        place = staged / "hindcast.svg"
        written.append(write_atomic(place, lambda handle: handle.write(figure)))
        if pictures.rasterise is not None:
            pictures.rasterise(figure, staged / "hindcast.png")
            written.append(staged / "hindcast.png")
    print(table.sentence)
    for line in (_summary(found, len(days)), *_left_out(found)):
        print(line)
    print("wrote " + ", ".join(str(folder / path.name) for path in written), flush=True)
    return 0


def _summary(found: Sequence[Hindcast], days: int) -> str:
    dates = sum(len(one.told) for one in found)
    asked = tr_count(days, "{n:,} day", "{n:,} days")
    return tr_count(
        dates,
        "{n:,} date looked back at, as of {asked}",
        "{n:,} dates looked back at, as of {asked}",
        asked=asked,
    )


def _left_out(found: Sequence[Hindcast]) -> list[str]:
    if len(found) <= MOST_FIELDS:
        return []
    return [
        tr(
            "note: the figure shows the first {shown} of {count:,} fields; the table has all",
            shown=MOST_FIELDS,
            count=len(found),
        )
    ]
