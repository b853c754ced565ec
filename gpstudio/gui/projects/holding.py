"""Which project a window holds, and which document is in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from gpstudio.data.source.pasted import NAME
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.gui.literal import in_title
from gpstudio.gui.settings.usual import usual_request
from gpstudio.session.document import Document
from gpstudio.session.project.plain import place_of
from gpstudio.session.project.project import Project
from gpstudio.session.project.unsaved import came_with, changes, decisions, of_its_table
from gpstudio.session.request import USUAL, Request
from gpstudio.translation import tr

PROGRAM = "GP Studio"
RECOVERED = (tr("what was recovered"),)


class HeldProject:
    """A document belongs to the project while it shows a table that the project has held: who opens
    another table begins something else, and does not save it over the project."""

    def __init__(self) -> None:
        self.project: Project | None = None
        self._saved: Document | None = None
        self._is_recovered = False
        self._tables: set[object] = set()
        self.given: Document | None = None
        """What came with the program, before anybody decided anything."""

    def begin(self, project: Project | None, document: Document, saved: bool = True) -> None:
        """Another project, or none; what is not ``saved`` was recovered."""
        if self.project is not project:
            self.close()
        self.project, self._is_recovered = project, not saved
        self._tables = set()
        self.adopt(document)
        self._saved = document if saved else None

    def adopt(self, document: Document) -> None:
        """Its table is one of the project's."""
        if document.table is not None:
            self._tables.add(_source(document.table))

    def keep(self, document: Document) -> None:
        """It is in the file now."""
        self._saved, self._is_recovered = document, False
        self.adopt(document)

    def has(self, document: Document) -> bool:
        """Whether the document belongs to the project."""
        table = document.table
        return self.project is not None and (table is None or _source(table) in self._tables)

    def is_at(self, path: Path) -> bool:
        return self.project is not None and self.project.path == place_of(path)

    def shows(self, document: Document) -> bool:
        """Whether the document is what the project's file holds."""
        return self.has(document) and not self.unsaved(document)

    def takes(self, document: Document) -> bool:
        """Whether it can be saved without asking for a name."""
        return self.has(document) and self.project is not None and not self.project.read_only

    def unsaved(self, document: Document) -> tuple[str, ...]:
        """In words, what would be lost."""
        if self._is_recovered:
            return RECOVERED
        if not self.has(document) or self._saved is None:
            return self._decided(document, decisions(document, _usual(document)))
        return tuple(changes(document, self._saved))

    def lost_to_table(self, document: Document) -> tuple[str, ...]:
        """What would be lost where another table takes the place of this one."""
        if self.has(document) or self._is_recovered:
            return self.unsaved(document)
        return self._decided(document, of_its_table(document))

    def _decided(self, document: Document, found: Iterable[str]) -> tuple[str, ...]:
        came = came_with(document, self.given)
        return tuple(words for words in found if words not in came)

    def name(self, document: Document) -> str:
        """What title and questions call it; empty where there is nothing yet."""
        if self.project is not None and self.has(document):
            return self.project.path.stem
        return document.table.path.name if document.table is not None else ""

    def question(self, document: Document) -> str:
        """Whether to save: a project has changes, and a table is never written to."""
        name = shown(self.name(document))
        if self.project is not None and self.has(document):
            return tr("Save the changes to the project {name}?", name=name)
        if document.table is not None:
            return tr("Save your work on {name} as a project?", name=name)
        return tr("Save your work as a project?")

    def title(self, document: Document) -> str:
        """Of the window; ``[*]`` is where Qt marks what is not saved."""
        name = in_title(self.name(document))
        if self.project is not None and self.project.read_only and self.has(document):
            name = tr("{name} (read-only)", name=name)
        return f"{name}[*] – {PROGRAM}" if name else f"{PROGRAM}[*]"

    def close(self) -> None:
        """Let others have the project."""
        if self.project is not None:
            self.project.close()
            self.project = None


def _source(table: Table) -> object:
    """Where a table is from: its file, read as often as one likes. All that is pasted has one name,
    so a pasted table is known by its fields."""
    pasted = table.path == NAME and table.series
    return table.series[0].origin if pasted else table.path


def _usual(document: Document) -> Request:
    """What is asked of every table where nobody says."""
    wanted = usual_request(replace(document, request=USUAL))
    return USUAL if wanted is None else wanted.request
