"""The tab of stages: which seasons are shown, the table, and what to do with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpstudio.gui.fields import describe
from gpstudio.gui.season.rows import OneLine, choice, fill
from gpstudio.gui.season.words import ListEntry
from gpstudio.gui.stages_view import StagesView
from gpstudio.gui.theme import Theme
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.field_commands import NoteSeen
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

ALL = ListEntry("", tr("All seasons"), tr("The stages of every season, the newest first."))
NOTHING = tr("Fit the field: its stages and their dates come here.")


class StagesPanel(QWidget):
    """A picker of seasons above the stage table."""

    season_selected = Signal(str)
    stage_selected = Signal(str, str)
    wished = Signal(object)
    """A command."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stages_page")
        self._fit: Fit | None = None
        self._facts = NO_FACTS
        self._season = ""
        self.outdated = ""
        self.table = StagesView(theme)
        self.seasons = choice("stage_season")
        describe(self.seasons, tr("Seasons"), tr("Which seasons the table shows."))
        self.seasons.setMinimumContentsLength(11)
        self.said = OneLine("stages_said")
        self.copy_button = QPushButton(tr("Copy"))
        self.copy_button.setObjectName("copy_stages")
        describe(
            self.copy_button,
            tr("Copy stages"),
            tr("Copy the selected rows, or all, as a table (Ctrl+C)."),
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(10, 0, 10, 0)
        bar.setSpacing(8)
        bar.addWidget(self.seasons)
        bar.addWidget(self.said, 1)
        bar.addWidget(self.copy_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
        self._connect()
        self._show_bar()

    def _connect(self) -> None:
        self.seasons.activated.connect(self._pick)
        self.copy_button.clicked.connect(self.table.copy)
        self.table.season_selected.connect(self.season_selected)
        self.table.stage_selected.connect(self.stage_selected)
        self.table.noted.connect(self._note)
        self.table.refused.connect(self._refuse)

    def set_theme(self, theme: Theme) -> None:
        self.table.set_theme(theme)

    def show_fit(
        self, fit: Fit | None, season: str, facts: Facts = NO_FACTS, outdated: str = ""
    ) -> None:
        """Where one season alone is shown, it is the one that the plot shows. ``outdated`` says
        that these dates are, and what becomes of them."""
        new = fit is not self._fit or outdated != self.outdated
        self._fit, self._facts, self.outdated = fit, facts, outdated
        if new:
            names = [one.name for one in reversed(fit.seasons)] if fit is not None else []
            entries = (
                ALL,
                *(ListEntry(name, name, tr("Season {name} alone.", name=name)) for name in names),
            )
            kept = self.only if self.only in names else ""
            fill(self.seasons, entries, kept)
        if self.only and season != self._season:
            self.seasons.show_choice(season)
        self._season = season
        self.table.show_fit(fit, season, facts, self.only, bool(outdated))
        if new:
            self._show_bar()

    @property
    def only(self) -> str:
        """The season that alone is shown; empty for all."""
        return str(self.seasons.currentData() or "")

    def _show_bar(self) -> None:
        fit = self._fit
        self.seasons.setEnabled(fit is not None and bool(fit.seasons))
        self.copy_button.setEnabled(bool(self.table.stages.stages))
        self._refuse("")

    def _pick(self) -> None:
        if self.only and self.only != self._season:
            self.season_selected.emit(self.only)
        outdated = bool(self.outdated)
        self.table.show_fit(self._fit, self._season, self._facts, self.only, outdated)

    def _refuse(self, sentence: str) -> None:
        """A wrong day in the place of what is said of the table otherwise."""
        said = self.outdated or _said_of(self._fit)
        self.said.say(sentence or said, "error" if sentence else "quiet")

    def _note(self, season: str, stage: str, day: float | None) -> None:
        if self._fit is not None:
            self.wished.emit(NoteSeen(self._fit.series.group, stage, season, day))


def _said_of(fit: Fit | None) -> str:
    if fit is None:
        return NOTHING
    return fit.dates.findings.reason
