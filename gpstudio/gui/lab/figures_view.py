"""The figures of a study, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gpstudio.core.errors import InputError
from gpstudio.data.atomic import write_atomic
from gpstudio.gui.fields import ChoiceBox, describe, label
from gpstudio.gui.lab.canvas import DrawingView
from gpstudio.gui.messages import Message
from gpstudio.gui.rasterise import rasterise
from gpstudio.gui.saving import ask_path, ends
from gpstudio.lab.figures import Figure
from gpstudio.translation import tr

ZOOM = 1.25
HINT = tr("No figure yet. Press Run: figures appear after the first measurements and grow.")
KINDS = {".png": tr("PNG picture (*.png)"), ".svg": tr("SVG drawing (*.svg)")}


class FiguresView(QWidget):
    """A list of titles above the chosen drawing, its caption beneath."""

    said = Signal(object)

    def __init__(self, hint: str = HINT, parent: QWidget | None = None) -> None:
        """``hint`` stands where there is no figure."""
        super().__init__(parent)
        self.setObjectName("lab_figures")
        self.folder = Path.home()
        """Where saving begins."""
        self._figures: Sequence[tuple[Figure, str]] = ()
        self.choice = ChoiceBox()
        self.choice.setObjectName("figure_choice")
        describe(self.choice, tr("Figure"), tr("Which figure of the study is shown."))
        self.choice.currentIndexChanged.connect(lambda _: self._show())
        self.before = _button(
            "figure_before", "‹", tr("Previous figure"), tr("Show the figure before.")
        )
        self.after = _button("figure_after", "›", tr("Next figure"), tr("Show the figure after."))
        self.before.clicked.connect(lambda: self._turn(-1))
        self.after.clicked.connect(lambda: self._turn(1))
        self.smaller = _button(
            "figure_smaller", "−", tr("Smaller"), tr("Show less large (Ctrl+wheel).")
        )
        self.fit = _button("figure_fit", tr("Fit"), tr("Fit"), tr("As large as there is room for."))
        self.larger = _button("figure_larger", "+", tr("Larger"), tr("Show larger (Ctrl+wheel)."))
        self.save = self._save_button()
        self.canvas = DrawingView()
        self.smaller.clicked.connect(lambda: self.canvas.zoom(1 / ZOOM))
        self.fit.clicked.connect(self.canvas.zoom_to_fit)
        self.larger.clicked.connect(lambda: self.canvas.zoom(ZOOM))
        self.hint = label(hint, "quiet")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.hint)
        self.pages.addWidget(self.canvas)
        self.caption = label(rank="quiet", wrap=True)
        self.caption.setObjectName("figure_caption")
        self.caption.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._lay_out()
        self._show()

    def _save_button(self) -> QToolButton:
        button = _button(
            "figure_save", tr("Save…"), tr("Save figure"), tr("Save this figure as PNG or SVG.")
        )
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for ending, words in (
            (".png", tr("As a picture (PNG)…")),
            (".svg", tr("As a drawing (SVG)…")),
        ):
            action = menu.addAction(words)
            action.setObjectName(f"save_figure{ending.replace('.', '_')}")
            action.triggered.connect(lambda _=False, ending=ending: self._ask_where(ending))
        button.setMenu(menu)
        return button

    def _lay_out(self) -> None:
        self.choice.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        top = QHBoxLayout()
        top.setContentsMargins(10, 0, 10, 0)
        top.setSpacing(4)
        top.addWidget(self.before)
        top.addWidget(self.choice, 1)
        top.addWidget(self.after)
        top.addSpacing(10)
        for button in (self.smaller, self.fit, self.larger):
            top.addWidget(button)
        top.addSpacing(10)
        top.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.pages, 1)
        below = QHBoxLayout()
        below.setContentsMargins(12, 0, 12, 0)
        below.addWidget(self.caption)
        column.addLayout(below)

    @property
    def shown(self) -> tuple[Figure, str] | None:
        place = self.choice.currentIndex()
        return self._figures[place] if 0 <= place < len(self._figures) else None

    def show_figures(self, figures: Sequence[tuple[Figure, str]]) -> None:
        """The chosen one stays chosen while it is among them."""
        names = [figure.name for figure, _ in figures]
        chosen = self.choice.currentData()
        self._figures = figures
        blocked = self.choice.blockSignals(True)
        if names != [self.choice.itemData(i) for i in range(self.choice.count())]:
            self.choice.clear()
            for figure, _ in figures:
                self.choice.addItem(figure.title, figure.name)
            self.choice.setCurrentIndex(names.index(chosen) if chosen in names else 0)
        self.choice.blockSignals(blocked)
        self._show()

    def _turn(self, by: int) -> None:
        if self._figures:
            self.choice.setCurrentIndex((self.choice.currentIndex() + by) % len(self._figures))

    def _show(self) -> None:
        shown = self.shown
        figure, svg = shown if shown is not None else (None, "")
        title, caption = ("", "") if figure is None else (figure.title, figure.caption)
        self.canvas.show_drawing(svg, title, caption)
        self.pages.setCurrentWidget(self.hint if figure is None else self.canvas)
        self.caption.setText(caption)
        self.caption.setVisible(bool(caption))
        self.save.setEnabled(figure is not None)
        for button in (self.smaller, self.fit, self.larger):
            button.setEnabled(figure is not None)
        self.choice.setEnabled(bool(self._figures))
        for button in (self.before, self.after):
            button.setEnabled(len(self._figures) > 1)

    def _ask_where(self, ending: str) -> None:
        shown = self.shown
        if shown is None:
            return
        figure, svg = shown
        proposed = self.folder / f"{figure.name}{ending}"
        title, kinds = tr("Save the figure"), KINDS[ending]
        path, _ = ask_path(self.window(), title, proposed, kinds, ends(ending))
        if path is not None:
            self.save_as(svg, path)

    def save_as(self, svg: str, path: Path) -> None:
        try:
            if path.suffix.lower() == ".svg":
                write_atomic(path, lambda handle: handle.write(svg))
            else:
                rasterise(svg, path)
        except (InputError, OSError) as error:
            again = partial(self._ask_where, ".svg" if path.suffix.lower() == ".svg" else ".png")
            self.said.emit(Message.error(str(error), elsewhere=again))
        else:
            self.said.emit(Message.saved(tr("Saved {path}.", path=path), path))


def _button(name: str, words: str, title: str, help: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setText(words)
    button.setProperty("small", True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    describe(button, title, help)
    return button
