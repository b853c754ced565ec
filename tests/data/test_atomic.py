"""A file is as it was or complete; no failure leaves half of it, or litter."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import TextIO

import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.atomic import atomic_path, write_atomic

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and links")


class BrokenError(Exception):
    """Stands for any failure half-way."""


def test_that_a_missing_folder_is_made(tmp_path):
    path = write_atomic(tmp_path / "a" / "b" / "ä ö.csv", lambda handle: handle.write("x\n"))
    assert path.read_bytes() == b"x\n"


def test_that_a_failure_half_way_leaves_the_old_file_and_no_litter(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("old")

    def half(handle: TextIO) -> None:
        handle.write("half")
        handle.flush()
        raise BrokenError

    with pytest.raises(BrokenError):
        write_atomic(path, half)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_that_readers_see_the_old_file_until_the_end(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("old")
    with atomic_path(path) as temporary:
        temporary.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"


def test_that_the_temporary_file_lies_in_the_same_folder_with_the_same_ending(tmp_path):
    with atomic_path(tmp_path / "figure.svg") as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".svg"


@POSIX
def test_that_permissions_are_those_of_the_old_file_or_of_any_new_one(tmp_path):
    plain, old = tmp_path / "plain", tmp_path / "old.csv"
    plain.touch()
    new = write_atomic(tmp_path / "new.csv", lambda handle: None)
    assert stat.S_IMODE(new.stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)
    old.touch(0o640)
    old.chmod(0o640)
    write_atomic(old, lambda handle: None)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


@POSIX
def test_that_a_link_still_points_to_the_file(tmp_path):
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    target.touch()
    link.symlink_to(target)
    write_atomic(link, lambda handle: handle.write("x"))
    assert link.is_symlink()
    assert target.read_text() == "x"


@pytest.mark.parametrize(
    ("name", "words"), [("", "is a folder"), ("file.csv/x.csv", "is not a folder")]
)
def test_that_a_place_that_is_none_is_one_sentence(tmp_path, name, words):
    (tmp_path / "file.csv").touch()
    with pytest.raises(InputError, match=words) as caught:
        write_atomic(tmp_path / name, lambda handle: None)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("number", "words"), [(errno.EACCES, "No permission to write"), (errno.ENOSPC, "disk is full")]
)
def test_that_a_failing_disk_is_one_sentence_and_leaves_no_litter(
    tmp_path, monkeypatch, number, words
):
    def fail(source: Path, target: Path) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match=words):
        write_atomic(tmp_path / "x.csv", lambda handle: handle.write("x"))
    assert list(tmp_path.iterdir()) == []
