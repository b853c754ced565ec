"""Documents from and to their projects, as jobs open and save them."""

from __future__ import annotations

import gc
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.session.document import Document
from gpstudio.session.history import History
from gpstudio.session.project.autosave import Autosave
from gpstudio.session.project.codec.texts import json_of, json_part
from gpstudio.session.project.gently import uncollected
from gpstudio.session.project.loading import load
from gpstudio.session.project.project import Project
from gpstudio.session.project.recovery import recoverable
from gpstudio.session.project.versions import (
    TakeVersion,
    Version,
    names_of,
    open_version,
    versions_of,
)
from gpstudio.session.project.whole import (
    Errand,
    State,
    open_whole,
    recover_whole,
    save_as,
    save_whole,
)


def state(kernel: str) -> State:
    return State(Document(recipe=Recipe.of(kernel=kernel)), (json_part("window", kernel),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wheat.gpstudio"


def saved(path: Path, *kernels: str) -> None:
    """So many saves, one after the other."""
    first, *rest = kernels
    errand = Errand()
    project = save_as(path, state(first), {}, errand)
    for kernel in rest:
        save_whole(project, state(kernel), {})
    errand.give_up()


def kernel_of(document: Document) -> str:
    return document.recipe.text("kernel")


def is_held(path: Path) -> bool:
    with Project.open(path) as project:
        return bool(project.read_only)


def test_that_what_is_saved_is_opened_with_what_else_belongs_to_it(path: Path) -> None:
    saved(path, "rbf")
    errand = Errand()
    opened = open_whole(path, errand)
    assert kernel_of(opened.document) == "rbf"
    assert json_of(opened.contents, "window") == "rbf"
    assert set(opened.contents.parts) == {"window"}  # the rest is in the document
    assert opened.project is not None
    assert set(opened.project.contents.parts) == {"window"}
    errand.give_up()


def test_that_a_project_that_nobody_takes_is_let_go(path: Path) -> None:
    saved(path, "rbf")
    errand = Errand()
    open_whole(path, errand)
    assert is_held(path)
    errand.give_up()
    assert not is_held(path)


def test_that_a_project_that_was_taken_is_kept(path: Path) -> None:
    saved(path, "rbf")
    errand = Errand()
    opened = open_whole(path, errand)
    errand.taken()
    errand.give_up()
    assert is_held(path)
    assert opened.project is not None
    opened.project.close()


def test_that_opening_that_is_stopped_or_fails_holds_nothing(path: Path) -> None:
    class Stopped(Task):
        def check(self) -> None:
            raise Cancelled

    saved(path, "rbf")
    with pytest.raises(Cancelled):
        open_whole(path, Errand(), task=Stopped())
    assert not is_held(path)
    path.write_bytes(b"no project")
    with pytest.raises(InputError, match="is no project"):
        open_whole(path, Errand())


def test_that_versions_are_listed_newest_first_and_open(path: Path) -> None:
    assert versions_of(path) == ()
    before = datetime.now(UTC)
    saved(path, "rbf", "cosine", "matern32")
    versions = versions_of(path)
    assert [kernel_of(open_version(v).document) for v in versions] == ["cosine", "rbf"]
    for version in versions:
        assert before - timedelta(seconds=1) <= version.saved <= datetime.now(UTC)


def test_that_versions_are_told_apart(path: Path) -> None:
    noon = datetime(2025, 5, 14, 12, 0, 10).astimezone()
    moments = (noon, noon + timedelta(seconds=5), noon + timedelta(hours=2))
    versions = [Version(path, moment) for moment in moments]
    assert names_of(versions) == ("2025-05-14 12:00:10", "2025-05-14 12:00:15", "2025-05-14 14:00")


def test_that_going_back_to_a_version_can_be_undone() -> None:
    history = History(Document(recipe=Recipe.of(kernel="rbf")))
    history.do(TakeVersion(Document(recipe=Recipe.of(kernel="cosine")), "2025-05-14 12:00"))
    assert kernel_of(history.document) == "cosine"
    assert history.undo_title == "open the version of 2025-05-14 12:00"
    assert kernel_of(history.undo()) == "rbf"


def crash(folder: Path, original: Path | None, kernel: str) -> None:
    autosave = Autosave(folder, original, pause=0.0)
    autosave.hand_over(lambda: state(kernel).parts({}))
    assert autosave.flush()
    autosave.close(keep=True)


def test_that_what_was_not_saved_comes_back_with_its_project(path: Path, tmp_path: Path) -> None:
    saved(path, "rbf")
    crash(tmp_path / "state", path, "cosine")
    (recovery,) = recoverable(tmp_path / "state")
    errand = Errand()
    opened = recover_whole(recovery, errand)
    assert kernel_of(opened.document) == "cosine"
    assert json_of(opened.contents, "window") == "cosine"
    assert opened.project is not None
    assert opened.project.path == path.resolve()
    assert not opened.project.read_only
    errand.give_up()
    assert kernel_of(open_version(Version(path, datetime.now(UTC))).document) == "rbf"


@pytest.mark.parametrize("gone", [True, False])
def test_that_it_comes_back_without_a_project_that_is_gone_or_open_already(
    path: Path, tmp_path: Path, gone: bool
) -> None:
    saved(path, "rbf")
    crash(tmp_path / "state", path, "cosine")
    (recovery,) = recoverable(tmp_path / "state")
    if gone:
        path.unlink()
    opened = recover_whole(recovery, Errand(), is_open=not gone)
    assert opened.project is None
    assert kernel_of(opened.document) == "cosine"


def test_that_a_state_is_saved_with_its_notes(path: Path) -> None:
    noted = replace(state("rbf"), notes={"session": "ab", "state": "3"})
    errand = Errand()
    save_as(path, noted, {}, errand)
    errand.give_up()
    assert load(path).notes["state"] == "3"


def test_that_rubbish_waits_until_all_is_made() -> None:
    """And what was made counts as old: it is not looked through at once."""
    gc.collect()
    with uncollected():
        assert not gc.isenabled()
        kept = [[number] for number in range(50_000)]
    assert gc.isenabled()
    assert gc.get_count()[0] < 10_000
    assert gc.get_freeze_count() == 0
    del kept


def test_that_saving_lets_rubbish_lie_until_it_is_done() -> None:
    """Also where two save at once, and one of them gives up."""
    one, other = state("rbf").parts({}), state("rbf").parts({})
    next(one)
    next(other)
    assert not gc.isenabled()
    list(one)
    assert not gc.isenabled()
    other.close()  # type: ignore[attr-defined]
    assert gc.isenabled()


def test_that_whoever_had_rubbish_left_alone_has_it_so_afterwards() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
