"""Files that change, vanish or fail while they are read, and lines that never end: one sentence."""

from __future__ import annotations

import errno
import io
import os
import re

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.cutting import blocks
from gpstudio.data.decisions import Said
from gpstudio.data.reading import read_source
from gpstudio.data.source import encodings
from gpstudio.data.source.source import Source

ROWS = [
    f"2021-{1 + k % 12:02d}-{1 + k % 28:02d},0.{k % 9 + 1},field {k % 7}\n" for k in range(20_000)
]
TEXT = "date,ndvi,field\n" + "".join(ROWS)
SENTENCE = re.compile(r"[^\n]+[.?]")


class Meddling(Task):
    """Does a deed once, when so much has been read."""

    def __init__(self, deed, fraction=0.1):
        self.deed, self.fraction, self.done = deed, fraction, False

    def report(self, status, fraction=None):
        if not self.done and fraction is not None and fraction > self.fraction:
            self.done = True
            self.deed()


class Meeting(Task):
    """Does a deed when it is first asked whether to go on: before the import itself begins."""

    def __init__(self, deed):
        self.deed, self.done = deed, False

    def check(self):
        if not self.done:
            self.done = True
            self.deed()


class Failing(io.RawIOBase):
    """A disk that gives out after some bytes."""

    def __init__(self, data, good):
        self._data, self._good, self._at = io.BytesIO(data), good, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        if self._data.tell() >= self._good:
            raise OSError(errno.EIO, "Input/output error")
        return self._data.readinto(buffer)


class Counted(io.BytesIO):
    """Bytes that count how many of them are read, at most through one handle."""

    most = 0

    def __init__(self, data):
        super().__init__(data)
        self._read = 0

    def read(self, size=-1):
        data = super().read(size)
        self._read += len(data)
        Counted.most = max(Counted.most, self._read)
        return data


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(encodings, "BLOCK", 1 << 14)


def complaint(path, task):
    with pytest.raises(InputError) as caught:
        read_table(path, task=task)
    assert getattr(task, "done", True)
    assert SENTENCE.fullmatch(str(caught.value))
    return str(caught.value)


def test_that_a_file_that_grows_while_it_is_read_is_not_half_read(file_of, small_blocks):
    path = file_of(TEXT, name="logger.csv")

    def grow():
        with path.open("a") as file:
            file.write("2022-01-01,0.5,field 1\n2022-01-")

    assert "'logger.csv' was written to while it was read" in complaint(path, Meddling(grow))


def test_that_a_file_that_shrinks_while_it_is_read_is_not_half_read(file_of, small_blocks):
    path = file_of(TEXT, name="logger.csv")
    task = Meddling(lambda: os.truncate(path, len(TEXT) // 2))
    assert "'logger.csv' was written to while it was read" in complaint(path, task)


def test_that_a_file_that_vanishes_before_the_import_is_missed(file_of, small_blocks):
    path = file_of(TEXT, name="gone.csv")
    assert "There is no file 'gone.csv' in that folder" in complaint(path, Meeting(path.unlink))


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be removed there")
def test_that_a_file_that_vanishes_during_the_import_is_read_to_its_end(file_of, small_blocks):
    path = file_of(TEXT)
    task = Meddling(path.unlink)
    table = read_table(path, task=task)
    assert task.done
    assert table.rows_in == len(ROWS)


def test_that_a_folder_that_vanishes_is_said(file_of, small_blocks):
    folder = file_of(TEXT).parent / "stick"
    folder.mkdir()
    path = file_of(TEXT).rename(folder / "table.csv")
    task = Meeting(lambda: (path.unlink(), folder.rmdir()))
    assert "its folder does not exist" in complaint(path, task)


@pytest.mark.parametrize("good", [0, 1 << 15, 1 << 18])
def test_that_a_failing_disk_is_one_sentence(tmp_path, small_blocks, good):
    data = TEXT.encode()
    source = Source(
        tmp_path / "worn.csv", lambda: io.BufferedReader(Failing(data, good)), len(data)
    )
    with pytest.raises(InputError, match=r"'worn.csv' cannot be read; check"):
        read_source(source, Said())


ENDLESS = {
    "a single word": b"a" * (1 << 20),
    "a single row": b"0.5," * (1 << 18),
    "a quotation that never closes": b'date,ndvi\n2021-01-01,"0.5\n'
    + b"2021-01-02,0.6\n" * (1 << 16),
    "a row below a header": b"date,ndvi\n2021-01-01,0.5\n" + b"2021-01-02,0.6," * (1 << 16),
    "a row behind many": TEXT.encode() + b"2021-01-02,0.6," * (1 << 16),
    "a quotation behind many rows": TEXT.encode() + b'2021-01-02,"' + b"0.6\n" * (1 << 18),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_that_a_line_without_end_is_refused_before_it_fills_the_memory(
    tmp_path, small_blocks, monkeypatch, kind
):
    longest = 1 << 17
    monkeypatch.setattr(blocks, "LONGEST_ROW", longest)
    monkeypatch.setattr(Counted, "most", 0)
    data = ENDLESS[kind]
    source = Source(tmp_path / "endless.csv", lambda: Counted(data), len(data), seekable=True)
    with pytest.raises(InputError) as caught:
        read_source(source, Said())
    assert SENTENCE.fullmatch(str(caught.value))
    assert "'endless.csv'" in str(caught.value)
    assert Counted.most <= len(TEXT) + longest + (1 << 16)
