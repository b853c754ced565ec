"""``gpstudio fit --rivals``: one more table, and a sentence a field."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gpstudio.cli.main import DONE, WRONG, main
from gpstudio.data.series import iso_from_days
from gpstudio.data.writing.rivals import RIVAL_COLUMNS
from gpstudio.phenology.rivals import METHODS

QUICK = ("--kernel", "matern32", "--learning", "ml2(restarts=0)", "--stages", "curve")


@pytest.fixture
def fields(tmp_path: Path) -> Path:
    """Two fields of one season, and one of five readings."""
    random = np.random.default_rng(5)
    lines = ["plot,date,ndvi"]
    for plot, count in (("North", 40), ("South", 40), ("East", 5)):
        days = 18_300.0 + 8.0 * np.arange(count)
        bell = 0.2 + 0.6 * np.exp(-0.5 * ((days - 18_460.0) / 30.0) ** 2)
        values = bell + 0.02 * random.standard_normal(count)
        rows = zip(iso_from_days(days), values, strict=True)
        lines += [f"{plot},{day},{value:.4f}" for day, value in rows]
    path = tmp_path / "fields.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_that_rivals_are_written_where_they_are_asked_for(
    fields: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["fit", str(fields), *QUICK, "--rivals", "--out", str(out)]) == DONE
    header, *rows = (out / "rivals.csv").read_text(encoding="utf-8").splitlines()
    assert header.split(",") == list(RIVAL_COLUMNS)
    assert [row.split(",")[:2] for row in rows] == [
        [group, name] for group in ("North", "South") for name in METHODS.names
    ]
    said = capsys.readouterr().out
    assert "North: Of 9 curves on this field's readings left out" in said
    assert "note: no rivals of East: 5 readings are too few" in said
    assert str(out / "rivals.csv") in said


def test_that_nothing_is_compared_unless_asked_for(fields: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["fit", str(fields), *QUICK, "--out", str(out)]) == DONE
    assert not (out / "rivals.csv").exists()


def test_that_a_wrong_way_to_leave_out_is_refused_before_anything_is_read(
    fields: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = ["fit", str(fields), "--rivals", "--left-out", "block", "--out", str(out)]
    assert main(words) == WRONG
    assert "did you mean 'blocks'?" in capsys.readouterr().err
    assert not out.exists()


def test_that_the_columns_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "--columns"]) == DONE
    assert "process_rmse" in capsys.readouterr().out
