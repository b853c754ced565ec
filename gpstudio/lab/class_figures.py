"""The figures of a classification: what was taken for what, whether probabilities come true, and
what the model says between its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.classification.scores import confusion
from gpstudio.lab.figures import Axis, Figure, Level, Line, Panel, Tile
from gpstudio.lab.figures.chart import aligned
from gpstudio.session.classified.learning import Classified
from gpstudio.session.classified.maps import AlongOne, OverTwo, along_one, over_two
from gpstudio.translation import tr

BINS = 10
FEWEST = 5
"""Rows in a bin of probability: of fewer a share says nothing."""
MOST_CLASSES = 12
"""Of which a table can be read."""
LONG, FEWEST_SHARED = 6, 3
"""Letters of a name that an axis has room for, and of a beginning that is left out."""
MOST_BARS = 12
MOST_POINTS = 400
"""Rows that are drawn on a map."""
DIAGONAL, GREY = tr("where probabilities come true, and where nothing is told"), 14
"""Of reliability and of ROC; the look is a dashed black."""
NINETY = 1.6448536269514722
SURE = (0.5, 0.8, 0.95)
"""From which probability on a region is darker."""
SHADES = (0.08, 0.22, 0.42, 0.62)
QUANTILES = (0.1, 0.9)


def figure_of(found: Classified) -> Figure:
    """All on one page."""
    return _page(found, [*_map(found), *_scored(found)])


def figures_of(found: Classified) -> tuple[Figure, ...]:
    """The page, then one by one, for the screen."""
    mapped, scored = _map(found), list(_scored(found))
    told = COURSES if found.rows.seasons else MAPPED
    alone = [_figure("map", told, mapped)] if mapped else []
    alone += [_figure(SCORED[panel.title][0], SCORED[panel.title][1], [panel]) for panel in scored]
    whole = _page(found, [*mapped, *scored])
    return (whole, *alone) if len(alone) > 1 else tuple(alone)


def _page(found: Classified, panels: Sequence[Panel]) -> Figure:
    across = 2 if len(panels) in (2, 4) else 3
    return Figure(
        "classes",
        tr("Classes of {file}", file=found.rows.file),
        tr("Rows left out, as the others foretell them; and what all rows say between them."),
        aligned([panels[i : i + across] for i in range(0, len(panels), across)]),
    )


CONFUSION, RELIABILITY, CURVES = tr("Confusion"), tr("Reliability"), tr("ROC")
TELLING = tr("What each input tells")
CONFUSED = tr("How many rows of each label were taken for which class, left out in turn.")
RELIABLE = tr(
    "How often the most probable class is right, by its probability; on the line they agree. "
    "Bands: 90 % of chance."
)
ROC = tr(
    "The share of each class that is found, against the share of others taken for it, as the bar "
    "of its probability falls."
)
TOLD = tr(
    "How much log score rows left out lose when this input is shuffled: the longest tell most. "
    "What two inputs both tell is lost with neither."
)
MAPPED = tr(
    "The most probable class; darker where it is surer, from 50, 80 and 95 % on. Marks are rows."
)
COURSES = tr("The usual course of each class: the mean, and the middle 80 % of its seasons.")


SCORED = {
    CONFUSION: ("confusion", CONFUSED),
    RELIABILITY: ("reliability", RELIABLE),
    CURVES: ("roc", ROC),
    TELLING: ("inputs", TOLD),
}
"""Of each panel of scores the name of its file and what it shows."""


def _figure(name: str, told: str, panels: Sequence[Panel]) -> Figure:
    return Figure(name, panels[-1].title, told, aligned([list(panels)]))


def _scored(found: Classified) -> Iterator[Panel]:
    if not found.scores:
        return
    if len(found.classes) <= MOST_CLASSES:
        yield confusion_panel(found)
    yield reliability_panel(found)
    yield roc_panel(found)
    if found.telling:
        yield telling_panel(found)


def confusion_panel(found: Classified) -> Panel:
    """A row a label, shaded by its share of the label's rows."""
    counts = confusion(found.left_out, found.places)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    count = len(found.classes)
    tiles = [
        Tile(
            taken, taken + 1.0, count - 1.0 - own, float(count - own), 0,
            float(shares[own, taken]), f"{counts[own, taken]:,}" if counts[own, taken] else "",
        )
        for own in range(count)
        for taken in range(count)
    ]  # fmt: skip
    return Panel(
        CONFUSION,
        Axis(tr("taken for"), names=_apart(found.classes)),
        Axis(tr("label"), names=_apart(found.classes)[::-1]),
        tiles=tuple(tiles),
    )


