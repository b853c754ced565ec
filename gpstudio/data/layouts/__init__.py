"""How a table is laid out: a further layout is a file of its own and a line in ``LAYOUTS``.

Each layout says whether a table is laid out so, plans how to read it, and gathers its entries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gpstudio.core.task import Task
from gpstudio.data.columns.decimal_witness import answered_decimal, settle_decimal
from gpstudio.data.columns.profile import Profile
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.layouts.dates_across import gather_dates_across, plan_dates_across
from gpstudio.data.layouts.fields_across import gather_fields_across, plan_fields_across
from gpstudio.data.layouts.long import gather_long, plan_long
from gpstudio.data.layouts.parts_across import gather_parts_across, plan_parts_across
from gpstudio.data.plan import LayoutPlan


@dataclass(frozen=True)
class Layout:
    plan: Callable[[Survey, list[Profile], Said], LayoutPlan | None]
    """None where the table is not laid out so. What a person said of the layout is obeyed."""
    gather: Callable[[Survey, LayoutPlan, Said, Task], Entries]


LAYOUTS: tuple[Layout, ...] = (
    Layout(plan_parts_across, gather_parts_across),
    Layout(plan_dates_across, gather_dates_across),
    Layout(plan_fields_across, gather_fields_across),
    Layout(plan_long, gather_long),
)
"""In the order in which they are tried; the last one takes every table."""

_HEARD = 50
"""So many columns across tell how all of them are written."""


def plan_table(survey: Survey, profiles: list[Profile], said: Said) -> tuple[Layout, LayoutPlan]:
    """The first layout that fits, and how it reads this table."""
    for layout in LAYOUTS:
        plan = layout.plan(survey, profiles, said)
        if plan is not None:
            return layout, _with_marks(survey, profiles, plan, said)
    raise AssertionError("the last layout takes every table")


def _with_marks(
    survey: Survey, profiles: list[Profile], plan: LayoutPlan, said: Said
) -> LayoutPlan:
    """The plan, with what the rest of the table says of the decimal mark."""
    answer, heard = said.answers.get("decimal"), plan.values[:_HEARD]
    decision = (
        settle_decimal(survey, profiles, heard, plan.value_name)
        if answer is None
        else answered_decimal(survey, heard, answer)
    )
    if decision is None:
        return plan
    return replace(plan, decimal=decision.chosen, decisions=(*plan.decisions, decision))
