"""A project is saved whole or not at all; what was there before is kept."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest
from session.project.killing import strays
from session.project.states import number_of, state

from gpstudio.core.errors import InputError
from gpstudio.session.project import part as part_module
from gpstudio.session.project import schema
from gpstudio.session.project.beside import FOLDER, lock_path
from gpstudio.session.project.loading import load
from gpstudio.session.project.lock import Lock
from gpstudio.session.project.part import Part
from gpstudio.session.project.project import PATIENCE, Project
from gpstudio.session.project.store import bytes_needed, save

BIG = Part.of("big", "bytes", bytes(10_000_000))


def test_that_a_project_is_one_plain_sqlite_file(tmp_path: Path) -> None:
    path = tmp_path / "wheat.gpstudio"
    save(path, state(5))
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA application_id").fetchone() == (0x47505354,)
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        names = connection.execute("SELECT name FROM parts ORDER BY id").fetchall()
    assert names == [("number",), ("steady",), ("numbers",), ("flags",)]


def test_that_a_project_opens_after_being_moved(tmp_path: Path) -> None:
    path = tmp_path / "wheat.gpstudio"
    moved = tmp_path / "näxt #1?%20" / "of 100%.gpstudio"
    save(path, state(4))
    moved.parent.mkdir()
    shutil.move(path, moved)
    with Project.open(moved) as project:
        assert number_of(project.contents) == 4
        project.save(state(5))
    assert number_of(load(moved)) == 5


def test_that_a_large_part_goes_in_and_out_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part_module, "PIECE", 1000)
    for size in (0, 1, 999, 1000, 1001, 5000):
        content = np.random.default_rng(size).bytes(size)
        save(tmp_path / "a.gpstudio", [Part.of("a", "bytes", content)])
        assert bytes(load(tmp_path / "a.gpstudio").part("a").content) == content


def test_that_parts_need_names_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="several parts of one name"):
        save(tmp_path / "a.gpstudio", [BIG, BIG])
    for name in ("", "two\nlines", "\ud800"):
        with pytest.raises(ValueError, match="no name or kind"):
            Part.of(name, "bytes", b"")


def test_that_three_versions_are_kept_and_each_opens(tmp_path: Path) -> None:
    with Project.create(tmp_path / "wheat.gpstudio", state(1)) as project:
        for number in range(2, 8):
            project.save(state(number))
        assert [number_of(load(path)) for path in project.previous_versions] == [6, 5, 4]
    assert strays(project.path, tmp_path) == ()


def test_that_saving_the_same_again_pushes_no_version_out(tmp_path: Path) -> None:
    with Project.create(tmp_path / "wheat.gpstudio", state(1)) as project:
        for number in (2, 3, 3, 3, 3):
            project.save(state(number))
        assert [number_of(load(path)) for path in project.previous_versions] == [2, 1]


def test_that_versions_are_kept_on_a_disk_without_second_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "no hard links")

    monkeypatch.setattr(os, "link", refuse)
    with Project.create(tmp_path / "wheat.gpstudio", state(1)) as project:
        for number in (2, 3, 4, 5):
            project.save(state(number))
        assert [number_of(load(path)) for path in project.previous_versions] == [4, 3, 2]
    assert strays(project.path, tmp_path) == ()


def test_that_saving_over_a_project_keeps_it_as_a_version(tmp_path: Path) -> None:
    path = tmp_path / "wheat.gpstudio"
    with Project.create(path, state(1)):
        pass
    with Project.create(path, state(2)) as project:
        assert [number_of(load(path)) for path in project.previous_versions] == [1]


def test_that_one_window_saves_and_the_others_look(tmp_path: Path) -> None:
    path = tmp_path / "wheat.gpstudio"
    with Project.create(path, state(1)) as project:
        assert (tmp_path / FOLDER).exists()
        with Project.open(path) as other:
            assert "is open in another window of GP Studio" in other.read_only
            assert number_of(other.contents) == 1
            with pytest.raises(InputError, match="open in another window"):
                other.save(state(2))
            with pytest.raises(InputError, match="choose another name"):
                Project.create(path, state(2))
    assert not (tmp_path / FOLDER).exists()
    with Project.open(path) as project:
        assert project.read_only == ""
        project.save(state(3))
    with pytest.raises(InputError, match="is closed"):
        project.save(state(4))
    assert number_of(load(path)) == 3


def test_that_who_has_a_project_for_a_moment_makes_nobody_read_only(tmp_path: Path) -> None:
    """As another start of the program does, which tidies up beside its recent projects."""
    path = tmp_path / "wheat.gpstudio"
    save(path, state(1))
    lock = Lock.take(lock_path(path), None)
    timer = threading.Timer(PATIENCE / 3.0, lock.release)
    timer.start()
    with Project.open(path) as project:
        assert project.read_only == ""
    timer.join()


def test_that_the_bytes_needed_are_those_of_the_file(tmp_path: Path) -> None:
    many = [Part.of(f"part {number}", "bytes", bytes(number * 10)) for number in range(300)]
    odd = [Part.of(f"part {number}", "bytes", bytes(3000 + number)) for number in range(2000)]
    for parts in ([], state(3), [BIG], many, odd):
        save(tmp_path / "a.gpstudio", parts)
        size = (tmp_path / "a.gpstudio").stat().st_size
        assert size <= bytes_needed(parts) <= 2 * size + 65_536


def test_that_a_full_disk_is_seen_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Project.create(tmp_path / "wheat.gpstudio", state(1)) as project:
        usage = shutil.disk_usage(tmp_path)._replace(free=4096)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
        with pytest.raises(InputError) as refused:
            project.save([BIG])
        assert f"'wheat.gpstudio' needs {bytes_needed([BIG]):,} bytes" in str(refused.value)
        assert "4,096 are free" in str(refused.value)
    assert number_of(load(project.path)) == 1
    assert strays(project.path, tmp_path) == ()


def test_that_a_disk_that_fills_up_meanwhile_leaves_the_project_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulated: SQLite says that the disk is full when a file has as many pages as it may."""
    with Project.create(tmp_path / "wheat.gpstudio", state(1)) as project:
        project.save(state(2))
        full = (*schema.SETTINGS, "PRAGMA max_page_count = 30")
        monkeypatch.setattr(schema, "SETTINGS", full)
        with pytest.raises(InputError, match=r"The disk is full: .* needs 10,0..,... bytes"):
            project.save([BIG])
        assert strays(project.path, tmp_path) == (str(tmp_path / FOLDER / "wheat.gpstudio.lock"),)
        assert [number_of(load(path)) for path in project.previous_versions] == [1]
    assert number_of(load(project.path)) == 2


