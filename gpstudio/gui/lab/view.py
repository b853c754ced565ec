"""The lab in the window: choose a study, run it, see figures and verdicts grow.

One study runs at a time, beside whatever the fields' side does; it goes on while that is shown.
"""

from __future__ import annotations

from os.path import isdir

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFocusEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.cards import lay_side_by_side
from gpstudio.gui.lab.drawn import StudyDrawings, run_study
from gpstudio.gui.lab.outlook import Outlook, look
from gpstudio.gui.lab.results_panel import ResultsPanel
from gpstudio.gui.lab.study_panel import StudyPanel
from gpstudio.gui.lab.wish import StudyWish
from gpstudio.gui.latest import Latest
from gpstudio.gui.messages import Message
from gpstudio.gui.pace import Pace, lasted, told
from gpstudio.gui.theme import Theme
from gpstudio.gui.twice import ASK_AGAIN, LONG, AskedTwice
from gpstudio.lab import STUDIES
from gpstudio.translation import tr, tr_count

WIDTHS = (356, 990)


class LabView(QWidget):
    """Wires what is wanted to what is measured and shown."""

    said = Signal(object)
    progressed = Signal(object)
    """The fraction of the running study; None when none runs."""
    looked = Signal()
    """What stands in the folder is shown."""
    began = Signal()
    ended = Signal()
    """The study is done, stopped or has failed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lab")
        self._wish: StudyWish | None = None
        self._outlook: Outlook | None = None
        self._pace = Pace()
        self._stopping = AskedTwice()
        self.panel = StudyPanel(theme)
        self.results = ResultsPanel(theme)
        self._looking = Latest(self)
        self._work = Bridge(self)
        self._lay_out()
        self._connect()
        self.results.show_drawn(None)
        self._take_wish(self.panel.wish)

    def _lay_out(self) -> None:
        names = tr("the study"), tr("its results")
        lay_side_by_side(self, self.panel, self.results, names, WIDTHS)

    def _connect(self) -> None:
        self.panel.wished.connect(self._take_wish)
        self.panel.run_asked.connect(self.run)
        self.panel.stop_asked.connect(self.stop)
        self.panel.said.connect(lambda sentence: self.said.emit(Message.error(sentence)))
        self.results.figures.said.connect(self.said)
        self.results.folder_asked.connect(self._open_folder)
        self._looking.arrived.connect(self._take_outlook)
        self._looking.failed.connect(lambda *words: self.said.emit(Message.error(*words)))
        work = self._work
        work.progressed.connect(self._show_progress)
        work.partial_arrived.connect(self.results.show_drawn)
        work.finished.connect(self._finish)
        work.failed.connect(self._fail)
        work.stopped.connect(self._stopped)
        for keys, begin in (("F5", self.run), ("Esc", self._stop_by_key)):
            # the fields' own actions on these keys are off while the lab is seen
            QShortcut(QKeySequence(keys), self).activated.connect(begin)

    @property
    def is_busy(self) -> bool:
        return self._work.is_busy

    def focusInEvent(self, event: QFocusEvent) -> None:
        """To the list of studies; a proxy would lead the tab key astray in here."""
        self.panel.list.setFocus(event.reason())

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
        self.results.set_theme(theme)

    def close_work(self) -> bool:
        ended = [self._looking.close(), self._work.close()]
        return all(ended)

    def run(self) -> None:
        """Run what is on screen: also with a number whose field still has the cursor."""
        if self.is_busy:
            return
        self.panel.take_typed()
        outlook = self._outlook
        if outlook is None or outlook.wish != self._wish or not outlook.can_run:
            return
        self._looking.forget()
        self._pace = Pace()
        self._stopping = AskedTwice()
        self._work.start(run_study, outlook.wish)
        self.panel.show_running(True)
        self.results.state.setText(tr("Preparing…"))
        self.results.show_progress(0.0)
        self.began.emit()
        self.progressed.emit(0.0)

    def _stop_by_key(self) -> None:
        """What has run for minutes is not lost by one key."""
        if self.is_busy and self._pace.seconds > LONG and not self._stopping.again():
            self.said.emit(Message.info(ASK_AGAIN))
        else:
            self.stop()

    def stop(self) -> None:
        if self.is_busy:
            self._work.stop()
            self.results.state.setText(tr("Stopping…"))
            self.panel.show_running(True, stopping=True)

    def _take_wish(self, wish: StudyWish | None) -> None:
        if self.is_busy:
            return
        self._wish = wish
        self._outlook = None
        self.panel.show_outlook(None)
        if wish is None:
            self._looking.forget()
        else:
            self._looking.ask(look, wish)

    def _take_outlook(self, outlook: Outlook) -> None:
        if outlook.wish != self._wish or self.is_busy:
            return
        self._show_outlook(outlook)
        self.results.show_drawn(outlook.drawn)
        self.results.state.setText(_standing(outlook))
        self.looked.emit()

    def _show_outlook(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self.panel.show_outlook(outlook)
        self.results.figures.folder = outlook.folder
        self.results.folder.setEnabled(isdir(outlook.folder))

    def _show_progress(self, status: str, fraction: float | None) -> None:
        if self._work.is_stopping:
            return
        left = ""
        if fraction is not None:
            left = told(self._pace.left(fraction))
            self.results.show_progress(fraction)
            self.progressed.emit(fraction)
        self.results.state.setText(" · ".join(part for part in (left, status) if part))

    def _finish(self, drawn: StudyDrawings) -> None:
        results, wish = drawn.results, self._wish
        self.results.show_drawn(drawn)
        done_words = _done(results.measured, self._pace.seconds)
        self._end(done_words)
        if wish is not None and not self.isVisible():
            title = STUDIES[wish.study].spec.title
            words = tr("Study {title} is done: {outcome}", title=title, outcome=done_words)
            self.said.emit(Message.saved(words, results.folder))
        if wish is not None:
            there = results.already + results.measured
            done = Outlook(wish, results.folder, results.cases, there, drawn=drawn)
            self._show_outlook(done)
        self.ended.emit()

    def _fail(self, sentence: str, details: str) -> None:
        self._end(tr("Not finished; what was measured stays."))
        self.said.emit(Message.error(sentence, details))
        self._look_again()

    def _stopped(self) -> None:
        self._end(tr("Stopped; what was measured stays."))
        self._look_again()

    def _look_again(self) -> None:
        """All that was measured is shown, also since the last drawing."""
        self._take_wish(self._wish)
        self.ended.emit()

    def _end(self, sentence: str) -> None:
        self.results.show_progress(None)
        self.results.state.setText(sentence)
        self.panel.show_running(False)
        self.progressed.emit(None)

    def _open_folder(self) -> None:
        if self._outlook is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._outlook.folder)))


def _standing(outlook: Outlook) -> str:
    """What stands in the folder, in the words of the right side."""
    title = STUDIES[outlook.wish.study].spec.title
    if outlook.drawn is None:
        return tr("{title}: nothing is measured yet.", title=title)
    return tr(
        "{title}: {already:,} of {cases:,} measured.",
        title=title,
        already=outlook.already,
        cases=outlook.cases,
    )


def _done(measured: int, seconds: float) -> str:
    if measured == 0:
        return tr("All was measured before; figures and summary are written anew.")
    return tr(
        "{measurements} made in {seconds}.",
        measurements=tr_count(measured, "{n:,} measurement", "{n:,} measurements"),
        seconds=lasted(seconds),
    )
