"""Readings added to a document: one step to undo, decisions hold, fits follow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpstudio import fit_table
from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET
from gpstudio.data.adding.addition import Addition
from gpstudio.data.adding.reading import added_from
from gpstudio.data.source import open_source
from gpstudio.data.table import read_table
from gpstudio.phenology.places import Place
from gpstudio.session.adding import AddReadings, fields_to_fit, grown
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document
from gpstudio.session.field_commands import ExcludeReadings, SetCrop
from gpstudio.session.history import History
from gpstudio.session.many import fit_fields
from gpstudio.session.project.codec.document import document_of, parts_of_document
from gpstudio.session.project.contents import Contents
from gpstudio.session.request import Request
from gpstudio.session.script import command_line, python_script
from gpstudio.session.script.words import POSIX

QUICK = Recipe.of(kernel="matern32(30)", learning="fixed")
NO_DATES = Request(stages="none")


def rows(field: str, first: int, count: int, head: str = "") -> str:
    days = range(first, first + count)
    lines = "".join(f"{field},2026-04-{day:02},{0.2 + 0.02 * day:.2f}{head}\n" for day in days)
    return lines


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    first, more = tmp_path / "first.csv", tmp_path / "more.csv"
    head = "field,date,ndvi\n"
    first.write_text(head + rows("North", 1, 9) + rows("South", 1, 9), encoding="utf-8")
    place = "field,date,ndvi,lat,lon\n"
    more.write_text(
        place + rows("North", 8, 4, ",50,10") + rows("West", 1, 9, ",51,11"), encoding="utf-8"
    )
    return first, more


@pytest.fixture
def history(files: tuple[Path, Path]) -> History:
    table = read_table(files[0])
    history = History(OpenTable(table).apply(Document(recipe=QUICK, request=NO_DATES)))
    for fit in fit_fields(table.series, QUICK, NO_DATES, {}).fits:
        history.keep_fit(fit)
    return history


def looked_at(document: Document, path: Path) -> Addition:
    assert document.table is not None
    return added_from(document.table, lambda a, t: open_source(path, a, t), task=QUIET)


def test_that_fits_of_changed_fields_are_outdated_and_undo_brings_all_back(
    history: History, files: tuple[Path, Path]
) -> None:
    history.do(SetCrop("South", "wheat"))
    before = history.document
    addition = looked_at(before, files[1])
    assert fields_to_fit(before, addition) == ["North", "West"]
    after = history.do(AddReadings(addition))
    assert [after.state_of(group) for group in ("North", "South", "West")] == [
        "other curve", "other dates", "unfitted",
    ]  # fmt: skip
    assert after.facts_of("South").crop == "wheat"
    assert after.facts_of("West").place == Place(51.0, 11.0)
    assert after.kept.table is before.kept.table  # the same work goes on
    assert after.table is not None
    (west,) = fit_fields([after.table.by_group["West"]], QUICK, NO_DATES, {}).fits
    history.keep_fit(west)
    back = history.undo()
    assert back.table is before.table
    assert set(back.fits) == {"North", "South"}
    assert back.state_of("North") == "current"


def test_that_a_reading_taken_out_stays_out_when_it_comes_again(
    history: History, files: tuple[Path, Path]
) -> None:
    north = history.document.table.by_group["North"]  # type: ignore[union-attr]
    reading = (float(north.time[8]), float(north.value[8]))
    history.do(ExcludeReadings("North", (reading,)))
    after = history.do(AddReadings(looked_at(history.document, files[1])))
    assert after.table is not None
    assert reading[0] not in after.table.by_group["North"].time
    assert len(after.table.by_group["North"]) == 10


def test_that_only_the_table_that_was_looked_at_is_added_to(
    history: History, files: tuple[Path, Path]
) -> None:
    addition = looked_at(history.document, files[1])
    history.do(AddReadings(addition))
    with pytest.raises(InputError, match="changed meanwhile"):
        history.do(AddReadings(addition))


def test_that_a_project_keeps_what_was_added(
    history: History, files: tuple[Path, Path], tmp_path: Path
) -> None:
    whole = grown(history.document, looked_at(history.document, files[1]))
    assert whole.outcome is not None
    assert len(whole.outcome.fits) == 2
    document = whole.document
    assert all(document.state_of(g) == "current" for g in ("North", "South", "West"))
    parts = {part.name: part for part in parts_of_document(document)}
    again = document_of(Contents(tmp_path / "p.gpstudio", parts))
    assert again.table is not None
    assert document.table is not None
    assert again.table.added == document.table.added
    assert [len(series) for series in again.table.series] == [11, 9, 9]
    assert looked_at(again, files[1]).is_empty


def test_that_scripts_read_the_added_files_too(
    history: History, files: tuple[Path, Path], tmp_path: Path
) -> None:
    document = history.do(AddReadings(looked_at(history.document, files[1])))
    assert document.table is not None
    text = python_script(document).text
    reading = re.search(r"from gpstudio.*?fields = [^\n]*", text, re.DOTALL)
    assert reading is not None
    made: dict[str, dict[str, object]] = {}
    exec("import sys\nfrom pathlib import Path\nsys.argv = ['x']\n" + reading[0], made)
    for group, series in document.table.by_group.items():
        assert made["fields"][group].fingerprint == series.fingerprint  # type: ignore[attr-defined]
    line = command_line(document, tmp_path / "run.sh", POSIX).text
    assert f"--add={files[1].absolute()}" in line


def test_that_python_fits_several_files_as_one_table(files: tuple[Path, Path]) -> None:
    results = fit_table(files[0], add=[files[1]], stages="none", kernel="matern32(30)",
                        learning="fixed", workers=1)  # fmt: skip
    assert results.fields["group"].tolist() == ["North", "South", "West"]
    assert results.fields["readings"].tolist() == [11, 9, 9]
