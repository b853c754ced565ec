"""Nothing beside a project is reached through a link: an archive or a clone can carry one."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from session.project.states import number_of, state

from gpstudio.core.errors import InputError
from gpstudio.session.project import beside, plain
from gpstudio.session.project.beside import FOLDER, fresh_file, lock_path, tidy, version_path
from gpstudio.session.project.loading import load
from gpstudio.session.project.plain import NotPlain, handle_of, held, is_link, place_of
from gpstudio.session.project.project import Project, tidy_up
from gpstudio.session.project.store import save

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights there that few have")
PRECIOUS = b"what somebody worked on for years"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "wheat.gpstudio"
    path.parent.mkdir()
    save(path, state(1))
    return path


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    """A file elsewhere, which nobody but its owner may read."""
    path = tmp_path / "elsewhere" / "precious.txt"
    path.parent.mkdir()
    path.write_bytes(PRECIOUS)
    path.chmod(0o600)
    return path


def is_untouched(precious: Path) -> bool:
    mode = stat.S_IMODE(precious.stat().st_mode)
    return (precious.read_bytes(), mode) == (PRECIOUS, 0o600)


def soft(target: Path, link: Path) -> None:
    link.symlink_to(target)


def hard(target: Path, link: Path) -> None:
    os.link(target, link)


def fifo(_: Path, link: Path) -> None:
    os.mkfifo(link)


def folder(_: Path, link: Path) -> None:
    link.mkdir()


@pytest.mark.parametrize("plant", [soft, hard, fifo, folder])
def test_that_a_lock_that_is_no_file_of_its_own_is_neither_written_nor_opened(
    project: Path, precious: Path, plant: Callable[[Path, Path], None]
) -> None:
    """The project is there to be looked at, and says why it cannot be saved."""
    (project.parent / FOLDER).mkdir()
    plant(precious, lock_path(project))
    with Project.open(project) as opened:
        assert number_of(opened.contents) == 1
        assert opened.read_only == (
            f"'{project.parent}' has a link or no plain file called 'wheat.gpstudio.lock': "
            "'wheat.gpstudio' can be looked at, and saved in another folder."
        )
        with pytest.raises(InputError, match="has a link or no plain file"):
            opened.save(state(2))
    assert is_untouched(precious)


def test_that_a_linked_hidden_folder_lets_nothing_be_made_or_removed_elsewhere(
    project: Path, precious: Path
) -> None:
    elsewhere = precious.parent
    others = [elsewhere / f"wheat.{name}.gpstudio" for name in ("saving-00000000000a", "0", "1")]
    for other in others:
        other.write_bytes(PRECIOUS)
    before = sorted(elsewhere.iterdir())
    (project.parent / FOLDER).symlink_to(elsewhere, target_is_directory=True)
    with Project.open(project) as opened:
        assert f"no plain file called '{FOLDER}'" in opened.read_only
        assert opened.previous_versions == ()
    tidy(project)
    tidy_up(project)
    with pytest.raises(InputError, match=r"so 'wheat\.gpstudio' cannot be saved there"):
        save(project, state(2))
    assert sorted(elsewhere.iterdir()) == before
    assert all(other.read_bytes() == PRECIOUS for other in others)
    assert number_of(load(project)) == 1


def test_that_a_linked_version_is_no_version(project: Path, precious: Path) -> None:
    with Project.open(project) as opened:
        opened.save(state(2))
        version_path(project, 2).symlink_to(precious)
        version_path(project, 3).symlink_to(project)
        assert opened.previous_versions == (version_path(project, 1),)
        for number in (3, 4, 5):
            opened.save(state(number))
        assert len(opened.previous_versions) == 3
    assert is_untouched(precious)


def test_that_a_folder_that_is_swapped_for_a_link_meanwhile_gains_nothing(
    project: Path, precious: Path
) -> None:
    """Between the look and the deed, by somebody who may write in the folder around it."""
    kept = project.parent / FOLDER
    kept.mkdir()
    with held(kept) as there:
        kept.rename(project.parent / "away")
        kept.symlink_to(precious.parent, target_is_directory=True)
        os.close(there.open("a", os.O_CREAT | os.O_RDWR))
        there.rename("a", "precious.txt")
        there.remove("precious.txt")
    assert is_untouched(precious)
    assert [path.name for path in precious.parent.iterdir()] == ["precious.txt"]


def test_that_what_went_elsewhere_while_it_was_written_takes_no_place(
    project: Path, tmp_path: Path
) -> None:
    """SQLite is told a path: what it wrote there is looked for where it should be."""
    kept = project.parent / FOLDER
    with fresh_file(project) as fresh:
        shutil.copytree(kept, tmp_path / "other")
        kept.rename(tmp_path / "away")
        (tmp_path / "other").rename(kept)
        with pytest.raises(NotPlain):
            fresh.push()
    assert number_of(load(project)) == 1


def test_that_a_link_that_a_person_chose_is_theirs(project: Path, tmp_path: Path) -> None:
    """What is saved goes to where it leads, once and for all."""
    link = tmp_path / "my wheat.gpstudio"
    link.symlink_to(project)
    with Project.open(link) as opened:
        assert opened.path == project
        opened.save(state(2))
    assert link.is_symlink()
    assert number_of(load(project)) == 2


def test_that_a_project_swapped_for_a_link_meanwhile_is_not_followed(
    project: Path, precious: Path
) -> None:
    project.unlink()
    project.symlink_to(precious)
    with pytest.raises(InputError, match="is a link or no plain file: choose another"):
        load(project)


@pytest.mark.parametrize("name", ["loop", "fifo", "device", "null"])
def test_that_what_is_no_file_is_told_and_never_waited_for(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.gpstudio"
    if name == "loop":
        path.symlink_to(path)
    elif name == "fifo":
        os.mkfifo(path)
    elif name == "device":
        path.symlink_to("/dev/zero")
    else:
        path = tmp_path / "a\0b.gpstudio"
    with pytest.raises(InputError):
        Project.open(path)
    with pytest.raises(InputError):
        save(path, state(1))


def test_that_the_hidden_folder_is_pushed_to_the_disk_once_it_holds_the_version(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the new file takes the place of the only other name of the old one."""
    done: list[str] = []
    kept = project.parent / FOLDER

    def synced(handle: int) -> None:
        if kept.exists() and os.path.samestat(os.fstat(handle), kept.stat()):
            done.append("synced")

    monkeypatch.setattr(os, "fsync", synced)
    for name, told in (("link", "linked"), ("replace", "replaced")):
        real = getattr(os, name)

        def noted(*given: object, told: str = told, real: Callable[..., None] = real, **by: object):
            real(*given, **by)
            done.append(told)

        monkeypatch.setattr(os, name, noted)
    save(project, state(2))
    assert done[:3] == ["linked", "synced", "replaced"]


