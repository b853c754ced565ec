"""``gpstudio learn``, and what takes what it wrote."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from gpstudio import fit_table
from gpstudio.cli.main import main
from gpstudio.core.learning.population import Population

FIELDS = 9


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    random = np.random.default_rng(0)
    lines = ["field,t,level"]
    for field in range(FIELDS):
        times = np.sort(random.uniform(0.0, 365.0, 25))
        values = np.sin(times / 40.0 + field) + 0.1 * random.standard_normal(25)
        lines += [f"f{field},{t:.2f},{v:.4f}" for t, v in zip(times, values, strict=True)]
    path = tmp_path_factory.mktemp("learn") / "fields.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def population(table: Path) -> Path:
    path = table.with_name("population.json")
    assert main(["learn", str(table), "--out", str(path)]) == 0
    return path


def curves(folder: Path) -> bytes:
    return (folder / "forecast.csv").read_bytes()


def test_that_a_population_is_a_small_file_that_is_taken_again(
    table: Path, population: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert population.stat().st_size < 20_000
    words = [str(table), "--stages", "none", "--workers", "1"]
    assert main(["fit", *words, "--out", str(tmp_path / "one")]) == 0
    assert "learnt together from 9 fields" in capsys.readouterr().out
    given = ["--population", str(population)]
    assert main(["fit", *words, *given, "--out", str(tmp_path / "two")]) == 0
    assert curves(tmp_path / "one") == curves(tmp_path / "two")
    results = fit_table(table, stages="none", population=population, workers=1)
    record = json.loads(population.read_text(encoding="utf-8"))
    assert results.population == Population.from_json(record)
    assert any("learnt together" in remark for remark in results.remarks)


def test_that_shards_weigh_by_the_population_of_the_whole_table(
    table: Path, tmp_path: Path
) -> None:
    words = [str(table), "--stages", "none", "--forecast", "--workers", "1"]
    assert main(["batch", *words, "--out", str(tmp_path / "whole")]) == 0
    shards = [str(tmp_path / f"part{k}") for k in (1, 2)]
    for number, shard in enumerate(shards, 1):
        assert main(["batch", *words, "--shard", f"{number}/2", "--out", shard]) == 0
    assert main(["merge", *shards, "--workers", "1", "--out", str(tmp_path / "merged")]) == 0
    assert curves(tmp_path / "whole") == curves(tmp_path / "merged")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("field,t,v", "holds no population"),
        ("[1, 2]", "holds no population"),
        ('{"version": 99}', "learn it anew"),
        ('{"version": 1, "kernel": 3}', "learn it anew"),
        (None, "cannot be read"),
    ],
)
def test_that_what_is_no_population_is_refused_in_one_line(
    text: str | None, told: str, table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    out = str(tmp_path / "out")
    assert main(["fit", str(table), "--population", str(path), "--out", out]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_that_one_field_alone_teaches_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "one.csv"
    path.write_text("t,v\n" + "".join(f"{t},{t % 3}\n" for t in range(20)), encoding="utf-8")
    assert main(["learn", str(path), "--out", str(tmp_path / "p.json")]) == 2
    assert "two of them need three" in capsys.readouterr().err
    assert not (tmp_path / "p.json").exists()
