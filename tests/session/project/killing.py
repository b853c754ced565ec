"""Kill a process that saves, start again, and look at what is there."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from session.project.states import number_of, state

from gpstudio.session.project.beside import FOLDER, KEPT
from gpstudio.session.project.loading import load
from gpstudio.session.project.project import Project
from gpstudio.session.project.recovery import recoverable

SAVER = Path(__file__).with_name("saver.py")


@dataclass(frozen=True)
class Outcome:
    amid_save: bool
    """Whether the kill left a project half written, or a version half kept."""
    amid_autosave: bool
    """Whether it left a journal."""
    recovered: bool
    """Whether there was something to recover at the next start."""
    unreadable: int
    """Projects, versions and recoveries that are not whole."""
    lost: int
    """States that had been reported as safe and are not there."""
    strays: tuple[str, ...]


def started(what: str, project: Path, folder: Path, number: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(SAVER), what, str(project), str(folder), str(number)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def new_project(home: Path) -> tuple[Path, Path]:
    """A project with three versions, and the folder of its autosaves."""
    project, folder = home / "wheat.gpstudio", home / "state"
    folder.mkdir(parents=True)
    with Project.create(project, state(1)) as made:
        for number in range(2, 2 + KEPT):
            made.save(state(number))
    return project, folder


def killed(project: Path, folder: Path, seed: int, seconds: float) -> Outcome:
    """Let it save for so long, kill it, start again."""
    with started("save", project, folder, seed) as process:
        assert process.stdout is not None
        ready = process.stdout.readline().split()
        time.sleep(seconds)
        process.kill()
        said = [ready, *(line.split() for line in process.stdout)]
    left = [path.name for path in [*_files(project.parent), *_files(folder)]]
    safe = {word: int(number) for word, number in said if number.isdecimal()}
    return _next_start(project, folder, safe, left)


def _next_start(project: Path, folder: Path, safe: dict[str, int], left: list[str]) -> Outcome:
    unreadable = 0
    newest = 0
    offered = recoverable(folder)
    for state_left in offered:
        try:
            newest = max(newest, number_of(state_left.load()))
        except Exception:
            unreadable += 1
        state_left.discard()
    try:
        with Project.open(project) as opened:
            newest = max(newest, saved := number_of(opened.contents))
            lost = int(saved < max(safe.get("saved", 0), safe["ready"]))
            for version in opened.previous_versions:
                number_of(load(version))
    except Exception:
        unreadable, lost = unreadable + 1, 1
    lost += int(newest < safe.get("kept", 0))
    return Outcome(
        amid_save=any(".saving-" in name or ".0.gpstudio" in name for name in left),
        amid_autosave=any(name.endswith("-journal") for name in left),
        recovered=bool(offered),
        unreadable=unreadable,
        lost=lost,
        strays=strays(project, folder),
    )


def strays(project: Path, folder: Path) -> tuple[str, ...]:
    """Whatever is neither the project nor one of its three versions."""
    kept = {f"{project.stem}.{number}{project.suffix}" for number in range(1, KEPT + 1)}
    due = {project, *(project.parent / FOLDER / name for name in kept)}
    return tuple(str(path) for path in {*_files(project.parent), *_files(folder)} - due)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
