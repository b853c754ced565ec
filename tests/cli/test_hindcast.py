"""``gpstudio hindcast``: table and figure of what would have been told."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from gpstudio.cli.main import DONE, WRONG, main
from gpstudio.data.writing.hindcast import HINDCAST
from gpstudio.resources import SAMPLE, resource

QUICK = ["--kernel", "0.1*matern32(40)", "--likelihood", "gaussian(0.005)", "--learning", "fixed"]


def test_that_table_and_figure_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    words = [*QUICK, "--every", "45", "--as-of", "2021-12-01", "--out", str(out)]
    assert main(["hindcast", str(resource(*SAMPLE)), *words]) == DONE
    with (out / "hindcast.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert list(rows[0]) == [column.name for column in HINDCAST]
    assert max(row["as_of"] for row in rows) == "2021-12-01"
    assert {row["stage"] for row in rows} == {"mid_green_up", "peak", "senescence"}
    figure = (out / "hindcast.svg").read_text(encoding="utf-8")
    assert "How dates closed in" in figure
    assert figure.count("<polygon") > 3
    assert "looked back at, as of" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "words", "said"),
    [
        ("t,ndvi\n" + "\n".join(f"{i},0.{i}" for i in range(10, 40)), [], "no dates"),
        (
            "date,ndvi\n" + "\n".join(f"2021-0{m}-11,0.{m}" for m in range(1, 10)),
            ["--every", "often"],
            "--every wants a number",
        ),
    ],
)
def test_that_what_is_wrong_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], table: str, words: list[str], said: str
) -> None:
    path, out = tmp_path / "t.csv", tmp_path / "out"
    path.write_text(table, encoding="utf-8")
    assert main(["hindcast", str(path), *words, "--out", str(out)]) == WRONG
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not out.exists()
