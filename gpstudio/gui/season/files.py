"""Files of temperatures, sowings and observed dates: read away from the window."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from gpstudio.core.task import Task
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.words import sentence
from gpstudio.session.document import Document
from gpstudio.session.field_commands import TakeFacts
from gpstudio.translation import all_of, tr, tr_count


@dataclass(frozen=True)
class FactsFile:
    """One kind of file that says something of the fields."""

    kind: str
    """As ``FactFiles`` calls it."""
    title: str
    short: str
    help: str


FILES = (
    FactsFile(
        "temperature", tr("Temperatures"), tr("Temperatures"),
        tr("A table of daily temperatures: columns time, tmin and tmax, or time and tmean, and "
           "group where fields have their own."),
    ),
    FactsFile(
        "sowing", tr("Sowing dates"), tr("Sowing"),
        tr(
            "A table with the columns group, season, crop and date; season and crop may be "
            "left out.",
        ),
    ),
    FactsFile(
        "observed", tr("Observed dates"), tr("Observed"),
        tr(
            "A table of what was seen in the field, with the columns group, season, stage "
            "and date.",
        ),
    ),
    FactsFile(
        "fields", tr("Columns of fields"), tr("Fields"),
        tr(
            "A table with a row a field, named in a column group or field. Crop, lat, lon and "
            "alt are read; other columns, such as variety, become labels.",
        ),
    ),
)  # fmt: skip
OTHER_TABLE = tr("The file was of the table before: load it again for this one.")


@dataclass(frozen=True, eq=False)
class ReadFacts:
    """What a file says of the document's fields, ready to be taken, and what of it is not used."""

    command: TakeFacts
    remarks: tuple[str, ...] = ()


Work: TypeAlias = Callable[[Document, Task], ReadFacts]


@dataclass(frozen=True, eq=False)
class _Asked:
    """What is being found out, and of which document."""

    document: Document
    name: str
    work: Work


def read_further(wanted: Collection[str], anew: bool, document: Document, task: Task) -> ReadFacts:
    """These columns of the table as witnesses."""
    from gpstudio.session.further import take_further, taken_of  # bring in all that fits

    command = take_further(document, wanted, anew, task)
    silent = [column for column in wanted if column not in taken_of(command.facts)]
    words = tr("{columns} shows no season that would date a stage.", columns=all_of(silent))
    return ReadFacts(command, (words,) if silent else ())


def read_facts(document: Document, kind: str, path: Path, task: Task) -> ReadFacts:
    from gpstudio.session.field_facts import FactFiles, facts_from  # bring in all that reads

    task.report(tr("Reading {name}", name=path.name))
    command, told = facts_from(document, FactFiles(**{kind: path}), task)
    return ReadFacts(command, told.remarks)


def _told(name: str, command: TakeFacts, document: Document) -> str:
    """Of how many fields a file says something new."""
    known, labels = command.facts.items(), command.labels
    new = {group for group, facts in known if facts != document.facts_of(group)}
    new |= {group for group in labels if labels[group] != document.labels_of(group)}
    if not new:
        return tr("{name}: nothing new.", name=name)
    return tr_count(
        len(new), "{name}: read, for {n:,} field.", "{name}: read, for {n:,} fields.", name=name
    )


class FactsReader(QObject):
    """Reads one file at a time, for the document as it is when reading is done."""

    read = Signal(object)
    """A command that takes what the file says."""
    remarked = Signal(str)
    """What of the file is not used."""
    failed = Signal(str, str)
    progressed = Signal(str, object)
    busy_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.work: Callable[..., ReadFacts] = read_facts
        self.document = Document()
        self._asked: _Asked | None = None
        self._bridge = Bridge(self)
        self._bridge.finished.connect(self._arrived)
        self._bridge.failed.connect(self._fail)
        self._bridge.progressed.connect(self.progressed)
        self._bridge.busy_changed.connect(self.busy_changed)

    @property
    def is_busy(self) -> bool:
        return self._bridge.is_busy

    def show_document(self, document: Document) -> None:
        self.document = document

    def load(self, kind: str, path: Path) -> None:
        """Read a file of one kind."""
        self.begin(path.name, lambda document, task: self.work(document, kind, path, task))

    def begin(self, name: str, work: Work) -> None:
        """Find out what ``work`` makes of the document as it is; messages call it by the name."""
        self._asked = _Asked(self.document, name, work)
        self._bridge.start(work, self.document)

    def stop(self) -> None:
        self._bridge.leave()

    def close(self) -> bool:
        return self._bridge.close()

    def _arrived(self, found: ReadFacts) -> None:
        """What was noted by hand meanwhile is not to be overwritten: then the file is read again,
        for the document as it is now."""
        if self._asked is None:
            return
        asked, name = self._asked.document, self._asked.name
        if asked.table is not self.document.table:
            self.failed.emit(OTHER_TABLE, "")
        elif asked.facts is not self.document.facts:
            self.begin(name, self._asked.work)
        else:
            self.progressed.emit(_told(name, found.command, self.document), 1.0)
            self.read.emit(found.command)
            if found.remarks:
                self.remarked.emit(" ".join(sentence(remark) for remark in found.remarks))

    def _fail(self, sentence: str, details: str) -> None:
        name = self._asked.name if self._asked is not None else tr("The file")
        self.progressed.emit(tr("{name}: not read.", name=name), 1.0)
        self.failed.emit(sentence, details)
