"""``gpstudio add`` and ``--add``: what would change is told, a project grows, its fits follow."""

from __future__ import annotations

from pathlib import Path

import pytest
from newer_project import made_newer

from gpstudio.cli.main import DONE, WRONG, main
from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document
from gpstudio.session.many import fit_fields
from gpstudio.session.project.codec.document import document_of, parts_of_document
from gpstudio.session.project.loading import load
from gpstudio.session.project.project import Project
from gpstudio.session.request import Request

HEAD = "field,date,ndvi\n"


def written(path: Path, *rows: str) -> Path:
    path.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def first(tmp_path: Path) -> Path:
    return written(
        tmp_path / "first.csv",
        *(f"{field},2026-04-{day:02},{0.2 + 0.02 * day:.2f}"
          for field in ("North", "South") for day in range(1, 10)),
    )  # fmt: skip


@pytest.fixture
def project(first: Path, tmp_path: Path) -> Path:
    table, request = read_table(first), Request(stages="none")
    recipe = Recipe.of(kernel="matern32(30)", learning="fixed")
    document = OpenTable(table).apply(Document(recipe=recipe, request=request))
    fits = fit_fields(table.series, recipe, request, {}).fits
    document = document.with_fits({fit.group: fit for fit in fits})
    path = tmp_path / "farm.gpstudio"
    Project.create(path, parts_of_document(document)).close()
    return path


def opened(path: Path) -> Document:
    return document_of(load(path))


def test_that_a_project_grows_and_its_fits_follow(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = written(tmp_path / "may.csv", "north,2026-05-01,0.7", "South,2026-04-09,0.38")
    before = project.read_bytes()
    assert main(["add", str(project), str(more), "--dry-run"]) == DONE
    told = capsys.readouterr().out
    assert "1 field gets 1 reading, to 2026-05-01; 1 row was there already." in told
    assert "North: 1 reading, 2026-05-01" in told
    assert project.read_bytes() == before
    assert main(["add", str(project), str(more), "--workers", "1"]) == DONE
    told = capsys.readouterr().out
    assert "1 field fitted anew" in told
    document = opened(project)
    assert document.table is not None
    assert len(document.table.by_group["North"]) == 10
    assert all(document.state_of(group) == "current" for group in ("North", "South"))
    assert main(["add", str(project), str(more)]) == DONE
    assert "Nothing new" in capsys.readouterr().out


def test_that_an_open_question_is_told_with_its_answers_and_changes_nothing(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = written(tmp_path / "other.csv", "North,2026-04-09,0.5")
    before = project.read_bytes()
    assert main(["add", str(project), str(more)]) == WRONG
    assert "--answer 'same day=the new one counts'" in capsys.readouterr().err
    assert project.read_bytes() == before
    words = ["--answer", "same day=the new one counts", "--workers", "1"]
    assert main(["add", str(project), str(more), *words]) == DONE
    table = opened(project).table
    assert table is not None
    assert table.by_group["North"].value[-1] == 0.5
    assert len(table.by_group["North"]) == 9


def test_that_any_command_reads_several_files_as_one(
    first: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = written(tmp_path / "may.csv", "North,2026-05-01,0.7", "West,2026-05-01,0.3")
    assert main(["inspect", str(first), "--add", str(more)]) == DONE
    told = capsys.readouterr().out
    assert "20 readings of 3 fields" in told
    assert "with what was added from 'may.csv'" in told
    other = written(tmp_path / "other.csv", "North,2026-04-09,0.5")
    assert main(["inspect", str(first), "--add", str(other)]) == WRONG
    assert "--add-answer 'same day=both count'" in capsys.readouterr().err


def not_asked(*_: object) -> Path:
    raise AssertionError("there is nothing to report")


@pytest.mark.parametrize("words", [["add", "more.csv"], ["report", "--out", "farm.pdf"]])
def test_that_a_project_of_a_newer_version_is_refused_in_one_line_and_left_as_it_is(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    made_newer(project)
    before = project.read_bytes()
    written(tmp_path / "more.csv", "North,2026-05-01,0.7")
    command, *others = words
    there = [str(tmp_path / word) if "." in word else word for word in others]
    assert main([command, str(project), *there], report=not_asked) == WRONG
    told = capsys.readouterr().err
    assert "was saved by a newer GP Studio" in told
    assert told.count("\n") == 1
    assert project.read_bytes() == before
    assert not (tmp_path / "farm.pdf").exists()
