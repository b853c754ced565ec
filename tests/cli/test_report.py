"""``gpstudio report``: the PDF of the window, without one."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gpstudio.cli.main import DONE, WRONG, main
from gpstudio.data.table import Table
from gpstudio.session.fitting import Fit
from gpstudio.session.project.codec.document import parts_of_document
from gpstudio.session.project.project import Project

from .test_add import first, opened, project  # noqa: F401
from .test_command_line import QUICK, one_line


class Drawn:
    """Stands for the window's part, and keeps what it was given."""

    def __init__(self) -> None:
        self.fits: Sequence[Fit] = ()
        self.table: Table | None = None
        self.unfitted: Mapping[str, str] = {}

    def __call__(
        self, path: Path, fits: Sequence[Fit], table: Table | None, unfitted: Mapping[str, str]
    ) -> Path:
        self.fits, self.table, self.unfitted = fits, table, unfitted
        return path


def report(drawn: Drawn, *words: object) -> int:
    return main(["report", *map(str, words)], report=drawn)


def test_that_a_project_is_reported_as_it_was_saved(
    project: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    drawn, before = Drawn(), project.read_bytes()
    assert report(drawn, project, "--out", tmp_path / "farm.pdf") == DONE
    assert [fit.group for fit in drawn.fits] == ["North", "South"]
    assert drawn.table is not None
    assert project.read_bytes() == before


def test_that_a_table_is_fitted_with_the_words_of_fit(
    first: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    drawn = Drawn()
    words = (first, *QUICK, "--stages", "wheat", "--out", tmp_path / "all.pdf")
    assert report(drawn, *words) == DONE
    assert [fit.group for fit in drawn.fits] == ["North", "South"]
    assert {stage.crop for fit in drawn.fits for stage in fit.stages} <= {"wheat"}
    assert all(fit.request.stages == "wheat" for fit in drawn.fits)


def test_that_a_field_without_a_fit_is_handed_over_with_its_reason(
    first: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The page that sums up counts it."""
    drawn, more = Drawn(), tmp_path / "more.csv"
    late = [f"Late,2026-04-{day:02},0.{day}" for day in range(20, 28)]
    more.write_text(first.read_text(encoding="utf-8") + "\n".join(late) + "\n", encoding="utf-8")
    words = (*QUICK, "--as-of", "2026-04-15", "--out", tmp_path / "all.pdf")
    assert report(drawn, more, *words) == DONE
    assert [fit.group for fit in drawn.fits] == ["North", "South"]
    assert list(drawn.unfitted) == ["Late"]
    assert "2026-04-15" in drawn.unfitted["Late"]


def test_that_what_is_wrong_is_one_line(
    project: Path,  # noqa: F811
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "farm.pdf"
    assert report(Drawn(), project, "--stages", "wheat", "--out", out) == WRONG
    assert "'farm.gpstudio' is a project" in (told := one_line(capsys))
    assert "leave --stages out" in told
    assert report(Drawn(), project, "--out", tmp_path / "farm.txt") == WRONG
    assert "end it with .pdf" in one_line(capsys)
    empty = tmp_path / "empty.gpstudio"
    unfitted = replace(opened(project), fits={})
    Project.create(empty, parts_of_document(unfitted)).close()
    assert report(Drawn(), empty, "--out", out) == WRONG
    assert "No field of 'empty.gpstudio' is fitted" in one_line(capsys)
    assert report(Drawn(), tmp_path / "none.csv", "--out", out) == WRONG
    assert "none.csv" in one_line(capsys)


def test_that_the_program_itself_draws_it_without_a_display(
    project: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    out = tmp_path / "farm.pdf"
    command = [sys.executable, "-m", "gpstudio", "report", str(project), "--out", str(out)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.strip()) == (0, f"wrote {out}"), ran.stderr
    assert out.read_bytes().startswith(b"%PDF-")
