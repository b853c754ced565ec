"""The layer of the stages, and which of them is meant: pointed at, or kept by a click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from gpstudio.gui.curve.describing import Describer, Description
from gpstudio.gui.curve.guide_lines import GuideLines
from gpstudio.gui.curve.stage_items import TICK, StageLines, StageSigns
from gpstudio.gui.curve.stage_marks import StageMark, marks_of, mine
from gpstudio.gui.curve.stage_tags import StageTags
from gpstudio.gui.doubt import Doubt, doubt_of
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_help, stage_title
from gpstudio.phenology.stages import StageDate
from gpstudio.session.fitting import Fit
from gpstudio.session.guides import Guide, guide_of
from gpstudio.translation import tr

NEAR = 4.0
"""Pixels from a line within which its stage is pointed at."""
MOST_REASONS = 3
Name = tuple[str, str]
"""Season and stage."""


class StageLayer:
    """Everything that is drawn of stages; one of what can be pointed at."""

    def __init__(
        self,
        box: pg.ViewBox,
        describer: Callable[[], Describer | None],
        chosen: Callable[[str, str], None],
    ) -> None:
        """``chosen`` hears of the stage that a person keeps: season and stage, both empty when
        there is none any more."""
        self._box, self._describer, self._chosen = box, describer, chosen
        self.lines = StageLines()
        self.signs, self.tags, self.guide = StageSigns(box), StageTags(box), GuideLines(box)
        self._fit: Fit | None = None
        self._theme: Theme | None = None
        self._marks: Sequence[StageMark] = ()
        self._doubt: Doubt | None = None
        self._guides: dict[Name, Guide] = {}
        self._kept: Name | None = None
        self._pointed: Name | None = None

    def show(self, fit: Fit | None, season: str, theme: Theme) -> None:
        """``fit`` is None where dates say nothing of the curve that is shown."""
        if fit is not self._fit:
            self._guides = {}
        self._fit, self._theme = fit, theme
        self._marks = [] if fit is None else marks_of(fit, season)
        self._doubt = None if fit is None else doubt_of(fit, season)
        self.tags.keep_space(0 if fit is None else most_named(fit, self._marks))
        self._pointed = None
        if self._mark(self._kept) is None:
            self._kept = None
        self._draw()

    @property
    def meant(self) -> Name | None:
        return self._pointed or self._kept

    @property
    def kept(self) -> Name | None:
        return self._kept

    def keep(self, name: Name | None) -> None:
        """Draw the rule of one stage, until another is kept."""
        found = name if self._mark(name) is not None else None
        if found != self._kept:
            self._kept = found
            self._draw()

    def step(self, by: int) -> Description | None:
        """On to the next stage of the shown season; what is told of it."""
        shown = mine(self._marks)
        if not shown:
            return None
        names = [mark.name for mark in shown]
        first = -1 if by > 0 else len(names)
        place = names.index(self._kept) if self._kept in names else first
        place = min(max(place + by, 0), len(names) - 1)
        self.keep(names[place])
        self._chosen(*names[place])
        return self.description(shown[place])

    def place_of(self, name: Name | None) -> QPointF | None:
        """Where a stage meets the curve, in pixels."""
        mark = self._mark(name)
        return None if mark is None else self.signs.at(mark.x, mark.height)

    def point_at(self, place: QPointF | None) -> None:
        mark = None if place is None else self.named_at(place) or self.lined_at(place)
        name = None if mark is None else mark.name
        if name != self._pointed:
            self._pointed = name
            self._draw()

    def named_at(self, place: QPointF) -> StageMark | None:
        """The stage whose name is there."""
        return self.tags.mark_at(place)

    def doubt_at(self, place: QPointF) -> Doubt | None:
        """The doubt whose words are there."""
        return self.tags.doubt_at(place)

    def lined_at(self, place: QPointF) -> StageMark | None:
        """The stage whose line or tick is there; those of the shown season first."""

        def off(mark: StageMark) -> float:
            return abs(self.signs.across(mark.x) - place.x()) + (0.0 if mark.is_mine else NEAR)

        among = self._seen if place.y() > TICK + NEAR else [*self._seen, *self._of_others]
        near = [m for m in among if abs(self.signs.across(m.x) - place.x()) <= NEAR]
        return min(near, key=off, default=None)

    def turn(self, mark: StageMark) -> None:
        """Keep a stage's rule drawn, or let it go if it is kept already."""
        same = mark.name == self._kept
        self.keep(None if same else mark.name)
        self._chosen(*(("", "") if same else mark.name))

    # drawing

    @property
    def _seen(self) -> list[StageMark]:
        """Those drawn whole: of the shown season, unless its dates are in doubt; and what is meant,
        of whatever season."""
        shown = self._doubt is None
        return [m for m in self._marks if (shown and m.is_mine) or m.name == self.meant]

    @property
    def _of_others(self) -> list[StageMark]:
        return [m for m in self._marks if not m.is_mine and m.name != self.meant]

    def _mark(self, name: Name | None) -> StageMark | None:
        return next((mark for mark in self._marks if mark.name == name), None)

    def _guide(self, mark: StageMark) -> Guide:
        assert self._fit is not None
        if mark.name not in self._guides:
            self._guides[mark.name] = guide_of(self._fit, mark.stage)
        return self._guides[mark.name]

    def _draw(self) -> None:
        theme, fit = self._theme, self._fit
        if theme is None:
            return
        series = None if fit is None else fit.series
        seen, doubt = self._seen, self._doubt
        self.lines.show_marks([*self._of_others, *seen], self.meant, theme, series, doubt)
        self.signs.show_marks(seen, theme, series)
        self.tags.show_marks(seen, self.meant, theme, series, doubt)
        mark, describer = self._mark(self.meant), self._describer()
        if mark is None or fit is None or describer is None:
            self.guide.clear()
        else:
            colour = mark.colour(theme)
            self.guide.show_guide(self._guide(mark), fit.series, colour, theme, describer.number)

    def describe_doubt(self, doubt: Doubt) -> Description:
        """With what speaks against each of its dates, said once where it is the same."""
        said = [stage.remark for stage in self._of_season(doubt.season) if stage.remark]
        hint = tr("The table of stages has the dates all the same.")
        head = tr("Season {name}: its dates are in doubt", name=doubt.season)
        return Description(head, (doubt.why, *list(dict.fromkeys(said))[:MOST_REASONS]), hint)

    def _of_season(self, season: str) -> list[StageDate]:
        stages = () if self._fit is None else self._fit.stages
        return [stage for stage in stages if stage.season == season and stage.date is not None]

    def description(self, mark: StageMark) -> Description | None:
        describer = self._describer()
        if describer is None:
            return None
        stage = mark.stage
        ends = [describer.date(day) for day in (stage.lower90, stage.upper90) if day is not None]
        halves = [describer.date(day) for day in (stage.lower50, stage.upper50) if day is not None]
        lines = [f"90 %: {' to '.join(ends)}"] if ends else []
        lines += [f"50 %: {' to '.join(halves)}"] if halves else []
        lines += [tr("forecast: after the last reading")] if mark.is_forecast else []
        lines += compared_lines(stage, describer)
        lines += [stage_help(stage.stage)] if stage_help(stage.stage) else []
        lines += list(self._guide(mark).words)
        lines += [stage.remark] if stage.remark else []
        hint = (
            tr("Click to let its rule go.")
            if mark.name == self._kept
            else tr("Click to keep its rule.")
        )
        head = tr(
            "{stage} {date} · season {season}",
            stage=stage_title(stage.stage),
            date=describer.date(stage.date),
            season=stage.season,
        )
        return Description(head, tuple(lines), hint)


