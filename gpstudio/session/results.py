"""The files of a finished fit, the same from the window and the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

from gpstudio.data.atomic import write_atomic
from gpstudio.data.series import iso_day
from gpstudio.data.table import Table
from gpstudio.data.writing.forecast import forecast_sheet
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.readings import readings_sheet
from gpstudio.data.writing.stages import stages_sheet
from gpstudio.data.writing.write import write_sheet
from gpstudio.session.fitting import Fit


def write_results(
    folder: Path, table: Table, fits: Sequence[Fit], form: WrittenAs = PLAIN
) -> list[Path]:
    """Write forecast, stages, readings and report.json; each appears whole or not at all."""
    sheets = (
        forecast_sheet(fit.forecast for fit in fits),
        stages_sheet(row for fit in fits for row in fit.stage_rows),
        readings_sheet([fit.series for fit in fits]),
    )
    written = [write_sheet(form.named(folder / sheet.name), sheet, form) for sheet in sheets]
    return [*written, write_report(folder / "report.json", table, fits)]


def write_report(path: Path, table: Table, fits: Sequence[Fit]) -> Path:
    """How the table was read, and how each fit was made with the recipe that makes it again."""
    report = {"table": _reading(table), "fits": [_making(fit) for fit in fits]}

    def write(handle: TextIO) -> None:
        json.dump(report, handle, indent=2, ensure_ascii=False)
        handle.write("\n")

    return write_atomic(path, write)


def _reading(table: Table) -> dict[str, Any]:
    """Decisions, and rows set aside with their reasons; the readings have a file of their own."""
    told = table.as_json()
    del told["series"]
    return {"file": table.path.name, **told}


def _making(fit: Fit) -> dict[str, Any]:
    return {
        "group": fit.series.group,
        "recipe": fit.recipe.as_json(),
        "report": fit.report.as_json(),
        "dating": _dating(fit),
    }


def _dating(fit: Fit) -> dict[str, Any]:
    """What was asked, and every stretch that was looked at with the reason why it is a season or
    none."""

    def day(time: float) -> str | float:
        return iso_day(time) if fit.series.dated else time

    asked = {name: value for name, value in asdict(fit.request).items() if value not in (None, "")}
    if fit.request.as_of is not None:
        asked["as_of"] = day(fit.request.as_of)
    candidates = [
        {
            "season": one.season.name,
            "start": day(one.season.start),
            "peak": day(one.season.peak),
            "end": day(one.season.end),
            "accepted": one.accepted,
            "reason": one.reason,
        }
        for one in fit.dates.findings.candidates
    ]
    told: dict[str, Any] = {"asked": asked, "index": fit.index, "seasons": candidates}
    if fit.lessons.words:
        told["learnt"] = list(fit.lessons.words)
    return told if candidates else {**told, "reason": fit.dates.findings.reason}
