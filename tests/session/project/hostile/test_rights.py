"""Nobody sees more of a project beside it, or in what is kept of it, than in the project itself."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from session.project.states import state

from gpstudio.session.project import lock, store
from gpstudio.session.project.autosave import Autosave
from gpstudio.session.project.beside import lock_path
from gpstudio.session.project.plain import Rights
from gpstudio.session.project.project import Project
from gpstudio.session.project.store import save

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have other rights there")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o022, 0o000, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wheat.gpstudio"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o660, 0o664, 0o644, 0o666])
@pytest.mark.usefixtures("umask")
def test_that_lock_and_versions_have_the_rights_of_the_project(path: Path, mode: int) -> None:
    """A group that shares a folder goes on sharing, whatever the umask of each."""
    save(path, state(1))
    path.chmod(mode)
    with Project.open(path) as project:
        assert rights(lock_path(path)) == mode
        for number in (2, 3):
            project.save(state(number))
            assert rights(path) == mode
        assert [rights(version) for version in project.previous_versions] == [mode, mode]


def test_that_a_project_that_is_made_private_takes_its_versions_along(path: Path) -> None:
    save(path, state(1))
    path.chmod(0o644)
    for number in (2, 3):
        save(path, state(number))
    path.chmod(0o600)
    with Project.open(path) as project:
        assert [rights(version) for version in project.previous_versions] == [0o600, 0o600]


def test_that_nobody_sees_a_private_project_while_it_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its first moment on: who has it open by then reads what is written later."""
    save(path, state(1))
    path.chmod(0o600)
    seen: list[int] = []
    real, give = store.write, Rights.give

    def given(rights: Rights, handle: int) -> None:
        seen.append(stat.S_IMODE(os.fstat(handle).st_mode))
        give(rights, handle)

    def written(fresh: Path, *given: object) -> None:
        seen.append(rights(fresh))
        real(fresh, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "write", written)
    monkeypatch.setattr(Rights, "give", given)
    before = os.umask(0)
    try:
        save(path, state(2))
    finally:
        os.umask(before)
    assert set(seen) == {0o600}
    assert len(seen) > 1


def test_that_a_new_project_has_the_rights_that_a_person_gives_new_files(
    path: Path, umask: int
) -> None:
    with Project.create(path, state(1)):
        assert rights(path) == 0o666 & ~umask
        assert rights(lock_path(path)) == 0o666 & ~umask


def test_that_another_group_gets_what_everybody_has(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is made in the group of who makes it, who may not be able to give it to another."""

    def refused(*_: object) -> None:
        raise PermissionError

    path.write_bytes(b"")
    monkeypatch.setattr(os, "fchown", refused)
    for mode, given in ((0o660, 0o600), (0o664, 0o644), (0o640, 0o600), (0o666, 0o666)):
        path.chmod(0o600)
        with path.open("rb") as file:
            Rights(mode, group=os.getgid() + 12_345).give(file.fileno())
        assert rights(path) == given


@pytest.mark.usefixtures("umask")
def test_that_what_is_not_saved_is_for_nobody_else(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "unsaved"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    autosave = Autosave(folder, tmp_path / "wheat.gpstudio", pause=0.0)
    for number in (1, 2):
        autosave.hand_over(lambda number=number: state(number))
        assert autosave.flush()
    assert rights(folder) == 0o700
    files = list(folder.iterdir())
    assert len(files) == 2
    assert [rights(file) for file in files] == [0o600, 0o600]
    autosave.close()


def test_that_who_may_not_write_in_a_lock_still_hears_that_it_is_held(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one who may read a project of somebody else, and no more."""
    save(path, state(1))
    real = lock.made

    def made(file: Path, flags: int, mode: int) -> int:
        if flags & os.O_RDWR:
            raise PermissionError
        return real(file, flags, mode)

    with Project.open(path):
        monkeypatch.setattr(lock, "made", made)
        with Project.open(path) as other:
            assert "is open in another window" in other.read_only