def most_named(fit: Fit, marks: Sequence[StageMark]) -> int:
    """How many names the season that has most of them wants; the reason of a doubt is one."""
    named = Counter(mark.stage.season for mark in marks)
    return max((1 if doubt_of(fit, name) else n for name, n in named.items()), default=0)


def compared_lines(stage: StageDate, describer: Describer) -> list[str]:
    """How a date stands to those of other seasons, and to what they alone would say."""
    lines = []
    if stage.days_late is not None:
        days = round(stage.days_late)
        if days > 0:
            lines.append(tr("{days} d later than in other seasons", days=days))
        elif days:
            lines.append(tr("{days} d earlier than in other seasons", days=-days))
        else:
            lines.append(tr("as in other seasons"))
    if stage.prior is not None:
        low, date, high = (describer.date(day) for day in stage.prior)
        lines.append(
            tr("earlier seasons alone: {date} ({low} to {high})", date=date, low=low, high=high)
        )
    return lines


class DoubtTarget:
    """The reason of a doubt as something to point at."""

    def __init__(self, layer: StageLayer) -> None:
        self._layer = layer

    def point_at(self, place: QPointF | None) -> None:
        """Nothing changes its look."""

    def description_at(self, place: QPointF) -> Description | None:
        doubt = self._layer.doubt_at(place)
        return None if doubt is None else self._layer.describe_doubt(doubt)

    def cursor_at(self, place: QPointF) -> Qt.CursorShape | None:
        return None

    def click_at(self, place: QPointF) -> bool:
        return self._layer.doubt_at(place) is not None


class StageTarget:
    """Stages as something to point at: by their names, or by their lines."""

    def __init__(
        self, layer: StageLayer, find: Callable[[QPointF], StageMark | None], follows: bool
    ) -> None:
        """``follows``: whether it is the one that tells the layer where the mouse is."""
        self._layer, self._find, self._follows = layer, find, follows

    def point_at(self, place: QPointF | None) -> None:
        if self._follows:
            self._layer.point_at(place)

    def description_at(self, place: QPointF) -> Description | None:
        mark = self._find(place)
        return None if mark is None else self._layer.description(mark)

    def cursor_at(self, place: QPointF) -> Qt.CursorShape | None:
        return None if self._find(place) is None else Qt.CursorShape.PointingHandCursor

    def click_at(self, place: QPointF) -> bool:
        mark = self._find(place)
        if mark is not None:
            self._layer.turn(mark)
        return mark is not None
