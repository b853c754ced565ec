"""What became of a whole table, for Python: the files that would be written, as DataFrames."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gpstudio.core.cached import cached_property
from gpstudio.core.learning.population import Population
from gpstudio.data.frames import frame_of
from gpstudio.data.table import UNLABELLED, Labels, Table
from gpstudio.data.writing.about_fields import AboutFields
from gpstudio.data.writing.fields import FieldRow, fields_sheet
from gpstudio.data.writing.forecast import forecast_sheet
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import readings_sheet
from gpstudio.data.writing.seasons import seasons_sheet
from gpstudio.data.writing.stages import stages_sheet
from gpstudio.session.fitting import Fit
from gpstudio.session.many import FitsOutcome, Unfitted
from gpstudio.session.results import in_table_order, season_rows, write_results

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Results:
    """Every field that could be fitted, and why the others could not.

    The DataFrames have the columns of the files (``gpstudio fit --columns`` says what each means)
    and dates as dates.
    """

    table: Table
    fits: tuple[Fit, ...]
    """With posterior and report: all that the DataFrames leave out."""
    unfitted: tuple[Unfitted, ...]
    remarks: tuple[str, ...]
    """What a person should know of how it was made."""
    population: Population | None = None
    """What the fields have in common, where they were learnt together: for tables that come later,
    and ``session.population_file`` writes it."""
    labels: Labels = field(default_factory=lambda: UNLABELLED)
    """Words about the fields, of the table and of the file of fields beside it."""

    @cached_property
    def stages(self) -> pd.DataFrame:
        rows = (row for one in self._asked for row in one.stage_rows)
        return frame_of(self._about.beside(stages_sheet(rows)))

    @cached_property
    def seasons(self) -> pd.DataFrame:
        """One row a field and season, its stages side by side: ``fields.csv``."""
        return frame_of(self._about.beside(seasons_sheet(season_rows(self._asked))))

    @property
    def summary(self) -> str:
        """Of several fields, how many need a look, and why."""
        return FitsOutcome(self.fits, self.unfitted).summary

    @property
    def _about(self) -> AboutFields:
        return AboutFields.of(self.table, self.labels)

    @property
    def _asked(self) -> list[Fit | Unfitted]:
        return in_table_order(self.table, self.fits, self.unfitted)

    @cached_property
    def forecast(self) -> pd.DataFrame:
        return frame_of(forecast_sheet(fit.forecast for fit in self.fits))

    @cached_property
    def readings(self) -> pd.DataFrame:
        return frame_of(readings_sheet([fit.series for fit in self.fits]))

    @cached_property
    def fields(self) -> pd.DataFrame:
        """One row a field, in the order of the table: how it was fitted, or why it was not."""
        rows = {fit.series.group: _fitted_row(fit) for fit in self.fits}
        rows.update({one.group: _unfitted_row(one) for one in self.unfitted})
        return frame_of(fields_sheet(rows[series.group] for series in self.table.series))

    def write(self, folder: str | os.PathLike[str], form: WrittenAs = PLAIN) -> list[Path]:
        """The files that ``gpstudio fit --out`` writes."""
        return write_results(
            Path(folder), self.table, self.fits, form, self.unfitted, labels=self.labels
        )


def _fitted_row(fit: Fit) -> FieldRow:
    report = fit.report
    return FieldRow(
        fit.series.group, report.readings, len(fit.seasons), report.kernel,
        fit.learned.written.text("scale"), report.noise, report.log_evidence, report.seconds,
        report.reason,
    )  # fmt: skip


def _unfitted_row(one: Unfitted) -> FieldRow:
    return FieldRow(one.group, None, None, None, None, None, None, None, one.reason)
