"""Entries and cases written down in a test, judged without a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from gpstudio.data.columns.coded import Coded
from gpstudio.data.decisions import Role, Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.entries.ledger import Ledger
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.quality import judge

Judged = Callable[..., Entries]


def coded(cells: Sequence[str]) -> Coded:
    known = list(dict.fromkeys(cells))
    codes = np.array([known.index(cell) for cell in cells], dtype=np.int32)
    return Coded(codes, np.array([*known, None], dtype=object)[:-1])


@pytest.fixture
def judged() -> Judged:
    """``judged(values, "ndvi", scl=["4", "9"])``: the columns are beside the values."""

    def run(
        values: Sequence[float],
        name: str = "ndvi",
        time: Sequence[float] | None = None,
        field_of: Sequence[int] | None = None,
        answers: Mapping[str, str] | None = None,
        roles: Mapping[str, Role] | None = None,
        **columns: Sequence[str],
    ) -> Entries:
        count = len(values)
        role_of = {column: (roles or {}).get(column, "quality") for column in columns}
        places = {2 + i: column for i, column in enumerate(columns)}
        owners = np.zeros(count, dtype=np.int32) if field_of is None else np.int32(field_of)
        ledger = Ledger(count)
        entries = Entries(
            time=np.arange(float(count)) if time is None else np.array(time, dtype=float),
            value=np.array(values, dtype=float),
            fields=tuple(str(i) for i in range(int(owners.max(initial=0)) + 1)),
            field_of=owners,
            ledger=ledger,
            dated=True,
            time_name="date",
            value_name=name,
            time_format="",
            value_format="",
            decimal=".",
            beside={place: coded(columns[column]) for place, column in places.items()},
        )
        ledger.set_aside(np.isnan(entries.value), "without a value")
        plan = LayoutPlan(
            layout="one series",
            time=(0,),
            time_kind="dates",
            values=(1,),
            beside={place: role_of[column] for place, column in places.items()},
        )
        judge(entries, plan, ("date", name, *columns), Said(answers=answers or {}))
        return entries

    return run


def decision(entries: Entries, about: str) -> tuple[str, str]:
    """What was chosen and what is asked."""
    found = {d.about: (d.chosen, d.question) for d in entries.decisions}
    return found.get(about, ("", ""))


def account(entries: Entries) -> dict[str, int]:
    return {aside.reason: aside.count for aside in entries.ledger.account()}
