"""Trying numbers: a slider for each number of the fitted kernel; the curve follows the hand.

Nothing here changes the model until a person keeps the numbers.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from gpstudio.gui.fields import describe, label, scaled
from gpstudio.gui.number_slider import NumberSlider
from gpstudio.gui.parameter_field import Units
from gpstudio.gui.tab_order import TabAnchor
from gpstudio.session.fitting import Fit
from gpstudio.session.trial import TriedNumbers, Turnable, turnables
from gpstudio.translation import tr

FIT_FIRST = tr("Fit the field first (F5): then each number of its kernel can be turned here.")
TURN = tr("Turn a number: the curve above follows at once. Nothing is changed until you keep it.")
TRIAL = tr("This is a trial. Dates come back with the learnt numbers, or when these are kept.")
SIDE, SIDE_BY_SIDE = 222, 640
"""Pixels of what the numbers are worth, and in which it stands beside them."""


class TryoutView(QWidget):
    """Sliders to the left, what they do to the evidence to the right."""

    tried = Signal(object)
    """Numbers that a person wants to see."""
    kept = Signal(object)
    dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tryout")
        self._fit: Fit | None = None
        self._units: Units = {}
        self._numbers: TriedNumbers | None = None
        self._turnables: tuple[Turnable, ...] = ()
        self.sliders: list[NumberSlider] = []
        self.hint = label(FIT_FIRST, "quiet", wrap=True)
        self.evidence = label(wrap=True)
        self.evidence.setObjectName("tryout_evidence")
        self.error = label(rank="error", wrap=True)
        self.keep = QPushButton(tr("Keep these numbers"))
        self.keep.setObjectName("tryout_keep")
        describe(
            self.keep,
            tr("Keep these numbers"),
            tr("Write them into the model, held, and fit again."),
        )
        self.back = QPushButton(tr("Back to learnt"))
        self.back.setObjectName("tryout_back")
        describe(
            self.back, tr("Back to learnt"), tr("Leave the trial: show the learnt curve again.")
        )
        self.keep.clicked.connect(lambda: self.kept.emit(self._numbers))
        self.back.clicked.connect(self._go_back)
        self._lay_out()
        self._show_state()

    def _lay_out(self) -> None:
        turned = QWidget()
        self._first = TabAnchor(turned)
        self._rows = QVBoxLayout(turned)
        self._rows.setContentsMargins(14, 8, 12, 8)
        self._rows.setSpacing(5)
        self._rows.addStretch()
        self._side = QWidget()
        column = QVBoxLayout(self._side)
        column.setContentsMargins(14, 10, 12, 10)
        column.setSpacing(8)
        for part in (self.hint, self.evidence, self.error):
            column.addWidget(part)
        self._buttons = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        for button in (self.keep, self.back):
            self._buttons.addWidget(button)
        column.addLayout(self._buttons)
        column.addStretch()
        inside = QWidget()
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight, inside)
        self._both.setContentsMargins(0, 0, 0, 0)
        self._both.setSpacing(0)
        self._both.addWidget(turned, 1)
        self._both.addWidget(self._side)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room for it, else what it is worth below the sliders."""
        narrow = self.width() < scaled(SIDE_BY_SIDE)
        way = QBoxLayout.Direction
        self._both.setDirection(way.TopToBottom if narrow else way.LeftToRight)
        for place, stretch in enumerate((0, 1) if narrow else (1, 0)):
            self._both.setStretch(place, stretch)
        self._buttons.setDirection(way.LeftToRight if narrow else way.TopToBottom)
        self._side.setMinimumWidth(0 if narrow else scaled(SIDE))
        self._side.setMaximumWidth(self.maximumWidth() if narrow else scaled(SIDE))
        super().resizeEvent(event)

    def show_fit(self, fit: Fit | None, units: Units) -> None:
        """The numbers of a fit; None while there is none of the present model."""
        if fit is self._fit and units == self._units:
            return
        self._fit, self._units = fit, units
        self._numbers = TriedNumbers.of(fit) if fit is not None else None
        self._turnables = turnables(fit) if fit is not None else ()
        self._make_sliders()
        self._show_state()

    def show_trial(self, trial: Fit | None) -> None:
        """What the numbers on the sliders are worth."""
        if self._fit is None or trial is None:
            return
        learnt, tried = self._fit.report.log_evidence, trial.report.log_evidence
        change = tried - learnt
        self.evidence.setText(
            tr(
                "Log evidence {tried:.2f}, {change:.2f} above that of the learnt "
                "numbers ({learnt:.2f}).",
                tried=tried,
                change=change,
                learnt=learnt,
            )
            if change > 0
            else tr(
                "Log evidence {tried:.2f}, {change:.2f} below that of the learnt "
                "numbers ({learnt:.2f}).",
                tried=tried,
                change=-change,
                learnt=learnt,
            )
        )

    def show_error(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))

    def _make_sliders(self) -> None:
        for slider in self.sliders:
            slider.hide()
            slider.setParent(None)
            slider.deleteLater()
        self.sliders = []
        for place, turnable in enumerate(self._turnables):
            parameter = turnable.parameter
            unit = self._units.get(parameter.unit, parameter.unit)
            made = NumberSlider(
                f"try_{place}", turnable.title, parameter.help, unit, turnable.scale
            )
            made.turned.connect(lambda number, place=place: self._turn(place, number))
            made.refused.connect(self.show_error)
            self._rows.insertWidget(place, made)
            self.sliders.append(made)
        self._first.lead(*(stop for made in self.sliders for stop in made.stops()))

    def _turn(self, place: int, number: float) -> None:
        if self._numbers is None:
            return
        self._numbers = self._turnables[place].turned(self._numbers, number)
        self._show_state()
        self.tried.emit(self._numbers)

    def _go_back(self) -> None:
        for slider, turnable in zip(self.sliders, self._turnables, strict=True):
            slider.show_number(turnable.scale.middle)
        self._numbers = TriedNumbers.of(self._fit) if self._fit is not None else None
        self._show_state()
        self.dropped.emit()
        if self.sliders:
            self.sliders[0].slider.setFocus()

    def _show_state(self) -> None:
        fit = self._fit
        trying = fit is not None and self._numbers != TriedNumbers.of(fit)
        self.hint.setText(TRIAL if trying else TURN if fit is not None else FIT_FIRST)
        if fit is not None and not trying:
            self.evidence.setText(
                tr("Log evidence {evidence:.2f}.", evidence=fit.report.log_evidence)
            )
        elif fit is None:
            self.evidence.setText("")
        self.show_error("")
        self.keep.setEnabled(trying)
        self.back.setEnabled(trying)
