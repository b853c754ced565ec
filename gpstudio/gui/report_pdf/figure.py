"""The curve on paper: the newest season with its stages and as far as it is foretold, and the whole
record above it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QRectF, Qt

from gpstudio.core.arrays import Flags, Floats
from gpstudio.gui.curve.reach import limits_of
from gpstudio.gui.report_pdf.account import FieldAccount
from gpstudio.gui.report_pdf.paper import Paper, Style
from gpstudio.gui.report_pdf.scales import PaperScales
from gpstudio.gui.stage_looks import draw_mark, stage_colour, stage_stroke
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.words import stage_short
from gpstudio.phenology.stages import StageDate
from gpstudio.translation import tr

AXIS = Style(6.2, colour=LIGHT.quiet)
CODE = Style(6.2, bold=True)
LEGEND = Style(6.4, colour=LIGHT.quiet)
NAMES = Style(6.0, colour=LIGHT.quiet)
LEFT, BELOW = 30.0, 12.0
"""Points that the numbers along the edges take."""
MARK, MARK_ROW = 6.0, 9.5
AROUND = 0.25
"""Of a season's length: what is shown before and after it."""
NEARLY_ALL = 0.6
"""A season of so much of the record needs no second figure of the whole."""
MOST_POINTS, MOST_DOTS = 900, 2_400
BEYOND = 0.5
"""Of the range of the readings: how much farther up and down a figure goes for its bands."""
LEGEND_HEIGHT = 12.0
FORECAST = "#d9ddd0"
"""The ground of the forecast is too pale for a letter."""
VEIL = 0.13
"""Opacity of what is foretold, over the curve's own bands."""
HEADROOM = 0.22
"""Of the whole record's figure, for the names of seasons."""


@dataclass(frozen=True)
class TimeSpan:
    """The times that a figure shows."""

    first: float
    last: float

    def holds(self, time: Floats) -> Flags:
        return np.asarray((time >= self.first) & (time <= self.last))


def whole_of(account: FieldAccount) -> TimeSpan:
    """All that was read, and all that is foretold."""
    fit, foretold = account.fit, account.foretold
    times = [fit.curve.time, fit.series.time, *([] if foretold is None else [foretold.time])]
    first = min(float(time[0]) for time in times)
    last = max(float(time[-1]) for time in times)
    return TimeSpan(first, last if last > first else first + 1.0)


def season_of(account: FieldAccount) -> TimeSpan:
    """The newest season with what is around it; all there is, where there is none."""
    whole, season = whole_of(account), account.season
    if season is None:
        return whole
    margin = AROUND * (season.end - season.start)
    dates = [stage.date for stage in account.stages if stage.date is not None]
    start, end = min([season.start, *dates]), max([season.end, *dates])
    first = max(start - margin, whole.first)
    last = max(min(end + margin, whole.last), end)
    return TimeSpan(first, last) if last > first else whole


def has_overview(account: FieldAccount) -> bool:
    whole, window = whole_of(account), season_of(account)
    return window.last - window.first < NEARLY_ALL * (whole.last - whole.first)


def draw_legend(paper: Paper, account: FieldAccount, x: float, y: float) -> None:
    """In one line; only what is there."""
    series = account.fit.series
    entries = [("●", LIGHT.reading, tr("reading"))]
    if series.aside is not None:
        entries.append(("○", LIGHT.quiet, tr("set aside")))
    if series.later is not None:
        entries.append(("○", LIGHT.quiet, tr("read later")))
    if series.excluded is not None:
        entries.append(("⊗", LIGHT.quiet, tr("taken out")))
    entries += [
        ("━", LIGHT.curve, tr("curve")),
        ("■", LIGHT.curve_band, tr("95 % of curve")),
        ("■", LIGHT.reading_band, tr("95 % of readings")),
        ("■", FORECAST, tr("forecast")),
    ]
    if account.foretold is not None:
        entries.append(("┅", LIGHT.curve, tr("as earlier seasons went on")))
    if account.season is not None and account.doubt is None:
        entries.append(("╺━╸", LIGHT.quiet, tr("50 and 90 % interval of a date")))
    for sign, colour, name in entries:
        paper.write(x, y, sign, Style(LEGEND.size, colour=colour))
        x += paper.width_of(f"{sign} ", LEGEND)
        paper.write(x, y, name, LEGEND)
        x += paper.width_of(name, LEGEND) + 11.0


