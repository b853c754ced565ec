"""Odd tables in batches: of each field a result or a sentence, and nothing lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from bells import DAYS, bell, own_days, table_of

from gpstudio.core.recipe import Recipe
from gpstudio.session.batch.asked import Asked
from gpstudio.session.batch.run import run_batch
from gpstudio.session.facts import Facts
from gpstudio.session.request import Request

WHEAT = Request(stages="wheat", index="NDVI")


USUAL = [bell(f"field {k}", own_days(k)) for k in range(8)]
TABLES = {
    "eight, no day in common": USUAL,
    "nine, all days in common": [bell(f"field {k}", DAYS) for k in range(9)],
    "a dozen of five readings": [bell(f"five {k}", own_days(k)[::7]) for k in range(12)],
    "three readings among long ones": [*USUAL, bell("short", DAYS[:3]), bell("late", DAYS[-3:])],
    "a single reading among long ones": [*USUAL, bell("one", DAYS[:1])],
    "a level field among the others": [*USUAL, replace(bell("level", DAYS), value=0.3 + 0 * DAYS)],
}


@pytest.mark.parametrize("name", TABLES)
def test_that_every_field_of_an_odd_table_has_a_date_or_a_reason(name: str, tmp_path: Path) -> None:
    table = table_of(TABLES[name])
    run_batch(Asked(table, Recipe(), Request(), {}), tmp_path)
    rows = [line.split(",") for line in (tmp_path / "stages.csv").read_text().splitlines()]
    date, reason = rows[0].index("date"), rows[0].index("reason")
    assert {row[0] for row in rows[1:]} == {one.group for one in table.series}
    assert all(row[date] or row[reason] for row in rows[1:])
    long = {one.group for one in table.series if len(one) == len(DAYS) and np.ptp(one.value) > 0.0}
    dated = {row[0] for row in rows[1:] if row[date]}
    assert dated == long
    fields = (tmp_path / "fields.csv").read_text().splitlines()
    assert {line.split(",")[0] for line in fields[1:]} == {one.group for one in table.series}


def test_that_two_crops_of_one_table_are_dated_by_their_own_templates(tmp_path: Path) -> None:
    fields = [bell(f"field {k}", DAYS, 150.0 if k % 2 else 200.0) for k in range(8)]
    facts = {one.group: Facts(crop="maize") for one in fields[::2]}
    run_batch(Asked(table_of(fields), Recipe(), WHEAT, facts), tmp_path)
    rows = [line.split(",") for line in (tmp_path / "fields.csv").read_text().splitlines()]
    crops = {row[0]: row[rows[0].index("crop")] for row in rows[1:]}
    assert crops == {one.group: "wheat" if k % 2 else "maize" for k, one in enumerate(fields)}
