"""Classes in the window: choose what names them, learn, see how sure each is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QWidget

from gpstudio.core.errors import InputError
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.cards import lay_side_by_side
from gpstudio.gui.classes.panel import ClassesPanel, Source, headings_of
from gpstudio.gui.classes.results import CHOOSE, NOTHING, PRESS, ClassResultsPanel
from gpstudio.gui.classes.work import ClassDrawings, learn_rows, learn_seasons
from gpstudio.gui.messages import Message
from gpstudio.gui.pace import Pace, lasted, told
from gpstudio.gui.rasterise import rasterise
from gpstudio.gui.theme import Theme
from gpstudio.gui.twice import ASK_AGAIN, LONG, AskedTwice
from gpstudio.jobs.fields import Where
from gpstudio.lab.class_export import export_classes
from gpstudio.session.classified.rows import columns_in
from gpstudio.session.classified.wish import SetClasses, usual_label
from gpstudio.session.document import Document
from gpstudio.session.wished_classes import NO_CLASSES, ClassWish
from gpstudio.translation import tr, tr_count

WIDTHS = (356, 990)
NO_TABLE = tr("Open a table of readings, or rows of a file.")
NO_LABELS = tr(
    "The table says no word about its fields: give them one in the list (a label), open it again "
    "with a column as Label, or load a file of words about fields."
)


class ClassesView(QWidget):
    """Learns from the window's table, or from a file with a row a thing."""

    said = Signal(object)
    wished = Signal(object)
    """A command: what is wanted of the open table is a part of the document."""
    field_chosen = Signal(str)
    field_opened = Signal(str)
    ended = Signal()

    def __init__(self, theme: Theme, where: Where, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("classes")
        self._where = where
        self._document = Document()
        self._rows: Path | None = None
        self._rows_wish = self._learnt_wish = NO_CLASSES
        self._made_for: object = None
        """What the shown results were learnt from."""
        self._pace = Pace()
        self._stopping = AskedTwice()
        self.panel = ClassesPanel(theme)
        self.results = ClassResultsPanel(theme)
        self._work = Bridge(self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        names = tr("what classes are learnt from"), tr("their results")
        lay_side_by_side(self, self.panel, self.results, names, WIDTHS)

    def _connect(self) -> None:
        self.panel.wished.connect(self._take_wish)
        self.panel.learn_asked.connect(self.learn)
        self.panel.stop_asked.connect(self.stop)
        self.panel.rows_asked.connect(self.take_rows)
        self.results.figures.said.connect(self.said)
        self.results.rows.field_chosen.connect(self.field_chosen)
        self.results.rows.field_opened.connect(self.field_opened)
        self.results.export_asked.connect(self._ask_folder)
        work = self._work
        work.progressed.connect(self._show_progress)
        work.finished.connect(self._finish)
        work.failed.connect(self._fail)
        work.stopped.connect(lambda: self._end(tr("Stopped.")))
        for keys, begin in (("F5", self.learn), ("Esc", self._stop_by_key)):
            # the fields' own actions on these keys are off while this is seen
            QShortcut(QKeySequence(keys), self).activated.connect(begin)

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.panel.label_box.setFocus(event.reason())

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
        self.results.set_theme(theme)

    def close_work(self) -> bool:
        return self._work.close()

    def show_document(self, document: Document) -> None:
        """What the desk holds now; what was learnt from another table is put away."""
        was = self._document
        same = document.table is was.table and document.labels is was.labels
        if same and document.classes == was.classes and self._made_for is not None:
            return
        other = document.table is not was.table and not _is_same(document, was)
        self._document = document
        if self._rows is None:
            if other and not self.is_busy:
                self.results.show_drawn(None)
            self._show_source()
            self._invite()

    def _show_source(self) -> None:
        self._made_for = self._made_for or self
        if self._rows is not None:
            return
        table, labels = self._document.table, self._document.labels
        if table is None:
            self.panel.show_source(Source(NO_TABLE, (), False), NO_CLASSES, of_rows=False)
            return
        headings = tuple(headings_of(labels))
        title = tr_count(
            len(table.series), "{file}: {n:,} field", "{file}: {n:,} fields", file=table.path.name
        )
        problem = "" if headings else NO_LABELS
        source = Source(title, headings, table.is_dated, problem)
        self.panel.show_source(source, self.wish, of_rows=False)

    @property
    def wish(self) -> ClassWish:
        """What is wanted; a label is proposed where nobody chose one."""
        wish = self._rows_wish if self._rows is not None else self._document.classes
        if wish.label or self._rows is not None:
            return wish
        fields = len(self._document.table.series) if self._document.table is not None else 0
        return ClassWish(usual_label(self._document.labels, fields), wish.as_of, wish.chosen)

    def take_rows(self, path: Path | None) -> None:
        """Learn from a file with a row a thing, or from the fields again."""
        self._rows, self._rows_wish = path, NO_CLASSES
        self.results.show_drawn(None)
        if path is None:
            self._show_source()
            self._invite()
            return
        try:
            columns = columns_in(path)
        except InputError as error:
            self._rows = None
            self.said.emit(Message.error(str(error)))
            self._show_source()
            self._invite()
            return
        source = Source(tr("{file}: a row a thing", file=path.name), columns, False)
        self.panel.show_source(source, NO_CLASSES, of_rows=True)
        self._invite()

    def _invite(self) -> None:
        """Say what to do next, unless it is being done."""
        if self.is_busy:
            return
        table, labels = self._document.table, self._document.labels
        if self._rows is None and (table is None or not headings_of(labels)):
            self.results.invite(NOTHING)
        else:
            self.results.invite(PRESS if self.wish.label else CHOOSE)

    def _take_wish(self, wish: ClassWish) -> None:
        if self._rows is not None:
            self._rows_wish = wish
            self._invite()
        elif wish != self._document.classes:
            self.wished.emit(SetClasses(wish))

    def learn(self) -> None:
        """Learn what is on screen: also with a word whose field still has the cursor."""
        if self.is_busy:
            return
        if not self.panel.can_learn:
            self.panel.refuse_to_learn()
            return
        self.panel.take_typed()
        wish, table = self.panel.wish, self._document.table
        if wish is None:
            return
        self._pace, self._learnt_wish = Pace(), wish
        self._stopping = AskedTwice()
        if self._rows is not None:
            self._work.start(learn_rows, self._rows, wish)
        elif table is not None:
            self._work.start(learn_seasons, table, self._document.labels, wish, self._where)
        else:
            return
        self.panel.show_running(True)
        self.results.invite(tr("Learning…"))
        self.results.tell(tr("Preparing…"))
        self.results.show_progress(0.0)

    def _stop_by_key(self) -> None:
        """What has run for minutes is not lost by one key."""
        if self.is_busy and self._pace.seconds > LONG and not self._stopping.again():
            self.said.emit(Message.info(ASK_AGAIN))
        else:
            self.stop()

    def stop(self) -> None:
        if self.is_busy:
            self._work.stop()
            self.results.tell(tr("Stopping…"))
            self.panel.show_running(True, stopping=True)

    def _show_progress(self, status: str, fraction: float | None) -> None:
        if self._work.is_stopping:
            return
        left = ""
        if fraction is not None:
            left = told(self._pace.left(fraction))
            self.results.show_progress(fraction)
        self.results.tell(" · ".join(part for part in (left, status) if part))

    def _finish(self, drawn: ClassDrawings) -> None:
        self.results.show_drawn(drawn)
        sentence = _told_of(drawn, self._pace.seconds)
        self._end(sentence)
        if not self.isVisible():
            self.said.emit(Message.info(tr("The classes are learnt: {outcome}", outcome=sentence)))

    def _fail(self, sentence: str, details: str) -> None:
        self._end(tr("Not learnt."))
        self.said.emit(Message.error(sentence, details))

    def _end(self, sentence: str) -> None:
        self.results.show_progress(None)
        self.panel.show_running(False)
        self._invite()
        self.results.tell(sentence)
        self.ended.emit()

    def _ask_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self.window(), tr("Write the classes to a folder"))
        if name:
            self.export_to(Path(name) / "classes")

    def export_to(self, folder: Path) -> None:
        drawn = self.results.drawn
        if drawn is None:
            return
        try:
            export_classes(folder, drawn.found, rasterise, texts=self._texts())
        except (InputError, OSError) as error:
            self.said.emit(Message.error(str(error)))
        else:
            words = tr("Wrote the classes to {folder}.", folder=folder)
            self.said.emit(Message.saved(words, folder))

    def _texts(self) -> dict[str, str]:
        """What does it again, a command line and a script, by the names of their files."""
        from gpstudio.session.script import classes, system_shell

        shell, wish = system_shell(), self._learnt_wish
        if self._rows is not None:
            command = classes.rows_command(self._rows, wish, shell)
            script = classes.rows_script(self._rows, wish)
        else:
            command = classes.class_command(self._document, wish, shell)
            script = classes.class_script(self._document, wish)
        return {f"command{shell.ending}": command.text, "script.py": script.text}


def _is_same(document: Document, other: Document) -> bool:
    """The same file, with other readings taken out of it or words about its fields."""
    if document.table is None or other.table is None:
        return False
    return document.table.path == other.table.path


def _told_of(drawn: ClassDrawings, seconds: float) -> str:
    scores, asked = drawn.found.scores, sum(len(rows) for rows, _ in drawn.found.asked)
    foretold = tr_count(asked, "{n:,} without a label foretold", "{n:,} without a label foretold")
    if scores is None:
        return tr("{foretold}, in {seconds}.", foretold=foretold, seconds=lasted(seconds))
    return tr(
        "{accuracy:.1%} right of {rows:,} left out, log score {score:.3f}; {foretold}; "
        "in {seconds}.",
        accuracy=scores.accuracy,
        rows=scores.rows,
        score=scores.log_score,
        foretold=foretold,
        seconds=lasted(seconds),
    )
