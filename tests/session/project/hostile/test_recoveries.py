"""Each state that was not saved stands alone: a spoilt one tells its fault and hides no other."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from session.project.hostile.crafting import changed, said_by, saying, viewed
from session.project.states import number_of, state

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.session.project.autosave import HANDED_OVER, ORIGINAL, STATE, Autosave
from gpstudio.session.project.instants import changed_at
from gpstudio.session.project.recovery import recoverable
from gpstudio.session.project.recovery_file import ENDING
from gpstudio.session.project.store import save


def crashed(folder: Path, number: int, original: Path | None = None) -> Path:
    """What is left of a session."""
    before = set(folder.glob(f"*{ENDING}"))
    autosave = Autosave(folder, original, pause=0.0)
    autosave.hand_over(lambda: state(number))
    assert autosave.flush()
    autosave.close(keep=True)
    (path,) = set(folder.glob(f"*{ENDING}")) - before
    return path


def noted(note: str, said: object) -> Callable[[Path], object]:
    def change(path: Path) -> None:
        told = said_by(path)
        if said is None:
            del told["notes"][note]
        else:
            told["notes"][note] = said
        saying(path, json.dumps(told).encode())

    return change


def loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def endless(path: Path) -> None:
    viewed(path, "pieces", "x AS id, zeroblob(900000000) AS content")
    changed(path, "DROP TABLE manifest", "CREATE TABLE manifest (id, content, sha256)")


def lock_of_fifo(path: Path) -> None:
    os.mkfifo(path.with_suffix(".lock"))


def journal_of_fifo(path: Path) -> None:
    os.mkfifo(path.with_name(f"{path.name}-journal"))


def very_late(path: Path) -> None:
    """Its notes are lost, and its folder says that it was written when no clock can tell."""
    noted(HANDED_OVER, None)(path)
    os.utime(path, (2**40, 2**40))


SPOILT: dict[str, Callable[[Path], object]] = {
    "a state that is no number": noted(STATE, "much"),
    "a state beyond all numbers": noted(STATE, "9" * 5000),
    "no state": noted(STATE, None),
    "no time": noted(HANDED_OVER, None),
    "a time that is none": noted(HANDED_OVER, "yesterday"),
    "a time before all clocks": noted(HANDED_OVER, "0001-01-01T00:00:00+14:00"),
    "a time of no place": noted(HANDED_OVER, "2024-01-01T00:00:00"),
    "a project that has no name": noted(ORIGINAL, "a\0b"),
    "a note that is none": noted(ORIGINAL, 7),
    "a folder of a lock": lambda path: path.with_suffix(".lock").mkdir(),
    "an endless view": endless,
    "nothing of ours": lambda path: path.write_bytes(b"date,ndvi\n" * 1000),
}
if os.name != "nt":
    SPOILT |= {"a loop of links": loop, "a FIFO": fifo, "a device": device}
    SPOILT |= {"a lock that is a FIFO": lock_of_fifo, "a journal that is a FIFO": journal_of_fifo}
    SPOILT |= {"a time that no clock shows": very_late}
LOST = {"nothing of ours", "an endless view", "a loop of links", "a FIFO", "a device"}
OFFERED_WHOLE = {"a folder of a lock", "a lock that is a FIFO"}
"""Their fault is beside them."""


@pytest.mark.parametrize("how", SPOILT)
def test_that_a_spoilt_state_tells_its_fault_and_hides_no_other(tmp_path: Path, how: str) -> None:
    first = crashed(tmp_path, 1)
    spoilt = crashed(tmp_path, 2)
    last = crashed(tmp_path, 3)
    SPOILT[how](spoilt)
    found = {state.path: state for state in recoverable(tmp_path)}
    assert found.keys() == {first, spoilt, last}
    assert [number_of(found[path].load()) for path in (first, last)] == [1, 3]
    assert [found[path].problem for path in (first, last)] == ["", ""]
    fault = found[spoilt].problem
    assert (fault == "") == (how in OFFERED_WHOLE)
    assert "\n" not in fault
    assert found[spoilt].is_lost == (how in LOST)
    assert f"{found[spoilt].when.astimezone():%Y}" >= "1970"
    found[spoilt].discard()
    assert not os.path.lexists(spoilt)


@pytest.mark.parametrize("what", ["fifo", "device", "loop", "folder"])
@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_that_a_state_of_what_is_no_project_is_offered(tmp_path: Path, what: str) -> None:
    original = tmp_path / "wheat.gpstudio"
    path = crashed(tmp_path / "state", 1, original)
    make = {
        "fifo": lambda: os.mkfifo(original),
        "device": lambda: original.symlink_to("/dev/zero"),
        "loop": lambda: original.symlink_to(original),
        "folder": original.mkdir,
    }
    make[what]()
    (found,) = recoverable(tmp_path / "state")
    assert (found.path, found.problem) == (path, "")


def test_that_a_project_whose_notes_lie_loses_no_state(tmp_path: Path) -> None:
    original = tmp_path / "wheat.gpstudio"
    crashed(tmp_path / "state", 1, original)
    for note in ("much", "-1", "9" * 5000, "٣"):
        save(original, state(2), {STATE: note, "session": "x"})
        assert len(recoverable(tmp_path / "state")) == 1


def test_that_looking_for_states_is_stopped(tmp_path: Path) -> None:
    class Stopped(Task):
        def check(self) -> None:
            raise Cancelled

    crashed(tmp_path, 1)
    with pytest.raises(Cancelled):
        recoverable(tmp_path, Stopped())
    assert len(recoverable(tmp_path)) == 1


def test_that_what_cannot_be_read_is_refused_in_a_sentence_when_it_is_wanted(
    tmp_path: Path,
) -> None:
    path = crashed(tmp_path, 1)
    path.write_bytes(b"date,ndvi\n" * 1000)
    (found,) = recoverable(tmp_path)
    with pytest.raises(InputError, match="is no project of GP Studio"):
        found.load()
    assert changed_at(tmp_path / "never").year == 1970
