"""The list of recent tables and projects: opened with a click, forgotten with another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from gpstudio.gui import recent
from gpstudio.gui.bridge import Bridge
from gpstudio.gui.fields import describe, label
from gpstudio.gui.projects.files import is_project
from gpstudio.gui.recent import Recent
from gpstudio.gui.tab_order import TabAnchor
from gpstudio.gui.welcome.line import TwoRankButton
from gpstudio.gui.welcome.shapes import kept_shape
from gpstudio.gui.welcome.thumbnail import Thumbnail
from gpstudio.translation import tr

PICTURE = (56, 26)
"""Pixels of a sparkline."""
NOTHING = tr("What you open or save is listed here.")
FORGET = tr("Take '{}' off this list; the file itself stays as it is.")


class Recents(QWidget):
    """Shown as they are remembered, at once; those that are gone go as soon as the disk has said
    so, since a folder far away may take its time."""

    chosen = Signal(object)
    """The path of one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recents")
        self.lines: list[TwoRankButton] = []
        self._first = TabAnchor(self)
        self._rows: dict[Recent, _Row] = {}
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
        """Rows that stay are not made anew: the keyboard stays where it is."""
        place = self._place_of_keyboard()
        for entry in set(self._rows) - set(entries):
            row = self._rows.pop(entry)
            row.hide()
            row.deleteLater()
        for number, entry in enumerate(entries):
            row = self._rows.get(entry) or _Row(entry, self)
            self._rows[entry] = row
            row.number(number)
            self._column.insertWidget(number + 1, row)
        self._shown = tuple(entries)
        self.lines = [self._rows[entry].line for entry in entries]
        self._first.lead(*(stop for entry in entries for stop in self._rows[entry].stops()))
        self._nothing.setVisible(not entries)
        if place is not None and self.lines and self._place_of_keyboard() is None:
            self.lines[min(place, len(self.lines) - 1)].setFocus()

    def _place_of_keyboard(self) -> int | None:
        focus = self.window().focusWidget()
        rows = [self._rows.get(entry) for entry in self._shown]
        held = [i for i, row in enumerate(rows) if row is not None and row.isAncestorOf(focus)]
        return held[0] if held else None

    def forget(self, entry: Recent) -> None:
        recent.forget(entry.path)
        self._show([each for each in self._shown if each != entry])


class _Row(QWidget):
    def __init__(self, entry: Recent, owner: Recents) -> None:
        super().__init__(owner)
        path = entry.path
        folder = (
            tr("Project in {folder}", folder=path.parent)
            if is_project(path)
            else tr("Table in {folder}", folder=path.parent)
        )
        picture = Thumbnail(*PICTURE)
        picture.show_shape(kept_shape(path))
        self.line = TwoRankButton(
            "", path.name, "", when_words(entry.when), folder, picture=picture
        )
        self.line.clicked.connect(lambda: owner.chosen.emit(path))
        self.line.unwanted.connect(lambda: owner.forget(entry))
        self._forget = QToolButton()
        self._forget.setProperty("bare", True)
        self._forget.setText("×")
        self._forget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        describe(self._forget, tr("Forget {name}", name=path.name), FORGET.format(path.name))
        self._forget.clicked.connect(lambda: owner.forget(entry))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.line, 1)
        row.addWidget(self._forget)

    def stops(self) -> list[QWidget]:
        return [self.line, self._forget]

    def number(self, place: int) -> None:
        self.line.setObjectName(f"recent_{place}")
        self._forget.setObjectName(f"forget_{place}")


def when_words(when: datetime | None, now: datetime | None = None) -> str:
    """As people say it; the day itself where it was longer ago than a week."""
    if when is None:
        return ""
    days = ((now or datetime.now().astimezone()).date() - when.date()).days
    if days <= 0:
        return tr("today, {when:%H:%M}", when=when)
    if days == 1:
        return tr("yesterday")
    return tr("{days} days ago", days=days) if days < 7 else f"{when:%Y-%m-%d}"
