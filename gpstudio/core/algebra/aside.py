"""Work that cannot be stopped on its way, such as one call of LAPACK, so that its caller can be."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from gpstudio.core.task import Task

Answer = TypeVar("Answer")
LOOK = 0.05
"""Seconds between two looks at the task."""


def aside(work: Callable[[], Answer], task: Task) -> Answer:
    """What ``work`` gives, made in a thread of its own; where it is no longer wanted, it is left
    to end by itself and nobody reads it. For work that releases the GIL."""
    answer: Future[Answer] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as problem:
            answer.set_exception(problem)

    task.check()
    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(LOOK)
    while thread.is_alive():
        task.check()
        thread.join(LOOK)
    return answer.result()
