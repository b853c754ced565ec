"""The files of a finished fit, the same from the window and the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from gpstudio.data.atomic import write_atomic
from gpstudio.data.writing.exports import write_forecast, write_stages
from gpstudio.session.fitting import Fit


def write_results(folder: Path, fits: Sequence[Fit]) -> list[Path]:
    """Write forecast.csv, stages.csv and report.json; each appears whole or not at all."""
    return [
        write_forecast(folder / "forecast.csv", [fit.forecast for fit in fits]),
        write_stages(folder / "stages.csv", [row for fit in fits for row in fit.stage_rows]),
        write_report(folder / "report.json", fits),
    ]


def write_report(path: Path, fits: Sequence[Fit]) -> Path:
    """How each fit was made, with the recipe that makes it again."""
    records = [
        {
            "group": fit.series.group,
            "recipe": fit.recipe.as_json(),
            "report": fit.report.as_json(),
        }
        for fit in fits
    ]

    def write(handle: TextIO) -> None:
        json.dump(records, handle, indent=2, ensure_ascii=False)
        handle.write("\n")

    return write_atomic(path, write)
