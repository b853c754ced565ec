"""The columns of one variable, where a wide table holds several for each date."""

from __future__ import annotations

from dataclasses import replace

from gpstudio.data.columns.variable_choice import decide_variable
from gpstudio.data.decisions import Decision
from gpstudio.data.layouts.heads import Heads


def choose_variable(
    heads: Heads, file: str, answer: str | None
) -> tuple[Heads, tuple[Decision, ...]]:
    """The columns of one variable, and what was decided."""
    names = tuple(dict.fromkeys(heads.variables))
    decision = decide_variable(names, file, answer, stacked=False)
    if decision is None:
        return heads, ()
    kept = [k for k, name in enumerate(heads.variables) if (name or "value") == decision.chosen]
    columns = tuple(heads.columns[k] for k in kept)
    variables = tuple(heads.variables[k] for k in kept)
    return replace(heads, columns=columns, variables=variables), (decision,)
