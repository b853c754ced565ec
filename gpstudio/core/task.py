"""The one extra argument of long work.

A long function takes a ``Task``, says through it how far it is, and asks it now and then whether
it should go on. The function knows nothing of windows, threads or progress bars. This base class
is the quiet task for callers who do not watch; ``gpstudio.jobs`` has the one that reports.
"""

from __future__ import annotations


class Cancelled(Exception):
    """Raised inside the work when its caller no longer wants the answer."""


class Task:
    """A task that nobody watches and nobody stops."""

    def report(self, status: str, fraction: float | None = None) -> None:
        """Say what is being done and, where it is known, which fraction of the whole is done."""

    def partial(self, result: object) -> None:
        """Hand over a result that is already worth showing."""

    def check(self) -> None:
        """Raise ``Cancelled`` when the work should stop; called at least every 100 ms of work."""


class Quietly(Task):
    """For a part of the work: can be stopped with it, but says nothing of its own."""

    def __init__(self, whole: Task) -> None:
        self._whole = whole

    def check(self) -> None:
        self._whole.check()


QUIET = Task()
