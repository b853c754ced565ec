"""Files that belong together appear together or not at all, whatever stops them."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from gpstudio.core.errors import InputError
from gpstudio.data import folder as folder_module
from gpstudio.data.atomic import write_atomic
from gpstudio.data.folder import filled_together

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and links")
NAMES = ("a.csv", "b.csv", "c.json")


class BrokenError(Exception):
    """Stands for any failure half-way."""


def fill(target: Path, text: str, names: tuple[str, ...] = NAMES) -> None:
    with filled_together(target) as staged:
        for name in names:
            write_atomic(staged / name, lambda handle: handle.write(text))


def fill_half(target: Path, fault: type[BaseException]) -> None:
    with filled_together(target) as staged:
        write_atomic(staged / "a.csv", lambda handle: handle.write("new"))
        raise fault


def held(target: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(target.iterdir())}


def test_that_nothing_is_seen_until_all_files_are_there(tmp_path: Path) -> None:
    target = tmp_path / "new" / "results"
    with filled_together(target) as staged:
        write_atomic(staged / "a.csv", lambda handle: handle.write("x"))
        assert not target.exists()
    assert held(target) == {"a.csv": "x"}
    assert os.listdir(tmp_path / "new") == ["results"]


@pytest.mark.parametrize("fault", [BrokenError, KeyboardInterrupt, InputError])
@pytest.mark.parametrize("before", [True, False])
def test_that_a_failure_half_way_leaves_all_as_it_was(
    tmp_path: Path, fault: type[BaseException], before: bool
) -> None:
    target = tmp_path / "deep" / "results"
    if before:
        fill(target, "old", NAMES[:2])
        (target / "mine.txt").write_text("mine")
    was = sorted(tmp_path.rglob("*"))
    texts = held(target) if before else {}
    with pytest.raises(fault):
        fill_half(target, fault)
    assert sorted(tmp_path.rglob("*")) == was
    assert (held(target) if before else {}) == texts


def test_that_other_files_of_the_folder_stay(tmp_path: Path) -> None:
    fill(tmp_path, "old", NAMES[:2])
    (tmp_path / "mine.txt").write_text("mine")
    fill(tmp_path, "new")
    assert held(tmp_path) == {"a.csv": "new", "b.csv": "new", "c.json": "new", "mine.txt": "mine"}


@pytest.mark.parametrize("failing", range(3))
@pytest.mark.parametrize("fault", [PermissionError(errno.EACCES, "held"), KeyboardInterrupt()])
def test_that_a_file_that_cannot_be_replaced_brings_the_others_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int, fault: BaseException
) -> None:
    """Another program holds it, or an interrupt comes between two of them."""
    fill(tmp_path, "old", NAMES[:2])
    settle, asked = folder_module.settle, list(range(failing))

    def held_open(path: Path, place: Path) -> None:
        if not asked:
            raise fault
        asked.pop()
        settle(path, place)

    monkeypatch.setattr(folder_module, "settle", held_open)
    expected = InputError if isinstance(fault, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        fill(tmp_path, "new")
    assert held(tmp_path) == {"a.csv": "old", "b.csv": "old"}


def test_that_a_disk_without_second_names_keeps_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, "old")

    def none(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    def full(path: Path, place: Path) -> None:
        if place.name == "b.csv":
            raise OSError(errno.ENOSPC, "full")
        os.replace(path, place)

    monkeypatch.setattr(os, "link", none)
    monkeypatch.setattr(folder_module, "settle", full)
    with pytest.raises(InputError, match="The disk is full"):
        fill(tmp_path, "new")
    assert held(tmp_path) == dict.fromkeys(NAMES, "old")


def test_that_a_folder_in_the_place_of_a_file_is_refused_before_any_is_replaced(
    tmp_path: Path,
) -> None:
    fill(tmp_path, "old", NAMES[:2])
    (tmp_path / "c.json").mkdir()
    with pytest.raises(InputError, match=r"'c\.json' is a folder"):
        fill(tmp_path, "new")
    assert [(tmp_path / name).read_text() for name in NAMES[:2]] == ["old", "old"]
    assert sorted(os.listdir(tmp_path)) == sorted(NAMES)


def test_that_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("mine")
    with pytest.raises(InputError, match="'results' is a file"):
        fill(tmp_path / "results", "new")
    with pytest.raises(InputError, match="not a folder"):
        fill(tmp_path / "results" / "deeper", "new")
    assert held(tmp_path) == {"results": "mine"}


@POSIX
def test_that_links_are_followed_and_modes_are_kept(tmp_path: Path) -> None:
    elsewhere, target = tmp_path / "elsewhere", tmp_path / "results"
    fill(elsewhere, "old", ("kept.csv",))
    fill(target, "old", ("b.csv",))
    (target / "a.csv").symlink_to(elsewhere / "kept.csv")
    (target / "b.csv").chmod(0o600)
    fill(target, "new")
    assert (target / "a.csv").is_symlink()
    assert (elsewhere / "kept.csv").read_text() == "new"
    assert stat.S_IMODE((target / "b.csv").stat().st_mode) == 0o600
    plain = tmp_path / "plain"
    plain.mkdir()
    assert stat.S_IMODE(elsewhere.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


@POSIX
def test_that_a_file_on_another_disk_is_copied_there_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Path("/dev/shm")
    if not other.is_dir() or other.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second disk to link to")
    place = other / f"{tmp_path.name}-{os.getpid()}.csv"
    try:
        place.write_text("old")
        (tmp_path / "a.csv").symlink_to(place)
        fill(tmp_path, "new")
        assert place.read_text() == "new"
        assert (tmp_path / "a.csv").is_symlink()
    finally:
        place.unlink()


def test_that_a_folder_that_cannot_be_made_leaves_none_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path) -> Path:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(folder_module, "_staged", full)
    with pytest.raises(InputError, match="The disk is full"):
        fill(tmp_path / "deep" / "results", "new")
    assert list(tmp_path.iterdir()) == []
