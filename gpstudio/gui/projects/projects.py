"""Opening, saving and leaving projects: from what a person wants to jobs and back.

The desk knows the document and nothing of files; ``holding`` knows which document the file holds.
Files are read and written by one job at a time.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpstudio.data.texts import shown
from gpstudio.gui import recent
from gpstudio.gui.commands.program import show_welcome
from gpstudio.gui.messages import Message
from gpstudio.gui.projects import files
from gpstudio.gui.projects.earlier import EarlierVersions
from gpstudio.gui.projects.holding import HeldProject
from gpstudio.gui.projects.keeping import Keeping
from gpstudio.gui.projects.layout import RememberedView
from gpstudio.gui.projects.notices import Answer, Notices
from gpstudio.gui.projects.question import LEAVE, SAVE, SaveQuestion
from gpstudio.gui.projects.runner import Runner, Then, nothing
from gpstudio.gui.projects.versions import NAME as VERSIONS
from gpstudio.gui.welcome.shapes import keep_shape
from gpstudio.session.document import Document
from gpstudio.session.project.codec.once import Made
from gpstudio.session.project.project import Project
from gpstudio.session.project.whole import Opened, State, open_whole, save_as, save_whole
from gpstudio.translation import tr, tr_count

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

DAMAGE, READ_ONLY = "damage", "read_only"


class Projects(QObject):
    changed = Signal()
    """Title, or whether there is something to save."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window, self._desk = window, window.desk
        self.holding = HeldProject()
        self.notices = Notices()
        self.runner = Runner(self)
        self.earlier = EarlierVersions(self, window)
        self.keeping = Keeping(self)
        self.keeping.failed.connect(lambda sentence: self.runner.said.emit(Message.error(sentence)))
        self._made: Made = {}
        self._seen: Document | None = None
        self.is_unsaved = False
        self._may_close = self._wants_close = self._is_asking = False
        self._desk.changed.connect(self._follow)

    # what there is

    @property
    def _document(self) -> Document:
        return self._desk.document

    @property
    def title(self) -> str:
        return self.holding.title(self._document)

    @property
    def can_save(self) -> bool:
        return self._document.table is not None or self.is_unsaved

    @property
    def has_versions(self) -> bool:
        """Whether something was saved, of which earlier versions may be there."""
        return self.holding.project is not None

    # beginning and opening

    def new(self) -> None:
        self.leaving(self._new)

    def _new(self) -> None:
        self.show(Document())
        show_welcome(self._window)

    def open(self, path: Path) -> None:
        self.leaving(lambda: self._open(path))

    def _open(self, path: Path) -> None:
        present = self.holding.project if self.holding.is_at(path) else None
        if present is not None and self.holding.shows(self._document):
            self._window.sides.show_fields()
            self.runner.progressed.emit(tr("{path} is open already.", path=shown(path)), None)
            return
        errand = self.runner.errand()

        def opened(found: Opened) -> None:
            errand.taken()
            self.show(found.document, found.project)
            RememberedView.in_contents(found.contents).show_in(self._window)
            self._remember(path, found.document)
            self.tell_opened(found, found.project, path)

        otherwise = partial(self.earlier.offer, path)
        self.runner.run(opened, open_whole, path, errand, present, otherwise=otherwise)

    def show(self, document: Document, project: Project | None = None, saved: bool = True) -> None:
        """In place of all that was there."""
        self.notices.put_away(DAMAGE, READ_ONLY, VERSIONS)
        self._window.messages.clear()
        self._window.sides.show_fields()
        self._made = {}
        self.holding.begin(project, document, saved)
        self._desk.resume(document)
        self._take_note()

    def tell_opened(self, opened: Opened, project: Project | None, path: Path) -> None:
        """Of the project at a path: what there is, what is lost, and what cannot be done."""
        document = opened.document
        fields = len(document.table.series) if document.table is not None else 0
        told = tr(
            "{fields}, {count:,} fitted",
            fields=tr_count(fields, "{n:,} field", "{n:,} fields"),
            count=len(document.fits),
        )
        self.runner.progressed.emit(f"{path.name}: {told}.", None)
        damage = opened.found.sentence(path)
        if damage:
            earlier = Answer(
                "damage_versions", tr("Earlier versions…"), tr("See what was saved before."),
                self.earlier.offer_present,
            )  # fmt: skip
            self.notices.show_notice(DAMAGE, damage, [earlier], "error")
        if project is not None and project.read_only:
            save = Answer(
                "read_only_save_as", tr("Save as…"), tr("Save under another name."), self.save_as
            )
            self.notices.show_notice(READ_ONLY, project.read_only, [save])

    # saving

    def save(self, then: Then = nothing) -> None:
        self._take_typed()
        project, state = self.holding.project, self._state
        if project is None or not self.holding.takes(state.document):
            self.save_as(then)
            return

        def saved(_: object) -> None:
            self.holding.keep(state.document)
            self._saved(state, project.path, then)

        self.runner.run(
            saved, save_whole, project, state, self._made, otherwise=self._stays, saves=True,
            elsewhere=self.save_as,
        )  # fmt: skip

    def save_as(self, then: Then = nothing) -> None:
        self._take_typed()
        name = Path(self.holding.name(self._document)).stem or "project"
        path = files.ask_save(self._window, name)
        if path is None:
            return
        project, state = self.holding.project, self._state
        if project is not None and self.holding.is_at(path) and not project.read_only:
            self.holding.adopt(state.document)
            self.save(then)
            return
        errand = self.runner.errand()

        def saved(made: Project) -> None:
            errand.taken()
            self.holding.begin(made, state.document)
            self.notices.put_away(READ_ONLY, VERSIONS)
            self._saved(state, path, then)

        self.runner.run(
            saved, save_as, path, state, self._made, errand, otherwise=self._stays, saves=True,
            elsewhere=self.save_as,
        )  # fmt: skip

    @property
    def _state(self) -> State:
        """The present one; what is kept of it in case of a crash is kept under these notes."""
        return State(self._document, RememberedView.of(self._window).parts, self.keeping.notes)

    @staticmethod
    def _remember(path: Path, document: Document) -> None:
        """With what it looks like, for the page of welcome."""
        recent.remember(path)
        if document.table is not None:
            keep_shape(path, document.table.series)

    def _saved(self, state: State, path: Path, then: Then) -> None:
        self.keeping.saved(state.notes)
        self._remember(path, self._document)
        self._take_note()
        self.runner.progressed.emit(tr("Saved {path}.", path=shown(path)), None)
        wants_close, self._wants_close = self._wants_close, False
        then()
        if wants_close:
            self._window.close()

    def _stays(self) -> None:
        """What could not be saved is not to be closed either."""
        self._wants_close = False

    # leaving

    def leaving(self, then: Then, to_table: bool = False) -> None:
        """Go on with ``then``, once a person has said what is to become of what is not saved."""
        self._take_typed()
        document = self._document
        unsaved = self.holding.lost_to_table if to_table else self.holding.unsaved
        lost = () if self._may_close else unsaved(document)
        if not lost:
            then()
            return
        if self._is_asking:
            return

        def answered(meaning: str) -> None:
            self._is_asking = False
            if meaning == SAVE:
                self.save(then)
            elif meaning == LEAVE:
                then()

        self._is_asking = True
        SaveQuestion(self.holding.question(document), lost, answered, self._window).open()

    def may_close(self) -> bool:
        """Whether the window may go now; if not, it is closed as soon as it may."""
        self._take_typed()
        if self.runner.is_saving:
            self._wants_close = True
            return False
        if self._may_close or not self.holding.unsaved(self._document):
            return True
        self.leaving(self._close)
        return False

    def _close(self) -> None:
        self._may_close = True
        self._window.close()

    def give_up(self) -> None:
        """Whatever is not saved is not wanted: the window closes without a question."""
        self._may_close = True

    def close_work(self) -> bool:
        ended = [self.runner.close(), self.earlier.close_work()]
        self.keeping.close()
        self.holding.close()
        return all(ended)

    def _take_typed(self) -> None:
        """What was typed counts also where the cursor has not left it; what is wrong does not."""
        self._window.model.take_typed()
        self._window.season.take_typed()

    # following the desk

    def _follow(self) -> None:
        """Every change of the document is kept in case of a crash, until it is saved."""
        if self._document is not self._seen:
            self._take_note()

    def _take_note(self) -> None:
        document = self._seen = self._document
        self.is_unsaved = bool(self.holding.unsaved(document))
        if self.is_unsaved:
            project = self.holding.project if self.holding.has(document) else None
            state = State(document, RememberedView.of(self._window).parts)
            self.keeping.keep(state, project.path if project is not None else None)
        else:
            self.keeping.forget()
        self.changed.emit()
