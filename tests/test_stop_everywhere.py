"""Every long action asks whether to go on; where it should not, it leaves nothing half done."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from long_actions import ACTIONS, Action, Counting, Place, Size, Work
from PySide6.QtWidgets import QApplication

import gpstudio
from gpstudio.core.task import Cancelled

pytestmark = pytest.mark.slow
PACKAGE = Path(gpstudio.__file__).parent
SMALL = Size(readings=90, fields=2, full=60, rivals=3)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Place:
    return Place(tmp_path_factory.mktemp("long"), SMALL)


reached: set[tuple[str, str]] = set()
"""Module and name of every function that waited for its answer while an action could be stopped."""


def call(work: Work) -> Counting:
    """To its end, with a note of whom a stop would have reached."""
    task = Counting()
    work(task)
    reached.update((code.co_filename, code.co_name) for code in task.reached)
    return task


def stop(work: Work, look: int) -> bool:
    """Ask it to stop at one of its looks; some are by the clock, so it may not come so far."""
    task = Counting(stop_at=look)
    try:
        work(task)
    except Cancelled:
        return True
    assert task.looks < look, f"it goes on, though look {look} asked it to stop"
    return False


def taken_away(place: Place) -> dict[Path, bytes]:
    """What an action has left."""
    left = {path: path.read_bytes() for path in place.out.rglob("*") if path.is_file()}
    for path in left:
        path.unlink()
    return left


STOPPED = [action for action in ACTIONS if action.stops]
SAVED = [action for action in ACTIONS if not action.stops]


@pytest.mark.parametrize("action", STOPPED, ids=str)
def test_that_it_stops_at_any_look_and_leaves_nothing(action: Action, place: Place) -> None:
    work = action.begin(place)
    looks = call(work).looks
    assert looks, "it never looks whether it should go on"
    left = taken_away(place)
    assert stop(work, 1)
    # thirds: halves of several fields fall between two of them
    for look in {looks // 3, 2 * looks // 3, looks if left else 1} - {0, 1}:
        if stop(work, look):
            assert taken_away(place) == {}, f"stopped at look {look}, it leaves files"
        taken_away(place)
    if left:
        work(again := Counting())  # what is made but once is there by now
        taken_away(place)
        for path, content in left.items():
            path.write_bytes(content)
        assert stop(work, again.looks)
        assert taken_away(place) == left, "stopped, it changes what was there before"


@pytest.mark.parametrize("action", SAVED, ids=str)
def test_that_a_save_that_was_begun_is_brought_to_its_end(action: Action, place: Place) -> None:
    work = action.begin(place)
    call(work)
    whole = taken_away(place)
    assert not stop(work, 1)
    assert set(taken_away(place)) == set(whole)


def test_that_every_function_that_can_be_stopped_is_in_an_action() -> None:
    """Run after the others: a new one wants an action, or a reason here."""
    if not reached:
        pytest.skip("the actions were not run")
    doors = set(public_with_task())
    left = {f"{where}: {name}" for where, name in doors - reached_of_ours()} - set(EXEMPT)
    assert not left, "; ".join(sorted(left))
    assert set(EXEMPT) <= {f"{where}: {name}" for where, name in doors}, "a reason for nothing"


FIXED = "over as many points as a picture has"
HANDS_ON = "hands what is measured as an action of its own to a job"
ONE_FILE = "opens a project's file, as an action does"
COIN = "a case of the study alone, which looks in between"
IN_TURN = "reads, then classifies, each an action of its own"
TO_ITS_END = "a save that was begun is brought to its end"
EXEMPT = {
    "gui/classes/work.py: learn_rows": IN_TURN,
    "gui/classes/work.py: learn_seasons": IN_TURN,
    "gui/curve/numbers.py: half_band": FIXED,
    "gui/desk.py: read": HANDS_ON,
    "gui/lab/drawn.py: run_study": HANDS_ON,
    "lab/studies/coin.py: fitted": COIN,
    "lab/studies/coin.py: sampled": COIN,
    "gui/lab/outlook.py: look": "reads the results of a study, a few thousand lines",
    "gui/welcome/shapes.py: sample_shapes": "reads the samples, a few small files",
    "session/classified/asking.py: classify_table": IN_TURN,
    "session/classified/maps.py: along_one": FIXED,
    "session/classified/maps.py: over_two": FIXED,
    "session/diagnostics.py: climbs": FIXED,
    "session/fitting.py: subject_of": FIXED,
    "session/layers_traced.py: traced": FIXED,
    "session/diagnostics.py: prior_curves": FIXED,
    "session/diagnostics.py: prior_picture": FIXED,
    "session/diagnostics.py: solver_residuals": "tells what the fit has noted",
    "session/observed.py: read_observed": "the dates alone of what observed_table reads",
    "session/project/loading.py: listing_of": ONE_FILE,
    "session/project/recovery.py: recoverable": ONE_FILE,
    "session/project/schema.py: reading": ONE_FILE,
    "session/project/versions.py: open_version": ONE_FILE,
    "session/project/versions.py: versions_of": "reads the first lines of a few versions",
    "session/project/whole.py: look_into": ONE_FILE,
    "session/project/whole.py: recover_whole": ONE_FILE,
    "session/project/whole.py: save_as": TO_ITS_END,
    "session/project/whole.py: save_whole": TO_ITS_END,
    "session/resting.py: redrawn": FIXED,
}


def reached_of_ours() -> set[tuple[str, str]]:
    ours = str(PACKAGE) + "/"
    return {(file.removeprefix(ours), name) for file, name in reached if file.startswith(ours)}


def public_with_task() -> Iterator[tuple[str, str]]:
    """Of the rooms that jobs are handed from."""
    for room in ("session", "lab", "gui", "data/writing", "data/table.py", "data/remembered.py"):
        for path in sorted((PACKAGE / room).rglob("*.py")) or [PACKAGE / room]:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    names = [each.arg for each in (*node.args.args, *node.args.kwonlyargs)]
                    if "task" in names:
                        yield str(path.relative_to(PACKAGE)), node.name
