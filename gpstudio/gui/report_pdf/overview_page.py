"""The first page of a report of many fields."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from gpstudio.core.arrays import Floats
from gpstudio.gui.report_pdf.figure import AXIS, MARK
from gpstudio.gui.report_pdf.overview import Overview, StageSpread
from gpstudio.gui.report_pdf.page import HEADING, HEADING_HEIGHT, NAME, TITLES, VALUE, WORDS, places
from gpstudio.gui.report_pdf.paper import Paper, Style
from gpstudio.gui.report_pdf.scales import PaperScales
from gpstudio.gui.stage_looks import draw_mark, stage_colour
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.words import stage_title
from gpstudio.translation import tr, tr_count

HEAD = Style(6.4, colour=LIGHT.quiet)
CELL, DATE = Style(6.8), Style(6.8, bold=True)
FIELD = Style(6.0, colour=LIGHT.quiet)
GAP, ROW = 10.0, 21.0
BAR, BAR_ROW = 7.0, 13.0
LETTER_WIDTH = 70.0
COLUMNS = (0.0, 92.0, 124.0, 204.0, 258.0)
"""Where the columns of the stages begin: stage, fields, earliest, median, latest; the strip of all
dates takes what is left."""
STRIP = 346.0
MOST_DOTS = 300
"""Of more fields those are drawn that stand evenly among all."""
AROUND = 0.04
"""Share of the time between the first and the last date that is left on either side."""
LOOK_ROW = 9.5
LOOKS_ACROSS = 2


def draw_overview_page(paper: Paper, overview: Overview) -> float:
    """Where the last line ends; always one page, which says how many it does not name."""
    inner = paper.inner
    x, width = inner.left(), inner.width()
    y = _draw_head(paper, overview, x, inner.top(), width)
    y = _draw_letters(paper, overview, x, y, width)
    if overview.stages:
        y = _draw_stages(paper, overview, x, y, width)
    return _draw_looks(paper, overview, x, y, width)


def _draw_head(paper: Paper, overview: Overview, x: float, y: float, width: float) -> float:
    y = paper.write_lines(x, y, [overview.title], TITLES[0]) + 2.0
    spots = places(paper, overview.heading, width)
    for (name, value), (left, space) in zip(overview.heading, spots, strict=True):
        paper.write(x + left, y + NAME.size, name, NAME)
        short = paper.short(value, VALUE, space)
        paper.write(x + left, y + NAME.leading + VALUE.size, short, VALUE)
    y += 2.0 * NAME.leading + 0.6 * GAP
    paper.rule(x, y, width)
    y += 0.6 * GAP
    for sentence in overview.sentences:
        y = paper.write_lines(x, y, paper.lines(sentence, WORDS, width, 3), WORDS)
    return y + GAP


def _heading(paper: Paper, text: str, x: float, y: float) -> float:
    paper.write(x, y + HEADING.size, text, HEADING)
    return y + HEADING_HEIGHT + 2.0


def _draw_letters(paper: Paper, overview: Overview, x: float, y: float, width: float) -> float:
    """A bar a grade, as long as its share of the fields."""
    y = _heading(paper, tr("Fields by the grade of their typical date"), x, y)
    most = max(*(count for _, _, count in overview.letters), 1)
    space = 0.5 * width - LETTER_WIDTH
    for letter, title, count in overview.letters:
        paper.write(x, y + CELL.size, f"{letter} {title.lower()}", CELL)
        long = space * count / most
        if count:
            paper.fill(QRectF(x + LETTER_WIDTH, y, long, BAR), LIGHT.curve_band)
        paper.write(x + LETTER_WIDTH + long + 4.0, y + CELL.size, f"{count:,}", DATE)
        y += BAR_ROW
    return y + GAP


def _draw_stages(paper: Paper, overview: Overview, x: float, y: float, width: float) -> float:
    name = tr("Dates of season {name}", name=overview.season)
    y = _heading(paper, name, x, y)
    titles = (tr("Stage"), tr("Fields"), tr("Earliest"), tr("Median"), tr("Latest"))
    for title, left in zip(titles, COLUMNS, strict=True):
        paper.write(x + left, y + HEAD.size, title, HEAD)
    paper.write(x + STRIP, y + HEAD.size, tr("All fields"), HEAD)
    y += HEAD.leading + 2.0
    paper.rule(x, y, width)
    y += 3.0
    scales = _scales(overview, QRectF(x + STRIP, y, width - STRIP, ROW * len(overview.stages)))
    for spread in overview.stages:
        _draw_stage(paper, overview, spread, scales, x, y)
        y += ROW
    paper.line(scales.box.left(), y, scales.box.right(), y, LIGHT.border, 0.6)
    for place, text in scales.times():
        paper.line(place, y, place, y + 2.0, LIGHT.border, 0.6)
        half = 0.5 * paper.width_of(text, AXIS)
        left = min(max(place - half, scales.box.left() - half), scales.box.right() - 2.0 * half)
        paper.write(left, y + 3.0 + AXIS.size, text, AXIS)
    told = tr("± is half of the 90 % interval of a date, at the median field.")
    paper.write(x, y + 3.0 + AXIS.size, told, AXIS)
    return y + AXIS.leading + 2.0 * GAP


def _scales(overview: Overview, box: QRectF) -> PaperScales:
    first = min(float(one.dates[0]) for one in overview.stages)
    last = max(float(one.dates[-1]) for one in overview.stages)
    around = AROUND * (last - first) or 1.0
    dated = bool(overview.clock)
    return PaperScales(box, first - around, last + around, 0.0, 1.0, dated)


def _draw_stage(
    paper: Paper, overview: Overview, spread: StageSpread, scales: PaperScales, x: float, y: float
) -> None:
    middle = paper.place(x + 0.5 * MARK, y + 0.5 * CELL.size + 0.8)
    draw_mark(paper.painter, spread.stage, middle, paper.dots(MARK), LIGHT)
    base, below = y + CELL.size, y + CELL.leading + FIELD.size
    title = paper.short(stage_title(spread.stage), CELL, COLUMNS[1] - MARK - 8.0)
    paper.write(x + MARK + 4.0, base, title, CELL)
    paper.write(x + COLUMNS[1], base, f"{len(spread.dates):,}", CELL)
    ends = ((COLUMNS[2], 0, COLUMNS[3]), (COLUMNS[4], -1, STRIP))
    for left, place, right in ends:
        paper.write(x + left, base, overview.say(float(spread.dates[place])), CELL)
        field = paper.short(spread.fields[place], FIELD, right - left - 6.0)
        paper.write(x + left, below, field, FIELD)
    paper.write(x + COLUMNS[3], base, overview.say(spread.median), DATE)
    if spread.half_width is not None:
        paper.write(x + COLUMNS[3], below, tr("± {days:.0f} d", days=spread.half_width), FIELD)
    height, colour = y + 0.4 * ROW, stage_colour(spread.stage, LIGHT)
    box = scales.box
    paper.line(box.left(), height, box.right(), height, LIGHT.border, 0.4)
    for day in evenly(spread.dates):
        paper.dot(scales.across(day), height, 1.6, colour)
    at = scales.across(spread.median)
    paper.line(at, height - 4.0, at, height + 4.0, LIGHT.text, 0.9)


def evenly(dates: Floats) -> list[float]:
    """The first, the last, and some of those between that stand evenly among all."""
    kept = np.unique(np.linspace(0, len(dates) - 1, min(len(dates), MOST_DOTS)).round())
    return np.asarray(dates[kept.astype(np.int64)]).tolist()


def _draw_looks(paper: Paper, overview: Overview, x: float, y: float, width: float) -> float:
    """Column by column as far as the page goes."""
    y = _heading(paper, tr("What needs a look"), x, y)
    if not overview.looks:
        return paper.write_lines(x, y, [tr("Nothing: the dates can be used as they are.")], WORDS)
    rows = max(int((paper.inner.bottom() - y) / LOOK_ROW) - 1, 1)
    named = overview.looks[: rows * LOOKS_ACROSS]
    wide = (width - GAP) / LOOKS_ACROSS
    for place, (field, why) in enumerate(named):
        left, top = x + (place // rows) * (wide + GAP), y + (place % rows) * LOOK_ROW
        name = paper.short(field, DATE, 0.5 * wide)
        paper.write(left, top + CELL.size, name, DATE)
        off = paper.width_of(name, DATE) + 6.0
        paper.write(left + off, top + CELL.size, paper.short(why, CELL, wide - off), CELL)
    y += min(len(named), rows) * LOOK_ROW
    more = len(overview.looks) - len(named)
    if more:
        paper.write(x, y + CELL.size, tr_count(more, "… and {n:,} more", "… and {n:,} more"), HEAD)
        y += LOOK_ROW
    return y
