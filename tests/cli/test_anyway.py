"""A fit that would not end is refused on the command line, in scripts and in the window alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio.cli.main import main
from gpstudio.core.inference.cost import PATIENCE
from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session import fitting
from gpstudio.session.document import Document
from gpstudio.session.request import Request
from gpstudio.session.script import command_line, python_script
from gpstudio.session.script.words import POSIX

SLOW = ["--kernel", "rbf", "--learning", "mcmc(samples=100000)"]


def test_that_a_fit_that_would_not_end_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["fit", str(resource(*SAMPLE)), *SLOW, "--out", str(tmp_path / "out")]
    assert main(words) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "would take about" in told
    assert "--anyway" in told
    assert list(tmp_path.iterdir()) == []


def test_that_whoever_says_so_gets_it_whatever_it_costs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    infer = fitting.infer

    def noted(recipe: object, readings: object, task: object, patience: float) -> object:
        asked.append(patience)
        return infer(Recipe.of(learning="fixed"), readings, task, patience)  # type: ignore[arg-type]

    monkeypatch.setattr(fitting, "infer", noted)
    words = ["fit", str(resource(*SAMPLE)), "--out", str(tmp_path / "out")]
    assert main(words) == 0
    assert main([*words, *SLOW, "--anyway"]) == 0
    assert asked == [PATIENCE, float("inf")]


def test_that_script_and_command_say_it_again(tmp_path: Path) -> None:
    table = read_table(resource(*SAMPLE))
    group = table.series[0].group
    patient = Document(table, group, Recipe(), Request(anyway=True))
    assert "Request(anyway=True)" in python_script(patient).text
    assert "--anyway" in command_line(patient, tmp_path / "x.sh", POSIX).text
    usual = Document(table, group)
    assert "anyway" not in python_script(usual).text
    assert "--anyway" not in command_line(usual, tmp_path / "x.sh", POSIX).text
