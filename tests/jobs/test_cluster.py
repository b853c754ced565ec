"""Chunks on a Dask cluster: the same answers, versions compared first, and one that vanishes."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from bells import bell, own_days, table_of
from jobs import far
from numba import config

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.jobs import afar
from gpstudio.jobs.chunks import InChunks
from gpstudio.jobs.cluster import LOOPBACK, Cluster
from gpstudio.jobs.fields import Refused, in_order, map_fields
from gpstudio.jobs.places import engine_of, place_of
from gpstudio.session.batch.asked import Asked
from gpstudio.session.batch.run import run_batch
from gpstudio.session.request import Request


def field(group: str) -> Series:
    return Series(group, np.arange(3.0), np.ones(3), "day", "ndvi", False)


MANY = [field(f"f{k}") for k in range(12)]


def test_that_what_is_wrong_with_an_engine_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in ("dask", "dask=", "dask=here", "spark", "tcp://127.0.0.1:1"):
        with pytest.raises(InputError, match="There is no engine"):
            engine_of(words)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match="extra 'cluster'"), place_of(engine="dask=local") as where:
        list(map_fields(far.environment, MANY, where))


def test_that_a_schedulers_file_names_a_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def client(address: str, timeout: float) -> None:
        asked.append(address)
        raise OSError("Timed out")

    dask = SimpleNamespace(Client=client, LocalCluster=None)
    monkeypatch.setitem(sys.modules, "distributed", dask)  # type: ignore[arg-type]
    file = tmp_path / "scheduler.json"
    told = {
        None: "no scheduler file",
        "{}": "names no scheduler",
        "[]": "names no scheduler",
        '{"add': "names no scheduler",
        '{"address": null}': "names no scheduler",
        '{"address": "tcp://there:1"}': "does not answer",
    }
    for written, words in told.items():
        if written is not None:
            file.write_text(written)
        with pytest.raises(InputError, match=words):
            _ = Cluster(f"file:{file}").hands
    assert asked == ["tcp://there:1"]


@pytest.mark.skipif(sys.platform == "win32", reason="there everybody has a folder of his own")
def test_that_a_worker_runs_no_code_from_a_folder_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder's name can be foretold, and everybody may make one in /tmp."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(config, "CACHE_DIR", config.CACHE_DIR)

    def prepared() -> Path:
        monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
        afar.prepare()
        return Path(config.CACHE_DIR)

    own = prepared()
    assert own.parent == tmp_path
    assert own.stat().st_mode & 0o077 == 0
    assert prepared() == own, "it is found again"
    own.chmod(0o777)
    assert prepared() != own
    own.rmdir()
    (tmp_path / "theirs").mkdir()
    own.symlink_to(tmp_path / "theirs")
    assert prepared().lstat().st_mode & 0o777 == 0o700
    monkeypatch.setenv("NUMBA_CACHE_DIR", "chosen")
    afar.prepare()
    assert config.CACHE_DIR == "chosen"


class Future:
    def __init__(self, result: bytes | None) -> None:
        self.status = "error" if result is None else "finished"
        self._result = result

    def done(self) -> bool:
        return True

    def result(self) -> bytes:
        assert self._result is not None
        return self._result


class Client:
    """As much of Dask's as is asked for; a task is done when it is submitted."""

    def __init__(self, versions: dict[str, Any] | None = None) -> None:
        same = {"gpstudio": "1", "python": "3.11", "numpy": "2", "numba": "0.6"}
        workers = {"one": {"packages": {**same, **(versions or {})}}}
        self._told = {"client": {"packages": same}, "workers": workers}
        self.status, self.lost, self.sent, self.prepared = "running", 0, 0, False

    def get_versions(self, packages: list[str]) -> dict[str, Any]:
        return self._told

    def run(self, prepare: Any) -> None:
        self.prepared = True

    def nthreads(self) -> dict[str, int]:
        return {"one": 1}

    def submit(self, work: Any, packed: bytes, pure: bool) -> Future:
        assert self.prepared
        self.sent += 1
        return Future(None if self.sent <= self.lost else work(packed))

    def cancel(self, futures: list[Future], force: bool) -> None:
        pass

    def close(self) -> None:
        pass


def cluster(monkeypatch: pytest.MonkeyPatch, client: Client) -> Cluster:
    made = Cluster("tcp://somewhere:1")
    monkeypatch.setattr(made, "_opened", lambda: client)
    return made


def test_that_nothing_is_sent_to_other_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client({"numpy": "1"})
    with pytest.raises(InputError, match="worker one has numpy 1 and this computer 2"):
        list(map_fields(far.environment, MANY, InChunks(cluster(monkeypatch, client))))
    assert (client.sent, client.prepared) == (0, False)
    client = Client({"gpstudio": None})
    with pytest.raises(InputError, match="has gpstudio in no version"):
        list(map_fields(far.environment, MANY, InChunks(cluster(monkeypatch, client))))


