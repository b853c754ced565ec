"""``gpstudio lab`` as people run it: words in, exit code, one line, files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gpstudio.cli.main import main
from gpstudio.lab import STUDIES

QUICK = ["--sets", "flat", "--sigmas", "1,3", "--rows", "100"]


def lab(tmp_path: Path, *words: str) -> tuple[int, Path]:
    out = tmp_path / "out"
    return main(["lab", *words, "--out", str(out)]), out


def test_that_a_study_is_measured_and_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = lab(tmp_path, "spectrum", *QUICK)
    assert code == 0
    assert {"results.csv", "study.json", "summary.md", "summary.html", "figures"} == {
        path.name for path in out.iterdir()
    }
    assert "2 cases measured." in capsys.readouterr().out
    code, out = lab(tmp_path, "spectrum", *QUICK)
    assert code == 0
    assert "0 cases measured, 2 were there already." in capsys.readouterr().out


def test_that_pictures_are_drawn_by_whoever_can(tmp_path: Path) -> None:
    drawn: list[tuple[str, str]] = []
    words = ["lab", "spectrum", *QUICK, "--out", str(tmp_path)]
    assert main(words, rasterise=lambda svg, path: drawn.append((svg[:4], path.name))) == 0
    assert drawn == [("<svg", "eigenvalues.png")]


def test_that_the_entrance_hands_in_who_draws(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gpstudio", "lab", "spectrum", *QUICK, "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "figures" / "eigenvalues.png").read_bytes().startswith(b"\x89PNG")


def test_that_one_page_is_made_of_several_studies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", "spectrum", *QUICK, "--out", str(tmp_path / "all" / "spectrum")]) == 0
    assert main(["lab", "summary", "--out", str(tmp_path / "all")]) == 0
    assert "1 study; wrote" in capsys.readouterr().out
    assert (tmp_path / "all" / "summary.html").exists()


@pytest.mark.parametrize("words", [["lab", "--list"], ["lab", "--help"]])
def test_that_help_lists_every_study_with_its_settings(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    told = " ".join(capsys.readouterr().out.split())
    for spec in STUDIES.specs:
        assert spec.help in told
        for parameter in spec.parameters:
            assert f"--{parameter.name}" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lab", "--out", "x"], "Name a study"),
        (["lab", "spectrom", "--out", "x"], "did you mean 'spectrum'"),
        (["lab", "spectrum"], "--out DIR"),
        (["lab", "spectrum", "--out", "x", "--sets", "magic"], "magic04.csv"),
        (["lab", "spectrum", "--out", "x", "--sets", "abalon"], "did you mean 'abalone'"),
        (["lab", "spectrum", "--out", "x", "--budgets", "5"], "has no 'budgets'"),
        (["lab", "spectrum", "--out", "x", "--data", "nowhere"], "There is no folder 'nowhere'"),
        (["lab", "kernel_matrix", "--out", "x", "--repeats", "0"], "goes from 1"),
        (["lab", "summary", "--out", "x"], "There is no folder x"),
        (["lab", "spectrum", "--out", "x", "--colour", "red"], "--help"),
    ],
)
def test_that_wrong_words_get_one_line_and_leave_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("gpstudio: ")
    assert said in told
    assert not (tmp_path / "x").exists()


def test_that_other_settings_in_the_same_folder_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lab(tmp_path, "spectrum", *QUICK)
    capsys.readouterr()
    code, _ = lab(tmp_path, "spectrum", *QUICK, "--seed", "4")
    assert code == 2
    assert "other settings (seed 0 there, 4 here)" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent so on POSIX systems")
def test_that_an_interrupt_ends_with_130_and_keeps_what_was_measured(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["lab", "kernel_matrix", "--sets", "flat", "--sigmas", "1", "--rows", "200"]
    words += ["--budgets", "10,20", "--repeats", "5000", "--out", str(out)]
    run = subprocess.Popen(
        [sys.executable, "-m", "gpstudio", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        deadline = time.monotonic() + 60
        results = out / "results.csv"
        while time.monotonic() < deadline and run.poll() is None:
            if results.exists() and results.read_bytes().count(b"\n") > 5:
                break
            time.sleep(0.1)
        assert run.poll() is None, "the study was meant to be long"
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=30)
    finally:
        run.kill()
        run.wait()
    assert run.returncode == 130
    assert "stopped; what was measured is kept" in said.decode()
    assert results.read_bytes().endswith(b"\n")
    assert results.read_bytes().count(b"\n") > 5
