"""What a reading is worth: fill values, scales, clouds and flags, readings of the same day.

A further judgement is a file of its own and a line in ``TREATMENTS``. Each may set entries aside in
the ledger, change weights, rescale values, and add a ``Decision`` to ``entries.decisions`` that a
person can answer otherwise. They run in this order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gpstudio.core.task import QUIET, Task
from gpstudio.data.decisions import Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.plan import Plan
from gpstudio.data.quality.fills import set_fills_aside

Treatment: TypeAlias = Callable[[Entries, Plan, Said], None]

TREATMENTS: tuple[Treatment, ...] = (set_fills_aside,)


def judge(entries: Entries, plan: Plan, said: Said, task: Task = QUIET) -> None:
    for treatment in TREATMENTS:
        task.check()
        treatment(entries, plan, said)
