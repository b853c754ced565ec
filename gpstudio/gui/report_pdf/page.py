"""One field on one page: what cannot be shorter is laid out first, the figure takes what is left.

However much there is to say, it stays one page: remarks get shorter, the figure of the whole record
gives way, and at last the small print ends in an ellipsis; the files hold every word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from gpstudio.gui.report_pdf.account import FieldAccount, Pair
from gpstudio.gui.report_pdf.figure import (
    LEGEND_HEIGHT,
    draw_legend,
    draw_overview,
    draw_season,
    has_overview,
)
from gpstudio.gui.report_pdf.paper import Paper, Style
from gpstudio.gui.report_pdf.stage_table import draw_table, height_of
from gpstudio.gui.theme import LIGHT
from gpstudio.translation import tr

TITLES = tuple(Style(size, bold=True) for size in (17.0, 13.0, 10.0, 8.0))
"""Of a field's name: the largest in which it has two lines."""
NAME, VALUE = Style(7.0, colour=LIGHT.quiet), Style(7.0)
HEADING = Style(8.0, bold=True)
WORDS = Style(7.0)
MADE_NAME, MADE = Style(6.2, colour=LIGHT.quiet), Style(6.2)
SMALL_NAME, SMALL = Style(5.4, bold=True), Style(5.4, colour=LIGHT.quiet)
TITLE_LINES, TITLE_GAP = 2, 2.0
GAP, HEADING_HEIGHT = 9.0, 13.0
MOST_GAP = 60.0
"""Between two things that the head tells."""
OVERVIEW = 58.0
LEAST_FIGURE, MOST_FIGURE = 120.0, 260.0
NAME_WIDTH = 62.0
"""Points that names of how it was made take, in each of two columns."""
TIGHTNESS = (
    (3, True, 9, 99),
    (2, True, 3, 99),
    (1, True, 2, 99),
    (1, False, 2, 99),
    (1, False, 1, 24),
    (1, False, 1, 10),
)
"""Lines of remarks a stage, whether the whole record is shown, lines of each thing of how it was
made, and lines of small print: from roomy to tight."""


@dataclass(frozen=True)
class PagePlan:
    """What a page shows of an account."""

    remarks: int
    overview: bool
    figure: float
    """Its height."""
    made: tuple[tuple[list[str], ...], ...]
    """Lines of each value, column by column."""
    small: tuple[tuple[str, list[str]], ...]


def draw_page(paper: Paper, account: FieldAccount) -> float:
    """Where the last line ends."""
    inner = paper.inner
    plan = plan_of(paper, account)
    x, width = inner.left(), inner.width()
    y = _draw_head(paper, account, x, inner.top(), width)
    y = _draw_figures(paper, account, plan, x, y, width)
    y = _draw_stages(paper, account, plan, x, y, width)
    y = _draw_making(paper, account, plan, x, y, width)
    return _draw_small_print(paper, plan, x, y, width)


def plan_of(paper: Paper, account: FieldAccount) -> PagePlan:
    """The roomiest that leaves the figure enough."""
    inner = paper.inner
    for remarks, overview, made_lines, lines in TIGHTNESS:
        made = _made_lines(paper, account, inner.width(), made_lines)
        small = _small_lines(paper, account, inner.width(), lines)
        overview = overview and has_overview(account)
        taken = (
            _head_height(paper, account, inner.width())
            + (OVERVIEW + GAP if overview else 0.0)
            + _stages_height(paper, account, inner.width(), remarks)
            + HEADING_HEIGHT + max(_height(column) for column in made) + GAP
            + HEADING_HEIGHT + sum(len(part) for _, part in small) * SMALL.leading
        )  # fmt: skip
        left = inner.height() - taken - LEGEND_HEIGHT - GAP
        if left >= LEAST_FIGURE:
            break
    figure = min(max(left, 0.6 * LEAST_FIGURE), MOST_FIGURE)
    return PagePlan(remarks, overview, figure, made, small)


def _title(paper: Paper, account: FieldAccount, width: float) -> tuple[list[str], Style]:
    """A name longer than any letters allow loses its middle."""
    for style in TITLES:
        lines = paper.lines(account.title, style, width)
        if len(lines) <= TITLE_LINES:
            return lines, style
    short = paper.short(account.title, TITLES[-1], (TITLE_LINES - 0.3) * width)
    return paper.lines(short, TITLES[-1], width, TITLE_LINES), TITLES[-1]


def _head_height(paper: Paper, account: FieldAccount, width: float) -> float:
    lines, style = _title(paper, account, width)
    return len(lines) * style.leading + 2.0 * NAME.leading + GAP + TITLE_GAP


def _draw_head(paper: Paper, account: FieldAccount, x: float, y: float, width: float) -> float:
    bottom = y + _head_height(paper, account, width)
    y = paper.write_lines(x, y, *_title(paper, account, width)) + TITLE_GAP
    for (name, value), (left, room) in zip(
        account.heading, places(paper, account.heading, width), strict=True
    ):
        paper.write(x + left, y + NAME.size, name, NAME)
        short = paper.short(value, VALUE, room)
        paper.write(x + left, y + NAME.leading + VALUE.size, short, VALUE)
    paper.rule(x, bottom - 0.4 * GAP, width)
    return bottom


