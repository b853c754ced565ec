"""The columns of the stage table: each a heading, a help and what it says of a stage.

A new column is a line here. One that has nothing to say of any row is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from gpstudio.data.series import Clock, own_day
from gpstudio.gui.literal import in_markup, tip
from gpstudio.gui.words import (
    sentence,
    stage_help,
    stage_scales,
    stage_title,
    time_text,
    without_year,
)
from gpstudio.phenology.stages import StageDate
from gpstudio.translation import tr


@dataclass(frozen=True)
class Around:
    """What is known besides the stage itself."""

    clock: Clock = Clock.DAYS
    observed: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Days that were seen in the field, by season and stage."""

    def say(self, time: float | None) -> str:
        return time_text(time, self.clock)

    def interval(self, lower: float | None, upper: float | None) -> str:
        if lower is None or upper is None:
            return ""
        return tr("{start} to {end}", start=self.say(lower), end=self.say(upper))


@dataclass(frozen=True)
class StagesColumn:
    name: str
    title: str
    help: str
    text: Callable[[StageDate, Around], str]
    gives_way: int = 0
    """Where there is little room, the highest goes first; columns of 0 stay."""
    right: bool = False
    """Numbers stand at the right."""
    brief: Callable[[StageDate, Around], str] | None = None
    """What is shown, where that is shorter than what is copied."""

    def shown(self, stage: StageDate, around: Around) -> str:
        return (self.brief or self.text)(stage, around)


def _interval90(stage: StageDate, around: Around) -> str:
    return stage.reason or around.interval(stage.lower90, stage.upper90)


def _short_interval(stage: StageDate, around: Around) -> str:
    """The date beside it says of which year."""
    if stage.reason or stage.lower90 is None or stage.upper90 is None:
        return stage.reason
    beside = around.say(stage.date)
    first, last = (
        without_year(around.say(time), beside) for time in (stage.lower90, stage.upper90)
    )
    return tr("{start} to {end}", start=first, end=last)


def _days(stage: StageDate, around: Around) -> str:
    return "" if stage.std is None else f"{stage.std:.3g}"


def _passed(stage: StageDate, around: Around) -> str:
    return "" if stage.as_of is None else f"{stage.probability_passed:.0%}"


def _late(stage: StageDate, around: Around) -> str:
    """Against the median of earlier seasons, where that is known."""
    if stage.date is None and stage.usual is not None:
        day, std = stage.usual
        return tr("usually {day} ± {days:.0f} d", day=around.say(day), days=std)
    return "" if stage.days_late is None else late_text(stage.days_late)


def late_text(days: float) -> str:
    whole = round(abs(days))
    if whole == 0:
        return tr("on time")
    return tr("{days} d late", days=whole) if days > 0 else tr("{days} d early", days=whole)


def _quality(stage: StageDate, around: Around) -> str:
    grade = stage.grade
    if grade is None:
        return ""
    return grade.title if stage.date is None else f"{grade.letter} {grade.title.lower()}"


def _observed(stage: StageDate, around: Around) -> str:
    day = around.observed.get((stage.season, stage.stage))
    return "" if day is None else around.say(day)


def _off(stage: StageDate, around: Around) -> str:
    """How far the date is from the observed one, which had no part in it."""
    day = around.observed.get((stage.season, stage.stage))
    if day is None or stage.date is None:
        return ""
    return f"{own_day(stage.date, around.clock) - own_day(day):+.0f} d".replace("-", "−")


def _to_know(stage: StageDate, around: Around) -> str:
    """Without the word of the grade, which stands beside it."""
    if stage.date is None or stage.grade is None:
        return stage.note
    lead = f"{stage.grade.title}: "
    told = stage.remark.replace(lead, "", 1) if lead in stage.remark else stage.remark
    return told[:1].upper() + told[1:]


