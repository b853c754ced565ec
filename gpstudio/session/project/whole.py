"""Opening and saving a document whole, as jobs do it, away from whoever looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpstudio.core.task import QUIET, Task
from gpstudio.data.texts import shown
from gpstudio.phenology.templates import crops, load_template
from gpstudio.session.document import Document
from gpstudio.session.project.codec.document import (
    FoundDocument,
    beside,
    found_in,
    parts_of_document,
)
from gpstudio.session.project.codec.once import Made
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.gently import uncollected, unwatched
from gpstudio.session.project.loading import load
from gpstudio.session.project.part import Part
from gpstudio.session.project.project import Project
from gpstudio.session.project.recovery import Recovery
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class State:
    """What is saved: the document, and what belongs to whoever shows it."""

    document: Document
    extra: tuple[Part, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)

    def parts(self, made: Made) -> Iterator[Part]:
        with unwatched():
            yield from parts_of_document(self.document, made)
            yield from self.extra


@dataclass(frozen=True, eq=False)
class Opened:
    """``contents`` has the parts that are not of the document; the others are not held twice."""

    found: FoundDocument
    contents: Contents
    project: Project | None

    @property
    def document(self) -> Document:
        return self.found.document


class Errand:
    """Holds the project that a job has opened until somebody takes it over: a job that is left
    alone must not keep it locked."""

    def __init__(self) -> None:
        self._project: Project | None = None

    def hold(self, project: Project) -> Project:
        self._project = project
        return project

    def taken(self) -> None:
        """By whoever asked for it, who closes it."""
        self._project = None

    def give_up(self) -> None:
        if self._project is not None:
            self._project.close()
            self._project = None


def open_whole(
    path: Path, errand: Errand, present: Project | None = None, task: Task = QUIET
) -> Opened:
    """``present`` is the project itself where it is open here: it stays so, whatever comes."""
    task.report(tr("Opening {path}", path=shown(path)))
    project = errand.hold(Project.open(path, task)) if present is None else present
    try:
        contents = project.contents if present is None else load(path.resolve(), task=task)
        opened = _opened(contents, project, task)
        task.check()
    except BaseException:
        errand.give_up()
        raise
    project.contents = opened.contents
    return opened


def recover_whole(
    recovery: Recovery, errand: Errand, is_open: bool = False, task: Task = QUIET
) -> Opened:
    """The state that was not saved, with the project that it is of, where that is still there and
    not open here already."""
    task.report(tr("Recovering"))
    opened = look_into(recovery.load(task), task)
    original = recovery.original
    if original is None or is_open or not original.exists():
        return opened
    project = errand.hold(Project.open(original, task))
    project.contents = replace(project.contents, parts={})
    return replace(opened, project=project)


def save_whole(project: Project, state: State, made: Made, task: Task = QUIET) -> None:
    task.report(tr("Saving {path}", path=shown(project.path)))
    project.save(state.parts(made), state.notes)


def save_as(path: Path, state: State, made: Made, errand: Errand, task: Task = QUIET) -> Project:
    task.report(tr("Saving {path}", path=shown(path)))
    return errand.hold(Project.create(path, tuple(state.parts(made)), state.notes))


def look_into(contents: Contents, task: Task = QUIET) -> Opened:
    """What was read, of which no project is open."""
    return _opened(contents, None, task)


def _opened(contents: Contents, project: Project | None, task: Task) -> Opened:
    with uncollected():
        found = found_in(contents, task)
        for crop in crops():
            load_template(crop)  # whoever shows the document asks for them, and would wait
    return Opened(found, replace(contents, parts=beside(contents)), project)
