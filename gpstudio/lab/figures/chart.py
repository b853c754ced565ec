"""What a figure shows, apart from how it is drawn: panels, lines with bands, axes, a legend.

A window may draw these with its own plots; ``svg.py`` draws them for paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from gpstudio.translation import tr

Numbers: TypeAlias = tuple[float, ...]
MOST_COLUMNS = 4
"""Panels side by side on a page."""
MOST_TICKS = 9
"""With numbers, along a panel."""


@dataclass(frozen=True)
class Line:
    """A series. ``style`` is its place in the palette: the same method looks the same in all
    panels and figures."""

    name: str
    style: int
    x: Numbers
    y: Numbers
    low: Numbers = ()
    high: Numbers = ()
    """The band about it; empty where there is none."""
    marked: bool = True
    joined: bool = True
    """Whether a stroke goes through its points."""


@dataclass(frozen=True)
class Tile:
    """A rectangle: a cell of a table, or a part of a map."""

    left: float
    right: float
    low: float
    high: float
    style: int
    shade: float
    """How much of its colour it has, from none to 1."""
    text: str = ""


@dataclass(frozen=True)
class Level:
    """A horizontal line: what the series are held against."""

    name: str
    y: float
    style: int = 0
    """Which dashes."""


@dataclass(frozen=True)
class Axis:
    title: str
    log: bool = False
    shows: Numbers = ()
    """Numbers that it must show besides those of the lines: of panels beside this one."""
    names: tuple[str, ...] = ()
    """Of columns or rows of tiles, each one wide, from 0 on; in place of numbers."""


@dataclass(frozen=True)
class Panel:
    title: str
    x: Axis
    y: Axis
    lines: tuple[Line, ...] = ()
    levels: tuple[Level, ...] = ()
    tiles: tuple[Tile, ...] = ()
    """Behind the lines."""

    def numbers(self, axis: str) -> Iterator[float]:
        """All that the axis, ``x`` or ``y``, must show."""
        yield from (self.x if axis == "x" else self.y).shows
        for line in self.lines:
            yield from getattr(line, axis)
            if axis == "y":
                yield from line.low
                yield from line.high
        for tile in self.tiles:
            yield from (tile.left, tile.right) if axis == "x" else (tile.low, tile.high)
        if axis == "y":
            yield from (level.y for level in self.levels)

    @property
    def places(self) -> list[float]:
        """Where along a logarithmic x all was measured, for ticks that stand there; none where
        that is more than an axis has room for."""
        found = sorted({x for line in self.lines for x in line.x})
        few = all(line.marked for line in self.lines) and 2 <= len(found) <= MOST_TICKS
        return found if few and self.x.log else []


Grid: TypeAlias = tuple[tuple[Panel | None, ...], ...]
"""Rows of panels."""


@dataclass(frozen=True)
class Figure:
    name: str
    """Of its files."""
    title: str
    caption: str
    panels: Grid

    @property
    def all_panels(self) -> list[Panel]:
        return [panel for row in self.panels for panel in row if panel is not None]

    @property
    def legend(self) -> list[Line]:
        """One line of each name, in the order of the palette."""
        named = {line.name: line for panel in self.all_panels for line in panel.lines}
        return sorted(named.values(), key=lambda line: line.style)

    @property
    def levels(self) -> list[Level]:
        return list({lv.name: lv for panel in self.all_panels for lv in panel.levels}.values())


def line_through(
    name: str, style: int, samples: Sequence[tuple[float, Sequence[float]]], log: bool
) -> Line | None:
    """Through the means at each x, with a band from the 10 % to the 90 % quantile of the repeats;
    on a logarithmic axis the means are geometric. None where nothing is there to show."""
    import numpy as np

    x, y, low, high = [], [], [], []
    for place, values in sorted(samples):
        known = [v for v in values if math.isfinite(v) and (v > 0.0 or not log)]
        if known:
            x.append(place)
            y.append(float(np.exp(np.mean(np.log(known))) if log else np.mean(known)))
            low.append(float(np.quantile(known, 0.1)))
            high.append(float(np.quantile(known, 0.9)))
    if not x:
        return None
    banded = len(max(samples, key=lambda pair: len(pair[1]))[1]) > 1
    band = (tuple(low), tuple(high)) if banded else ((), ())
    return Line(name, style, tuple(x), tuple(y), *band)


def in_rows(panels: Sequence[Panel]) -> Grid:
    """The panels one after the other, three or four in a row, whichever leaves fewer gaps."""
    columns = min(len(panels), 4 if -len(panels) % 4 <= -len(panels) % 3 else 3) or 1
    return aligned(panels[i : i + columns] for i in range(0, len(panels), columns))


def side_by_side(rows: Sequence[Sequence[Panel]]) -> Grid:
    """As many rows in one as there is room for."""
    longest = max((len(row) for row in rows), default=1)
    at_once = max(1, MOST_COLUMNS // max(1, longest))
    joined = [
        [panel for row in rows[i : i + at_once] for panel in row]
        for i in range(0, len(rows), at_once)
    ]
    return aligned(joined)


def aligned(rows: Iterable[Sequence[Panel]]) -> Grid:
    """Rows of one length: gaps at the end of those that are shorter."""
    known = [tuple(row) for row in rows]
    longest = max((len(row) for row in known), default=0)
    return tuple(row + (None,) * (longest - len(row)) for row in known)


BAND = tr("Lines: means over the repeats; bands: from their 10 % to their 90 % quantile.")


def same_heights(rows: Sequence[Sequence[Panel]]) -> tuple[tuple[Panel, ...], ...]:
    """Panels side by side share their vertical axis, so that they can be compared."""
    shared = []
    for row in rows:
        numbers = [number for panel in row for number in panel.numbers("y")]
        span = (min(numbers), max(numbers)) if numbers else ()
        shared.append(tuple(replace(p, y=replace(p.y, shows=span)) for p in row))
    return tuple(shared)
