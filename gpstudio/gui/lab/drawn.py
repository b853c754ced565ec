"""Results made ready to be shown, in the thread that measures.

Figures of many rows take a while to draw; meanwhile nothing is measured. So they are drawn again
only when drawing has cost no more than a small share of the time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from gpstudio.core.task import Task
from gpstudio.gui.lab.wish import StudyWish, folder_for
from gpstudio.gui.rasterise import rasterise
from gpstudio.lab import StudyResults, run
from gpstudio.lab.figures import Figure, svg_of
from gpstudio.lab.summary import Summary

PAUSE = 20.0
"""Seconds of measuring for one of drawing."""


@dataclass(frozen=True, eq=False)
class StudyDrawings:
    """All there is to look at. Made from results once, so that the window only shows it."""

    results: StudyResults
    figures: tuple[tuple[Figure, str], ...]
    """Each with its drawing."""
    summary: Summary

    @classmethod
    def of(cls, results: StudyResults) -> StudyDrawings:
        drawings = tuple((figure, svg_of(figure)) for figure in results.figures)
        return cls(results, drawings, results.summary)


class _Drawing(Task):
    """Hands results over as drawings, not more often than is cheap."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._not_before = 0.0

    def report(self, status: str, fraction: float | None = None) -> None:
        self._task.report(status, fraction)

    def check(self) -> None:
        self._task.check()

    def partial(self, result: object) -> None:
        began = time.monotonic()
        if isinstance(result, StudyResults) and began >= self._not_before:
            self._task.partial(StudyDrawings.of(result))
            ended = time.monotonic()
            self._not_before = ended + PAUSE * (ended - began)


def run_study(wish: StudyWish, task: Task) -> StudyDrawings:
    """Run the study to its end; all that is measured stays when it is stopped."""
    folder = folder_for(wish)
    results = run(wish.study, wish.settings, folder, _Drawing(task), rasterise, wish.data)
    return StudyDrawings.of(results)