def draw_season(paper: Paper, account: FieldAccount, box: QRectF) -> None:
    """With the stages as lines, and above it their marks on bars of their intervals."""
    window = season_of(account)
    shown = [
        stage
        for stage in account.stages
        if stage.date is not None
        and window.first <= stage.date <= window.last
        and account.doubt is None
    ]
    rows = _rows(paper, shown, window, box.width() - LEFT)
    top = MARK_ROW * (max(rows, default=-1) + 1)
    scales = _scales(account, box.adjusted(LEFT, top, 0.0, -BELOW), window)
    with _inside(paper, scales):
        _draw_ground(paper, account, scales)
        _draw_doubt(paper, account, scales)
        _draw_curve(paper, account, scales, window, 1.1)
        _draw_foretold(paper, account, scales, 1.1)
        _draw_readings(paper, account, window, scales, 1.5)
    _draw_axes(paper, account, scales)
    for stage, row in zip(shown, rows, strict=True):
        _draw_stage(paper, stage, scales, scales.box.top() - MARK_ROW * (row + 0.5))


def draw_overview(paper: Paper, account: FieldAccount, box: QRectF) -> None:
    """The whole record with the names of its seasons."""
    window, chosen = whole_of(account), season_of(account)
    scales = _scales(account, box.adjusted(LEFT, 0.0, 0.0, -BELOW), window)
    scales = replace(scales, high=scales.high + HEADROOM * (scales.high - scales.low))
    with _inside(paper, scales):
        left, right = scales.across(chosen.first), scales.across(chosen.last)
        paper.fill(QRectF(left, box.top(), right - left, box.height()), LIGHT.selected, 0.7)
        _draw_curve(paper, account, scales, window, 0.8)
        _draw_foretold(paper, account, scales, 0.8)
        _draw_readings(paper, account, window, scales, 0.8)
    _draw_axes(paper, account, scales)
    end = -np.inf
    for season in account.fit.seasons:
        half = 0.5 * paper.width_of(season.name, NAMES)
        middle = scales.across(0.5 * (season.start + season.end))
        if middle - half > end:
            paper.write(middle - half, box.top() + NAMES.size, season.name, NAMES)
            end = middle + half + 3.0


def _scales(account: FieldAccount, box: QRectF, window: TimeSpan) -> PaperScales:
    """Bands of a far forecast may leave the figure: the readings are what it is about."""
    series, curve = account.fit.series, account.fit.curve
    seen = series.value[window.holds(series.time)]
    seen = seen if len(seen) else series.value
    low, high = float(seen.min()), float(seen.max())
    reach = (high - low) or abs(high) or 1.0
    inside, limits = window.holds(curve.time), limits_of(series.value_name, series.value)
    bands = np.concatenate([curve.reading_lower[inside], curve.reading_upper[inside]])
    if account.foretold is not None:
        ahead = window.holds(account.foretold.time)
        bands = np.concatenate([bands, account.foretold.posterior[:, ahead].ravel()])
    bands = np.clip(bands, limits.low, limits.high)
    bottom = float(bands.min(initial=low))
    top = float(bands.max(initial=high))
    low = min(low, max(bottom, low - BEYOND * reach)) - 0.03 * reach
    high = max(high, min(top, high + BEYOND * reach)) + 0.03 * reach
    return PaperScales(box, window.first, window.last, low, high, account.dated)


