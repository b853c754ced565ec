"""Figures as SVG: panels in rows, one legend above them, nothing that a reader must guess.

Only what every program that reads SVG can draw (paths, polygons, text; no clipping, no styles).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from gpstudio.lab.figures.chart import Axis, Figure, Level, Line, Panel, Tile
from gpstudio.lab.figures.palette import colour, dashes, mark
from gpstudio.lab.figures.scales import AxisScale, plain_text, scale_of

WIDTH, HEIGHT = 178.0, 132.0
"""Of a panel's plot."""
LEFT, RIGHT, TOP, BELOW = 58.0, 12.0, 26.0, 40.0
"""About a panel's plot: numbers and title of its axes, its own title."""
BESIDE, WIDEST = 20.0, 140.0
"""What is left of names of rows, and the most space that they take with it."""
EDGE = 12.0
TITLE, TEXT, SMALL = 13.0, 10.5, 9.5
"""Sizes of letters."""
LETTER = 0.58
"""Mean width of a letter, of its size."""
SAMPLE = 26.0
"""Length of a legend's line."""
LEGEND_LINE = 16.0
INK, PALE, GRID = "#222222", "#888888", "#e8e8e8"
DARK_TILE = 0.55
"""Text on darker tiles is white."""
LEVEL_DASHES = ("4 3", "1 2.5")


def svg_of(figure: Figure) -> str:
    """The whole drawing as text."""
    columns = max((len(row) for row in figure.panels), default=1)
    lefts = [_left_of(figure, column) for column in range(columns)]
    width = 2 * EDGE + sum(lefts) + columns * (WIDTH + RIGHT)
    legend, legend_height = _legend(figure, EDGE, EDGE + TITLE + 10.0, width - 2 * EDGE)
    top = EDGE + TITLE + 10.0 + legend_height
    height = top + len(figure.panels) * (TOP + HEIGHT + BELOW) + EDGE / 2
    parts = [
        _text(EDGE, EDGE + TITLE, figure.title, TITLE, "start", weight="bold"),
        *legend,
    ]
    for i, row in enumerate(figure.panels):
        for j, panel in enumerate(row):
            if panel is not None:
                x = EDGE + sum(lefts[: j + 1]) + j * (WIDTH + RIGHT)
                parts += _panel(panel, x, top + i * (TOP + HEIGHT + BELOW) + TOP, lefts[j])
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    family = "font-family=\"'DejaVu Sans', Verdana, Arial, sans-serif\""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {family}>',
            f"<title>{escape(figure.title)}</title>",
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _left_of(figure: Figure, column: int) -> float:
    """Space for the names of rows beside the panels of a column."""
    panels = [row[column] for row in figure.panels if column < len(row)]
    names = [name for panel in panels if panel is not None for name in panel.y.names]
    wanted = max((_width(name) for name in names), default=0.0) + BESIDE
    return min(max(LEFT, wanted), WIDEST)


class _Frame:
    """Where a panel's numbers lie on the paper."""

    def __init__(self, panel: Panel, left: float, top: float) -> None:
        self.left, self.top = left, top
        self.x = _scale(panel, panel.x, "x")
        self.y = _scale(panel, panel.y, "y")

    def across(self, number: float) -> float:
        return self.left + WIDTH * self.x.share(number)

    def down(self, number: float) -> float:
        return self.top + HEIGHT * (1.0 - self.y.share(number))

    def points(self, xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float]]:
        return [(self.across(x), self.down(y)) for x, y in zip(xs, ys, strict=True)]


def _scale(panel: Panel, axis: Axis, name: str) -> AxisScale:
    if axis.names:
        return AxisScale(0.0, float(len(axis.names)), False)
    return scale_of(panel.numbers(name), axis.log)