def found(mode: int, tag: int = 0) -> SimpleNamespace:
    return SimpleNamespace(st_mode=mode, st_reparse_tag=tag, st_dev=1, st_ino=1)


@pytest.mark.parametrize(
    ("tag", "link"),
    [(0xA000000C, True), (0xA0000003, True), (0x9000001A, False), (0x80000013, False), (0, False)],
)
def test_that_of_windows_files_links_and_junctions_alone_are_refused(tag: int, link: bool) -> None:
    """With what Windows would say, made up: not run there. Folders that are kept in step with
    other machines, and files that are stored once for several, have tags of their own."""
    assert is_link(found(stat.S_IFREG, tag)) == link  # type: ignore[arg-type]


def test_that_without_handles_of_folders_each_step_looks_first(
    project: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The way that Windows takes, taken here: not run there."""
    monkeypatch.setattr(plain, "HANDLES", False)
    monkeypatch.setattr(plain, "_QUIETLY", 0)
    with Project.open(project) as opened:
        opened.save(state(2))
        assert [number_of(load(path)) for path in opened.previous_versions] == [1]
    kept = project.parent / FOLDER
    lock_path(project).symlink_to(precious)
    with Project.open(project) as opened:
        assert "no plain file" in opened.read_only
    shutil.rmtree(kept)
    kept.symlink_to(precious.parent, target_is_directory=True)
    with Project.open(project) as opened:
        assert "no plain file" in opened.read_only
    assert is_untouched(precious)


def test_that_without_a_way_to_refuse_links_a_swapped_file_is_noticed(
    project: Path, precious: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where a link may come between the look and the opening: not run there."""
    monkeypatch.setattr(plain, "HANDLES", False)
    monkeypatch.setattr(plain, "_QUIETLY", 0)
    victim = project.parent / "victim"
    victim.write_bytes(b"")
    real = os.open

    def swapped(path: Path, *given: object, **by: object) -> int:
        victim.unlink()
        victim.symlink_to(precious)
        return real(path, *given, **by)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(NotPlain):
        handle_of(victim, os.O_RDWR)


def test_that_a_path_is_followed_once(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert place_of(loop) == loop
    assert place_of(tmp_path / "none") == tmp_path / "none"
    assert beside.folder_of(place_of(loop)).parent == tmp_path
