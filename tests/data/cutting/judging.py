"""What an import makes of a polluted file, against the readings that the clean table has."""

from __future__ import annotations

from pathlib import Path

from data.cutting.pollution_cases import ROWS, Case

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_from_days

RIGHT, ASKED, REFUSED, LOST, MISREAD = "right", "asked", "refused", "lost", "misread"


def judged(case: Case, folder: Path) -> tuple[str, str]:
    """The verdict and what happened. Lost are readings that could have been read."""
    path = folder / "polluted.csv"
    path.write_bytes(case.data)
    try:
        table = read_table(path)
    except InputError as error:
        return REFUSED, str(error)
    if table.questions:
        return ASKED, table.sentence
    found = {
        (series.group, day, value)
        for series in table.series
        for day, value in zip(iso_from_days(series.time), series.value.tolist(), strict=True)
    }
    true = {(row[0], row[1], float(row[2])) for row in ROWS}
    whole = {
        (row[0], row[1], float(row[2])) for place, row in enumerate(ROWS) if place not in case.lost
    }
    if len({series.group for series in table.series}) == 1:
        # A table of one field need not say which.
        found, true, whole = ({entry[1:] for entry in each} for each in (found, true, whole))
    if not found <= true:
        return MISREAD, f"{sorted(found - true)[:3]} in {table.sentence}"
    aside = sum(a.count for a in table.set_aside)
    if table.rows_in != table.rows_used + aside or table.rows_used != len(found):
        return MISREAD, f"{table.rows_in} rows are not accounted for: {table.sentence}"
    if found < whole:
        return LOST, f"{sorted(whole - found)[:3]} not in {table.sentence}"
    return RIGHT, table.sentence
