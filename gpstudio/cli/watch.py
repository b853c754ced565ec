"""Watching a job from a terminal: a progress line, and an end by the keyboard."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from gpstudio.core.errors import InputError
from gpstudio.jobs.events import Failed, Finished, Progress
from gpstudio.jobs.job import Job
from gpstudio.translation import tr

BAR = 24


def watched(what: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """The result of ``work``; its progress is shown where someone sits at a terminal."""
    job = Job(work, *arguments).start()
    try:
        for event in job.events():
            if isinstance(event, Progress):
                _show(what, event)
            elif isinstance(event, Finished):
                return event.result
            elif isinstance(event, Failed):
                if event.fault:
                    raise RuntimeError(event.details)
                raise InputError(event.sentence)
    except KeyboardInterrupt:
        job.stop()
        job.join()
        raise
    finally:
        _clear()
    raise KeyboardInterrupt


def _show(what: str, progress: Progress) -> None:
    if sys.stderr.isatty():
        done = round(BAR * (progress.fraction or 0.0))
        bar = "█" * done + "░" * (BAR - done)
        print(f"\r\033[K{bar} {what}: {progress.status}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def complain(sentence: str) -> None:
    """One line on stderr, whatever stands in the sentence."""
    print(tr("gpstudio: {problem}", problem=" ".join(sentence.splitlines())), file=sys.stderr)
