"""The page of welcome: everything a person may want who has nothing open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.fields import describe, label
from gpstudio.gui.icons import program_icon
from gpstudio.gui.season.rows import choice, fill
from gpstudio.gui.settings.declared import START
from gpstudio.gui.welcome.drop_zone import DropZone
from gpstudio.gui.welcome.line import TwoRankButton
from gpstudio.gui.welcome.recents import Recents
from gpstudio.gui.welcome.samples import SAMPLES
from gpstudio.gui.welcome.shapes import Shape, sample_shapes
from gpstudio.gui.welcome.thumbnail import Thumbnail
from gpstudio.translation import tr

WIDEST, PICTURE, INDENT = 980, 56, 10
THUMBNAIL = (84, 38)
DRAW_AFTER = 150
"""Milliseconds."""
WHAT = tr("From a table of vegetation index readings to stage dates with honest intervals.")
DROP = tr(
    "Drop a table or a project here, or anywhere on this window; "
    "or paste rows from a spreadsheet (Ctrl+V)."
)


class WelcomeView(QScrollArea):
    """Says what a person wants; opens nothing by itself."""

    file_asked = Signal()
    project_asked = Signal()
    path_chosen = Signal(object)
    sample_chosen = Signal(object)
    tour_asked = Signal()
    manual_asked = Signal()
    left = Signal()
    """A person wants back to what is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setAccessibleName(tr("Welcome"))
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._has_table = False
        self.open = self._button(
            "welcome_open", tr("Open a table…"), tr("Open a table of readings.")
        )
        self.open.setProperty("primary", True)
        self.project = self._button(
            "welcome_project", tr("Open a project…"), tr("Open what was saved.")
        )
        self.back = self._button(
            "welcome_back", tr("Back to the fields"), tr("To what is open (Esc).")
        )
        self.back.setProperty("link", True)
        self.recents = Recents()
        self.samples = [
            TwoRankButton(
                f"sample_{each.name}",
                each.title,
                each.about,
                picture=Thumbnail(*THUMBNAIL, sign="?" if each.asks else ""),
            )
            for each in SAMPLES
        ]
        self._drawing = Bridge(self)
        self._drawing.finished.connect(self._draw_samples)
        self._drawn = False
        self._soon = QTimer(self, singleShot=True, interval=DRAW_AFTER)
        self._soon.timeout.connect(self._draw)
        self.tour = TwoRankButton(
            "welcome_tour", tr("Take the tour"), tr("Five steps over the window.")
        )
        self.manual = TwoRankButton(
            "welcome_manual",
            tr("Read the manual"),
            tr("Or F1, wherever you are."),
        )
        self.start = choice("welcome_start")
        self._lay_out()
        self._connect()

    def _button(self, name: str, title: str, help: str) -> QPushButton:
        button = QPushButton(title)
        button.setObjectName(name)
        button.setAutoDefault(False)
        describe(button, title, help)
        return button

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setMaximumWidth(WIDEST)
        inside.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        grid = QGridLayout(inside)
        grid.setContentsMargins(16, 10, 16, 12)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(12)
        grid.addLayout(self._heading(), 1, 0, 1, 2)
        grid.addWidget(self._begin(), 2, 0)
        grid.addWidget(self._learn(), 2, 1)
        grid.addLayout(self._starting(), 3, 0, 1, 2)
        for column in (0, 1):
            grid.setColumnStretch(column, 1)
        for row, share in ((0, 1), (4, 3)):  # where there is room, a little below the top
            grid.setRowStretch(row, share)
        page = _Page()
        sides = QHBoxLayout(page)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.addStretch(1)
        sides.addWidget(inside, 100)
        sides.addStretch(1)
        self.setWidget(page)

    def _heading(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(program_icon().pixmap(QSize(PICTURE, PICTURE)))
        picture.setAccessibleName("GP Studio")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Welcome to GP Studio"), "title"))
        words.addWidget(label(WHAT, "quiet", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addWidget(picture)
        row.addLayout(words, 1)
        row.addWidget(self.back, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _begin(self) -> QFrame:
        buttons = QHBoxLayout()
        buttons.setContentsMargins(INDENT, 2, 0, 2)
        buttons.addWidget(self.open)
        buttons.addWidget(self.project)
        buttons.addStretch(1)
        card, column = _card(tr("Begin"))
        column.addLayout(buttons)
        column.addWidget(DropZone(DROP))
        column.addSpacing(8)
        column.addWidget(_head(tr("Recent")))
        column.addWidget(self.recents)
        column.addStretch(1)
        return card

    def _learn(self) -> QFrame:
        card, column = _card(tr("Samples"))
        for line in self.samples:
            column.addWidget(line)
        column.addSpacing(8)
        column.addWidget(_head(tr("Find your way")))
        ways = QHBoxLayout()
        ways.addWidget(self.tour, 1)
        ways.addWidget(self.manual, 1)
        column.addLayout(ways)
        column.addStretch(1)
        return card

    def _starting(self) -> QHBoxLayout:
        name = label(START.title, "quiet")
        name.setBuddy(self.start)
        describe(self.start, START.title, START.help)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(name)
        row.addWidget(self.start)
        return row

    def _connect(self) -> None:
        self.open.clicked.connect(self.file_asked)
        self.project.clicked.connect(self.project_asked)
        self.back.clicked.connect(self.left)
        self.recents.chosen.connect(self.path_chosen)
        for line, sample in zip(self.samples, SAMPLES, strict=True):
            line.clicked.connect(lambda _=False, sample=sample: self.sample_chosen.emit(sample))
        self.tour.clicked.connect(self.tour_asked)
        self.manual.clicked.connect(self.manual_asked)
        self.start.activated.connect(lambda _: START.keep(str(self.start.currentData())))

    def show_state(self, has_table: bool) -> None:
        """What is remembered at this moment, and whether there is something to go back to."""
        self._has_table = has_table
        self.back.setVisible(has_table)
        self.recents.refresh()
        fill(self.start, START.entries, START.value)

    def give_keyboard(self) -> None:
        """To what was opened last, so that Enter goes on with it; else to the way in."""
        first = self.recents.lines[0] if self.recents.lines else self.open
        first.setFocus()

    def close_work(self) -> bool:
        parts = [self.recents.close_work(), self._drawing.close()]
        return all(parts)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_state(self._has_table)
        self._soon.start()

    def _draw(self) -> None:
        """Reading samples at their first time would hold up the window's first paint."""
        if self.isVisible() and not self._drawn:
            self._drawn = True
            self._drawing.start(sample_shapes, [sample.path for sample in SAMPLES])

    def _draw_samples(self, shapes: dict[Path, Shape]) -> None:
        for line, sample in zip(self.samples, SAMPLES, strict=True):
            if line.picture is not None:
                line.picture.show_shape(shapes.get(sample.path))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._has_table:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class _Page(QWidget):
    """As high as its words are at the width they have; Qt's own guess is of a narrow page."""

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)


def _head(words: str) -> QLabel:
    made = label(words, "title")
    made.setContentsMargins(INDENT, 0, 0, 0)
    return made


def _card(title: str) -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    frame.setProperty("card", True)
    column = QVBoxLayout(frame)
    column.setContentsMargins(10, 14, 10, 14)
    column.setSpacing(6)
    column.addWidget(_head(title))
    return frame, column
