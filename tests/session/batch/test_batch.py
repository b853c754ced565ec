"""A batch: the same files however it was made, and nothing lost whatever ended it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Cancelled, Task
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import Table, read_table
from gpstudio.jobs.fields import One, part_of
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.batch import walks
from gpstudio.session.batch.asked import Asked, Shard, shard_of
from gpstudio.session.batch.journal import NAME, Entry, Journal, opened
from gpstudio.session.batch.run import Batched, merge, run_batch
from gpstudio.session.facts import Facts, Seen
from gpstudio.session.fitting import Fit
from gpstudio.session.many import fit_fields
from gpstudio.session.request import Request
from gpstudio.session.results import write_results
from gpstudio.session.together import dated_together

START = float(days_from_dates(["2020-10-01"])[0])
PEAK = float(days_from_dates(["2021-05-10"])[0])
QUICK = Recipe.of(kernel="0.1 * matern32(60)", likelihood="gaussian(0.0004)", learning="fixed")
CURVE, WHEAT = Request(), Request(stages="wheat", index="NDVI")


def field(group: str, shift: float = 0.0, until: float = 999.0, count: int = 60) -> Series:
    """Up to two seasons."""
    days = START + np.floor(np.linspace(0.0, min(730.0, until), count))
    bells = [np.exp(-(((days - PEAK - shift - at) / 45.0) ** 2)) for at in (0.0, 365.0)]
    noise = np.random.default_rng(7).normal(0.0, 0.01, len(days))
    return Series(group, days, 0.2 + 0.6 * sum(bells) + noise, "date", "ndvi", True)


def table_of(*series: Series) -> Table:
    labels = {"f1": {"variety": "Kondor"}, "lost": {"crop": "Hopfen"}}
    return replace(read_table(resource(*SAMPLE)), series=series, labels=labels)


FIELDS = [field(f"f{k}", 3.0 * k) for k in range(5)]
LOST = replace(field("lost"), value=1e80 * FIELDS[0].time)
UNDER_WAY = field("now", 5.0, until=PEAK + 345.0 - START)
TABLE = table_of(*FIELDS[:3], LOST, *FIELDS[3:], UNDER_WAY)
ASKED = Asked(TABLE, QUICK, CURVE, {}, forecast=True)
TAUGHT = Asked(TABLE, QUICK, WHEAT, {"f1": Facts(seen=(Seen("heading", PEAK + 15.0),))})


def files(folder: Path) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def shuffled(one: One[Any], fields: Sequence[Series], task: Task) -> Iterator[tuple[int, Any]]:
    """In pieces, the last first, each with what it needs alone."""
    places = list(range(len(fields)))
    random.Random(3).shuffle(places)
    for place in places:
        yield place, part_of(one, [fields[place]])(fields[place], task)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("batch")
    run_batch(ASKED, folder)
    return folder


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Batched]:
    folder = tmp_path_factory.mktemp("taught")
    return folder, run_batch(TAUGHT, folder)


def written_by_fit(asked: Asked, folder: Path) -> Mapping[str, bytes]:
    """What ``gpstudio fit`` writes."""
    outcome = fit_fields(TABLE.series, asked.recipe, asked.request, asked.facts)
    dated = dated_together(outcome.fits, asked.request, asked.facts)
    write_results(folder, TABLE, dated.fits, unfitted=outcome.unfitted)
    return files(folder)


def test_that_a_batch_writes_what_a_fit_writes(plain: Path, tmp_path: Path) -> None:
    fitted, batch = written_by_fit(ASKED, tmp_path), files(plain)
    assert batch.keys() == fitted.keys()
    assert batch["readings.csv"] == fitted["readings.csv"]
    assert batch["forecast.csv"] == fitted["forecast.csv"]
    mine, theirs = (json.loads(one["report.json"]) for one in (batch, fitted))
    for made in theirs["fits"]:
        del made["report"]["seconds"]
    assert mine["fits"] == theirs["fits"]
    assert mine["table"] == theirs["table"]
    assert mine["unfitted"] == theirs["unfitted"] == [
        {"group": "lost", "reason": mine["unfitted"][0]["reason"]}
    ]  # fmt: skip


def cells(text: bytes) -> list[list[str]]:
    return [line.split(",") for line in text.decode().splitlines()]


def test_that_what_fields_teach_each_other_is_what_a_fit_learns(
    taught: tuple[Path, Batched], tmp_path: Path
) -> None:
    folder, done = taught
    fitted, batch = written_by_fit(TAUGHT, tmp_path), files(folder)
    assert any("heading" in words for words in done.words)
    for name in ("stages.csv", "fields.csv"):
        # a curve that is predicted again may differ in its last digits
        for mine, theirs in zip(cells(batch[name]), cells(fitted[name]), strict=True):
            for one, other in zip(mine, theirs, strict=True):
                assert one == other or abs(float(one) - float(other)) < 1e-6
    assert b"foretold" in batch["report.json"]
    alone = fit_fields([UNDER_WAY], QUICK, WHEAT, {}).fits[0]
    now = [line for line in cells(batch["stages.csv"]) if line[0] == "now"]
    assert {line[3] for line in now} != {row["date"] for row in alone.stage_rows}


@pytest.mark.parametrize("asked", [ASKED, TAUGHT], ids=["alone", "taught"])
def test_that_order_chunks_and_shards_leave_the_same_bytes(
    asked: Asked, plain: Path, taught: tuple[Path, Batched], tmp_path: Path
) -> None:
    expected = files(plain if asked is ASKED else taught[0])
    run_batch(asked, tmp_path / "shuffled", shuffled)
    assert files(tmp_path / "shuffled") == expected
    shards = [tmp_path / f"shard {k}" for k in (1, 2, 3)]
    for number, shard in enumerate(shards, 1):
        done = run_batch(replace(asked, shard=Shard(number, 3)), shard)
        assert [path.name for path in done.written] == [NAME]
    merge(shards[::-1], tmp_path / "merged", shuffled)
    assert files(tmp_path / "merged") == expected


def test_that_what_fields_have_in_common_is_that_of_the_whole_table(tmp_path: Path) -> None:
    recipe = Recipe.of(kernel="matern32", scale="identity", learning="together")
    asked = replace(ASKED, recipe=recipe, request=Request(stages="none"))
    (tmp_path / "fit").mkdir()
    fitted = written_by_fit(asked, tmp_path / "fit")
    shards = [tmp_path / f"shard {k}" for k in (1, 2, 3)]
    for number, shard in enumerate(shards, 1):
        run_batch(replace(asked, shard=Shard(number, 3)), shard)
    merge(shards, tmp_path / "merged")
    assert files(tmp_path / "merged")["forecast.csv"] == fitted["forecast.csv"]
    made = json.loads(fitted["report.json"])["fits"]
    assert any("learnt together from 6 fields" in one["report"]["reason"] for one in made)


class StoppedAfter(Task):
    def __init__(self, looks: int) -> None:
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


def stopping_after(count: int) -> Any:
    """A place that stops after so many answers."""

    def where(one: One[Any], fields: Sequence[Series], task: Task) -> Iterator[tuple[int, Any]]:
        for place, series in enumerate(fields[:count]):
            yield place, one(series, task)
        raise Cancelled

    return where


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Of a batch that was stopped when all but two fields were fitted."""
    with pytest.raises(Cancelled):
        run_batch(ASKED, tmp_path / "stopped", stopping_after(5))
    return tmp_path / "stopped" / NAME


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The fields that are fitted from now on."""
    begun: list[str] = []
    real = walks._Fitted.steps

    def fitted(self: Any, series: Series, task: Task) -> Any:
        begun.append(series.group)
        return real(self, series, task)

    monkeypatch.setattr(walks._Fitted, "steps", fitted)
    return begun


def test_that_what_is_done_is_not_done_again(
    journal: Path, plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = counted(monkeypatch)
    run_batch(ASKED, journal.parent, resume=True)
    assert begun == ["f4", "now"]
    assert files(journal.parent) == files(plain)
    done = run_batch(ASKED, journal.parent, resume=True)
    assert begun == ["f4", "now"]
    assert done.written == ()
    assert "holds this batch already" in done.summary


def test_that_dates_that_were_taught_are_not_made_again(
    taught: tuple[Path, Batched], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walked = 0

    def where(one: One[Any], fields: Sequence[Series], task: Task) -> Iterator[tuple[int, Any]]:
        nonlocal walked
        walked += 1
        for place, series in enumerate(fields):
            if walked == 3 and place == 2:  # the first walk fits, the second hears the teachers
                raise Cancelled
            yield place, one(series, task)

    with pytest.raises(Cancelled):
        run_batch(TAUGHT, tmp_path, where)
    begun, again = counted(monkeypatch), []
    real = walks._Taught.__call__
    monkeypatch.setattr(
        walks._Taught, "__call__",
        lambda self, series, task: again.append(series.group) or real(self, series, task),
    )  # fmt: skip
    run_batch(TAUGHT, tmp_path, resume=True)
    assert begun == []
    assert again == ["f2", "f3", "f4", "now"]
    assert files(tmp_path) == files(taught[0])


@pytest.mark.parametrize("share", [0.12, 0.35, 0.6, 0.999])
def test_that_a_torn_journal_costs_no_more_than_what_was_torn(
    share: float, journal: Path, plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = journal.read_bytes()
    head = whole.index(b"\n") + 1
    cut = head + int(share * (len(whole) - head))
    journal.write_bytes(whole[:cut])
    ends = [k for k in range(head, len(whole)) if whole.startswith(b'{"field":', k)]
    left = sum(1 for end in [*ends[1:], len(whole)] if end <= cut)
    begun = counted(monkeypatch)
    run_batch(ASKED, journal.parent, resume=True)
    assert begun == [one.group for one in TABLE.series][left:]
    assert files(journal.parent) == files(plain)


def test_that_bytes_that_are_not_what_was_written_are_not_read(
    journal: Path, plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = bytearray(journal.read_bytes())
    second = whole.index(b'{"field":1')
    whole[second + 400] ^= 1
    journal.write_bytes(whole)
    begun = counted(monkeypatch)
    run_batch(ASKED, journal.parent, resume=True)
    assert begun == [one.group for one in TABLE.series][1:]
    assert files(journal.parent) == files(plain)


def test_that_nothing_is_lost_without_being_asked(journal: Path) -> None:
    before = journal.read_bytes()
    with pytest.raises(InputError, match="holds an unfinished batch: go on with it by --resume"):
        run_batch(ASKED, journal.parent)
    for other in (
        replace(ASKED, recipe=Recipe()),
        replace(ASKED, request=WHEAT),
        replace(ASKED, facts={"f1": Facts(crop="wheat")}),
        replace(ASKED, forecast=False),
        replace(ASKED, table=table_of(*FIELDS)),
        replace(ASKED, shard=Shard(1, 2)),
    ):
        with pytest.raises(InputError, match="holds a batch of another table"):
            run_batch(other, journal.parent, resume=True)
    assert journal.read_bytes() == before
    journal.write_text("something else\n")
    with pytest.raises(InputError, match="is no journal"):
        run_batch(ASKED, journal.parent, resume=True)


def test_that_two_batches_do_not_write_into_one_folder(tmp_path: Path) -> None:
    def second(one: One[Any], fields: Sequence[Series], task: Task) -> Iterator[tuple[int, Any]]:
        with pytest.raises(InputError, match="Another batch writes to"):
            run_batch(ASKED, tmp_path)
        raise Cancelled
        yield

    with pytest.raises(Cancelled):
        run_batch(ASKED, tmp_path, second)


def test_that_no_file_is_written_where_no_field_can_be_fitted(tmp_path: Path) -> None:
    other = replace(LOST, group="other")
    for lost, told in (((LOST,), "Field 'lost': "), ((LOST, other), "None of 2 fields")):
        with pytest.raises(InputError, match=told):
            run_batch(replace(ASKED, table=table_of(*lost)), tmp_path / "out")
    assert files(tmp_path / "out") == {}


def test_that_one_field_and_two_are_batches_too(tmp_path: Path) -> None:
    for count in (1, 2):
        out = tmp_path / str(count)
        done = run_batch(replace(TAUGHT, table=table_of(*FIELDS[:count])), out)
        assert done.summary.startswith("1 field" if count == 1 else "2 fields")
        assert (out / "fields.csv").read_text().count("\n") == 1 + 2 * count


def test_that_times_may_be_numbers(tmp_path: Path) -> None:
    numbers = [replace(one, dated=False) for one in (*FIELDS[:2], LOST)]
    asked = replace(ASKED, table=table_of(*numbers))
    run_batch(asked, tmp_path / "batch")
    outcome = fit_fields(numbers, QUICK, CURVE, {})
    write_results(tmp_path / "fit", asked.table, outcome.fits, unfitted=outcome.unfitted)
    for name in ("stages.csv", "fields.csv", "readings.csv", "forecast.csv"):
        assert (tmp_path / "batch" / name).read_text() == (tmp_path / "fit" / name).read_text()


def test_that_a_journal_that_is_not_understood_is_told(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        run_batch(ASKED, tmp_path, stopping_after(7))
    journal = tmp_path / NAME
    whole = journal.read_bytes()
    with opened(journal) as held:
        damaged = {"fit": b'{"learned": 3}', "series": b"x no deflated bytes"}
        held.add(0, Entry.of({**_sections(held), **damaged}))
    with pytest.raises(InputError, match="not understood"):
        run_batch(ASKED, tmp_path, resume=True)
    journal.write_bytes(whole)
    with opened(journal) as held:
        held.add(0, Entry.of(_sections(held)))
        held._waiting = [one.replace(b'"brief":', b'"other":') for one in held._waiting]
    before = journal.read_bytes()
    with pytest.raises(InputError, match="not understood"):
        run_batch(ASKED, tmp_path, resume=True)
    assert journal.read_bytes() == before
    for true, false in (
        (b'"stations":{}', b'"stations":[]'), (b'"shard":[1,1]', b'"shard":[1,0]'),
        (b'"request":{', b'"request":{"more":1,'),
    ):  # fmt: skip
        assert true in whole
        journal.write_bytes(whole.replace(true, false, 1))
        with pytest.raises(InputError):
            merge([tmp_path], tmp_path / "merged")
    journal.write_bytes(whole.replace(b'"stations":{}', b'"stations":[]', 1))
    with pytest.raises(InputError, match="not understood"):
        run_batch(ASKED, tmp_path, resume=True)


def _sections(journal: Journal) -> dict[str, bytes]:
    return {name: journal.section(0, name) for name in journal.entries[0].at}


def test_that_shards_are_refused_that_are_not_one_batch(tmp_path: Path) -> None:
    first, second, third, other = (tmp_path / name for name in "abcd")
    for number, folder in enumerate((first, second), 1):
        run_batch(replace(ASKED, shard=Shard(number, 3)), folder)
    with pytest.raises(Cancelled):
        run_batch(replace(ASKED, shard=Shard(3, 3)), third, stopping_after(1))
    run_batch(replace(ASKED, forecast=False, shard=Shard(3, 3)), other)
    out = tmp_path / "out"
    for folders, words in (
        ((first, second), "Of 3 shards these are missing: 3."),
        ((first, second, third), "'c' lacks 1 field"),
        ((first, first), "hold the same shard"),
        ((first, second, other), "are not shards of one batch"),
        ((first, out), "cannot be opened"),
    ):
        with pytest.raises(InputError, match=words):
            merge(folders, out)
    assert files(out) == {}
    for text in ("3", "0/4", "5/4", "a/b", "1/0"):
        with pytest.raises(InputError, match="--shard is NUMBER/COUNT"):
            shard_of(text)
    assert shard_of("3/40") == Shard(3, 40)


def test_that_what_is_kept_of_a_field_is_small(tmp_path: Path) -> None:
    with pytest.raises(Cancelled):
        run_batch(replace(ASKED, forecast=False), tmp_path, stopping_after(1))
    assert (tmp_path / NAME).stat().st_size < 30_000
    assert isinstance(fit_fields(FIELDS[:1], QUICK, CURVE, {}, QUIET).fits[0], Fit)
