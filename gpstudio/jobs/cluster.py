"""Chunks of fields on a Dask cluster: an engine that is there where its extra is installed.

Chunks travel as bytes of our own, and so do answers: Dask moves them and looks into none. Versions
are compared by Dask's own messages before anything of ours is sent, since what one version of a
library packs another may unpack into a crash. A task that runs cannot be cancelled, so chunks are
short and few are sent ahead. ``local`` opens sockets on this computer's loopback alone.
"""

from __future__ import annotations

import json
import logging
import os
import pickle
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.core.threads import processors
from gpstudio.data.texts import shown
from gpstudio.jobs import afar
from gpstudio.jobs.chunks import Again, Chunk, Cutter
from gpstudio.jobs.fields import One, Placed, Refused
from gpstudio.translation import tr

AHEAD = 2
"""Chunks that each worker has before it."""
TURN = 0.05
"""Seconds between two looks whether to go on."""
SECONDS_TO_CONNECT = 10
PACKAGES = ("gpstudio", "python", "numpy", "numba")
LOCAL, FILE = "local", "file:"
LOOPBACK = "127.0.0.1"
TALKERS = ("distributed", "distributed.client")
"""Its loggers; each has a level of its own."""


class Cluster:
    """An engine. It is connected to when it is first needed; ``words`` are an address, ``file:``
    with the path of a scheduler file, or ``local``."""

    def __init__(self, words: str, count: int = 0) -> None:
        """``count``: workers of a local cluster, as many as processors where it is zero."""
        self._words, self._count = words, count
        self._client: Any = None
        self._own: Any = None

    @property
    def hands(self) -> int:
        with self._told_when_gone():
            threads: dict[str, int] = self._connected().nthreads()
        return max(1, sum(threads.values()))

    @property
    def threads(self) -> int:
        return 0

    def run(self, chunks: Cutter, task: Task) -> Iterator[Placed[Any]]:
        with self._told_when_gone():
            yield from self._run(chunks, task)

    def _run(self, chunks: Cutter, task: Task) -> Iterator[Placed[Any]]:
        client, again = self._connected(), Again()
        under_way: dict[Any, Chunk] = {}
        try:
            while self._sent(chunks, again, under_way) or under_way:
                self._check_there()
                ended = [future for future in under_way if future.done()]
                for future in ended:
                    yield from self._taken(future, under_way.pop(future), chunks, again)
                task.check()
                if not ended:
                    time.sleep(TURN)
        except Cancelled:
            for future in [future for future in under_way if future.done()]:
                yield from self._taken(future, under_way.pop(future), chunks, again)
            raise
        finally:
            if under_way:
                with suppress(Exception):  # it may be gone
                    client.cancel(list(under_way), force=True)

    def begin(self, one: One[Any], fields: int) -> None:
        """It has begun."""

    def close(self) -> None:
        for one in (self._client, self._own):
            if one is not None:
                with suppress(Exception):  # it may be gone
                    one.close()
        self._client = self._own = None

    def _sent(self, chunks: Cutter, again: Again, under_way: dict[Any, Chunk]) -> bool:
        """Hand out what there is place for; whether anything was."""
        sent = False
        while len(under_way) < AHEAD * self.hands:
            chunk = again.next(chunks)
            if chunk is None:
                break
            packed = pickle.dumps(chunk, pickle.HIGHEST_PROTOCOL)
            under_way[self._client.submit(afar.done, packed, pure=False)] = chunk
            sent = True
        return sent

    def _taken(
        self, future: Any, chunk: Chunk, chunks: Cutter, again: Again
    ) -> Iterator[Placed[Any]]:
        if future.status != "finished":
            self._check_there()  # of one that has gone all chunks are lost, and none is to blame
            yield from again.of_lost(chunk, 0, _lost(future.status))
            return
        answers, seconds, fault = pickle.loads(future.result())
        for number, answer in enumerate(answers):
            if not again.is_short(chunk, number, answer):
                yield chunk.places[number], answer
        if fault:
            raise RuntimeError(fault)
        chunks.took(len(chunk), seconds)

    def _check_there(self) -> None:
        if not self._is_there or not self._client.nthreads():
            raise self._gone()

    @property
    def _is_there(self) -> bool:
        return self._client is None or self._client.status == "running"

    @contextmanager
    def _told_when_gone(self) -> Iterator[None]:
        """At whatever word of ours it went, and whatever Dask raises then."""
        try:
            yield
        except (InputError, Cancelled):
            raise
        except OSError as error:
            raise self._gone() from error
        except Exception as error:
            if self._is_there:
                raise
            raise self._gone() from error

    def _gone(self) -> InputError:
        return InputError(
            tr(
                "The cluster {cluster} has gone: what was answered is kept, the rest waits for it, "
                "or for another engine.",
                cluster=self._words,
            )
        )

    def _connected(self) -> Any:
        if self._client is None:
            self._client = self._opened()
            self._check_versions(self._client.get_versions(packages=list(PACKAGES)))
            if self._words != LOCAL:  # here all share what this computer has compiled
                self._client.run(afar.prepare)
        return self._client

    def _opened(self) -> Any:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise InputError(
                tr(
                    "A cluster needs the extra 'cluster' of GP Studio (pip install "
                    '"gpstudio[cluster]"); install it, or compute in processes.'
                )
            ) from None
        _silence()
        is_file = self._words.startswith(FILE)
        address = _address_in(Path(self._words.removeprefix(FILE))) if is_file else self._words
        try:
            if self._words == LOCAL:
                with _same_environment():
                    self._own = LocalCluster(
                        n_workers=self._count or processors(), threads_per_worker=1,
                        host=LOOPBACK, dashboard_address=f"{LOOPBACK}:0", silence_logs=50,
                        scheduler_kwargs={"dashboard": False},
                    )  # fmt: skip
                return Client(self._own, timeout=SECONDS_TO_CONNECT)
            return Client(address, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(
                tr(
                    "The cluster {cluster} does not answer: is its scheduler running there, and "
                    "may this computer talk to it?",
                    cluster=self._words,
                )
            ) from error

    def _check_versions(self, told: Mapping[str, Any]) -> None:
        """Before anything of ours is sent."""
        mine = told["client"]["packages"]
        if not told["workers"]:
            raise InputError(
                tr(
                    "The cluster {cluster} has no workers: start some, or wait for them.",
                    cluster=self._words,
                )
            )
        for worker, there in told["workers"].items():
            packages = there["packages"] if there else {}
            for name in PACKAGES:
                theirs = packages.get(name)
                if theirs == mine.get(name):
                    continue
                self.close()
                raise InputError(
                    tr(
                        "The cluster's worker {worker} has {package} {theirs} and this computer "
                        "{mine}: install the same version on both sides.",
                        worker=worker,
                        package=name,
                        theirs=theirs or tr("in no version"),
                        mine=mine.get(name),
                    )
                )


def _address_in(file: Path) -> str:
    """Where the scheduler is that wrote this file."""
    path = shown(file, whole=True)
    try:
        address = json.loads(file.read_text(encoding="utf-8"))["address"]
    except FileNotFoundError:
        raise InputError(
            tr("There is no scheduler file {path}; start the scheduler first.", path=path)
        ) from None
    except (OSError, ValueError, TypeError, KeyError):
        address = None
    if not isinstance(address, str):
        raise InputError(
            tr(
                "{path} names no scheduler: give the file that 'dask scheduler --scheduler-file' "
                "writes.",
                path=path,
            )
        )
    return address


def _silence() -> None:
    """What Dask says of connections stands in our own words already."""
    for name in TALKERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)


@contextmanager
def _same_environment() -> Iterator[None]:
    """Its workers' environment is set here before they are started, and left so."""
    before = dict(os.environ)
    try:
        yield
    finally:
        for name in os.environ.keys() - before.keys():
            del os.environ[name]
        os.environ.update(before)


def is_cluster(words: str) -> bool:
    return words == LOCAL or words.startswith(FILE) or "://" in words


def _lost(status: str) -> Refused:
    return Refused(
        tr(
            "Its worker was lost three times ({status}), perhaps for want of memory: fit this "
            "field alone to see why.",
            status=status,
        )
    )
