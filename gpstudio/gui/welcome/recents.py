"""The list of recent tables and projects: opened with a click, forgotten with another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from gpstudio.gui import recent
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.fields import describe, label
from gpstudio.gui.projects.files import is_project
from gpstudio.gui.recent import Recent
from gpstudio.gui.tab_order import Anchor
from gpstudio.gui.welcome.line import Line

NOTHING = "What you open or save is listed here."
FORGET = "Take '{}' off this list; the file itself stays as it is."


class Recents(QWidget):
    """Shown as they are remembered, at once; those that are gone go as soon as the disk has said
    so, since a folder far away may take its time."""

    chosen = Signal(object)
    """The path of one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recents")
        self.lines: list[Line] = []
        self._stops: list[QWidget] = []
        self._first = Anchor(self)
        self._shown: tuple[Recent, ...] = ()
        self._nothing = label(NOTHING, "quiet", wrap=True)
        self._nothing.setObjectName("recents_nothing")
        self._nothing.setContentsMargins(10, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(self._nothing)
        self._look = Bridge(self)
        self._look.finished.connect(self._show)

    def refresh(self) -> None:
        entries = recent.remembered()
        self._show(entries)
        if entries:
            self._look.start(recent.still_there, entries)

    def close_work(self) -> bool:
        return self._look.close()

    def _show(self, entries: Sequence[Recent]) -> None:
        entries = tuple(entries)
        if entries == self._shown:
            return
        place = next((i for i, line in enumerate(self.lines) if line.hasFocus()), None)
        while (item := self._column.takeAt(1)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()
        self._shown, self.lines, self._stops = entries, [], []
        for number, entry in enumerate(entries):
            self._column.addWidget(self._row(number, entry))
        self._first.lead(*self._stops)
        self._nothing.setVisible(not entries)
        if place is not None and self.lines:
            self.lines[min(place, len(self.lines) - 1)].setFocus()

    def _row(self, number: int, entry: Recent) -> QWidget:
        path = entry.path
        kind = "Project" if is_project(path) else "Table"
        line = Line(
            f"recent_{number}", path.name, "", when_words(entry.when), f"{kind} in {path.parent}"
        )
        line.clicked.connect(lambda: self.chosen.emit(path))
        line.unwanted.connect(lambda: self._forget(path))
        forget = QToolButton()
        forget.setObjectName(f"forget_{number}")
        forget.setProperty("bare", True)
        forget.setText("×")
        describe(forget, f"Forget {path.name}", FORGET.format(path.name))
        forget.clicked.connect(lambda: self._forget(path))
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(line, 1)
        row.addWidget(forget)
        self.lines.append(line)
        self._stops += [line, forget]
        return both

    def _forget(self, path: Path) -> None:
        recent.forget(path)
        self._show(tuple(entry for entry in self._shown if entry.path != path))


def when_words(when: datetime | None, now: datetime | None = None) -> str:
    """As people say it; the day itself where it was longer ago than a week."""
    if when is None:
        return ""
    days = ((now or datetime.now().astimezone()).date() - when.date()).days
    if days <= 0:
        return f"today, {when:%H:%M}"
    if days == 1:
        return "yesterday"
    return f"{days} days ago" if days < 7 else f"{when:%Y-%m-%d}"