@contextmanager
def _inside(paper: Paper, scales: PaperScales) -> Iterator[None]:
    """Nothing leaves the figure."""
    paper.painter.save()
    try:
        paper.painter.setClipRect(paper.box(scales.box))
        yield
    finally:
        paper.painter.restore()


def _draw_ground(paper: Paper, account: FieldAccount, scales: PaperScales) -> None:
    """What lies after the last reading."""
    left = scales.across(float(account.fit.series.time[-1]))
    box = scales.box
    if left < box.right():
        ahead = QRectF(left, box.top(), box.right() - left, box.height())
        paper.fill(ahead, LIGHT.ahead)


def _draw_doubt(paper: Paper, account: FieldAccount, scales: PaperScales) -> None:
    """One grey band with the reason in the stead of its stages."""
    doubt = account.doubt
    if doubt is None:
        return
    left, right = scales.across(doubt.first), scales.across(doubt.last)
    box = scales.box
    paper.fill(QRectF(left, box.top(), right - left, box.height()), LIGHT.quiet, 0.16)
    width = paper.width_of(doubt.words, AXIS)
    middle = 0.5 * (max(left, box.left()) + min(right, box.right()))
    x = min(max(middle - 0.5 * width, box.left()), box.right() - width)
    paper.write(x, box.top() + AXIS.leading, doubt.words, AXIS)


def _draw_foretold(paper: Paper, account: FieldAccount, scales: PaperScales, width: float) -> None:
    """How the season under way may go on: its median with dashes in two veils."""
    foretold = account.foretold
    if foretold is None:
        return
    x = scales.x(foretold.time)
    rows = [scales.y(row) for row in foretold.posterior]
    for low, high in ((rows[0], rows[4]), (rows[1], rows[3])):
        paper.area(np.r_[x, x[::-1]], np.r_[high, low[::-1]], LIGHT.curve, VEIL)
    paper.curve(x, rows[2], LIGHT.curve, width, Qt.PenStyle.DashLine)


