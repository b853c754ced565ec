"""Where many fields are fitted, from the words that a person chose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.core.threads import processors
from gpstudio.data.series import Series
from gpstudio.jobs.chunks import Engine, InChunks, WhenWorthIt
from gpstudio.jobs.cluster import Cluster, is_cluster
from gpstudio.jobs.fields import One, Placed, Where, in_turn
from gpstudio.jobs.processes import Processes
from gpstudio.translation import tr

HERE, PROCESSES, DASK = "here", "processes", "dask"
MOST = 256
"""Processes of one computer."""


@contextmanager
def place_of(
    workers: int | None = None, always: bool = False, engine: str = PROCESSES
) -> Iterator[Where]:
    """So many processes; None: as many as there are processors, where they are worth their start;
    one: where it is called. ``always``: in processes, each with one thread, so that the very same
    numbers come out however many they are. They end with the block; so does what is held of a
    cluster, which does all fields where ``engine`` names one."""
    others = engine_of(engine, workers)
    if isinstance(others, Processes) and workers == 1 and not always:
        yield in_turn
        return
    at_once = always or workers is not None or engine != PROCESSES
    try:
        yield InChunks(others) if at_once else when_worth_it(others)
    finally:
        others.close()


def engine_of(words: str, workers: int | None = None) -> Engine:
    """As they are typed: ``processes``, or ``dask=`` with an address, a scheduler's file, or
    ``local``."""
    if words == PROCESSES:
        return Processes(checked(workers))
    name, _, place = words.partition("=")
    if name == DASK and is_cluster(place):
        return Cluster(place, 0 if workers is None else checked(workers))
    raise InputError(
        tr(
            "There is no engine '{words}': say processes, dask=local, dask=tcp://HOST:PORT, or "
            "dask=file:PATH of a scheduler's file.",
            words=words,
        )
    )


class Chosen:
    """The place that is chosen at the moment when it is asked; engines stay until another is
    chosen, and are ended by ``close``."""

    def __init__(self, words: Callable[[], str] = lambda: PROCESSES) -> None:
        """Those of ``engine_of``, or ``here``."""
        self.words = words
        self._engine: Engine | None = None
        self._of = ""

    def __call__(
        self, one: One[Any], fields: Sequence[Series], task: Task
    ) -> Iterator[Placed[Any]]:
        words = self.words()
        if words == HERE:
            return in_turn(one, fields, task)
        if self._engine is None or words != self._of:
            self.close()
            self._engine, self._of = engine_of(words), words
        where = when_worth_it(self._engine) if words == PROCESSES else InChunks(self._engine)
        return where(one, fields, task)

    def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def when_worth_it(engine: Engine) -> Where:
    """Here, until it pays to have the engine do it."""
    return WhenWorthIt(engine) if engine.hands > 1 else in_turn


def checked(workers: int | None) -> int:
    if workers is None:
        return processors()
    if not 1 <= workers <= MOST:
        raise InputError(
            tr(
                "The number of processes is from 1 to {most}, not {count:,}.",
                most=MOST,
                count=workers,
            )
        )
    return workers
