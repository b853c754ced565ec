"""What was not saved is found again after a crash, and only then."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from session.project.flipping import flipped
from session.project.killing import killed, new_project, started
from session.project.states import STEADY, number_of, state

from gpstudio.session.project import recovery_file, schema
from gpstudio.session.project.autosave import Autosave
from gpstudio.session.project.codec.arrays import array_part
from gpstudio.session.project.part import Part
from gpstudio.session.project.project import Project
from gpstudio.session.project.recovery import recoverable
from gpstudio.session.project.store import save


def hand_over(autosave: Autosave, number: int) -> None:
    autosave.hand_over(lambda: state(number))


def crash(folder: Path, original: Path | None, *numbers: int) -> None:
    """What is left of a session that autosaved these states, one after the other."""
    autosave = Autosave(folder, original, pause=0.0)
    for number in numbers:
        hand_over(autosave, number)
        assert autosave.flush()
    autosave.close(keep=True)


def test_that_the_newest_state_is_found_after_a_crash(tmp_path: Path) -> None:
    original = tmp_path / "wheat.gpstudio"
    before = datetime.now(UTC) - timedelta(milliseconds=1)
    crash(tmp_path / "state", original, 4, 9, 2)
    (found,) = recoverable(tmp_path / "state")
    assert number_of(found.load()) == 2
    assert found.original == original
    assert before <= found.when <= datetime.now(UTC)
    assert (found.is_older, found.problem) == (False, "")


def test_that_a_state_of_no_project_yet_is_found(tmp_path: Path) -> None:
    crash(tmp_path, None, 1)
    (found,) = recoverable(tmp_path)
    assert found.original is None


def test_that_several_sessions_are_found_newest_first(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        crash(tmp_path, tmp_path / f"{number}.gpstudio", number)
        time.sleep(0.002)
    assert [number_of(found.load()) for found in recoverable(tmp_path)] == [3, 2, 1]


def test_that_a_clean_close_leaves_nothing(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path, pause=0.0)
    hand_over(autosave, 1)
    assert autosave.flush()
    assert len(list(tmp_path.iterdir())) == 2
    autosave.close()
    assert list(tmp_path.iterdir()) == []
    assert recoverable(tmp_path) == ()


def test_that_a_folder_that_is_not_there_has_nothing_to_recover(tmp_path: Path) -> None:
    assert recoverable(tmp_path / "never") == ()


def test_that_what_was_found_can_be_thrown_away(tmp_path: Path) -> None:
    crash(tmp_path, None, 1)
    for found in recoverable(tmp_path):
        found.discard()
    assert list(tmp_path.iterdir()) == []


def test_that_the_state_of_a_living_session_is_not_offered(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path, pause=0.0)
    hand_over(autosave, 1)
    assert autosave.flush()
    assert recoverable(tmp_path) == ()
    hand_over(autosave, 2)
    assert autosave.flush()
    autosave.close(keep=True)
    assert [number_of(found.load()) for found in recoverable(tmp_path)] == [2]


def test_that_of_many_states_in_the_pause_the_last_is_written(tmp_path: Path) -> None:
    made = []

    def make(number: int) -> tuple[Part, ...]:
        made.append(number)
        return state(number)

    autosave = Autosave(tmp_path, pause=60.0)
    for number in range(20):
        autosave.hand_over(lambda number=number: make(number))
    assert autosave.flush()
    autosave.close(keep=True)
    assert len(made) < 5
    assert [number_of(found.load()) for found in recoverable(tmp_path)] == [19]


def test_that_a_saved_state_is_not_offered(tmp_path: Path) -> None:
    """Not even when the crash came between the saving and the forgetting."""
    path, folder = tmp_path / "wheat.gpstudio", tmp_path / "state"
    crash(folder, path, 3)
    save(path, state(3))
    assert recoverable(folder) == ()
    assert list(folder.iterdir()) == []


def test_that_an_earlier_state_of_the_session_that_saved_is_not_offered(tmp_path: Path) -> None:
    path, folder = tmp_path / "wheat.gpstudio", tmp_path / "state"
    autosave = Autosave(folder, path, pause=0.0)
    hand_over(autosave, 3)
    assert autosave.flush()
    save(path, state(4), autosave.notes)
    autosave.close(keep=True)
    assert recoverable(folder) == ()


def test_that_a_state_made_while_the_one_before_was_saved_stays(tmp_path: Path) -> None:
    path, folder = tmp_path / "wheat.gpstudio", tmp_path / "state"
    autosave = Autosave(folder, path, pause=0.0)
    hand_over(autosave, 3)
    notes = autosave.notes
    hand_over(autosave, 4)
    save(path, state(3), notes)
    autosave.saved(notes)
    assert autosave.flush()
    autosave.close(keep=True)
    assert [number_of(found.load()) for found in recoverable(folder)] == [4]


def test_that_saving_leaves_nothing_to_recover_until_the_next_edit(tmp_path: Path) -> None:
    path, folder = tmp_path / "wheat.gpstudio", tmp_path / "state"
    autosave = Autosave(folder, path, pause=0.0)
    hand_over(autosave, 3)
    assert autosave.flush()
    save(path, state(3), autosave.notes)
    autosave.saved(autosave.notes)
    assert autosave.flush()
    assert not list(folder.glob("*.recovery"))
    hand_over(autosave, 4)
    assert autosave.flush()
    autosave.close(keep=True)
    assert [number_of(found.load()) for found in recoverable(folder)] == [4]


def test_that_a_project_saved_since_by_another_session_is_said(tmp_path: Path) -> None:
    path, folder = tmp_path / "wheat.gpstudio", tmp_path / "state"
    crash(folder, path, 3)
    time.sleep(0.002)
    save(path, state(7))
    (found,) = recoverable(folder)
    assert found.is_older
    assert number_of(found.load()) == 3


def test_that_what_has_not_changed_is_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[str] = []
    real = recovery_file.put
    monkeypatch.setattr(
        recovery_file, "put", lambda c, part, first: put.append(part.name) or real(c, part, first)
    )
    crash(tmp_path, None, 1, 2)
    assert STEADY in state(1)
    assert put == ["number", "steady", "numbers", "flags", "number", "numbers", "flags"]


def test_that_parts_may_come_and_go(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path, pause=0.0)
    for parts in (state(1), (STEADY,), (), state(2)):
        autosave.hand_over(lambda parts=parts: parts)
        assert autosave.flush()
    autosave.close(keep=True)
    (found,) = recoverable(tmp_path)
    assert number_of(found.load()) == 2
    with closing(sqlite3.connect(found.path)) as connection:
        assert connection.execute("SELECT count(*) FROM pieces").fetchone() == (4,)


def test_that_a_recovery_file_that_somebody_removed_is_made_again(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path, pause=0.0)
    hand_over(autosave, 1)
    assert autosave.flush()
    for path in tmp_path.glob("*.recovery"):
        path.unlink()
    hand_over(autosave, 2)
    assert autosave.flush()
    autosave.close(keep=True)
    assert [number_of(found.load()) for found in recoverable(tmp_path)] == [2]


def test_that_a_full_disk_is_told_and_the_state_before_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        recovery_file, "SETTINGS", (*schema.SETTINGS, "PRAGMA max_page_count = 200")
    )
    heard: list[str] = []
    autosave = Autosave(tmp_path, pause=0.0, on_problem=heard.append)
    hand_over(autosave, 1)
    assert autosave.flush()
    big = array_part("big", np.zeros(1_000_000))
    autosave.hand_over(lambda: (*state(2), big))
    assert not autosave.flush()
    assert len(heard) == 1
    assert heard[0].startswith("Not autosaved: The disk is full: the recovery copy needs 8,")
    hand_over(autosave, 3)
    assert autosave.flush()
    autosave.close(keep=True)
    assert [number_of(found.load()) for found in recoverable(tmp_path)] == [3]


def test_that_a_state_that_cannot_be_made_is_told_and_the_next_is_kept(tmp_path: Path) -> None:
    heard: list[str] = []
    autosave = Autosave(tmp_path, pause=0.0, on_problem=heard.append)

    def fail() -> tuple[Part, ...]:
        raise ZeroDivisionError("a fault of ours")

    autosave.hand_over(fail)
    assert not autosave.flush()
    assert heard == ["Not autosaved: a fault of ours"]
    hand_over(autosave, 1)
    assert autosave.flush()
    autosave.close(keep=True)
    assert len(recoverable(tmp_path)) == 1


def test_that_handing_over_does_not_wait_for_the_writing(tmp_path: Path) -> None:
    writing, go_on = threading.Event(), threading.Event()

    def slowly() -> tuple[Part, ...]:
        writing.set()
        assert go_on.wait(10.0)
        return state(1)

    autosave = Autosave(tmp_path, pause=0.0)
    autosave.hand_over(slowly)
    assert writing.wait(10.0)
    hand_over(autosave, 2)
    autosave.saved(autosave.notes)
    hand_over(autosave, 3)
    assert not autosave.flush(0.01)
    go_on.set()
    assert autosave.flush()
    autosave.close(keep=True)
    assert [number_of(found.load()) for found in recoverable(tmp_path)] == [3]


def test_that_a_damaged_recovery_offers_what_is_left(tmp_path: Path) -> None:
    crash(tmp_path, None, 3)
    (path,) = tmp_path.glob("*.recovery")
    data = path.read_bytes()
    at = data.index(bytes(STEADY.content[:64]))
    path.write_bytes(flipped(data, at * 8))
    (found,) = recoverable(tmp_path)
    assert set(found.load().damaged) == {"steady"}
    path.write_bytes(b"nothing that was ever written here" * 1000)
    (found,) = recoverable(tmp_path)
    assert "is no project of GP Studio" in found.problem


@pytest.mark.slow
def test_that_the_start_after_a_kill_clears_the_project_that_the_state_is_of(
    tmp_path: Path,
) -> None:
    project, folder = new_project(tmp_path)
    with started("save", project, folder, 1) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith("kept"):
            pass
        process.kill()
    stray = tmp_path / ".gpstudio-kept" / "wheat.saving-00000000000a.gpstudio"
    stray.write_bytes(b"")
    crash(folder, project, 99)
    assert {found.original for found in recoverable(folder)} == {project}
    assert not stray.exists()


def test_that_a_project_may_be_opened_by_who_recovers_it(tmp_path: Path) -> None:
    project, folder = new_project(tmp_path)
    crash(folder, project, 99)
    (found,) = recoverable(folder)
    with Project.open(project) as opened:
        contents = found.load()
        opened.save(contents.parts.values())
        found.discard()
    with Project.open(project) as opened:
        assert number_of(opened.contents) == 99
    assert killed(project, folder, 1, 0.05).unreadable == 0