@pytest.mark.parametrize(("lost", "told"), [(1, 0), (2, 0), (99, 12)])
def test_that_lost_chunks_are_tried_again_and_then_told(
    lost: int, told: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client = Client()
    client.lost = lost
    work = far.Noted(tmp_path)
    found = list(map_fields(work, MANY, InChunks(cluster(monkeypatch, client))))
    assert sorted(place for place, _ in found) == list(range(12))
    assert sum(isinstance(answer, Refused) for _, answer in found) == told


def test_that_a_cluster_that_vanishes_is_told_and_what_came_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client, kept = Client(), []
    found = map_fields(far.Noted(tmp_path), MANY, InChunks(cluster(monkeypatch, client)))
    kept.append(next(found))
    client.status = "closed"
    with pytest.raises(InputError, match="has gone: what was answered is kept"):
        kept.extend(found)
    assert 0 < len(kept) < 12


class Going(Client):
    """Goes at one of our words: with an error of Dask's, and what was sent is lost."""

    def __init__(self, at: str, error: Exception) -> None:
        super().__init__()
        self.at, self.error, self.after = at, error, 0

    def said(self, word: str) -> None:
        self.after += word == self.at
        if self.after > 3:
            self.status = "connecting"
            raise self.error

    def nthreads(self) -> dict[str, int]:
        self.said("nthreads")
        return super().nthreads()

    def submit(self, work: Any, packed: bytes, pure: bool) -> Future:
        self.said("submit")
        future = super().submit(work, packed, pure)
        answer = future.result

        def result() -> bytes:
            self.said("result")
            return answer()

        future.result = result  # type: ignore[method-assign]
        return future


@pytest.mark.parametrize("at", ["nthreads", "submit", "result"])
@pytest.mark.parametrize("error", [OSError("Connection reset by peer"), RuntimeError("closed")])
def test_that_it_may_go_at_any_word(
    at: str, error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = []
    found = map_fields(far.Noted(tmp_path), MANY, InChunks(cluster(monkeypatch, Going(at, error))))
    with pytest.raises(InputError, match="has gone: what was answered is kept"):  # noqa: PT012
        for one in found:
            kept.append(one)
    assert not [answer for _, answer in kept if isinstance(answer, Refused)]


def test_that_no_field_is_blamed_for_a_cluster_that_went(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its status may change after we have looked; twice before, this field's worker was lost."""
    client = Client()

    class Lost(Future):
        def done(self) -> bool:
            client.sent += 1
            client.status = "running" if client.sent < 3 else "connecting"
            return True

    monkeypatch.setattr(client, "submit", lambda *words, pure: Lost(None))
    found = map_fields(far.Noted(tmp_path), MANY[:1], InChunks(cluster(monkeypatch, client)))
    with pytest.raises(InputError, match="has gone"):
        list(found)


def test_that_mistakes_of_ours_and_stops_end_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine = InChunks(cluster(monkeypatch, Client()))
    with pytest.raises(RuntimeError, match="ZeroDivisionError: ours"):
        list(map_fields(far.Noted(tmp_path), [field("wrong")], engine))

    class Stopped(Task):
        def check(self) -> None:
            raise Cancelled

    kept = []
    with pytest.raises(Cancelled):  # noqa: PT012 - what comes before it is what is asked for
        for found in map_fields(far.Noted(tmp_path), MANY, engine, Stopped()):
            kept.append(found)
    assert kept, "what is done is kept"


@pytest.fixture(scope="module")
def local() -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")
    engine = Cluster("local", 2)
    yield engine
    engine.close()


@pytest.mark.slow
def test_that_a_real_cluster_answers_and_listens_here_alone(local: Cluster, tmp_path: Path) -> None:
    some = [*MANY, field("bad")]
    found = dict(map_fields(far.Noted(tmp_path), some, InChunks(local)))
    assert [answer[0] for answer in in_order(found)[:12]] == [one.group for one in MANY]
    assert found[12] == Refused("It is bad.")
    told = local._client.scheduler_info()
    assert LOOPBACK in told["address"]
    assert all(LOOPBACK in worker for worker in told["workers"])
    served = local._own.scheduler.http_server
    assert served.address == LOOPBACK
    assert served.port != 8787, "Dask warns on the screen where somebody else has its usual one"
    threads = dict(map_fields(far.environment, [field("OPENBLAS_NUM_THREADS")], InChunks(local)))
    assert set(threads.values()) == {"1"}


@pytest.mark.slow
def test_that_a_batch_on_a_cluster_leaves_the_same_bytes(local: Cluster, tmp_path: Path) -> None:
    """Every file, learnt together, dated and forecast."""
    table = table_of([bell(f"field {k}", own_days(k)) for k in range(10)])
    asked = Asked(table, Recipe(), Request(stages="wheat", index="NDVI"), {}, forecast=True)
    run_batch(asked, tmp_path / "here")
    run_batch(asked, tmp_path / "there", InChunks(local))
    here, there = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("here", "there")
    )
    assert {"stages.csv", "fields.csv", "forecast.csv", "report.json"} <= here.keys()
    assert here == there
