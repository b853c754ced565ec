"""Which columns of a table are offered as further indices."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio.data.table import read_table
from gpstudio.session.further import further_of


@pytest.mark.parametrize("name", ["NDVI", "NDVI x1000"])
def test_that_the_column_that_is_read_is_not_offered_beside_itself(
    tmp_path: Path, name: str
) -> None:
    """It may be called otherwise than its readings are, which say no unit once they are divided."""
    path = tmp_path / "fields.csv"
    days = [f"2023-{month:02d}-{day:02d}" for month in range(3, 9) for day in (1, 11, 21)]
    rows = [f"{day},{200 + 30 * n},0.{10 + n}" for n, day in enumerate(days)]
    path.write_text("\n".join([f"date,{name},EVI", *rows, ""]), encoding="utf-8")
    table = read_table(path, value=name, answers={"scale": "divided by 1,000"})
    assert [one.column for one in further_of(table, "wheat")] == ["EVI"]
