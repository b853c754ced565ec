"""What a person said is said again of the next file of the same shape, and of no other."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path

import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.decisions import Said
from gpstudio.data.remembered import NOTHING, Memory, read_first, read_said, shape_of
from gpstudio.data.source import open_source
from gpstudio.data.source.source import Source

AMBIGUOUS = "date,ndvi,evi\n03/04/2021,0.2,0.1\n05/06/2021,0.4,0.3\n07/08/2021,0.6,0.5\n"
OTHER_DAYS = "date,ndvi,evi\n01/02/2022,0.3,0.2\n02/03/2022,0.5,0.4\n"
MONTH_FIRST = Said(answers={"date": "month first"})


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "config" / "read_as.json")


class File:
    """Opens one text, and counts how often."""

    def __init__(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        self._path = path
        self.times = 0

    def __call__(self, answers: Mapping[str, str], task: Task) -> Source:
        self.times += 1
        return open_source(self._path, answers, task)


def test_that_an_answer_is_given_again_for_a_file_of_the_same_shape(
    memory: Memory, tmp_path: Path
) -> None:
    first = read_first(File(tmp_path / "a.csv", AMBIGUOUS), memory)
    assert [question.about for question in first.table.questions] == ["date"]
    assert not first.recalled
    answered = read_said(File(tmp_path / "a.csv", AMBIGUOUS), MONTH_FIRST, first.shape)
    memory.keep(answered.shape, answered.table.said)

    again = read_first(File(tmp_path / "b.csv", OTHER_DAYS), memory)
    assert again.recalled
    assert again.shape == first.shape
    assert not again.table.questions
    assert again.table.series[0].time[0] == 18_994.0  # 2 January 2022
    assert again.table.said == MONTH_FIRST


@pytest.mark.parametrize(
    "changed",
    [
        AMBIGUOUS.replace("evi", "EVI2"),
        AMBIGUOUS.replace(",", ";"),
        "".join(line + ",\n" for line in AMBIGUOUS.replace("evi", "evi,note").splitlines()),
    ],
    ids=["another name", "another delimiter", "one more column"],
)
def test_that_a_file_of_another_shape_is_asked_about_anew(
    memory: Memory, tmp_path: Path, changed: str
) -> None:
    first = read_first(File(tmp_path / "a.csv", AMBIGUOUS), memory)
    memory.keep(first.shape, MONTH_FIRST)
    other = read_first(File(tmp_path / "b.csv", changed), memory)
    assert not other.recalled
    assert other.shape != first.shape
    assert other.table.questions


def test_that_what_does_not_suit_a_file_is_not_said_of_it(memory: Memory, tmp_path: Path) -> None:
    """The evi of one week may be words in the next: the file is read as if for the first time."""
    text = "date,ndvi,evi\n2021-04-17,0.2,0.1\n2021-05-17,0.4,0.3\n"
    first = read_first(File(tmp_path / "a.csv", text), memory)
    memory.keep(first.shape, Said(roles={"evi": "value"}))
    words = text.replace(",0.1\n", ",good\n").replace(",0.3\n", ",bad\n")
    again = read_first(File(tmp_path / "b.csv", words), memory)
    assert not again.recalled
    assert again.table.said == NOTHING
    assert list(again.table.series[0].value) == [0.2, 0.4]


def test_that_a_file_is_opened_once_where_nothing_is_remembered(
    memory: Memory, tmp_path: Path
) -> None:
    file = File(tmp_path / "a.csv", AMBIGUOUS)
    read_first(file, memory)
    assert file.times == 1


def test_that_everything_said_survives_the_disk(memory: Memory, tmp_path: Path) -> None:
    said = Said({"größe ü": "value", "x": "ignored"}, {"date": "day first"}, one_field=True)
    memory.keep("a shape", said)
    assert Memory(tmp_path / "config" / "read_as.json").recall("a shape") == said


def test_that_what_is_forgotten_or_unsaid_is_not_recalled(memory: Memory) -> None:
    memory.keep("a", MONTH_FIRST)
    memory.keep("b", MONTH_FIRST)
    memory.forget("a")
    memory.keep("b", NOTHING)
    assert memory.recall("a") is None
    assert memory.recall("b") is None
    assert not memory


def test_that_nothing_said_writes_no_file(memory: Memory, tmp_path: Path) -> None:
    memory.keep("a", NOTHING)
    assert not (tmp_path / "config").exists()


def test_that_the_shapes_not_used_for_longest_are_dropped(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "read_as.json", most=3)
    for shape in "abc":
        memory.keep(shape, MONTH_FIRST)
    memory.keep("a", MONTH_FIRST)
    memory.keep("d", MONTH_FIRST)
    assert [shape for shape in "abcd" if memory.recall(shape)] == ["a", "c", "d"]


@pytest.mark.parametrize(
    "damage", ["{", "[]", '{"shapes": 3}', '{"shapes": [{}]}', "\x00\x01", "[" * 100_000, '"'],
)  # fmt: skip
def test_that_a_damaged_file_is_put_aside_and_never_in_the_way(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "read_as.json"
    path.write_text(damage, encoding="utf-8")
    memory = Memory(path)
    assert memory.recall("a") is None
    assert (tmp_path / "read_as.damaged").read_text(encoding="utf-8") == damage
    memory.keep("a", MONTH_FIRST)
    assert memory.recall("a") == MONTH_FIRST


def test_that_words_of_another_version_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "read_as.json"
    known = {"shape": "a", "roles": {}, "answers": {"date": "month first"}, "one_field": False}
    entries = [
        {**known, "shape": "b", "answers": {"tides": "high"}},
        {**known, "shape": "c", "roles": {"x": "tide"}},
        known,
    ]
    path.write_text(json.dumps({"shapes": entries}), encoding="utf-8")
    memory = Memory(path)
    assert memory.recall("a") == MONTH_FIRST
    assert memory.recall("b") is None
    assert memory.recall("c") is None


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="POSIX permissions")
def test_that_a_folder_that_cannot_be_read_is_no_memory(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0)
    try:
        assert Memory(folder / "read_as.json").recall("a") is None
    finally:
        folder.chmod(stat.S_IRWXU)


def test_that_the_shape_is_of_names_in_their_order_and_the_delimiter() -> None:
    shapes = {
        shape_of(["a", "b"], ","),
        shape_of(["b", "a"], ","),
        shape_of(["a", "b"], ";"),
        shape_of(["a,b"], ","),
    }
    assert len(shapes) == 4
    assert shape_of(("a", "b"), ",") == shape_of(["a", "b"], ",")


NO_DATES = "when,ndvi\nspring,0.2\nsummer,0.6\nautumn,0.4\n"


def test_that_a_table_that_cannot_be_read_can_still_be_looked_at(
    memory: Memory, tmp_path: Path
) -> None:
    file = File(tmp_path / "a.csv", NO_DATES)
    found = read_first(file, memory)
    assert "has no column of dates" in found.problem
    assert [column.name for column in found.table.columns] == ["when", "ndvi"]
    assert {column.role for column in found.table.columns} == {"ignored"}
    assert found.table.preview.rows[0] == ("spring", "0.2")
    assert found.table.series == ()
    assert found.shape == shape_of(["when", "ndvi"], ",")


def test_that_what_is_said_of_a_glance_adds_up_until_the_table_can_be_read(
    memory: Memory, tmp_path: Path
) -> None:
    file = File(tmp_path / "a.csv", "a,b,c\n7,1,spring\n9,4,summer\n12,2,autumn\n")
    first = read_first(file, memory)
    one = read_said(file, Said({"a": "value"}), first.shape, True)
    both = read_said(file, Said({"a": "value", "b": "time"}), first.shape, True)
    assert not both.problem
    assert list(both.table.series[0].time) == [1.0, 2.0, 4.0]
    assert list(both.table.series[0].value) == [7.0, 12.0, 9.0]
    if one.problem:
        assert [column.role for column in one.table.columns] == ["value", "ignored", "ignored"]


def test_that_who_has_seen_the_table_is_told_and_keeps_it(tmp_path: Path) -> None:
    file = File(tmp_path / "a.csv", AMBIGUOUS)
    with pytest.raises(InputError):
        read_said(file, Said({"ndvi": "time", "date": "value"}), "shape")


def test_that_what_is_no_table_at_all_is_one_sentence(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7\n")
    with pytest.raises(InputError, match="PDF"):
        read_first(lambda answers, task: open_source(path, answers, task), memory)
