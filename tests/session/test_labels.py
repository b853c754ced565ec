"""Words about fields and other names for them: steps that can be undone, kept with the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.data.adding.reading import add_readings
from gpstudio.data.renaming import rename_fields
from gpstudio.data.table import read_table
from gpstudio.phenology.places import Place
from gpstudio.session.commands import OpenTable
from gpstudio.session.document import Document
from gpstudio.session.field_commands import ExcludeReadings, SetCrop
from gpstudio.session.field_facts import FactFiles, facts_from
from gpstudio.session.history import History
from gpstudio.session.labels import SetLabel
from gpstudio.session.many import fit_fields
from gpstudio.session.noted.columns import read_field_words
from gpstudio.session.project.codec.document import document_of, parts_of_document
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.unsaved import changes, of_its_table
from gpstudio.session.renaming import RenameFields
from gpstudio.session.request import Request
from gpstudio.session.script import command_line, python_script
from gpstudio.session.script.words import POSIX

QUICK = Recipe.of(kernel="matern32(30)", learning="fixed")
NO_DATES = Request(stages="none")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    rows = "".join(
        f"{field},2026-04-{day:02},{0.2 + 0.02 * day:.2f}\n"
        for field in ("North", "South", "West")
        for day in range(1, 10)
    )
    path = tmp_path / "first.csv"
    path.write_text("field,date,ndvi\n" + rows, encoding="utf-8")
    return path


@pytest.fixture
def history(path: Path) -> History:
    table = read_table(path)
    history = History(OpenTable(table).apply(Document(recipe=QUICK, request=NO_DATES)))
    for fit in fit_fields(table.series, QUICK, NO_DATES, {}).fits:
        history.keep_fit(fit)
    return history


def saved_and_opened(document: Document, folder: Path) -> Document:
    parts = {part.name: part for part in parts_of_document(document)}
    return document_of(Contents(folder / "p.gpstudio", parts))


def written(folder: Path, text: str) -> Path:
    path = folder / "fields.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_that_a_word_for_many_is_one_step_and_outdates_nothing(
    history: History, tmp_path: Path
) -> None:
    before = history.document
    after = history.do(SetLabel(("North", "South"), "group", "river"))
    assert [after.labels_of(g).get("group") for g in ("North", "South", "West")] == [
        "river", "river", None,
    ]  # fmt: skip
    assert all(after.state_of(group) == "current" for group in after.fits)
    assert list(changes(after, before)) == ["what is known of the fields"]
    assert "what is known of the fields" in of_its_table(after)
    assert saved_and_opened(after, tmp_path).labels == after.labels
    assert history.do(SetLabel(("North",), "group", " ")).labels_of("North") == {}
    history.undo()
    assert history.undo().labels == before.labels


def test_that_columns_of_a_second_file_are_joined_by_name(history: History, tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "Field;Kultur;lat;lon;Boden;manager\nnorth;Raps;50,5;10;loam;Ann Lee\n"
        "SOUTH;;51;11;;Bo\nNowhere;;52;12;clay;-\n",
    )
    command, told = facts_from(history.document, FactFiles(fields=path))
    after = history.do(command)
    assert after.labels == {
        "North": {"crop": "Raps", "soil": "loam", "manager": "Ann Lee"},
        "South": {"manager": "Bo"},
    }
    assert after.facts_of("North").crop == "canola"
    assert after.facts_of("North").place == Place(50.5, 10.0)
    assert after.facts_of("South").place == Place(51.0, 11.0)
    assert "'Nowhere'" in " ".join(told.remarks)
    assert history.undo().labels == {}


def test_that_a_file_of_words_alone_is_cut_by_its_marks(tmp_path: Path) -> None:
    path = written(tmp_path, "group;variety\nHill / North;Old Red\nHill / East;Kondor\n")
    assert [(row.group, dict(row.labels)) for row in read_field_words(path)] == [
        ("Hill / North", {"variety": "Old Red"}),
        ("Hill / East", {"variety": "Kondor"}),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("variety;soil\nKondor;loam\n", "no column group"),
        ("group;variety\nNorth;Kondor\nNorth;Avatar\n", "different things of 'North'"),
        ("group,lat,lon\nNorth,95,10\n", "Line 2"),
        ("group;variety\nNowhere;Kondor\n", "matches no field"),
    ],
)
def test_that_a_file_that_cannot_be_meant_is_refused(
    history: History, tmp_path: Path, text: str, problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        facts_from(history.document, FactFiles(fields=written(tmp_path, text)))


def test_that_all_goes_with_a_new_name_and_comes_back(history: History, tmp_path: Path) -> None:
    history.do(SetCrop("North", "wheat"))
    history.do(SetLabel(("North",), "note", "wet"))
    (fit,) = fit_fields(
        [history.document.table.by_group["North"]], QUICK, NO_DATES, history.document.facts  # type: ignore[union-attr]
    ).fits  # fmt: skip
    history.keep_fit(fit)
    before = history.document
    after = history.do(RenameFields((("North", "Mill field"),)))
    assert after.table is not None
    assert list(after.table.groups) == ["Mill field", "South", "West"]
    assert after.selected == "Mill field"
    assert after.facts_of("Mill field").crop == "wheat"
    assert after.labels_of("Mill field") == {"note": "wet"}
    assert after.state_of("Mill field") == "current"
    assert len(after.all_kept_of("Mill field")) == len(before.all_kept_of("North"))
    assert not after.all_kept_of("North")
    assert after.fits["Mill field"].stage_rows == ()
    again = saved_and_opened(after, tmp_path)
    assert again.table is not None
    assert again.table.renamed == {"North": "Mill field"}
    assert again.state_of("Mill field") == "current"
    back = history.undo()
    assert back.table is before.table
    assert set(back.fits) == {"North", "South", "West"}
    assert back.state_of("North") == "current"
    assert history.redo().state_of("Mill field") == "current"


def test_that_a_fit_of_other_readings_keeps_its_name_right(history: History) -> None:
    north = history.document.table.by_group["North"]  # type: ignore[union-attr]
    history.do(ExcludeReadings("North", ((float(north.time[3]), float(north.value[3])),)))
    assert history.document.state_of("North") == "other curve"
    after = history.do(RenameFields((("North", "Mill"),)))
    assert after.state_of("Mill") == "other curve"
    assert after.fits["Mill"].series.group == "Mill"


def test_that_added_files_find_a_field_by_either_name(history: History, tmp_path: Path) -> None:
    after = history.do(RenameFields((("North", "Mill"),)))
    assert after.table is not None
    more = tmp_path / "more.csv"
    more.write_text(
        "field,date,ndvi\nnorth,2026-05-01,0.5\nMill,2026-05-02,0.6\n", encoding="utf-8"
    )
    joined = add_readings(after.table, more)
    assert list(joined.groups) == ["Mill", "South", "West"]
    assert len(joined.by_group["Mill"]) == 11


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ({"North": "South"}, "Another field is called 'South'"),
        ({"North": " "}, "has a name"),
        ({"Nort": "Mill"}, "did you mean 'North'"),
    ],
)
def test_that_a_name_is_one_of_its_own(path: Path, names: dict[str, str], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        rename_fields(read_table(path), names)


def test_that_two_fields_can_change_names(path: Path) -> None:
    table = rename_fields(read_table(path), {"North": "South", "South": "North"})
    assert list(table.groups) == ["South", "North", "West"]
    assert rename_fields(table, {"North": "South", "South": "North"}).renamed == {}


def test_that_scripts_call_fields_as_they_are_called(history: History, tmp_path: Path) -> None:
    document = history.do(RenameFields((("North", "Mill"),)))
    assert "rename_fields(table, {\n    'North': 'Mill',\n})" in python_script(document).text
    assert "--rename=North=Mill" in command_line(document, tmp_path / "run.sh", POSIX).text
