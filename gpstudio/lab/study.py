"""What a study is, what it hands back, and the registry of studies.

A study is a list of cases (one data set, one bandwidth, one method, one budget, one repeat), each
measured by itself. A case's rows go to results.csv as soon as they are measured; whatever stands
there need not be measured again, so that a study goes on where it was stopped.

    settings = Settings.of(STUDIES["kernel_matrix"].spec, sets="flat", repeats=2)
    results = run("kernel_matrix", settings, folder, task)
    results.figures        # charts, see gpstudio.lab.figures
    results.summary        # what was found, see gpstudio.lab.summary
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, TypeAlias

from gpstudio.core.cached import cached_property
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.lab.data_sets import DataShelf
from gpstudio.lab.figures.chart import Figure
from gpstudio.lab.rows import Key, Row
from gpstudio.lab.settings import Settings
from gpstudio.lab.summary import Summary, summarise
from gpstudio.translation import tr, tr_count

Rasterise: TypeAlias = Callable[[str, Path], None]
"""Draws the text of an SVG into a PNG file. Handed in, because only the window knows how."""


@dataclass(frozen=True)
class StudyColumn:
    """One column of results.csv. The key columns together say which case a row is of."""

    name: str
    help: str
    kind: Literal["text", "integer", "number"] = "number"
    key: bool = False


NOTE = StudyColumn("note", tr("Why a case was left out; empty where it was measured."), "text")


class Study(ABC):
    """One experiment; made for its settings, asked for its cases one by one."""

    spec: ClassVar[Spec]
    columns: ClassVar[tuple[StudyColumn, ...]]
    methods: ClassVar[tuple[str, ...]]
    """Sentences on how it measures, for the summary page: what a reader must know to trust it."""

    def __init__(self, settings: Settings, shelf: DataShelf) -> None:
        self.settings = settings
        self.shelf = shelf

    @abstractmethod
    def cases(self) -> Sequence[Row]:
        """The key cells of each case, in the order in which they are measured; an ``InputError``
        where the settings do not fit the data."""

    @abstractmethod
    def measure(self, case: Row, task: Task) -> Sequence[Row]:
        """The case's rows, without its key; an ``InputError`` says why it is left out."""

    def recall(self, rows: Sequence[Row]) -> None:  # noqa: B027 - most cases build on no others
        """Rows of an earlier run, where later cases build on them."""

    def is_whole(self, rows: Sequence[Row]) -> bool:
        """Whether all rows of a case are there."""
        return bool(rows)

    @classmethod
    @abstractmethod
    def figures(cls, rows: Sequence[Row]) -> tuple[Figure, ...]:
        """The charts of what has been measured so far."""

    @classmethod
    def findings(cls, rows: Sequence[Row]) -> tuple[str, ...]:
        """Sentences read off the numbers, besides the hypotheses."""
        return ()

    @classmethod
    def key(cls, row: Row) -> Key:
        return tuple(row[column.name] for column in cls.columns if column.key)


@dataclass(frozen=True, eq=False)
class StudyResults:
    """All that has been measured; ``task.partial`` hands over the same while it grows."""

    study: type[Study]
    settings: Settings
    folder: Path
    rows: Sequence[Row]
    cases: int
    """How many there are in all."""
    measured: int
    """How many of them by this run."""
    already: int
    """How many stood there before."""
    files: tuple[Path, ...] = ()
    """What was written, results.csv first."""
    facts: tuple[str, ...] = ()
    """What a reader must know of data and machine."""

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        return self.study.figures(self.usable)

    @cached_property
    def summary(self) -> Summary:
        name = self.study.spec.name
        return summarise({name: self.usable}, self.study.spec.title, self._sections())

    @property
    def usable(self) -> list[Row]:
        """Rows of cases that were measured."""
        return [row for row in self.rows if not row.get(NOTE.name)]

    @property
    def left_out(self) -> tuple[str, ...]:
        """What was left out and why, each reason once."""
        counted: dict[str, int] = {}
        for row in self.rows:
            if note := row.get(NOTE.name):
                counted[str(note)] = counted.get(str(note), 0) + 1
        return tuple(
            tr_count(
                count, "{n:,} case left out: {note}", "{n:,} cases left out: {note}", note=note
            )
            for note, count in counted.items()
        )

    def _sections(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return (
            (tr("What was found"), self.study.findings(self.usable)),
            (tr("What was left out"), self.left_out),
            (tr("How it was measured"), (*self.study.methods, *self.facts)),
        )


STUDIES: Registry[type[Study]] = Registry("study")
