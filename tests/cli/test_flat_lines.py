"""Flat lines and smoothed readings, from a table to what is printed and written."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from gpstudio.cli.main import main
from gpstudio.core.arrays import Floats
from gpstudio.phenology.indices import INDICES

DAYS = np.arange("2021-01-01", "2021-12-27", 6, dtype="datetime64[D]")
RANDOM = np.random.default_rng(1)
FLAT: dict[str, Floats] = {
    "flat": np.full(len(DAYS), 0.5),
    "flickering": np.where(RANDOM.random(len(DAYS)) < 0.3, 0.51, 0.5),
    "stepping": np.where(abs(np.arange(len(DAYS)) - 30) < 10, 0.8, 0.2),
}
BELL = 0.2 + 0.5 * np.exp(-0.5 * ((np.arange(len(DAYS)) - 28.0) / 6.0) ** 2)
SEASONS: dict[str, Floats] = {
    "smoothed": np.round(BELL, 4),
    "raw": np.round(BELL + 0.02 * RANDOM.standard_normal(len(DAYS)), 4),
}


def fitted(
    tmp_path: Path, fields: dict[str, Floats], index: str
) -> dict[str, list[dict[str, str]]]:
    table, out = tmp_path / "table.csv", tmp_path / "out"
    lines = [
        f"{name},{day},{value:g}"
        for name, values in fields.items()
        for day, value in zip(DAYS, values, strict=True)
    ]
    table.write_text("\n".join([f"field,date,{index}", *lines]) + "\n")
    assert main(["fit", str(table), "--group", "field", "--out", str(out)]) == 0
    found = {}
    for name in ("forecast", "stages"):
        with (out / f"{name}.csv").open(encoding="utf-8", newline="") as handle:
            found[name] = list(csv.DictReader(handle))
    return found


@pytest.mark.parametrize("index", ["ndvi", "yield_index"])
def test_that_a_flat_line_has_a_wide_band_no_dates_and_a_note(
    index: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = fitted(tmp_path, FLAT, index)
    assert "note: fewer than three distinct values" in capsys.readouterr().out
    lower, upper = (
        np.array([float(row[side]) for row in found["forecast"]]) for side in ("lower95", "upper95")
    )
    assert (upper - lower > 0.1).all()
    if index == "ndvi":
        low, high = INDICES["ndvi"].limits
        assert low <= lower.min()
        assert upper.max() <= high
    assert {row["group"] for row in found["stages"]} == set(FLAT)
    assert all(row["date"] == "" for row in found["stages"])
    assert all("fewer than three distinct values" in row["reason"] for row in found["stages"])


def test_that_dates_of_smoothed_readings_say_so(tmp_path: Path) -> None:
    dated = [row for row in fitted(tmp_path, SEASONS, "ndvi")["stages"] if row["date"]]
    assert {row["group"] for row in dated} == set(SEASONS)
    for row in dated:
        assert ("smoothed" in row["quality"]) is (row["group"] == "smoothed")
