"""``fields.csv``: one row a field and season, its stages side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gpstudio.core.frozen import frozen
from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.sheet import Cell, Number, Sheet, SheetColumn
from gpstudio.translation import tr

STAGE = "STAGE"
"""In names of columns: each stage's own name stands there."""
ABOUT = (
    SheetColumn("group", "text", GROUP),
    SheetColumn(
        "season", "text", tr("Year of harvest, with a, b, … where it has several; empty without.")
    ),
    SheetColumn("crop", "text", tr("The crop, where it is known.")),
    SheetColumn("quality", "text", tr("The letter of the season's typical date.")),
    SheetColumn(
        "look", "text", tr("Why somebody should look at it; empty where its dates can be used.")
    ),
    SheetColumn(
        "days_late",
        "number",
        tr("How late its stages are, at the median, beside the field's other seasons."),
    ),
)
EACH = (
    SheetColumn(STAGE, "time", tr("Date of the stage, under its name; empty without one.")),
    SheetColumn(f"{STAGE}_half_width", "number", tr("Half the width of the date's 90 % interval.")),
    SheetColumn(f"{STAGE}_grade", "text", tr("The letter of the date.")),
)
OBSERVED = SheetColumn(
    f"{STAGE}_observed", "time", tr("The day on which somebody observed it; only if any was.")
)
SEASONS = (*ABOUT, *EACH, OBSERVED)

StageCells = tuple[Cell, Number, str | None]
"""Date, half-width and letter."""
SeenCells = tuple[Cell, Number, bool]
"""The observed day, by how many days the date is later than that, and whether the 90 % interval
holds it."""
NOTHING_SEEN: Mapping[str, SeenCells] = frozen({})


@dataclass(frozen=True)
class SeasonRow:
    """One line."""

    group: str
    season: str
    crop: str | None
    quality: str | None
    look: str | None
    days_late: Number
    stages: Mapping[str, StageCells]
    """By name, in the order of a season."""
    seen: Mapping[str, SeenCells] = field(default_factory=lambda: NOTHING_SEEN)
    """Of the stages that somebody observed."""


def season_columns(stages: Mapping[str, bool]) -> tuple[SheetColumn, ...]:
    each = (
        SheetColumn(c.name.replace(STAGE, stage), c.kind, c.help)
        for stage, seen in stages.items()
        for c in (*EACH, *([OBSERVED] if seen else []))
    )
    return (*ABOUT, *each)


def season_cells(row: SeasonRow, stages: Mapping[str, bool]) -> tuple[Cell, ...]:
    nothing: StageCells = (None, None, None)
    cells: list[Cell] = [row.group, row.season, row.crop, row.quality, row.look, row.days_late]
    for stage, seen in stages.items():
        cells += row.stages.get(stage, nothing)
        if seen:
            cells.append(row.seen[stage][0] if stage in row.seen else None)
    return tuple(cells)


def stages_of(rows: Iterable[SeasonRow]) -> dict[str, bool]:
    """Those that any row has, as they come, and whether any was observed."""
    found: dict[str, bool] = {}
    for row in rows:
        for stage in row.stages:
            found[stage] = found.get(stage, False) or stage in row.seen
    return found


def seasons_sheet(rows: Sequence[SeasonRow]) -> Sheet:
    stages = stages_of(rows)
    cells = (season_cells(row, stages) for row in rows)
    return Sheet.of_rows("fields", season_columns(stages), cells)
