"""Everything that may go wrong without ending the process, heard in one place."""

from __future__ import annotations

import sys
import threading
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.messages import Message, MessageBar
from gpstudio.jobs.events import Event, Failed

OURS = "Something went wrong inside"
HARMLESS = (
    "propagateSizeHints", "does not support raise()", "does not support grabbing",
    "occurs outside target window",
)  # fmt: skip
"""Words of the platform without a screen, at windows that nobody sees; and what the hand is told
that reaches for a place where the window ended a moment ago."""
GRAVE = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)


class Faults:
    """Hears exceptions of slots, threads and jobs, Qt's own complaints, and messages that own up
    to a fault of ours; between ``hear`` and ``close``."""

    def __init__(self, told: Callable[[str], None] = lambda words: None) -> None:
        self.kinds: Counter[str] = Counter()
        """How often each came, by its first words."""
        self._told = told
        self._hooks: tuple[Any, ...] = ()

    def __enter__(self) -> Faults:
        self._hooks = (
            sys.excepthook, sys.unraisablehook, threading.excepthook,
            Bridge._tell, MessageBar.show_message,
        )  # fmt: skip
        sys.excepthook = lambda kind, error, trace: self._exception(error)
        sys.unraisablehook = lambda what: self._exception(what.exc_value)
        threading.excepthook = lambda what: self._exception(what.exc_value)
        self._hear_jobs(Bridge._tell)
        self._hear_messages(MessageBar.show_message)
        qInstallMessageHandler(self._of_qt)
        return self

    def __exit__(self, *_: object) -> None:
        (
            sys.excepthook, sys.unraisablehook, threading.excepthook,
            Bridge._tell, MessageBar.show_message,
        ) = self._hooks  # type: ignore[method-assign]  # fmt: skip
        qInstallMessageHandler(None)

    def __len__(self) -> int:
        return self.kinds.total()

    def note(self, kind: str, details: str = "") -> None:
        self.kinds[kind] += 1
        if self.kinds[kind] <= 3:
            self._told(f"{kind}\n{details}".rstrip())

    def _exception(self, error: BaseException | None) -> None:
        if error is not None:
            told = "".join(traceback.format_exception(error))
            self.note(f"exception {type(error).__name__}: {error}"[:200], told)

    def _hear_jobs(self, tell: Callable[[Bridge, Event], None]) -> None:
        def heard(bridge: Bridge, event: Event) -> None:
            if isinstance(event, Failed) and event.fault:
                self.note(f"fault of a job: {event.sentence}", event.details)
            tell(bridge, event)

        Bridge._tell = heard  # type: ignore[method-assign]

    def _hear_messages(self, show: Callable[[MessageBar, Message], None]) -> None:
        def heard(bar: MessageBar, message: Message) -> None:
            if OURS in message.sentence:
                self.note(f"message: {message.sentence}", message.details)
            show(bar, message)

        MessageBar.show_message = heard  # type: ignore[method-assign]

    def _of_qt(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind in GRAVE and not any(words in text for words in HARMLESS):
            self.note(f"Qt: {text}"[:200], "".join(traceback.format_stack(limit=8)))
