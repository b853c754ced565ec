"""A Parquet file is a table like any other; what no cell can hold is left out and said."""

from __future__ import annotations

import gzip
import sys
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from data.source.alike import ROWS, check_alike, zipped

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.source import open_source

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

FIELDS, DAYS, VALUES = ([row[place] for row in ROWS] for place in range(3))
TABLE = pa.table({"field": FIELDS, "date": DAYS, "ndvi": VALUES})


def written(path: Path, table: object, **options: object) -> Path:
    pq.write_table(table, path, **options)
    return path


def lines_of(path: Path) -> list[str]:
    with open_source(path, {}).open() as handle:
        return handle.read().decode().replace('"', "").splitlines()


def test_that_a_parquet_file_is_read_as_the_table_itself(tmp_path):
    table = read_table(written(tmp_path / "readings.csv", TABLE))
    check_alike(table)
    assert table.source == "a Parquet file"
    assert "one field" not in table.sentence
    assert "a Parquet file, dates as" in table.sentence


def test_that_it_is_read_out_of_an_archive_too(tmp_path, file_of):
    content = written(tmp_path / "a", TABLE).read_bytes()
    check_alike(read_table(file_of(gzip.compress(content))))
    check_alike(read_table(file_of(zipped(("a.parquet", content)))))


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_that_times_of_every_unit_are_the_same_days(tmp_path, unit):
    times = pa.array([datetime(d.year, d.month, d.day) for d in DAYS], pa.timestamp(unit))
    check_alike(read_table(written(tmp_path / "a", TABLE.set_column(1, "date", times))))


def test_that_words_by_number_are_words(tmp_path):
    coded = TABLE.set_column(0, "field", pa.array(FIELDS).dictionary_encode())
    check_alike(read_table(written(tmp_path / "a", coded)))


def test_that_times_keep_their_zone_and_the_parts_of_a_second(tmp_path):
    moment = datetime(2021, 7, 1, 22, 30, 15, 250_000, UTC)
    table = pa.table(
        {
            "there": pa.array([moment, None], pa.timestamp("us", "Europe/Berlin")),
            "utc": pa.array([moment.replace(microsecond=0)] * 2, pa.timestamp("ms", "UTC")),
            "plain": pa.array([datetime(2021, 7, 1, 1, 2, 3)] * 2, pa.timestamp("ns")),
            "day": [date(2021, 7, 1)] * 2,
        }
    )
    header, first, second = lines_of(written(tmp_path / "a", table))
    assert header == "there\tutc\tplain\tday"
    zoned = "2021-07-02T00:30:15.250000+0200\t2021-07-01T22:30:15+0000"
    assert first == zoned + "\t2021-07-01 01:02:03\t2021-07-01"
    assert second.startswith("\t2021-07-01T22:30:15+0000")


def test_that_numbers_keep_every_digit(tmp_path):
    rng = np.random.default_rng(3)
    numbers = np.frombuffer(rng.bytes(8 * 5_000), dtype=np.float64)
    numbers = numbers[np.isfinite(numbers)]
    lines = lines_of(written(tmp_path / "a", pa.table({"x": numbers, "y": numbers})))
    back = np.array([float(line.split("\t")[0]) for line in lines[1:]])
    np.testing.assert_array_equal(back, numbers)


def test_that_a_zone_nobody_knows_is_told_in_utc(tmp_path):
    moments = pa.array([datetime(2021, 7, 1, 22, 30)], pa.timestamp("ms", "Mars/Base"))
    lines = lines_of(written(tmp_path / "a", pa.table({"x": [1], "there": moments})))
    assert lines[1] == "1\t2021-07-01 22:30:00.000Z"


def test_that_what_is_wrapped_is_unwrapped(tmp_path):
    table = pa.table(
        {
            "x": [1],
            "json": pa.array(["{}"], pa.json_()),
            "id": pa.array([b"0" * 16], pa.uuid()),
            "view": pa.array(["a"], pa.string_view()),
        }
    )
    assert lines_of(written(tmp_path / "a", table)) == ["x\tjson\tview", "1\t{}\ta"]


