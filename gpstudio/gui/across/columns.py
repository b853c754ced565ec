"""Columns of the table of all fields: what each says of a line, in one row of letters or two."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gpstudio.data.table import Labels
from gpstudio.data.writing.seasons import SeasonRow, stages_of
from gpstudio.gui.words import NO_DATE, stage_brief, stage_help, stage_title, without_year
from gpstudio.phenology.rules import RULES
from gpstudio.translation import tr

_DIGITS = re.compile(r"(\d+)")
LATE, LABELS, BESIDE_A_CROP, UNDATED = 2, 3, 4, 5
"""In which order columns give way, the highest first: quality is the last to go."""


@dataclass(frozen=True)
class AcrossColumn:
    name: str
    """By which a person's choice of columns is remembered."""
    title: str
    help: str
    cell: Callable[[SeasonRow], str]
    """As it is copied."""
    order: Callable[[SeasonRow], Any]
    """By which lines are sorted; None comes last."""
    brief: str = ""
    """A shorter title, for its heading."""
    parts: Callable[[SeasonRow], tuple[str, ...]] | None = None
    """As it is shown, where that is shorter: side by side, or below each other."""
    gives_way: int = 0
    """Where there is little room, the highest goes first; columns of 0 stay."""

    @property
    def heading(self) -> str:
        return self.brief or self.title

    def shown(self, row: SeasonRow) -> tuple[str, ...]:
        return self.parts(row) if self.parts is not None else (self.cell(row),)


def natural(text: str) -> list[Any]:
    """Numbers in names count as numbers."""
    return [(int(one), "") if one.isdecimal() else (0, one.lower()) for one in _DIGITS.split(text)]


def _late(row: SeasonRow) -> str:
    return "" if row.days_late is None else f"{round(row.days_late):+d}"


BEFORE = (
    AcrossColumn(
        "field", tr("Field"), tr("Name of the field."), lambda r: r.group,
        lambda r: natural(r.group),
    ),
    AcrossColumn(
        "season", tr("Season"), tr("Year of harvest."), lambda r: r.season or NO_DATE,
        lambda r: r.season or None,
    ),
)  # fmt: skip
AFTER = (
    AcrossColumn(
        "late", tr("Days late"),
        tr("Beside the field's other seasons, at the median of its stages."),
        _late, lambda r: r.days_late, gives_way=LATE,
    ),
    AcrossColumn(
        "quality", tr("Quality"), tr("The letter of the season's typical date."),
        lambda r: r.quality or "", lambda r: r.quality, gives_way=1,
    ),
    AcrossColumn(
        "look", tr("Look at"),
        tr("Why somebody should look at it; empty where its dates can be used."),
        lambda r: r.look or "", lambda r: r.look,
    ),
)  # fmt: skip
WITH_LOOK = frozenset(column.name for column in (*BEFORE, *AFTER))
"""Columns in which a line that wants a look is coloured."""


def columns_of(rows: Sequence[SeasonRow], labels: Labels) -> tuple[AcrossColumn, ...]:
    """Names and labels, stages with what was seen of them, and last what to make of it all."""
    headings = dict.fromkeys(name for its in labels.values() for name in its)
    dated = {stage for row in rows for stage, its in row.stages.items() if its[0] is not None}
    landmarks = {rule.name for rule in RULES} if any(row.crop for row in rows) else set()
    stages = [
        column
        for stage, seen in stages_of(rows).items()
        for column in (
            of_stage(
                stage,
                UNDATED if stage not in dated else BESIDE_A_CROP if stage in landmarks else 0,
            ),
            *([seen_of(stage)] if seen else []),
        )
    ]
    return (*BEFORE, *(of_label(name, labels) for name in headings), *stages, *AFTER)


def of_stage(stage: str, gives_way: int) -> AcrossColumn:
    def parts(row: SeasonRow) -> tuple[str, ...]:
        date, half, letter = row.stages.get(stage, (None, None, None))
        if date is None:
            return (NO_DATE,)
        width = "" if half is None else f"± {half:.0f}"
        return _day(date), f"{width} {letter or ''}".strip()

    def cell(row: SeasonRow) -> str:
        date = row.stages.get(stage, (None, None, None))[0]
        return NO_DATE if date is None else " ".join([_whole(date), *parts(row)[1:]]).strip()

    help = tr(
        "{stage} Month and day, half the width of the 90 % interval, and the letter.",
        stage=stage_help(stage),
    )
    return AcrossColumn(
        f"stage {stage}", stage_title(stage), help, cell,
        lambda row: row.stages.get(stage, (None, None, None))[0],
        stage_brief(stage), parts, gives_way,
    )  # fmt: skip


def seen_of(stage: str) -> AcrossColumn:
    """What was observed, and how far the date is from it."""

    def parts(row: SeasonRow) -> tuple[str, ...]:
        day, off, _ = row.seen.get(stage, (None, None, False))
        if day is None:
            return ("",)
        return (_day(day),) if off is None else (_day(day), tr("({off:+.0f} d)", off=off))

    def cell(row: SeasonRow) -> str:
        day = row.seen.get(stage, (None, None, False))[0]
        return "" if day is None else " ".join([_whole(day), *parts(row)[1:]])

    return AcrossColumn(
        f"seen {stage}",
        tr("{stage} seen", stage=stage_title(stage)),
        tr("The observed day, and by how many days the date is later; sorted by that."),
        cell,
        lambda row: row.seen.get(stage, (None, None, False))[1],
        tr("{stage} seen", stage=stage_brief(stage)),
        parts,
    )


def of_label(heading: str, labels: Labels) -> AcrossColumn:
    def cell(row: SeasonRow) -> str:
        return labels.get(row.group, {}).get(heading, "")

    return AcrossColumn(
        f"label {heading}",
        heading[:1].upper() + heading[1:],
        tr("What was said of the field under {heading}.", heading=heading),
        cell,
        lambda row: natural(cell(row)) if cell(row) else None,
        gives_way=LABELS,
    )


def _whole(date: Any) -> str:
    return date if isinstance(date, str) else f"{date:.5g}"


def _day(date: Any) -> str:
    """The season beside it says of which year."""
    return without_year(_whole(date))