def _draw_curve(
    paper: Paper, account: FieldAccount, scales: PaperScales, window: TimeSpan, width: float
) -> None:
    curve = account.fit.curve
    places = np.flatnonzero(window.holds(curve.time))
    if not len(places):
        return
    # one more on either side, so that the line reaches the edges
    places = np.arange(max(places[0] - 1, 0), min(places[-1] + 2, len(curve.time)))
    kept = np.unique(np.r_[places[:: 1 + len(places) // MOST_POINTS], places[-1]])
    x = scales.x(curve.time[kept])
    bands = (
        (curve.reading_lower, curve.reading_upper, LIGHT.reading_band),
        (curve.lower, curve.upper, LIGHT.curve_band),
    )
    for lower, upper, colour in bands:
        edge = np.r_[scales.y(upper[kept]), scales.y(lower[kept])[::-1]]
        paper.area(np.r_[x, x[::-1]], edge, colour)
    paper.curve(x, scales.y(curve.mean[kept]), LIGHT.curve, width)


def _draw_readings(
    paper: Paper, account: FieldAccount, window: TimeSpan, scales: PaperScales, radius: float
) -> None:
    series = account.fit.series
    if series.unused is not None:
        for x, y in _dots(*series.unused, window, scales):
            paper.dot(x, y, radius, LIGHT.quiet, open=True)
    for x, y in _dots(series.time, series.value, window, scales):
        paper.dot(x, y, radius, LIGHT.reading)
    if series.excluded is not None:
        for x, y in _dots(series.excluded.time, series.excluded.value, window, scales):
            paper.dot(x, y, 1.2 * radius, LIGHT.quiet, open=True)
            arm = 0.85 * radius
            paper.line(x - arm, y - arm, x + arm, y + arm, LIGHT.quiet, 0.6)
            paper.line(x - arm, y + arm, x + arm, y - arm, LIGHT.quiet, 0.6)


def _dots(
    time: Floats, value: Floats, window: TimeSpan, scales: PaperScales
) -> list[tuple[float, float]]:
    """Of very many readings the lowest and highest of each stretch: no extreme is lost."""
    inside = np.flatnonzero(window.holds(time))
    if len(inside) > MOST_DOTS:
        stretches = np.array_split(inside, MOST_DOTS // 2)
        ends = [(part[value[part].argmin()], part[value[part].argmax()]) for part in stretches]
        inside = np.unique(np.array(ends))
    x, y = scales.x(time[inside]), scales.y(value[inside])
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _draw_stage(paper: Paper, stage: StageDate, scales: PaperScales, height: float) -> None:
    """Its line, and above the figure its mark on bars of its intervals, with two letters beside."""
    assert stage.date is not None
    x, box = scales.across(stage.date), scales.box
    colour = stage_colour(stage.stage, LIGHT)
    paper.line(x, height, x, box.top(), LIGHT.border, 0.5)
    paper.line(x, box.top(), x, box.bottom(), colour, 1.0, stage_stroke(stage.stage))
    ends = ((stage.lower90, stage.upper90, 0.8), (stage.lower50, stage.upper50, 2.4))
    for lower, upper, width in ends:
        if lower is not None and upper is not None:
            left = max(scales.across(lower), box.left())
            right = min(scales.across(upper), box.right())
            paper.line(left, height, right, height, colour, width)
    draw_mark(paper.painter, stage.stage, paper.place(x, height), paper.dots(MARK), LIGHT)
    left, _ = _extent(paper, stage, scales.across)
    paper.write(left, height + 0.36 * CODE.size, stage_short(stage.stage), CODE)


def _extent(
    paper: Paper, stage: StageDate, across: Callable[[float], float]
) -> tuple[float, float]:
    """Where a stage's letters begin, and where its bar ends."""
    ends = [time for time in (stage.lower90, stage.date, stage.upper90) if time is not None]
    x = across(stage.date or 0.0)
    left, right = min(across(min(ends)), x - 0.5 * MARK), max(across(max(ends)), x + 0.5 * MARK)
    code = paper.width_of(stage_short(stage.stage), CODE) + 2.0
    return max(left - code, 0.0), right


def _rows(paper: Paper, stages: Sequence[StageDate], window: TimeSpan, width: float) -> list[int]:
    """The row of each mark above the figure: the first that has room, counted from below."""
    scales = PaperScales(QRectF(LEFT, 0.0, width, 1.0), window.first, window.last, 0.0, 1.0, True)
    rows = [0] * len(stages)
    ends: list[float] = []
    for place in sorted(range(len(stages)), key=lambda i: -(stages[i].date or 0.0)):
        left, right = _extent(paper, stages[place], scales.across)
        row = next((r for r, end in enumerate(ends) if right < end), len(ends))
        ends[row : row + 1] = [left - 2.0]
        rows[place] = row
    return rows


def _draw_axes(paper: Paper, account: FieldAccount, scales: PaperScales) -> None:
    box = scales.box
    paper.line(box.left(), box.top(), box.left(), box.bottom(), LIGHT.border, 0.6)
    paper.line(box.left(), box.bottom(), box.right(), box.bottom(), LIGHT.border, 0.6)
    for y, text in scales.values():
        paper.line(box.left() - 2.0, y, box.left(), y, LIGHT.border, 0.6)
        paper.write(box.left() - 4.0, y + 0.36 * AXIS.size, text, AXIS, right=True)
    for x, text in scales.times():
        paper.line(x, box.bottom(), x, box.bottom() + 2.0, LIGHT.border, 0.6)
        half = 0.5 * paper.width_of(text, AXIS)
        start = min(max(x - half, box.left() - half), box.right() - 2.0 * half)
        paper.write(start, box.bottom() + 3.0 + AXIS.size, text, AXIS)