COLUMNS = (
    StagesColumn(
        "season", tr("Season"), tr("Named by the year of harvest."), lambda s, a: s.season
    ),
    StagesColumn(
        "stage", tr("Stage"), tr("What the crop does on that day."), lambda s,
        a: stage_title(s.stage),
    ),
    StagesColumn(
        "date", tr("Date"),
        tr("The median over joint draws of the curve; slanted where it is a forecast."),
        lambda s, a: a.say(s.date),
    ),
    StagesColumn(
        "observed", tr("Observed"),
        tr("The day on which it was seen: Enter or a double click writes one, Delete takes "
           "it out."),
        _observed,
        gives_way=2,
    ),
    StagesColumn(
        "off", tr("Off by"), tr("The date less the observed one, which had no part in it."), _off,
        gives_way=4, right=True,
    ),
    StagesColumn(
        "interval90", tr("90 % interval"),
        tr("The true date lies in it nine times of ten; or why there is no date."), _interval90,
        brief=_short_interval,
    ),
    StagesColumn(
        "days", tr("± days"), tr("Standard deviation of the date."), _days, gives_way=6, right=True
    ),
    StagesColumn(
        "late", tr("Early or late"),
        tr(
            "Against the median of the field's seasons of the same kind; that median where "
            "there is no date."),
        _late,
        gives_way=4
    ),
    StagesColumn(
        "passed", tr("Passed"),
        tr("Share of draws that have reached it by the day that is asked about."),
        _passed, gives_way=5, right=True,
    ),
    StagesColumn(
        "bbch", "BBCH", tr("The stage's code on the BBCH scale."), lambda s, a: s.bbch, gives_way=7
    ),
    StagesColumn("quality", tr("Quality"), tr("How far to trust the date, from A to D."), _quality,
        gives_way=1),
    StagesColumn(
        "to_know", tr("Note"), tr("What the date means, and what speaks against it."),
        _to_know,
        gives_way=3,
    ),
    StagesColumn(
        "rule", tr("Rule"), tr("How the date is found."), lambda s, a: s.definition, gives_way=8
    ),
)  # fmt: skip
NAMES = tuple(column.name for column in COLUMNS)
ALSO_COPIED = (
    StagesColumn(
        "interval50", "50 % interval", tr("The true date lies in it every other time."),
        lambda s, a: a.interval(s.lower50, s.upper50),
    ),
    StagesColumn(
        "reached", tr("Reached"), tr("Share of draws that reach the stage in this season."),
        lambda s, a: f"{s.probability_reached:.0%}",
    ),
)  # fmt: skip


def date_tip(stage: StageDate, around: Around) -> str:
    """Everything that is known of a date, as rich text."""
    lines = [f"<b>{in_markup(stage_title(stage.stage))}</b> {in_markup(stage.season)}"]
    lines += [stage_help(stage.stage), stage_scales(stage.stage)]
    if stage.date is None:
        lines.append(sentence(stage.reason))
    else:
        lines.append(
            f"{around.say(stage.date)}; 50 %: {around.interval(stage.lower50, stage.upper50)}; "
            f"90 %: {around.interval(stage.lower90, stage.upper90)}."
        )
    lines.append(
        tr(
            "Reached in {share:.0%} of the drawn curves.",
            share=stage.probability_reached,
        )
    )
    if stage.as_of is not None:
        passed = f"{stage.probability_passed:.0%}"
        lines.append(
            tr(
                "Passed by {day} with probability {probability}.",
                day=around.say(stage.as_of),
                probability=passed,
            )
        )
    lines += [sentence(part) for part in stage.basis]
    if stage.definition and not stage.basis:
        lines.append(sentence(tr("Rule: {rule}", rule=stage.definition)))
    if stage.note:
        lines.append(sentence(stage.note))
    if stage.grade is not None and stage.date is not None:
        letter = tr(
            "Quality {letter}, {title}.", letter=stage.grade.letter, title=stage.grade.title.lower()
        )
        lines.append(f"{letter} {sentence(stage.grade.sentence) if stage.grade.codes else ''}")
    head, *rest = [line.strip() for line in lines if line.strip()]
    return f"<p>{head}</p>{tip(*rest)}"
