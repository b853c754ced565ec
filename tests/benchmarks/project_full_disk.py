"""Projects on disks that are full, and in folders that are read-only

python tests/benchmarks/project_full_disk.py     (mounts a small tmpfs where it may)
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parents[1])]

from session.project.killing import strays  # noqa: E402
from session.project.states import number_of, state  # noqa: E402

from gpstudio.core.errors import InputError  # noqa: E402
from gpstudio.session.project import store  # noqa: E402
from gpstudio.session.project.autosave import Autosave  # noqa: E402
from gpstudio.session.project.codec.arrays import array_part  # noqa: E402
from gpstudio.session.project.loading import load  # noqa: E402
from gpstudio.session.project.part import Part  # noqa: E402
from gpstudio.session.project.project import Project  # noqa: E402
from gpstudio.session.project.recovery import recoverable  # noqa: E402
from gpstudio.session.project.store import bytes_needed  # noqa: E402

DISK = 6_000_000
NAMED = re.compile(r"needs ([\d,]+) bytes and ([\d,]+) are free")


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        disk = Path(home) / "disk"
        disk.mkdir()
        try:
            with mounted(disk):
                _full(disk)
                _autosaved(disk)
                _read_only(disk)
        except subprocess.CalledProcessError:
            print("No disk can be mounted here: only the tests' simulations were run, in")
            print("tests/session/project/test_saving.py (SQLite's page limit, folders' rights).")


@contextmanager
def mounted(folder: Path) -> Iterator[None]:
    _run("mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder))
    try:
        yield
    finally:
        _run("umount", str(folder))


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


def _full(disk: Path) -> None:
    """Projects of all sizes, the check beforehand on and off: a disk may fill up meanwhile."""
    print(f"A tmpfs of {DISK:,} bytes that holds a project and three versions of it; saved over")
    print("it, projects of 40 sizes from 0.1 to 8 MB, foreseen and met while writing.\n")
    print("| | saved | refused | bytes named | old one lost | strays |\n|---|--:|--:|--:|--:|--:|")
    for how in ("foreseen", "met while writing"):
        counts: Counter[str] = Counter()
        for number, megabytes in enumerate(np.linspace(0.1, 8.0, 40)):
            with _unforeseen(how == "met while writing"):
                counts += _attempt(disk, number, int(megabytes * 125_000))
        words = ("saved", "refused", "named", "lost", "strays")
        print(f"| {how} | " + " | ".join(f"{counts[word]}" for word in words) + " |")


def _attempt(disk: Path, number: int, size: int) -> Counter[str]:
    home = disk / str(number)
    home.mkdir()
    project = home / "wheat.gpstudio"
    counts: Counter[str] = Counter()
    with Project.create(project, state(1)) as opened:
        for old in (2, 3, 4):
            opened.save(state(old))
        parts = [*state(5), array_part("big", np.random.default_rng(number).random(size))]
        try:
            opened.save(parts)
            counts["saved"] += 1
            whole = load(project).parts["big"].size == 8 * size
        except InputError as error:
            counts["refused"] += 1
            counts["named"] += _names(str(error), parts)
            kept = [number_of(load(path)) for path in opened.previous_versions]
            whole = number_of(load(project)) == 4 and kept == [3, 2, 1]
        counts["lost"] += not whole
    with Project.open(project):
        pass
    counts["strays"] += len(strays(project, home))
    _run("rm", "-r", str(home))
    return counts


def _names(message: str, parts: list[Part]) -> bool:
    found = NAMED.search(message)
    return found is not None and int(found[1].replace(",", "")) == bytes_needed(parts)


@contextmanager
def _unforeseen(really: bool) -> Iterator[None]:
    foreseeing = store._raise_if_unfit
    if really:
        store._raise_if_unfit = lambda *_: None
    try:
        yield
    finally:
        store._raise_if_unfit = foreseeing


def _autosaved(disk: Path) -> None:
    heard: list[str] = []
    folder = disk / "state"
    autosave = Autosave(folder, pause=0.0, on_problem=heard.append)
    for number in range(1, 6):
        autosave.hand_over(lambda number=number: state(number))
        autosave.flush()
        big = array_part("big", np.zeros(1_000_000))
        autosave.hand_over(lambda big=big, number=number: (*state(number), big))
        autosave.flush()
    autosave.close(keep=True)
    (found,) = recoverable(folder)
    named = sum(bool(NAMED.search(each)) for each in heard)
    print(
        f"\nAutosaving there: {len(heard)} of 5 states too large for the disk refused, {named} of"
    )
    print(f"them with the bytes needed; state {number_of(found.load())} of 5 recovered.")
    found.discard()
    print(f"What is said: “{heard[-1]}”")


def _read_only(disk: Path) -> None:
    with Project.create(disk / "wheat.gpstudio", state(1)):
        pass
    _run("mount", "-o", "remount,ro", str(disk))
    try:
        with Project.open(disk / "wheat.gpstudio") as opened:
            whole = number_of(opened.contents) == 1
            told = opened.read_only.replace(str(disk), "FOLDER")
        try:
            Project.create(disk / "other.gpstudio", state(2))
        except InputError as error:
            refused = str(error).replace(str(disk), "FOLDER")
    finally:
        _run("mount", "-o", "remount,rw", str(disk))
    print(f"\nRead-only: opened {'whole' if whole else 'DAMAGED'}. “{told}”")
    print(f"Saved there all the same: “{refused}”")


if __name__ == "__main__":
    main()
