"""Where many fields are fitted, from the words that a person chose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gpstudio.core.errors import InputError
from gpstudio.core.threads import processors
from gpstudio.jobs.chunks import Engine, InChunks, WhenWorthIt
from gpstudio.jobs.fields import Where, in_turn
from gpstudio.jobs.processes import Processes
from gpstudio.translation import tr

MOST = 256
"""Processes of one computer."""


@contextmanager
def place_of(workers: int | None = None, always: bool = False) -> Iterator[Where]:
    """So many processes; None: as many as there are processors, where they are worth their start;
    one: where it is called. ``always``: in processes, each with one thread, so that the very same
    numbers come out however many they are. They end with the block."""
    if workers == 1 and not always:
        yield in_turn
        return
    engine = Processes(checked(workers))
    try:
        yield InChunks(engine) if always or workers else when_worth_it(engine)
    finally:
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
