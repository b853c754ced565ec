"""Writes the file of the present format that the tests keep: python make.py

To be run once, when a version is done and before the next one is begun. What was written by an
older version is never written again.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[4])]

from gpstudio.core.recipe import Recipe  # noqa: E402
from gpstudio.data.decisions import Column, Decision, Said, SetAside  # noqa: E402
from gpstudio.data.preview import Preview  # noqa: E402
from gpstudio.data.series import Excluded, Series  # noqa: E402
from gpstudio.data.table import Table  # noqa: E402
from gpstudio.session.project.codec.records import parts_of  # noqa: E402
from gpstudio.session.project.codec.table import parts_of_table  # noqa: E402
from gpstudio.session.project.schema import VERSION  # noqa: E402
from gpstudio.session.project.store import save  # noqa: E402

RECIPE = Recipe.of(7, kernel="0.1 * matern32(held(40)) + white(0.01)", learning="ml2(restarts=3)")


def season(number: int) -> Series:
    """A bell over 21 readings, ten days apart."""
    time = 18_000.0 + number + 10.0 * np.arange(21)
    value = 0.2 + 0.6 / (1.0 + ((time - 18_100.0) / 40.0) ** 2)
    weighted = number == 1
    return Series(
        group=("west", "east")[number],
        time=time,
        value=value,
        time_name="date",
        value_name="ndvi",
        dated=True,
        weight=np.linspace(0.5, 1.0, 21) if weighted else None,
        aside=(time[:2] + 5.0, np.array([7.0, -3.0])) if weighted else None,
        excluded=None if weighted else Excluded(time[3:4] + 1.0, np.array([0.9])),
    )


def table() -> Table:
    names = ("field", "date", "ndvi")
    roles = ("group", "time", "value")
    return Table(
        path=Path("two fields.csv"),
        source="",
        is_ours=False,
        encoding="utf-8",
        delimiter=",",
        decimal=".",
        layout="long",
        columns=tuple(Column(n, r, "", "", 1.0) for n, r in zip(names, roles, strict=True)),
        rows_in=44,
        rows_used=42,
        set_aside=(SetAside("out of the range of an index", 2),),
        series=(season(0), season(1)),
        decisions=(Decision("date", "year first", ("year first",), "2019-04-14 occurs"),),
        preview=Preview("field,date,ndvi\n", (2,), (("west", "2019-04-14", "0.2"),), (("",),)),
        said=Said({"field": "group"}, {"range": "set aside"}),
    )


def main() -> None:
    path = HERE.with_name(f"v{VERSION}.gpstudio")
    save(path, [*parts_of_table(table()), *parts_of("recipe", RECIPE)], {"program": "0"})
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