def test_that_a_disk_that_fails_is_named_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Project.create(tmp_path / "wheat.gpstudio", state(1)) as project:

        def fail(_: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(InputError, match=r"cannot be saved in .* \(Input/output error\)"):
            project.save(state(2))
    assert number_of(load(project.path)) == 1
    assert strays(project.path, tmp_path) == ()


@pytest.mark.skipif(os.name == "nt", reason="folders have other rights there")
def test_that_a_read_only_folder_is_said_in_one_sentence() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        save(folder / "wheat.gpstudio", state(1))
        (folder / "wheat.gpstudio").chmod(0o644)
        folder.chmod(0o555)
        with _as_anybody(), Project.open(folder / "wheat.gpstudio") as project:
            assert number_of(project.contents) == 1
            assert project.read_only == (
                f"'{folder}' is read-only: 'wheat.gpstudio' can be looked at, and saved in "
                "another folder."
            )
            with pytest.raises(InputError, match="can be looked at"):
                project.save(state(2))
            with pytest.raises(InputError) as refused:
                Project.create(folder / "other.gpstudio", state(2))
            assert str(refused.value) == (
                f"'{folder}' is read-only, so 'other.gpstudio' cannot be saved there: choose "
                "another folder."
            )
        folder.chmod(0o755)
        assert number_of(load(folder / "wheat.gpstudio")) == 1


def test_that_a_folder_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    """It may have been a memory stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    with Project.create(folder / "wheat.gpstudio", state(1)) as project:
        shutil.rmtree(folder)
        with pytest.raises(InputError, match=r"There is no folder .*stick' any more"):
            project.save(state(2))
    assert not folder.exists()


def test_that_a_folder_or_nothing_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        Project.open(tmp_path)
    with pytest.raises(InputError, match="is a folder"):
        save(tmp_path, state(1))
    with pytest.raises(InputError, match=r"There is no 'wheat\.gpstudio' in"):
        Project.open(tmp_path / "wheat.gpstudio")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="folders have other rights there")
def test_that_a_write_protected_file_is_left_alone() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "wheat.gpstudio"
        save(path, state(1))
        Path(name).chmod(0o777)
        path.chmod(0o444)
        with _as_anybody(), pytest.raises(InputError, match="is write-protected"):
            save(path, state(2))
        assert number_of(load(path)) == 1


@contextmanager
def _as_anybody() -> Iterator[None]:
    """Rights do not bind the superuser, who runs tests in some places."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
