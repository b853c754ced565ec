"""Independent pieces of work side by side, in as many threads as the machine and settings allow.

For work that releases the GIL. Who sets OMP_NUM_THREADS or OPENBLAS_NUM_THREADS, because many
processes share the machine, means these threads too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")
SETTINGS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def workers() -> int:
    """How many threads to use."""
    written = [os.environ[name] for name in SETTINGS if os.environ.get(name, "").isdecimal()]
    if written:
        return max(1, min(int(number) for number in written))
    return processors()


def processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(
    work: Callable[[Item], Answer], items: Sequence[Item], threads: int = 0
) -> list[Answer]:
    """``work`` of each item, in their order; an error in one ends them all. ``threads``: where
    somebody said how many; zero is as many as there are."""
    count = min(threads, processors()) if threads else workers()
    count = min(count, len(items))
    if count < 2:
        return [work(item) for item in items]
    with ThreadPoolExecutor(count) as pool:
        waiting = [pool.submit(work, item) for item in items]
        try:
            return [answer.result() for answer in waiting]
        finally:
            for answer in waiting:
                answer.cancel()
