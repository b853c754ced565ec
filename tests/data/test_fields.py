"""Fields are made when they are asked for, and are the same as long as anybody holds them."""

from __future__ import annotations

import gc
import json
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from threading import Barrier, Thread
from time import sleep

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.cli.main import main
from gpstudio.data import fields as module
from gpstudio.data.fields import ByGroup, Fields, Roster
from gpstudio.data.series import Series

NAMES = [f"field {k}" for k in range(50)]


def series_at(place: int) -> Series:
    return Series(NAMES[place], np.zeros(1), np.array([float(place)]), "t", "v", False)


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> Fields:
    """Of which none is kept that nobody holds."""
    monkeypatch.setattr(module, "RECENT", 0)
    return Fields(Roster(NAMES, series_at))


def test_that_they_look_like_a_tuple(lazy: Fields) -> None:
    assert len(lazy) == 50
    assert [series.group for series in lazy] == NAMES
    assert lazy[-1].group == NAMES[-1]
    assert [series.group for series in lazy[3:9:2]] == NAMES[3:9:2]
    with pytest.raises(IndexError):
        lazy[50]
    first, *_, last = lazy
    assert (first.value[0], last.value[0]) == (0.0, 49.0)
    assert lazy[7] in lazy


def test_that_a_field_is_the_same_object_while_somebody_holds_it(lazy: Fields) -> None:
    held = lazy[3]
    assert lazy[3] is held is ByGroup(lazy)["field 3"]
    marked = id(held)
    object.__setattr__(held, "value_name", "marked")
    del held
    gc.collect()
    assert lazy[3].value_name == "v", f"{marked} should be gone"


def test_that_a_field_that_is_held_is_the_same_object_where_it_is_sent(lazy: Fields) -> None:
    held = lazy[3]
    fields, sent = pickle.loads(pickle.dumps((lazy, held)))
    assert fields[3] is sent
    assert [series.group for series in fields] == NAMES
    assert fields[3].origin is sent.origin


def test_that_threads_that_ask_together_get_the_same() -> None:
    together, got = Barrier(4), [[] for _ in range(4)]

    def make(place: int) -> Series:
        sleep(0.001)  # everybody else gets a turn
        return series_at(place)

    fields = Fields(Roster(NAMES, make))

    def take(mine: list[Series]) -> None:
        together.wait()
        mine.extend(fields)

    threads = [Thread(target=take, args=(mine,)) for mine in got]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for same in zip(*got, strict=True):
        assert len(set(map(id, same))) == 1


def test_that_a_changed_field_leaves_the_others(lazy: Fields) -> None:
    before = list(lazy)
    other = replace(lazy[5], value=np.array([0.5]))
    changed = lazy.replacing(other)
    assert changed[5] is other
    assert [a is b for a, b in zip(before, changed, strict=True)].count(False) == 1
    assert changed != lazy
    assert changed.place_of is lazy.place_of
    assert lazy[5] is before[5]


def test_that_series_that_are_there_already_are_taken_as_they_are() -> None:
    whole = tuple(map(series_at, range(5)))
    fields = Fields.of(whole)
    assert fields == whole
    assert Fields.of(fields) is fields
    assert Fields.of(()) == ()


def test_that_of_two_fields_with_one_name_the_first_is_meant() -> None:
    twice = Fields.of([series_at(0), series_at(1), series_at(0)])
    assert ByGroup(twice)["field 0"] is twice[0]
    assert len(ByGroup(twice)) == 2


def write_fields(path: Path, count: int) -> None:
    rows = (
        f"field_{k:07d},2021-0{1 + k % 9}-1{k % 10},0.{1000 + k % 9000}\n" for k in range(count)
    )
    path.write_text("".join(["field,date,ndvi\n", *rows]), encoding="utf-8")


def test_that_what_is_printed_field_by_field_is_the_whole_account(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fields.csv"
    for count in (1, 3):
        write_fields(path, count)
        assert main(["inspect", str(path), "--json"]) == 0
        expected = json.dumps(read_table(path).as_json(), indent=2, ensure_ascii=False)
        assert capsys.readouterr().out == expected + "\n"


FEW = 60_000
MEASURE = """
import sys
from gpstudio import read_table
from gpstudio.data.warm_up import warm_up
warm_up()
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
before = peak()
table = read_table(sys.argv[1])
assert len(table.series) == {few}
print(peak() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from /proc")
def test_that_a_field_of_one_reading_costs_no_object(tmp_path: Path) -> None:
    """A million may take 350 MB besides the program itself: 350 bytes each."""
    path = tmp_path / "fields.csv"
    write_fields(path, FEW)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE.format(few=FEW), str(path)],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    assert int(done.stdout) * 1024 < 350 * FEW