def _apart(names: Sequence[str]) -> tuple[str, ...]:
    """Without a beginning that all share, where they are long: an axis shows how names begin."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    shared = len(list(alike))
    if shared < FEWEST_SHARED or max(map(len, names)) <= LONG or shared in map(len, names):
        return tuple(names)
    return tuple(f"…{name[shared:]}" for name in names)


def reliability_panel(found: Classified) -> Panel:
    sure = found.left_out.max(axis=1)
    right = found.left_out.argmax(axis=1) == found.places
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    x, y, low, high = [], [], [], []
    for place in range(BINS):
        mine = bins == place
        if np.count_nonzero(mine) >= FEWEST:
            x.append(float(sure[mine].mean()))
            y.append(float(right[mine].mean()))
            below, above = _wilson(right[mine])
            low.append(below)
            high.append(above)
    dots = Line(tr("how often it is right"), 0, tuple(x), tuple(y), tuple(low), tuple(high))
    true = Line(DIAGONAL, GREY, (0.0, 1.0), (0.0, 1.0), marked=False)
    return Panel(
        RELIABILITY, Axis(tr("how probable it was called")), Axis(tr("share that is right")),
        (true, dots),
    )  # fmt: skip


def _wilson(right: Flags) -> tuple[float, float]:
    """Between which shares a true one lies (Wilson 1927)."""
    n, share = len(right), float(right.mean())
    centre = share + NINETY**2 / (2.0 * n)
    half = NINETY * np.sqrt(share * (1.0 - share) / n + NINETY**2 / (4.0 * n**2))
    scale = 1.0 + NINETY**2 / n
    return float((centre - half) / scale), float((centre + half) / scale)


def roc_panel(found: Classified) -> Panel:
    chosen = range(len(found.classes)) if len(found.classes) > 2 else (1,)
    lines = tuple(
        _roc(found.classes[place], place, found.left_out[:, place], found.places == place)
        for place in chosen
        if (found.places == place).any()
    )
    chance = Line(DIAGONAL, GREY, (0.0, 1.0), (0.0, 1.0), marked=False)
    return Panel(
        CURVES, Axis(tr("share of others taken for it")), Axis(tr("share of it found")),
        (chance, *lines),
    )  # fmt: skip


def _roc(name: str, style: int, shares: Floats, own: Flags) -> Line:
    order = np.argsort(-shares, kind="stable")
    last = np.append(np.diff(shares[order]) != 0.0, True)  # equal probabilities come together
    found, wrong = np.cumsum(own[order])[last], np.cumsum(~own[order])[last]
    y = np.append(0.0, found / max(int(own.sum()), 1))
    x = np.append(0.0, wrong / max(int((~own).sum()), 1))
    return Line(name, style, tuple(x.tolist()), tuple(y.tolist()), marked=False)


def _map(found: Classified) -> list[Panel]:
    if found.rows.seasons:
        return [courses_panel(found)]
    one = along_one(found)
    if one is not None:
        return _along(found, one)
    two = over_two(found, most_telling(found))
    return [] if two is None else [_over(found, two)]


def telling_panel(found: Classified) -> Panel:
    """Bars, the longest on top."""
    told = sorted(found.telling, key=lambda pair: pair[1])[-MOST_BARS:]
    bars = [
        Tile(min(lost, 0.0), max(lost, 0.0), place + 0.15, place + 0.85, 0, 0.8)
        for place, (_, lost) in enumerate(told)
    ]
    names = tuple(name for name, _ in told)
    return Panel(TELLING, Axis(tr("log score lost")), Axis("", names=names), tiles=tuple(bars))


def most_telling(found: Classified) -> tuple[int, int]:
    """Two inputs, in the order of the file, along which classes' means lie farthest apart."""
    inputs, places = found.rows.inputs, found.places
    counts = np.bincount(places)
    means = np.array([np.bincount(places, column) / counts for column in inputs.T])
    between = ((means - inputs.mean(axis=0)[:, None]) ** 2 @ counts) / len(places)
    within = np.maximum(inputs.var(axis=0) - between, np.finfo(float).tiny)
    first, second = sorted(np.argsort(-between / within, kind="stable")[:2].tolist())
    return first, second


