"""The lines of ``fields.csv``, and what is told of many fields in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median

from gpstudio.data.writing.seasons import SeasonRow, SeenCells, StageCells
from gpstudio.data.writing.stages import StageRow
from gpstudio.phenology.quality.codes import NO_DATE
from gpstudio.phenology.quality.looks import LOOKS, standing_of
from gpstudio.translation import tr, tr_count


def season_rows_of(rows: Sequence[StageRow], group: str) -> tuple[SeasonRow, ...]:
    """From the lines of ``stages.csv`` of one field; one line where it has no season."""
    by_season: dict[str, list[StageRow]] = {}
    for row in rows:
        by_season.setdefault(row.about.season, []).append(row)
    if not by_season:
        return (SeasonRow(group, "", None, None, None, None, {}),)
    return tuple(_row(group, season, its) for season, its in by_season.items())


def _row(group: str, season: str, rows: Sequence[StageRow]) -> SeasonRow:
    standing = standing_of([row.about.grade for row in rows])
    late = [row.about.days_late for row in rows if row.about.days_late is not None]
    return SeasonRow(
        group,
        season,
        rows[0].about.crop or rows[0].crop or None,
        _letter(standing.letter),
        LOOKS[standing.look].title if standing.look else None,
        float(median(late)) if late else None,
        {row.about.stage: _cells(row) for row in rows},
        {row.about.stage: _seen(row) for row in rows if row.about.observed is not None},
    )


def _cells(row: StageRow) -> StageCells:
    stage = row.about
    half = None
    if stage.lower90 is not None and stage.upper90 is not None:
        half = 0.5 * (stage.upper90 - stage.lower90)
    return row["date"], half, None if stage.grade is None else _letter(stage.grade.letter)


def _seen(row: StageRow) -> SeenCells:
    stage, day = row.about, row.about.observed
    assert day is not None
    off = None if stage.date is None else stage.date - day
    low, high = stage.lower90, stage.upper90
    return row.time(day), off, low is not None and high is not None and low <= day <= high


def accuracy_of(rows: Sequence[SeasonRow]) -> str:
    """How far dates are from what was observed: "12 observed dates: 3.1 days off on average, 11 in
    the 90 % interval"; empty where nothing was observed of what is dated."""
    seen = [seen for row in rows for seen in row.seen.values() if seen[1] is not None]
    if not seen:
        return ""
    off = fmean(abs(one[1] or 0.0) for one in seen)
    return tr_count(
        len(seen),
        "{n:,} observed date: {days:.1f} days off, {held:,} in the 90 % interval",
        "{n:,} observed dates: {days:.1f} days off on average, {held:,} in the 90 % interval",
        days=off,
        held=sum(one[2] for one in seen),
    )


def _letter(letter: str) -> str | None:
    """A cell that began with a dash would be a formula."""
    return "none" if letter == NO_DATE else letter or None


def looks_of(rows: Sequence[SeasonRow]) -> str:
    """Why somebody should look at a field: what its newest season says."""
    return (rows[-1].look if rows else None) or ""


def summary_of(looks: Sequence[str]) -> str:
    """Of so many fields, each with why somebody should look at it: "84 fields: 75 to use, 9 need a
    look: 4 few readings, 3 two crops, 2 noise"."""
    counted = Counter(look for look in looks if look)
    count, wanting = len(looks), counted.total()
    fields = tr_count(count, "{n:,} field", "{n:,} fields")
    if not wanting:
        return tr("{fields}: none needs a look", fields=fields)
    order = [look.title for look in LOOKS.values()]
    reasons = sorted(counted, key=lambda one: (-counted[one], order.index(one)))
    return tr_count(
        wanting,
        "{fields}: {good:,} to use, {n:,} needs a look: {reasons}",
        "{fields}: {good:,} to use, {n:,} need a look: {reasons}",
        fields=fields,
        good=count - wanting,
        reasons=", ".join(f"{counted[one]:,} {one}" for one in reasons),
    )
