"""What a reading is worth: fill values, scales, clouds and flags, readings of the same day.

A further judgement is a file of its own and a line in ``TREATMENTS``. Each may set entries aside in
the ledger, change weights, rescale values, and add a ``Decision`` to ``entries.decisions`` that a
person can answer otherwise. They run in this order: fields get their names, what is no number
goes, numbers get their unit, then each is judged by itself, by the columns beside it, and among its
like.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpstudio.core.task import QUIET, Task
from gpstudio.data.decisions import Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.quality.alike import join_names
from gpstudio.data.quality.beside import weigh_by_columns
from gpstudio.data.quality.case import Case, Treatment
from gpstudio.data.quality.fills import set_fills_aside
from gpstudio.data.quality.noise import weigh_by_noise
from gpstudio.data.quality.range import judge_range
from gpstudio.data.quality.repeated import settle_repeats
from gpstudio.data.quality.scale import rescale
from gpstudio.data.quality.years import judge_years
from gpstudio.data.quality.zeros import set_zeros_aside

TREATMENTS: tuple[Treatment, ...] = (
    join_names,
    set_fills_aside,
    rescale,
    judge_range,
    set_zeros_aside,
    weigh_by_columns,
    weigh_by_noise,
    judge_years,
    settle_repeats,
)


def judge(
    entries: Entries, plan: LayoutPlan, names: Sequence[str], said: Said, task: Task = QUIET
) -> None:
    """``names`` are those of the file's columns."""
    case = Case(plan, names, said)
    for treatment in TREATMENTS:
        task.check()
        treatment(entries, case)
