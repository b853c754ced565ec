"""A table that does not fit into memory is refused before it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio.core.errors import InputError
from gpstudio.data import room
from gpstudio.data.table import read_table

LINES = 1_000
MEMORY = 60_000.0
"""Bytes that are free: 710 rows."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "long.csv"
    rows = (f"{2000 + n // 300}-{n // 28 % 10 + 1:02d}-{n % 28 + 1:02d},0.5" for n in range(LINES))
    made.write_text("\n".join(["date,ndvi", *rows, ""]), encoding="utf-8")
    return made


def test_that_more_rows_than_memory_are_refused_in_words(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "ALWAYS_FREE", 0.0)
    monkeypatch.setattr(room, "available_bytes", lambda: MEMORY)
    with pytest.raises(InputError) as refused:
        read_table(path)
    said = str(refused.value)
    assert "'long.csv' has about 1,000 rows" in said
    assert "60 kB are free" in said
    assert "about 710 would fit" in said


@pytest.mark.parametrize(("always", "free"), [(0.0, 90_000.0), (1e6, MEMORY)])
def test_that_what_fits_is_read(
    always: float, free: float, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "ALWAYS_FREE", always)
    monkeypatch.setattr(room, "available_bytes", lambda: free)
    assert read_table(path).rows_in == LINES
