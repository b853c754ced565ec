"""Every table that leaves the house goes through here: whole, or not at all."""

from __future__ import annotations

from pathlib import Path

from gpstudio.core.task import QUIET, Task
from gpstudio.data.atomic import replace_file
from gpstudio.data.writing.form import DIGITS, PLAIN, WrittenAs
from gpstudio.data.writing.kinds import KINDS
from gpstudio.data.writing.sheet import Sheet


def write_sheet(
    path: str | Path, sheet: Sheet, form: WrittenAs = PLAIN, task: Task = QUIET
) -> Path:
    """Write a table; ``path`` is taken as it is, whatever its ending."""
    write = KINDS[form.kind]
    if form.fields == "own":
        sheet = sheet.under_own_name()
    if form.digits != "all":
        sheet = sheet.rounded(DIGITS[form.digits])
    return replace_file(path, lambda temporary: write(temporary, sheet, form, task))
