"""A kill at any moment of saving loses nothing that was safe, and leaves no litter."""

from __future__ import annotations

import os
import random
import shutil
import signal
from pathlib import Path

import pytest
from session.project.killing import killed, new_project, started, strays
from session.project.states import number_of, state

from gpstudio.session.project.beside import FOLDER, previous_versions
from gpstudio.session.project.loading import load
from gpstudio.session.project.project import Project, tidy_up


@pytest.mark.slow
def test_that_a_kill_at_a_random_moment_leaves_everything_readable_and_no_strays(
    tmp_path: Path,
) -> None:
    project, folder = new_project(tmp_path)
    rng = random.Random(11)
    for seed in range(15):
        outcome = killed(project, folder, seed, rng.random() * 0.15)
        assert (outcome.unreadable, outcome.lost, outcome.strays) == (0, 0, ())


@pytest.mark.slow
def test_that_a_save_may_end_at_each_of_its_steps(tmp_path: Path) -> None:
    """Not at random: before the first thing it does to a file, before the second, and so on."""
    whole, _ = new_project(tmp_path / "whole")
    before = number_of(load(whole))
    seen = set()
    for event in range(1, 100):
        home = tmp_path / str(event)
        shutil.copytree(whole.parent, home)
        project, folder = home / whole.name, home / "state"
        with started("die", project, folder, event) as process:
            died = process.wait() == 9
        with Project.open(project) as opened:
            number = number_of(opened.contents)
            versions = [number_of(load(path)) for path in opened.previous_versions]
        # whichever of the two it is, the three states before it are kept, newest first
        assert number in (before, before + 1)
        assert versions == [number - 1, number - 2, number - 3]
        assert strays(project, folder) == ()
        seen.add((died, number))
        if not died:
            break
    assert seen == {(True, before), (True, before + 1), (False, before + 1)}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX does")
def test_that_the_lock_of_a_killed_process_keeps_nobody_out(tmp_path: Path) -> None:
    project, folder = new_project(tmp_path)
    with started("hold", project, folder, 0) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with Project.open(project) as other:
            assert "open in another window" in other.read_only
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert (tmp_path / FOLDER / f"{project.name}.lock").exists()
    with Project.open(project) as opened:
        assert opened.read_only == ""
    assert strays(project, folder) == ()


def test_that_tidying_up_leaves_a_project_alone_that_somebody_has_open(tmp_path: Path) -> None:
    project, _ = new_project(tmp_path)
    being_written = tmp_path / FOLDER / "wheat.saving-00000000000a.gpstudio"
    with Project.open(project):
        being_written.write_bytes(b"")
        tidy_up(project)
        assert being_written.exists()
    tidy_up(project)
    assert not being_written.exists()


def test_that_tidying_up_leaves_the_versions_of_other_projects_alone(tmp_path: Path) -> None:
    """Whatever those are called."""
    others = [tmp_path / f"{name}.gpstudio" for name in ("wheat.1", "wheat.saving-1", "w[a-z]eat")]
    others.append(tmp_path / "wheat.saving-00000000000a.gpstudio")
    for other in others:
        with Project.create(other, state(1)) as opened:
            opened.save(state(2))
    project, _ = new_project(tmp_path)
    tidy_up(project)
    assert [number_of(load(path)) for path in previous_versions(project)] == [3, 2, 1]
    for other in others:
        assert [number_of(load(path)) for path in previous_versions(other)] == [1]
