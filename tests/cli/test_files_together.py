"""All files of one ``--out`` appear together or not at all, whatever their table is called."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gpstudio.cli.main import main
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session import results
from gpstudio.session.document import Document
from gpstudio.session.script import command_line, python_script, write_exported
from gpstudio.session.script.words import POSIX as SH

QUICK = ["--kernel", "0.1*matern32(40)", "--likelihood", "gaussian(0.005)", "--learning", "fixed"]
FILES = ["fields.csv", "forecast.csv", "readings.csv", "report.json", "stages.csv"]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="names that are not UTF-8 are Linux's")
ROOT = str(Path(__file__).parents[2])


@pytest.fixture
def ill_named(tmp_path: Path) -> Path:
    """Written by a program that took Latin-1 for granted."""
    path = tmp_path / os.fsdecode(b"F\xe9lder.csv")
    path.write_bytes(resource(*SAMPLE).read_bytes())
    return path


def run(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *words], env={**os.environ, "PYTHONPATH": ROOT, **environment},
        capture_output=True, timeout=300, check=False,
    )  # fmt: skip


@LINUX
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_that_a_table_whose_name_is_not_utf_8_is_fitted_and_told(
    ill_named: Path, tmp_path: Path, encoding: str
) -> None:
    out = tmp_path / os.fsdecode(b"r\xe9sults")
    words = ["-m", "gpstudio", "fit", ill_named, *QUICK, "--out", out]
    done = run(*words, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    assert sorted(os.listdir(out)) == FILES
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert report["table"]["file"] == ill_named.name
    assert rb"r\udce9sults" in done.stdout


@LINUX
def test_that_script_and_command_find_such_a_table_again(ill_named: Path, tmp_path: Path) -> None:
    recipe = Recipe.of(kernel="matern32(40)", learning="fixed")
    document = Document(read_table(ill_named), "", recipe)
    document = Document(document.table, document.table.series[0].group, recipe)  # type: ignore[union-attr]
    script = write_exported(tmp_path / "again.py", python_script(document))
    done = run(script, tmp_path / "by script")
    assert done.returncode == 0, done.stderr
    assert sorted(os.listdir(tmp_path / "by script")) == FILES
    path = tmp_path / "again.sh"
    command = write_exported(path, command_line(document, path, SH))
    assert os.fsencode(str(ill_named.absolute())) in command.read_bytes()


def fails(kind: Callable[[], BaseException]) -> Callable[..., Path]:
    def fail(*_: object) -> Path:
        raise kind()

    return fail


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (KeyboardInterrupt, 130),
        (lambda: InputError("The disk is full: make room."), 2),
    ],
)
def test_that_the_last_file_that_fails_takes_the_others_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool, fault: type, code: int
) -> None:
    out = tmp_path / "out"
    if before:
        assert main(["fit", str(resource(*SAMPLE)), *QUICK, "--out", str(out)]) == 0
    was = {path: path.read_bytes() for path in out.glob("*")}
    monkeypatch.setattr(results, "write_report", fails(fault))
    words = ["fit", str(resource(*SAMPLE)), "--learning", "fixed", "--out", str(out)]
    assert main(words) == code
    assert {path: path.read_bytes() for path in out.glob("*")} == was
    assert list(tmp_path.iterdir()) == ([out] if before else [])


def test_that_a_disk_that_fills_up_is_told_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sync, room = os.fsync, [2]

    def full(handle: int) -> None:
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        room[0] -= 1
        sync(handle)

    monkeypatch.setattr(os, "fsync", full)
    out = tmp_path / "out"
    assert main(["fit", str(resource(*SAMPLE)), *QUICK, "--out", str(out)]) == 2
    assert "The disk is full" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_that_rivals_belong_to_the_other_files(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "rivals.csv").mkdir()
    words = ["fit", str(resource(*SAMPLE)), *QUICK, "--rivals", "--out", str(out)]
    assert main(words) == 2
    assert os.listdir(out) == ["rivals.csv"]
