"""The curve with other numbers, as a hand turns them."""

from __future__ import annotations

from gpstudio.gui.commands.fitting import fit
from gpstudio.gui.model_view import units_of
from gpstudio.gui.pages.page import Page
from gpstudio.gui.tryout import TryoutView
from gpstudio.gui.when_seen import WhenSeen
from gpstudio.session.commands import KeepNumbers
from gpstudio.session.trial import TriedNumbers, kept_recipe
from gpstudio.translation import tr


class TryNumbersPage(Page[TryoutView]):
    title = tr("Try numbers")
    topic = "tryout"

    def make(self) -> TryoutView:
        view = TryoutView()
        desk = self.window.desk
        self._show_numbers = WhenSeen(view, view.show_fit)
        view.tried.connect(desk.try_numbers)
        view.dropped.connect(desk.end_trial)
        view.kept.connect(self._keep)
        desk.tried.connect(self._show_trial)
        desk.trial_failed.connect(view.show_error)
        return view

    def show(self) -> None:
        document = self.window.desk.document
        current = document.fit if document.fit_is_current else None
        used = document.recipe if current is None else current.learned.written
        self._show_numbers(current, units_of(document.series, used))

    def _show_trial(self) -> None:
        """Only what a trial changes, since it follows a hand."""
        trial = self.window.desk.trial
        self.window.plot.show_trial(trial)
        self.view.show_trial(trial)

    def _keep(self, numbers: TriedNumbers) -> None:
        self.window.do(KeepNumbers(kept_recipe(self.window.desk.document.recipe, numbers)))
        fit(self.window)
