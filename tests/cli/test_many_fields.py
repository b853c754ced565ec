"""A table of many fields on the command line and in the exported script: one that cannot be fitted
keeps no other from its files, and is told."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from as_if import as_if_of

from gpstudio.cli.main import main
from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.phenology.rules import RULES
from gpstudio.session.document import Document
from gpstudio.session.fitting import fit_series
from gpstudio.session.many import fit_fields
from gpstudio.session.request import Request
from gpstudio.session.script import python_script, write_exported

DENSE = {"kernel": "matern32(40)", "approximation": "exact", "learning": "fixed"}
WORDS = [word for name, text in DENSE.items() for word in (f"--{name}", text)]
TOO_MANY = 300_000
"""Readings whose full matrix fits no memory."""


def lines_of(name: str, count: int) -> list[str]:
    step = 5.0 if count < 1_000 else 0.05
    times = 18_000.0 + step * np.arange(count)
    values = 0.4 + 0.2 * np.sin(times / 58.0)
    return [f"{name},{t:.2f},{v:.4f}" for t, v in zip(times, values, strict=True)]


def table_of(path: Path, **counts: int) -> Path:
    lines = [line for name, count in counts.items() for line in lines_of(name, count)]
    path.write_text("\n".join(["field,t,ndvi", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The field in the middle cannot be fitted by the full matrix."""
    file = tmp_path_factory.mktemp("mixed") / "fields.csv"
    return table_of(file, west=30, huge=TOO_MANY, east=30)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def holds_all_but_huge(out: Path) -> None:
    assert {row["group"] for row in rows(out / "forecast.csv")} == {"west", "east"}
    dated = rows(out / "stages.csv")
    assert {row["group"] for row in dated} == {"west", "huge", "east"}
    lost = [row for row in dated if row["group"] == "huge"]
    assert [row["stage"] for row in lost] == list(RULES.names)
    for row in lost:
        assert row["date"] == row["season"] == ""
        assert row["quality"] == "none: not_fitted"
        assert "use fewer readings" in row["reason"]


def test_that_a_field_that_cannot_be_fitted_keeps_no_other_from_its_files(
    mixed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["fit", str(mixed), *WORDS, "--out", str(out)]) == 0
    holds_all_but_huge(out)
    assert {row["group"] for row in rows(out / "readings.csv")} == {"west", "east"}
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert [made["group"] for made in report["fits"]] == ["west", "east"]
    (lost,) = report["unfitted"]
    assert lost["group"] == "huge"
    assert "use fewer readings" in lost["reason"]
    told = capsys.readouterr().err.splitlines()
    assert told[0] == f"gpstudio: Field 'huge': {lost['reason']}"
    assert told[1].startswith("gpstudio: 1 of 3 fields has no fit")
    assert len(told) == 2


def test_that_nothing_is_written_where_no_field_can_be_fitted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, file = tmp_path / "out", tmp_path / "fields.csv"
    table_of(file, west=30, east=30)
    words = ["--kernel", "gibbs", "--approximation", "markov"]
    assert main(["fit", str(file), *words, "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("gpstudio: None of 2 fields can be fitted. The approximation 'markov'")
    assert not out.exists()


def test_that_fields_with_reasons_of_their_own_are_named_together(mixed: Path) -> None:
    huge = read_table(mixed).series[1]
    lost = [replace(huge, group=name, time=huge.time[:n], value=huge.value[:n])
            for name, n in (("a", 250_000), ("b", 240_000))]  # fmt: skip
    outcome = fit_fields(lost, Recipe.of(**DENSE), Request(), {})
    (told,) = outcome.told
    assert told.startswith("None of 2 fields can be fitted. Field 'a': 250,000 readings")
    assert "Field 'b': 240,000 readings" in told
    assert fit_fields([], Recipe(), Request(), {}).told == ()


@pytest.mark.parametrize("has_file", [True, False])
def test_that_the_exported_script_does_likewise(
    mixed: Path, tmp_path: Path, has_file: bool
) -> None:
    table = read_table(mixed)
    if not has_file:
        short = replace(table.series[1], time=np.array([0.0]), value=np.array([np.nan]))
        series = (table.series[0], short, table.series[2])
        table = replace(table, path=Path("pasted"), series=series)
    fit = fit_series(table.series[0], Recipe.of(learning="fixed"), Request(stages="none"))
    document = Document(table, "west", Recipe.of(**DENSE))
    for series in table.series:  # as they were fitted before the model was changed
        document = document.with_fit(as_if_of(fit, series))
    script = write_exported(tmp_path / "again.py", python_script(document))
    out = tmp_path / "out"
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, str(script), str(out)], env={**os.environ, "PYTHONPATH": root},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = done.stderr.splitlines()
    assert told[0].startswith("Field 'huge': ")
    assert told[1].startswith("1 of 3 fields has no fit")
    assert {row["group"] for row in rows(out / "forecast.csv")} == {"west", "east"}
    assert "huge" in {row["group"] for row in rows(out / "stages.csv")}


def test_that_a_script_without_any_fit_writes_nothing(tmp_path: Path) -> None:
    table = read_table(table_of(tmp_path / "fields.csv", west=30, east=30))
    document = Document(table, "west", Recipe.of(learning="fixed"), Request(horizon=1e308))
    script = write_exported(tmp_path / "again.py", python_script(document))
    out, root = tmp_path / "out", str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, str(script), str(out)], env={**os.environ, "PYTHONPATH": root},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("Field 'west': A curve is drawn up to 1,000 times")
    assert "Traceback" not in done.stderr
    assert not out.exists()