def _along(found: Classified, one: AlongOne) -> list[Panel]:
    x, axis = tuple(one.x.tolist()), Axis(one.name)
    panels = []
    latent = one.latent
    if latent is not None:
        lines = [
            Line(
                name, found.classes.index(name), x, tuple(mean.tolist()),
                tuple((mean - NINETY * std).tolist()), tuple((mean + NINETY * std).tolist()),
                marked=False,
            )
            for name, mean, std in zip(latent.names, latent.mean.T, latent.std.T, strict=True)
        ]  # fmt: skip
        panels.append(Panel(tr("Curves behind"), axis, Axis(tr("latent value")), tuple(lines)))
    lines = []
    for place, name in enumerate(found.classes):
        low: tuple[float, ...] = ()
        high: tuple[float, ...] = ()
        if latent is not None:
            low, high = (tuple(e[:, place].tolist()) for e in (latent.lower, latent.upper))
        y = tuple(one.shares[:, place].tolist())
        lines.append(Line(name, place, x, y, low, high, marked=False))
    points = _points(found, found.rows.inputs[:, 0], None)
    levels = (Level(tr("95 %"), SURE[-1]),)
    panels.append(
        Panel(tr("Probability"), axis, Axis(tr("probability")), (*lines, *points), levels)
    )
    return panels


def _over(found: Classified, two: OverTwo) -> Panel:
    title = tr("Class map")
    if two.others:
        title = tr("Class map, other inputs at their medians")
    first, second = two.places
    points = _points(found, found.rows.inputs[:, first], found.rows.inputs[:, second])
    return Panel(
        title, Axis(two.names[0]), Axis(two.names[1]), tuple(points), tiles=tuple(_regions(two))
    )


def _regions(two: OverTwo) -> Iterator[Tile]:
    """Neighbours along a row that look the same are one tile."""
    half_x, half_y = (0.5 * (axis[1] - axis[0]) for axis in (two.x, two.y))
    best, sure = two.shares.argmax(axis=2), two.shares.max(axis=2)
    shade = np.searchsorted(SURE, sure, side="right")
    look = best * len(SHADES) + shade
    for row, y in enumerate(two.y.tolist()):
        edges = np.flatnonzero(np.append(True, np.diff(look[row]) != 0))
        for first, last in zip(edges, np.append(edges[1:], len(two.x)), strict=True):
            yield Tile(
                float(two.x[first] - half_x), float(two.x[last - 1] + half_x),
                y - half_y, y + half_y, int(best[row, first]), SHADES[int(shade[row, first])],
            )  # fmt: skip


def _points(found: Classified, x: Floats, y: Floats | None) -> Iterator[Line]:
    """Marks of rows, of each class its share; along one input at the foot."""
    step = max(1, len(x) // MOST_POINTS)
    for place, name in enumerate(found.classes):
        mine = np.flatnonzero(found.places == place)[::step]
        height = np.full(len(mine), -0.04) if y is None else y[mine]
        xs, ys = tuple(x[mine].tolist()), tuple(height.tolist())
        yield Line(name, place, xs, ys, joined=False)


def courses_panel(found: Classified) -> Panel:
    """Of seasons: the days of the growing year across."""
    x, lines = found.rows.days, []
    for place, name in enumerate(found.classes):
        mine = found.rows.inputs[found.places == place][:, : len(x)]
        low, high = np.quantile(mine, QUANTILES, axis=0)
        lines.append(
            Line(
                name, place, x, tuple(mine.mean(axis=0).tolist()), tuple(low.tolist()),
                tuple(high.tolist()), marked=False,
            )
        )  # fmt: skip
    return Panel(
        tr("Courses of the classes"), Axis(tr("day of the growing year")), Axis(tr("curve")),
        tuple(lines),
    )  # fmt: skip
