"""From the journal to the files: in the order of the table, field by field, all of them or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from gpstudio.core.task import QUIET, Task
from gpstudio.data.folder import filled_together
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import Forecast, forecast_sheet
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import readings_sheet
from gpstudio.data.writing.seasons import SeasonRow, season_cells, season_columns, stages_of
from gpstudio.data.writing.sheet import Cell, Sheet
from gpstudio.data.writing.stages import STAGES
from gpstudio.data.writing.write import write_sheet
from gpstudio.session.batch.asked import Told
from gpstudio.session.batch.entry import forecast_of, season_row, series_of, unpacked
from gpstudio.session.batch.journal import Journal
from gpstudio.session.results import write_report_of


def write_tables(
    folder: Path, journal: Journal, told: Told, form: WrittenAs = PLAIN, task: Task = QUIET
) -> list[Path]:
    """Stages, fields, readings, report.json, and forecasts where they were asked for."""
    kept = _Kept(journal)
    with filled_together(folder) as staged:
        stages = Sheet.of_many_rows("stages", STAGES, kept.stages(), told.dated)
        fields = Sheet.of_many_rows(
            "fields",
            season_columns(dated := stages_of(kept.seasons())),
            (season_cells(row, dated) for row in kept.seasons()),
            told.dated,
        )
        about = told.about
        sheets = [
            about.beside(stages),
            about.beside(fields),
            about.named(readings_sheet(kept.series(), told.dated)),
        ]
        if told.forecast:
            sheets.append(about.named(forecast_sheet(kept.forecasts())))
        written = []
        for number, sheet in enumerate(sheets):
            task.report(sheet.name, number / (len(sheets) + 1))
            written.append(write_sheet(form.named(staged / sheet.name), sheet, form, task))
        report = staged / "report.json"
        asked = {"asked": told.asked, "remarks": list(told.remarks)}
        written.append(
            write_report_of(report, dict(told.table), kept.makings(), kept.unfitted(), asked)
        )
    return [folder / path.name for path in written]


class _Kept:
    """What the journal holds, in the order of the table."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._places: Sequence[int] = sorted(journal.entries)

    def _sections(self, name: str) -> Iterator[bytes]:
        found = (self._journal.section(place, name) for place in self._places)
        return (section for section in found if section)

    def stages(self) -> Iterator[list[Cell]]:
        return (row for rows in map(unpacked, self._sections("stages")) for row in rows)

    def seasons(self) -> Iterator[SeasonRow]:
        return (
            season_row(row) for rows in map(unpacked, self._sections("seasons")) for row in rows
        )

    def makings(self) -> Iterator[str]:
        return map(unpacked, self._sections("making"))

    def series(self) -> Iterator[Series]:
        return map(series_of, self._sections("series"))

    def forecasts(self) -> Iterable[Forecast]:
        return map(forecast_of, self._sections("forecast"))

    def unfitted(self) -> list[dict[str, str]]:
        briefs = (self._journal.entries[place].brief for place in self._places)
        return [{"group": one.group, "reason": one.reason} for one in briefs if one.reason]
