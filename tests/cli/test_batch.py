"""``gpstudio batch`` and ``merge``: words, exit codes, and a driver that is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from gpstudio.cli.main import main
from gpstudio.data.series import iso_from_days
from gpstudio.session.batch.journal import NAME

ROOT = Path(__file__).resolve().parents[2]
FIXED = ["--kernel", "0.1 * matern32(60)", "--learning", "fixed"]
KILLED = 24
"""Fields, of which a driver is killed among the first."""


def table_of(path: Path, fields: int, farms: bool = False) -> Path:
    days = 18_600.0 + 9.0 * np.arange(40)
    lines = ["farm,field,date,ndvi" if farms else "field,date,ndvi"]
    for number in range(fields):
        value = 0.2 + 0.5 * np.exp(-(((days - 18_780.0 - number) / 45.0) ** 2))
        name = f"{'xy'[number % 2]},{number // 2}" if farms else f"f{number}"
        rows = zip(iso_from_days(days), value, strict=True)
        lines += [f"{name},{day},{one:.4f}" for day, one in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def files(folder: Path) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return table_of(tmp_path_factory.mktemp("table") / "fields.csv", KILLED)


def process(table: Path, out: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "gpstudio", "batch", str(table), *FIXED, "--out", str(out)]
    return subprocess.Popen(
        [*command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def children_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    threads = Path(f"/proc/{pid}/task").iterdir() if listed.exists() else []
    return [int(one) for thread in threads for one in (thread / "children").read_text().split()]


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for children in /proc")
def test_that_a_driver_that_is_killed_loses_no_field(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "killed"
    driver = process(table, out, "--workers", "2")
    journal = out / NAME
    while driver.poll() is None and (not journal.exists() or b'{"field":' not in _tail(journal)):
        time.sleep(0.01)
    workers = children_of(driver.pid)
    driver.send_signal(signal.SIGKILL)
    driver.communicate()
    kept = journal.read_bytes().count(b'{"field":')
    assert 0 < kept <= KILLED
    again = process(table, out, "--workers", "1", "--resume")
    told, wrong = again.communicate(timeout=120)
    assert again.returncode == 0, wrong
    assert f"{KILLED} fields: " in told
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers), "they leave with the driver"
    whole = tmp_path / "whole"
    assert main(["batch", str(table), *FIXED, "--out", str(whole)]) == 0
    assert files(out) == files(whole)


def _tail(path: Path) -> bytes:
    return path.read_bytes()[1:]


def test_that_shards_are_joined_and_fields_of_two_farms_are_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = table_of(tmp_path / "farms.csv", 4, farms=True)
    words = ["batch", str(file), *FIXED, "--group", "farm", "--group", "field", "--stages", "none"]
    for number in "12":
        assert main([*words, "--shard", f"{number}/2", "--out", str(tmp_path / number)]) == 0
    out = tmp_path / "out"
    shards = [str(tmp_path / number) for number in "12"]
    assert main(["merge", *shards, "--out", str(out), "--out-format", "parquet"]) == 0
    assert "wrote " in capsys.readouterr().out
    assert {path.suffix for path in out.iterdir()} == {".parquet", ".json"}
    from pandas import read_parquet

    fields = read_parquet(out / "fields.parquet")
    assert sorted(fields["group"]) == sorted(set(fields["group"]))
    assert len(fields) == 4


def test_that_what_is_wrong_is_one_line(
    table: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    out = ["--out", str(tmp_path / "out")]
    for words, told in (
        (["batch", str(table), "--shard", "9/4", *out], "--shard is NUMBER/COUNT"),
        (["batch", str(table), "--workers", "0", *out], "from 1 to 256, not 0"),
        (["batch", str(table), "--workers", "many", *out], "--workers is a whole number"),
        (["batch", str(table), "--engine", "spark", *out], "There is no engine 'spark'"),
        (["doctor", "--engine", "dask=file:/nowhere.json"], "extra 'cluster'"),
        (["merge", str(tmp_path), *out], "cannot be opened"),
        (["merge", *out], "arguments are required: DIR"),
    ):
        assert main(words) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1
        assert told in lines[0]
