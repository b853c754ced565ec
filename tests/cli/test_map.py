"""``gpstudio map``: where each field's each year lies among all."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from gpstudio.cli.main import DONE, WRONG, main
from gpstudio.data.series import iso_from_days
from gpstudio.data.writing.season_map import SEASON_MAP


@pytest.fixture
def farm(tmp_path: Path) -> Path:
    random, rows = np.random.default_rng(4), ["date,ndvi,plot,crop"]
    days = 18_262.0 + np.arange(0.0, 360.0, 8.0)
    for plot in range(12):
        crop, peak = ("wheat", 130.0) if plot % 2 else ("maize", 220.0)
        value = 0.2 + 0.6 * np.exp(-0.5 * ((days - 18_262.0 - peak) / 30.0) ** 2)
        value += 0.02 * random.normal(size=len(days))
        dated = zip(iso_from_days(days), value, strict=True)
        rows += [f"{day},{v:.4f},P{plot},{crop}" for day, v in dated]
    path = tmp_path / "farm.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def test_that_table_and_figure_are_written(
    farm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["map", str(farm), "--group", "plot", "--out", str(out)]) == DONE
    with (out / "season_map.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    names = [column.name for column in SEASON_MAP]
    assert list(rows[0])[: len(names)] == names
    assert {row["group"] for row in rows} == {f"P{plot}" for plot in range(12)}
    early, late = ([float(r["across"]) for r in rows if r["crop"] == c] for c in ("wheat", "maize"))
    assert max(early) < min(late) or max(late) < min(early)
    figure = (out / "season_map.svg").read_text(encoding="utf-8")
    assert all(word in figure for word in ("Map of seasons", "wheat", "maize", "as others"))
    assert "12 seasons laid out" in capsys.readouterr().out


def test_that_what_makes_no_map_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "t.csv", tmp_path / "out"
    path.write_text(
        "date,ndvi\n" + "\n".join(f"2021-0{m}-11,0.{m}" for m in range(1, 10)), encoding="utf-8"
    )
    assert main(["map", str(path), "--out", str(out)]) == WRONG
    err = capsys.readouterr().err
    assert "1 field had 1." in err
    assert err.count("\n") == 1
    assert not out.exists()