def _panel(panel: Panel, left: float, top: float, margin: float) -> Iterator[str]:
    frame = _Frame(panel, left, top)
    bottom, right = top + HEIGHT, left + WIDTH
    yield _text(left + WIDTH / 2, top - 9.0, panel.title, TEXT, "middle", weight="bold")
    if panel.x.names:
        yield from _names_across(frame, panel.x.names, bottom)
    else:
        yield from _ticks_across(frame, panel.places, bottom)
    if panel.y.names:
        yield from _names_down(frame, panel.y.names, left, margin)
    else:
        yield from _ticks_down(frame, frame.y, left)
    for tile in panel.tiles:
        yield from _tile(frame, tile)
    for line in panel.lines:
        yield from _band(frame, line)
    for level in panel.levels:
        y = frame.down(level.y)
        yield _stroke([(left, y), (right, y)], INK, 1.1, _dashes_of(level))
    for line in panel.lines:
        if line.joined:
            points = frame.points(line.x, line.y)
            yield _stroke(points, colour(line.style), 1.4, dashes(line.style))
    for line in panel.lines:
        if line.marked:
            yield from (mark(line.style, x, y) for x, y in frame.points(line.x, line.y))
    yield _stroke([(left, top), (left, bottom), (right, bottom)], INK, 0.9)
    yield _text(left + WIDTH / 2, bottom + 30.0, panel.x.title, SMALL, "middle")
    yield _turned(left - margin + 9.0, top + HEIGHT / 2, panel.y.title, SMALL)


def _band(frame: _Frame, line: Line) -> Iterator[str]:
    if not line.low:
        return
    upper = frame.points(line.x, line.high)
    lower = frame.points(line.x, line.low)
    if len(upper) == 1:
        yield _stroke([upper[0], lower[0]], colour(line.style), 1.0)
        return
    corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in [*upper, *reversed(lower)])
    yield f'<polygon points="{corners}" fill="{colour(line.style)}" fill-opacity="0.14"/>'


def _tile(frame: _Frame, tile: Tile) -> Iterator[str]:
    left, right = frame.across(tile.left), frame.across(tile.right)
    top, bottom = frame.down(tile.high), frame.down(tile.low)
    if tile.shade > 0.0:
        yield (
            f'<rect x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" '
            f'height="{bottom - top:.2f}" fill="{colour(tile.style)}" '
            f'fill-opacity="{min(tile.shade, 1.0):.3f}"/>'
        )
    if tile.text:
        ink = "#ffffff" if tile.shade > DARK_TILE else INK
        y = (top + bottom) / 2 + 0.36 * SMALL
        yield _text((left + right) / 2, y, tile.text, SMALL, "middle", ink=ink)


def _names_across(frame: _Frame, names: Sequence[str], bottom: float) -> Iterator[str]:
    most = int((WIDTH / len(names) - 6.0) / (LETTER * SMALL))
    for place, name in enumerate(names):
        yield _text(frame.across(place + 0.5), bottom + 15.0, _cut(name, most), SMALL, "middle")


def _names_down(frame: _Frame, names: Sequence[str], left: float, margin: float) -> Iterator[str]:
    most = int((margin - BESIDE + 2.0) / (LETTER * SMALL))
    for place, name in enumerate(names):
        y = frame.down(place + 0.5) + 0.36 * SMALL
        yield _text(left - 5.0, y, _cut(name, most), SMALL, "end")


def _cut(name: str, most: int) -> str:
    return name if len(name) <= max(most, 2) else name[: max(most, 2) - 1] + "…"


def _ticks_across(frame: _Frame, places: Sequence[float], bottom: float) -> Iterator[str]:
    majors, minors = frame.x.ticks
    if places:
        majors, minors = [(number, plain_text(number)) for number in places], []
    for number in minors:
        x = frame.across(number)
        yield _stroke([(x, bottom), (x, bottom + 2.2)], PALE, 0.6)
    shown = _apart([(frame.across(number), text) for number, text in majors])
    for x, text in [(frame.across(number), text) for number, text in majors]:
        yield _stroke([(x, frame.top), (x, bottom)], GRID, 0.7)
        yield _stroke([(x, bottom), (x, bottom + 4.0)], INK, 0.8)
        if (x, text) in shown:
            yield _text(x, bottom + 15.0, text, SMALL, "middle")


