"""The figure of a hindcast: how each date and its interval closed in on what is told now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpstudio.lab.figures import Axis, Figure, Level, Line, Panel
from gpstudio.lab.figures.chart import aligned
from gpstudio.phenology.rules import Stage
from gpstudio.phenology.templates import shown_stages
from gpstudio.session.hindcast import Hindcast, Told
from gpstudio.translation import tr

MOST_FIELDS = 6
"""Of which a page has room."""
MOST_STAGES = 6


def closing_in(found: Sequence[Hindcast]) -> Figure:
    """A row a field, a panel a stage, a line a season."""
    shown = found[:MOST_FIELDS]
    told = {one.now.stage for one in _all(shown)}
    stages = [stage for stage in shown_stages() if stage.name in told]
    seasons = sorted({told.season.name for told in _all(shown)})
    rows = [[_panel(one, stage, seasons) for stage in stages[:MOST_STAGES]] for one in shown]
    return Figure(
        name="hindcast",
        title=tr("How dates closed in"),
        caption=tr(
            "Each date as told on the days before and after it, with its 90 % interval, beside "
            "that of all readings."
        ),
        panels=aligned(rows),
    )


def _all(found: Sequence[Hindcast]) -> Iterator[Told]:
    return (told for one in found for told in one.told)


def _panel(one: Hindcast, stage: Stage, seasons: Sequence[str]) -> Panel:
    title = stage.title
    if one.series.group:
        title = tr("{field}: {stage}", field=one.series.group, stage=title)
    return Panel(
        title,
        Axis(tr("days after the date as it is told now")),
        Axis(tr("days later than it")),
        tuple(_lines(one, stage.name, seasons)),
        (Level(tr("as all readings tell it"), 0.0),),
    )


def _lines(one: Hindcast, stage: str, seasons: Sequence[str]) -> Iterator[Line]:
    for told in one.told:
        if told.now.stage != stage:
            continue
        off = [
            (day - told.date, *(time - told.date for time in times))
            for day, then in told.then
            if then is not None
            and len(times := [t for t in (then.date, then.lower90, then.upper90) if t is not None])
            == 3
        ]
        if off:
            x, y, low, high = zip(*off, strict=True)
            yield Line(told.season.name, seasons.index(told.season.name), x, y, low, high)
