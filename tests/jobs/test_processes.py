"""Chunks in processes: every field is answered once, whoever dies meanwhile."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from jobs import far

from gpstudio.core.task import QUIET, Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.jobs import places
from gpstudio.jobs import processes as module
from gpstudio.jobs.chunks import HERE, Chunk, Cutter, InChunks, WhenWorthIt
from gpstudio.jobs.fields import Refused, begin, in_order, in_turn, map_fields
from gpstudio.jobs.places import Chosen
from gpstudio.jobs.processes import Processes
from gpstudio.jobs.worker import AT_ONCE, received, send


def field(group: str) -> Series:
    return Series(group, np.arange(3.0), np.ones(3), "day", "ndvi", False)


def fields(*names: str) -> list[Series]:
    return [field(name) for name in names]


MANY = fields(*(f"f{k}" for k in range(20)))


@pytest.fixture(scope="module")
def engine() -> Iterator[Processes]:
    engine = Processes(2)
    yield engine
    engine.close()
    assert not [one for one in threading.enumerate() if one.name.startswith("worker of fields")]


def begun(folder: Path) -> dict[str, int]:
    """How often each field was begun."""
    names = [path.name.rpartition("-")[0] for path in folder.iterdir()]
    return {name: names.count(name) for name in names}


def test_that_every_field_is_answered_once(engine: Processes, tmp_path: Path) -> None:
    some = [*MANY, *fields("bad", "last")]
    found = list(map_fields(far.Noted(tmp_path), some, InChunks(engine)))
    assert sorted(place for place, _ in found) == list(range(22))
    answers = in_order(dict(found))
    assert answers[20] == Refused("It is bad.")
    assert [answer[0] for answer in answers[:20]] == [one.group for one in MANY]
    assert begun(tmp_path) == dict.fromkeys([one.group for one in some], 1)
    assert all(one[0] in one[1] for one in answers if not isinstance(one, Refused))
    assert max(len(one[1]) for one in answers if not isinstance(one, Refused)) < 8, "in chunks"


def test_that_processes_stay_for_the_next_walk_with_one_thread_each(
    engine: Processes, tmp_path: Path
) -> None:
    names = ("OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")
    before = {worker.pid for worker in engine._workers}
    assert len(before) == 2
    found = dict(map_fields(far.environment, fields(*names), InChunks(engine)))
    assert set(found.values()) == {"1"}
    assert {worker.pid for worker in engine._workers} == before


def test_that_processes_make_ready_while_something_else_is_done(tmp_path: Path) -> None:
    engine = Processes(2)
    try:
        begin(far.Noted(tmp_path), 1, InChunks(engine))
        (first,) = engine._workers
        assert not begun(tmp_path), "no field is touched"
        begin(far.Noted(tmp_path), 20, InChunks(engine))
        begin(far.Noted(tmp_path), 20, in_turn)  # which has nothing to make ready
        ready = {worker.pid for worker in engine._workers}
        assert first.pid in ready
        assert len(ready) == 2
        os.kill(first.pid, signal.SIGKILL)  # who dies meanwhile costs nothing either
        found = dict(map_fields(far.Noted(tmp_path), MANY, InChunks(engine)))
        assert [answer[0] for answer in in_order(found)] == [one.group for one in MANY]
        assert begun(tmp_path) == dict.fromkeys([one.group for one in MANY], 1)
        assert ready & {worker.pid for worker in engine._workers}
    finally:
        engine.close()


def test_that_a_process_that_dies_costs_no_field(engine: Processes, tmp_path: Path) -> None:
    work = far.Noted(tmp_path, deadly=("f3", "f11"), once=True)
    found = dict(map_fields(work, MANY, InChunks(engine)))
    assert [answer[0] for answer in in_order(found)] == [one.group for one in MANY]
    often = begun(tmp_path)
    assert often["f3"] == often["f11"] == 2
    assert max(often.values()) == 2, "what had not been told yet is done once more"


def test_that_what_was_told_before_a_process_died_stays(engine: Processes, tmp_path: Path) -> None:
    some = MANY[:6]
    work = far.Noted(tmp_path, deadly=("f3",), once=True, slow=1.1 * AT_ONCE)
    found = dict(map_fields(work, some, InChunks(engine)))
    assert [answer[0] for answer in in_order(found)] == [one.group for one in some]
    assert begun(tmp_path) == {one.group: 2 if one.group == "f3" else 1 for one in some}


def test_that_a_field_that_ends_every_process_is_told(engine: Processes, tmp_path: Path) -> None:
    found = dict(map_fields(far.Noted(tmp_path, deadly=("f3",)), MANY, InChunks(engine)))
    lost = [place for place, answer in found.items() if isinstance(answer, Refused)]
    assert lost == [3]
    assert "signal 9" in found[3].reason
    assert len(found) == 20
    often = begun(tmp_path)
    assert often.pop("f3") == 3
    assert max(often.values()) <= 2, "those beside it are told one by one when they are done again"


def test_that_what_memory_did_not_suffice_for_is_tried_alone(
    engine: Processes, tmp_path: Path
) -> None:
    some = [*fields("big"), *MANY]
    work = far.Noted(tmp_path, once=True)
    found = dict(map_fields(work, some, InChunks(engine)))
    assert found[0] == ("big", ("big", "f0", "f1", "f2"))
    assert begun(tmp_path)["big"] == 2
    found = dict(map_fields(far.Noted(tmp_path), some, InChunks(engine)))
    assert isinstance(found[0], Refused)
    assert "memory" in found[0].reason


class StoppedAfter(Task):
    def __init__(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds

    def check(self) -> None:
        if time.monotonic() > self.until:
            raise Cancelled


def test_that_stop_keeps_what_is_done_and_the_processes(engine: Processes, tmp_path: Path) -> None:
    task, kept = StoppedAfter(0.3), []
    before = {worker.pid for worker in engine._workers}
    with pytest.raises(Cancelled):  # noqa: PT012 - what comes before it is what is asked for
        for found in map_fields(far.Noted(tmp_path, slow=0.05), MANY, InChunks(engine), task):
            kept.append(found)
    assert time.monotonic() - task.until < 0.5
    assert 0 < len(kept) < 20
    assert len(dict(kept)) == len(kept)
    assert {worker.pid for worker in engine._workers} == before
    again = dict(map_fields(far.Noted(tmp_path), MANY, InChunks(engine)))
    assert [answer[0] for answer in in_order(again)] == [one.group for one in MANY]


def test_that_two_walks_at_once_keep_out_of_each_others_way(
    engine: Processes, tmp_path: Path
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    first = map_fields(far.Noted(tmp_path / "one"), MANY, InChunks(engine))
    found = dict([next(first)])
    other = dict(map_fields(far.Noted(tmp_path / "two"), MANY, InChunks(engine)))
    found.update(first)
    for each in (found, other):
        assert [answer[0] for answer in in_order(each)] == [one.group for one in MANY]
    assert {path.read_text() for path in (tmp_path / "two").iterdir()} == {str(os.getpid())}
    assert set(begun(tmp_path / "one").values()) == {1}
    again = dict(map_fields(far.Noted(tmp_path), MANY[:2], InChunks(engine)))
    assert len(again) == 2


def test_that_a_mistake_of_ours_is_told_whole(engine: Processes, tmp_path: Path) -> None:
    some = fields("f0", "wrong")
    with pytest.raises(RuntimeError, match="ZeroDivisionError: ours"):
        list(map_fields(far.Noted(tmp_path), some, InChunks(engine)))
    assert len(dict(map_fields(far.Noted(tmp_path), MANY, InChunks(engine)))) == 20


def test_that_a_process_that_left_is_started_again(engine: Processes, tmp_path: Path) -> None:
    for worker in engine._workers:
        os.kill(worker.pid, signal.SIGKILL)
    assert len(dict(map_fields(far.Noted(tmp_path), MANY, InChunks(engine)))) == 20


def test_that_a_process_whose_starter_is_gone_leaves_without_a_word(tmp_path: Path) -> None:
    """Its ear may hear nothing yet: here only the end that takes answers is gone."""
    left = subprocess.Popen(
        module._words(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert left.stdin
    assert left.stdout
    assert left.stderr
    received(left.stdout)
    left.stdout.close()
    send(left.stdin, pickle.dumps(Chunk(far.Noted(tmp_path), (0,), (field("f"),))))
    assert left.stderr.read() == b""
    assert left.wait() == 0
    assert begun(tmp_path) == {"f": 1}
    left.stdin.close()
    left.stderr.close()


def test_that_the_program_itself_is_started_where_it_is_frozen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert module._words() == [sys.executable, "--worker"]
    entrance = [sys.executable, "-m", "gpstudio", "--worker"]
    monkeypatch.setattr(module, "_words", lambda: entrance)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.delattr(sys, "frozen")
    engine = Processes(1)
    found = dict(map_fields(far.environment, fields("OPENBLAS_NUM_THREADS"), InChunks(engine)))
    assert found == {0: "1"}
    os.kill(engine._workers[0].pid, signal.SIGINT)  # as Ctrl-C in a terminal does
    assert dict(map_fields(far.environment, fields("NUMBA_NUM_THREADS"), InChunks(engine)))
    assert len(engine._workers) == 1
    assert engine._workers[0].has_spoken
    engine.close()


def test_that_the_work_is_done_here_where_no_process_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "START", "raise SystemExit(1)")
    found = dict(map_fields(far.Noted(tmp_path), MANY, InChunks(Processes(2))))
    assert len(found) == 20
    assert {path.read_text() for path in tmp_path.iterdir()} == {str(os.getpid())}


def test_that_few_or_quick_fields_start_nobody(tmp_path: Path) -> None:
    engine = Processes(2)
    found = dict(map_fields(far.Noted(tmp_path), MANY, WhenWorthIt(engine)))
    assert len(found) == 20
    assert not engine._workers


def test_that_the_place_is_chosen_anew_for_each_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["here"]
    where = Chosen(lambda: words[0])
    made: list[str] = []

    class Told(Processes):
        def __init__(self, name: str) -> None:
            super().__init__(1)
            made.append(name)

        def run(self, chunks, task):  # type: ignore[no-untyped-def]
            for chunk in chunks:
                yield from ((place, made[-1]) for place in chunk.places)

        def close(self) -> None:
            made.append(f"end of {made.pop()}")

    monkeypatch.setattr(places, "engine_of", Told)
    first = dict(map_fields(far.Noted(tmp_path), MANY, where))
    assert first[0][0] == "f0"
    for chosen in ("dask=one", "dask=one", "dask=two"):
        words[0] = chosen
        assert set(dict(map_fields(far.environment, MANY, where)).values()) == {chosen}
    assert made == ["end of dask=one", "dask=two"]
    where.close()
    assert made[-1] == "end of dask=two"


def test_that_an_engine_takes_over_where_much_is_left() -> None:
    class Elsewhere(Processes):
        def run(self, chunks, task):  # type: ignore[no-untyped-def]
            for chunk in chunks:
                yield from ((place, "there") for place in chunk.places)

    def here(series: Series, task: Task) -> str:
        time.sleep(0.26)
        return "here"

    found = in_order(dict(map_fields(here, MANY, WhenWorthIt(Elsewhere(2)))))
    count = found.index("there")
    assert HERE / 0.26 < count <= HERE / 0.26 + 3
    assert set(found[count:]) == {"there"}


def test_that_chunks_take_about_a_second_and_less_at_the_end() -> None:
    cutter = Cutter(far.environment, [MANY[0]] * 1_000, 2)
    assert len(next(cutter)) == 4
    cutter.took(4, 0.04)
    assert len(next(cutter)) == 100
    cutter.took(4, 9.0)  # while something was compiled
    assert len(next(cutter)) == 1
    for _ in range(9):
        cutter.took(10, 0.1)
    sizes = [len(chunk) for chunk in cutter]
    assert 90 <= sizes[0] <= 100
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1
    assert sum(sizes) == 895
    chunk = Chunk(far.environment, (4, 5, 6), tuple(MANY[4:7]))
    assert chunk.rest(1).places == (5, 6)
    assert [one.places for one in chunk.rest(1).singly()] == [(5,), (6,)]
    assert [place for place, _ in in_turn(far.environment, MANY[:2], QUIET)] == [0, 1]