def test_that_odd_numbers_are_numbers(tmp_path):
    table = pa.table(
        {
            "half": pa.array(np.array([0.5, 1.25], np.float16)),
            "exact": pa.array([Decimal("0.10"), Decimal("-2.50")]),
            "big": pa.array([2**62, None], pa.int64()),
            "yes": [True, False],
        }
    )
    assert lines_of(written(tmp_path / "a", table))[1:] == [
        "0.5\t0.10\t4611686018427387904\ttrue",
        "1.25\t-2.50\t\tfalse",
    ]


def test_that_what_no_cell_can_hold_is_left_out_and_said(tmp_path):
    shapes = pa.array([b"\0\1\2"] * len(ROWS), pa.binary())
    bands = pa.array([[0.1, 0.2]] * len(ROWS))
    wide = TABLE.append_column("geometry", shapes).append_column("bands", bands)
    table = read_table(written(tmp_path / "a", wide))
    check_alike(table)
    assert "without columns 'geometry', 'bands' (no plain cells)" in table.sentence


def test_that_two_columns_of_one_name_are_no_crash(tmp_path):
    twice = pa.table([pa.array(DAYS), pa.array(VALUES), pa.array(VALUES)], names=["d", "x", "x"])
    try:
        lines = lines_of(written(tmp_path / "a", twice))
    except InputError:
        return
    assert lines[0].split("\t") == ["d", "x", "x"]


def test_that_a_name_with_a_point_is_a_name(tmp_path):
    table = pa.table({"b": [{"mean": 1}], "ndvi.mean": [0.5], "x": [1]})
    assert lines_of(written(tmp_path / "a", table)) == ["ndvi.mean\tx", "0.5\t1"]


def test_that_many_batches_are_one_table(tmp_path):
    count = 100_000
    table = pa.table({"x": np.arange(count), "y": np.arange(count) / 8})
    path = written(tmp_path / "a", table, row_group_size=7_001)
    source = open_source(path, {})
    for _ in range(2):
        with source.open() as handle:
            lines = handle.read().splitlines()
            assert source.share_read(handle) == 1.0
        assert len(lines) == count + 1
        assert lines[-1] == b"99999\t12499.875"


def test_that_nothing_to_read_is_said(tmp_path, complaint):
    only = pa.table({"geometry": pa.array([b"\0"], pa.binary())})
    assert "no column of numbers, dates or text" in complaint(written(tmp_path / "a", only))
    assert "has columns but no rows" in complaint(written(tmp_path / "b", TABLE.slice(0, 0)))


def test_that_a_bomb_is_refused(tmp_path, complaint):
    rows = 60_000_000
    run = pa.DictionaryArray.from_arrays(np.zeros(rows, np.int8), pa.array([0.5]))
    path = written(tmp_path / "bomb", pa.table({"x": run, "y": run, "z": run}))
    assert path.stat().st_size < 1 << 20
    assert "more than 200 times its size" in complaint(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_that_a_damaged_file_is_one_sentence(tmp_path, file_of, complaint, share):
    content = written(tmp_path / "a", TABLE).read_bytes()
    message = complaint(file_of(content[: int(len(content) * share)], name="cut.parquet"))
    assert "damaged or unusual Parquet file" in message


def test_that_no_reading_ends_in_another_error(tmp_path, file_of):
    content = written(tmp_path / "a", TABLE).read_bytes()
    for place in range(0, len(content), 41):
        damaged = bytearray(content)
        damaged[place] ^= 0x55
        try:
            read_table(file_of(bytes(damaged), name="damaged.parquet"))
        except InputError as error:
            assert "\n" not in str(error)


def test_that_without_the_library_the_extra_is_named(tmp_path, complaint, monkeypatch):
    path = written(tmp_path / "readings.parquet", TABLE)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "needs the extra 'parquet'" in complaint(path)