def places(paper: Paper, pairs: Sequence[Pair], width: float) -> list[tuple[float, float]]:
    """Where each begins and how wide it may be; only the widest ones are cut, if any must."""
    wide = [
        max(paper.width_of(name, NAME), paper.width_of(value, VALUE)) + 0.1 for name, value in pairs
    ]
    least = 2.0 * GAP
    room = width - least * (len(wide) - 1)
    most = max(wide)
    while sum(min(one, most) for one in wide) > room:
        most *= 0.97
    wide = [min(one, most) for one in wide]
    gap = min((width - sum(wide)) / max(len(wide) - 1, 1), MOST_GAP)
    return [(sum(wide[:place]) + place * gap, wide[place]) for place in range(len(wide))]


def _draw_figures(
    paper: Paper, account: FieldAccount, plan: PagePlan, x: float, y: float, width: float
) -> float:
    draw_legend(paper, account, x, y + 7.0)
    y += LEGEND_HEIGHT
    if plan.overview:
        draw_overview(paper, account, QRectF(x, y, width, OVERVIEW))
        y += OVERVIEW + GAP
    draw_season(paper, account, QRectF(x, y, width, plan.figure))
    return y + plan.figure + GAP


def _stage_words(paper: Paper, account: FieldAccount, width: float) -> list[str]:
    return [line for words in account.words for line in paper.lines(words, WORDS, width, 3)]


def _stages_height(paper: Paper, account: FieldAccount, width: float, remarks: int) -> float:
    words = len(_stage_words(paper, account, width)) * WORDS.leading
    table = height_of(paper, account, width, remarks) if account.stages else 0.0
    return HEADING_HEIGHT + words + table + 2.0 * GAP


def _draw_stages(
    paper: Paper, account: FieldAccount, plan: PagePlan, x: float, y: float, width: float
) -> float:
    name = (
        tr("Stages of season {name}", name=account.season.name)
        if account.season is not None
        else tr("Stages")
    )
    y = _draw_heading(paper, name, x, y)
    y = paper.write_lines(x, y, _stage_words(paper, account, width), WORDS) + 0.5 * GAP
    if account.stages:
        y = draw_table(paper, account, x, y, width, plan.remarks)
    return y + GAP


def _draw_heading(paper: Paper, text: str, x: float, y: float) -> float:
    paper.write(x, y + HEADING.size, text, HEADING)
    return y + HEADING_HEIGHT


def _columns(account: FieldAccount) -> tuple[Sequence[Pair], Sequence[Pair]]:
    middle = (len(account.making) + 1) // 2
    return account.making[:middle], account.making[middle:]


def _made_lines(
    paper: Paper, account: FieldAccount, width: float, most: int
) -> tuple[tuple[list[str], ...], ...]:
    room = 0.5 * (width - 2.0 * GAP) - NAME_WIDTH
    return tuple(
        tuple(paper.lines(value, MADE, room, most) for _, value in column)
        for column in _columns(account)
    )


def _height(lines: Sequence[Sequence[str]]) -> float:
    return sum(max(len(part), 1) for part in lines) * MADE.leading


def _draw_making(
    paper: Paper, account: FieldAccount, plan: PagePlan, x: float, y: float, width: float
) -> float:
    y = _draw_heading(paper, tr("How it was made"), x, y)
    for place, pairs in enumerate(_columns(account)):
        left, down = x + place * (0.5 * width + GAP), y
        for (name, _), lines in zip(pairs, plan.made[place], strict=True):
            short = paper.short(name, MADE_NAME, NAME_WIDTH - 4.0)
            paper.write(left, down + MADE_NAME.size, short, MADE_NAME)
            down = max(paper.write_lines(left + NAME_WIDTH, down, lines, MADE), down + MADE.leading)
    return y + max(_height(column) for column in plan.made) + GAP


def _small_lines(
    paper: Paper, account: FieldAccount, width: float, most: int
) -> tuple[tuple[str, list[str]], ...]:
    """No more lines than that in all; the name stands before the first of its own."""
    made: list[tuple[str, list[str]]] = []
    left = most
    for name, text in account.definitions:
        if not left:
            break
        shift = paper.width_of(f"{name}  ", SMALL_NAME)
        lines = paper.lines(text, SMALL, width - shift, left) if text else [""]
        made.append((name, lines))
        left -= len(lines)
    return tuple(made)


def _draw_small_print(paper: Paper, plan: PagePlan, x: float, y: float, width: float) -> float:
    if not plan.small:
        return y
    y = _draw_heading(paper, tr("What the words mean"), x, y)
    for name, lines in plan.small:
        paper.write(x, y + SMALL_NAME.size, name, SMALL_NAME)
        shift = paper.width_of(f"{name}  ", SMALL_NAME)
        y = paper.write_lines(x + shift, y, lines, SMALL)
    return y
