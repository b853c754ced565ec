"""What a session that died had not saved, offered at the next start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gpstudio.core.task import QUIET, Task
from gpstudio.data.texts import shown
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.projects.notices import Answer, Notices
from gpstudio.session.project.project import tidy_up
from gpstudio.session.project.recovery import Recovery, recoverable
from gpstudio.session.project.versions import when_of
from gpstudio.translation import tr

NAME = "recovery"


def look_back(folder: Path, recent: Sequence[Path], task: Task = QUIET) -> tuple[Recovery, ...]:
    """What there is to recover; what dead sessions left beside recent projects is cleared."""
    found = recoverable(folder, task)
    for path in recent:
        task.check()
        with suppress(OSError):
            tidy_up(path)
    return found


class Recoveries(QObject):
    """Offers one after the other, newest first; who puts an offer away gets it again next time."""

    wanted = Signal(object)
    """A person wants this one back."""

    def __init__(self, notices: Notices, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._notices = notices
        self._found: list[Recovery] = []
        self._work = Bridge(self)
        self._work.finished.connect(self._offer_all)

    def look(self, folder: Path, recent: Sequence[Path]) -> None:
        """In the background, as soon as the window can be seen."""
        self._work.start(look_back, folder, recent)

    def close_work(self) -> bool:
        return self._work.close()

    def _offer_all(self, found: tuple[Recovery, ...]) -> None:
        self._found = list(found)
        self._offer()

    def _offer(self) -> None:
        if not self._found:
            return
        recovery, *rest = self._found
        recover = self._answer(
            "recover", tr("Recover"), tr("Open what was not saved."), self.wanted.emit
        )
        discard = self._answer(
            "discard", tr("Discard"), tr("Throw away what was not saved."), Recovery.discard
        )
        answers = [discard] if recovery.is_lost else [recover, discard]
        self._notices.show_notice(NAME, _sentence(recovery, len(rest)), answers)

    def _answer(self, name: str, title: str, help: str, do: Callable[[Recovery], object]) -> Answer:
        def done() -> None:
            do(self._found.pop(0))
            self._offer()

        return Answer(f"{NAME}_{name}", title, help, done)


def _sentence(recovery: Recovery, more: int) -> str:
    work = shown(recovery.original) if recovery.original else tr("your work")
    when = _when(recovery.when.astimezone())
    sentences = [
        tr("What GP Studio had kept of work that was not saved {when} is lost.", when=when)
        if recovery.is_lost
        else tr(
            "GP Studio ended before {work} was saved. It can be recovered as it was {when}.",
            work=work,
            when=when,
        )
    ]
    if recovery.is_older:
        sentences.append(tr("The project was saved again after that."))
    if recovery.problem:
        sentences.append(recovery.problem)
    if more:
        sentences.append(tr("({count} more to follow.)", count=more))
    return " ".join(sentences)


def _when(time: datetime) -> str:
    today = datetime.now().astimezone().date()
    return (
        tr("at {time:%H:%M}", time=time)
        if time.date() == today
        else tr("on {time}", time=when_of(time))
    )