def _ticks_down(frame: _Frame, scale: AxisScale, left: float) -> Iterator[str]:
    majors, minors = scale.ticks
    for number in minors:
        y = frame.down(number)
        yield _stroke([(left - 2.2, y), (left, y)], PALE, 0.6)
    for number, text in majors:
        y = frame.down(number)
        yield _stroke([(left, y), (left + WIDTH, y)], GRID, 0.7)
        yield _stroke([(left - 4.0, y), (left, y)], INK, 0.8)
        yield _text(left - 6.0, y + 0.36 * SMALL, text, SMALL, "end")


def _apart(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Those labels that do not run into the one before."""
    shown: list[tuple[float, str]] = []
    for x, text in labels:
        if not shown or x - shown[-1][0] > (_width(text) + _width(shown[-1][1])) / 2 + 4.0:
            shown.append((x, text))
    return shown


def _legend(figure: Figure, left: float, top: float, room: float) -> tuple[list[str], float]:
    """What the lines mean, column by column, in as few rows as there is room for; its height."""
    keys = [
        _Key(
            line.name,
            colour(line.style),
            1.4,
            dashes(line.style),
            line.style,
            line.marked,
            line.joined,
        )
        for line in figure.legend
    ]
    keys += [_Key(level.name, INK, 1.1, _dashes_of(level)) for level in figure.levels]
    if not keys:
        return [], 0.0
    rows = next(r for r in range(1, len(keys) + 1) if _wide(keys, r) <= room or r == len(keys))
    parts: list[str] = []
    x = left
    for start in range(0, len(keys), rows):
        column = keys[start : start + rows]
        for place, key in enumerate(column):
            parts += key.drawn(x, top + (place + 0.5) * LEGEND_LINE)
        x += _wide(column, rows)
    return parts, rows * LEGEND_LINE + 6.0


@dataclass(frozen=True)
class _Key:
    """One entry of a legend."""

    name: str
    ink: str
    width: float
    dashes: str
    style: int = 0
    marked: bool = False
    joined: bool = True

    def drawn(self, x: float, y: float) -> Iterator[str]:
        if self.joined:
            yield _stroke([(x, y), (x + SAMPLE, y)], self.ink, self.width, self.dashes)
        if self.marked:
            yield mark(self.style, x + SAMPLE / 2, y)
        yield _text(x + SAMPLE + 7.0, y + 0.36 * TEXT, self.name, TEXT, "start")


def _dashes_of(level: Level) -> str:
    return LEVEL_DASHES[level.style % len(LEVEL_DASHES)]


def _wide(keys: Sequence[_Key], rows: int) -> float:
    """How wide the legend is in so many rows."""
    columns = [keys[start : start + rows] for start in range(0, len(keys), rows)]
    return sum(SAMPLE + 24.0 + max(_width(key.name, TEXT) for key in column) for column in columns)


def _width(text: str, size: float = SMALL) -> float:
    """About how wide a text is."""
    return LETTER * size * len(text)


def _stroke(points: Sequence[tuple[float, float]], ink: str, width: float, dashes: str = "") -> str:
    if len(points) < 2:
        return ""
    start, *rest = points
    path = f"M{start[0]:.2f} {start[1]:.2f}" + "".join(f"L{x:.2f} {y:.2f}" for x, y in rest)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{dashed}/>'
    )


def _text(
    x: float, y: float, text: str, size: float, anchor: str, weight: str = "normal", ink: str = INK
) -> str:
    bold = f' font-weight="{weight}"' if weight != "normal" else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'fill="{ink}"{bold}>{escape(text)}</text>'
    )


def _turned(x: float, y: float, text: str, size: float) -> str:
    return (
        f'<text transform="translate({x:.2f},{y:.2f}) rotate(-90)" font-size="{size:g}" '
        f'text-anchor="middle" fill="{INK}">{escape(text)}</text>'
    )
