"""One row per field and one column per date."""

from __future__ import annotations

import re

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.profile import Profile
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.dates import is_date
from gpstudio.data.decisions import Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.plan import Plan
from gpstudio.data.texts import shown


def plan_dates_across(survey: Survey, profiles: list[Profile], said: Said) -> Plan | None:
    if any(p.kind == "date" for p in profiles):
        return None
    across = [p.name for p in profiles if is_date(p.name) or _holds_day(p.name)]
    if len(across) > 2:
        raise InputError(
            f"The dates of {survey.source.file} stand across the top, as in {shown(across[0])}; "
            "give it one row per reading, with a column of dates and a column of values."
        )
    return None


def gather_dates_across(survey: Survey, plan: Plan, said: Said, task: Task = QUIET) -> Entries:
    raise NotImplementedError


def _holds_day(name: str) -> bool:
    return re.search(r"(?<!\d)(19|20)\d\d[-_]?[01]\d[-_]?[0-3]\d(?!\d)", name) is not None
