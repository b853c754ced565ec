"""The map of seasons for paper: points, of a colour and a mark each word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np

from gpstudio.lab.figures import Axis, Figure, Line, Panel
from gpstudio.lab.figures.chart import in_rows
from gpstudio.session.season_map.colouring import Colouring
from gpstudio.session.season_map.laying_out import SeasonMap
from gpstudio.translation import tr


def season_map_figure(found: SeasonMap, colourings: Sequence[Colouring]) -> Figure:
    """A panel for each of them that has words: numbers have no marks."""
    worded = [one for one in colourings if one.words]
    ends = list(accumulate((len(one.words) for one in worded), initial=0))
    panels = [_panel(found, one, style) for one, style in zip(worded, ends, strict=False)]
    return Figure(
        "season_map",
        tr("Map of seasons"),
        tr("Each field's each year; those that ran alike lie near each other."),
        in_rows(panels),
    )


def _panel(found: SeasonMap, one: Colouring, style: int) -> Panel:
    axes = Axis(tr("across: what tells most apart")), Axis(tr("up"))
    return Panel(one.title, *axes, tuple(_lines(found, one, style)))


def _lines(found: SeasonMap, one: Colouring, style: int) -> Iterator[Line]:
    """In styles from this one on: one legend serves all panels."""
    for place, word in enumerate(one.words):
        x, y = found.places[np.asarray(one.values == place)].T
        yield Line(word, style + place, tuple(x.tolist()), tuple(y.tolist()), joined=False)
