"""The main window: lays the panels out, sends wishes to the desk, redraws from the document."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QMainWindow,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gpstudio.core.errors import InputError
from gpstudio.data.table import Table
from gpstudio.gui import recent
from gpstudio.gui.actions import Actions
from gpstudio.gui.aids import Aids
from gpstudio.gui.allowed import allowed, fit_hint
from gpstudio.gui.calendar_strip import CalendarStrip
from gpstudio.gui.cards import card, stacked
from gpstudio.gui.columns import Columns
from gpstudio.gui.compare_view import CompareView
from gpstudio.gui.curve.hands import MOVE
from gpstudio.gui.curve.panel import CurvePanel
from gpstudio.gui.curve_rivals import RivalLines
from gpstudio.gui.deeds import Deeds
from gpstudio.gui.desk import Desk
from gpstudio.gui.diagnostics import DiagnosticsView
from gpstudio.gui.dropped import dropped_file
from gpstudio.gui.fields_list import FieldsList
from gpstudio.gui.handles import name_handles
from gpstudio.gui.importing.importer import Importer
from gpstudio.gui.importing.words import short_words
from gpstudio.gui.in_turns import InTurns
from gpstudio.gui.kept.lines import KeptLines
from gpstudio.gui.kept.view import FitsView
from gpstudio.gui.literal import in_entry
from gpstudio.gui.messages import Message, MessageBar
from gpstudio.gui.model_view import ModelView, units_of
from gpstudio.gui.projects.projects import Projects
from gpstudio.gui.recent_menu import RecentMenu
from gpstudio.gui.report_view import ReportView
from gpstudio.gui.rivals_view import RivalsView
from gpstudio.gui.season.panel import SeasonPanel
from gpstudio.gui.season.seasons_list import SeasonsList
from gpstudio.gui.season.stages_page import StagesPage
from gpstudio.gui.sides import Sides
from gpstudio.gui.table_view import TableView
from gpstudio.gui.theme import Theme, Themed, Themes
from gpstudio.gui.toolbar import Reporting, StatusLine, ToolBar
from gpstudio.gui.tryout import TryoutView
from gpstudio.gui.watchdog import Watchdog
from gpstudio.gui.when_seen import WhenSeen
from gpstudio.jobs.stepping_aside import ROOM
from gpstudio.session.commands import Command, KeepNumbers, SelectField, SetChoice
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.many import Outcome
from gpstudio.session.trial import Numbers, kept_recipe
from gpstudio.translation import tr, tr_count

TABS = (
    tr("Stages"), tr("Seasons"), tr("Calendar"), tr("Data"), tr("Report"), tr("Diagnostics"),
    tr("Try numbers"), tr("Fits"),
    tr("Compare"), tr("Rivals"),
)  # fmt: skip
(
    STAGES, SEASONS, CALENDAR, DATA, REPORT, DIAGNOSTICS, TRYOUT, FITS, COMPARE, RIVALS,
) = range(len(TABS))  # fmt: skip
LOWER_HEIGHT = 220
"""Pixels that the model keeps however much is said of the season."""
PLOT_MENU = (
    "mouse_select", "mouse_season", "show_whole", "show_season", "view_back", "view_forward",
    "show_draws", "show_earlier", "show_residuals", "copy_figure",
)  # fmt: skip
"""Actions that the menu of the plot offers besides its own."""
PLOT_TOOLS = (
    ("view_back", "view_forward", "show_whole", "show_season"),
    ("mouse_move", "mouse_select", "mouse_season"),
    ("show_draws", "show_earlier", "show_residuals"),
)
"""Actions that stand as buttons above the plot, in groups."""
OPEN_FIRST = tr("Open a table of readings (Ctrl+O), or drop it here.")


class Window(QMainWindow):
    """Everything on screen. What is true is in the desk's document, never in a widget."""

    painted = Signal()
    """After the first paint: the moment for work that would have delayed it."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("GP Studio")
        self.setAcceptDrops(True)
        self.resize(1360, 860)
        self.setMinimumSize(860, 560)
        self.themes = themes
        self.desk = Desk(self)
        self._begin_with_nothing()
        self.watchdog: Watchdog | None = None
        """Watches from when the program runs; who makes a window for something else needs none."""
        theme = themes.theme
        self.messages = MessageBar()
        self.fields = FieldsList(theme)
        self.curve = CurvePanel(theme)
        self.plot = self.curve.plot
        self.stages_page = StagesPage(theme)
        self.stages = self.stages_page.table
        self.seasons = SeasonsList(theme)
        self.calendar = CalendarStrip(theme)
        self.diagnostics = DiagnosticsView(theme)
        self.tryout = TryoutView()
        self._make_comparisons(theme)
        self.table = TableView()
        self.report = ReportView()
        self.model = ModelView()
        self.season = SeasonPanel()
        self.importer = Importer(self, theme)
        self.projects = Projects(self)
        self.deeds = Deeds(self)
        self.turns = InTurns(self.fields.view, self)
        self.acts = Actions(self, self.deeds, before=self._make_way)
        self.aids = Aids(self, lambda group: self._do(SelectField(group)), self._select_season)
        self.recent_menu = RecentMenu(self.deeds.open_path, self)
        self.acts.menu(tr("&File")).insertMenu(self.acts["open_sample"], self.recent_menu)
        self.tools = ToolBar(self.acts, self)
        self.addToolBar(self.tools)
        self.status = StatusLine()
        self.setStatusBar(self.status)
        self._lay_out()
        self._connect()
        self._take_theme(theme)
        self.acts["show_fields"].setChecked(True)
        self.acts["mouse_move"].setChecked(True)
        self.plot.menu.actions = [self.acts[name] for name in PLOT_MENU]
        self.curve.set_tools([[self.acts[name] for name in group] for group in PLOT_TOOLS])
        self._show_report = WhenSeen(self.report, self.report.show_fit)
        self._show_numbers = WhenSeen(self.tryout, self.tryout.show_fit)
        self._redraw()

    def _begin_with_nothing(self) -> None:
        self._season = ""
        self._fit: Fit | None = None
        self._table: object = None
        """Which table is shown, whatever readings are taken out of it."""
        self._is_pointing = False
        """Whether a person has just pointed at another field."""
        self._was_painted = False

    def _make_comparisons(self, theme: Theme) -> None:
        """What is held against the curve, and drawn over it."""
        plot = self.plot.getPlotItem()
        self.fits = FitsView(theme)
        self.compare = CompareView(theme)
        self.rivals = RivalsView(theme)
        self.rival_lines = RivalLines(plot, theme)
        legend = self.rival_lines.legend
        self.kept_lines = KeptLines(plot, theme, lambda: legend.taken)

    def _lay_out(self) -> None:
        self.tabs = QTabWidget()
        self.tabs.setObjectName("tabs")
        self.tabs.setAccessibleName(tr("Results"))
        self.tabs.setDocumentMode(True)
        pages = (
            self.stages_page, self.seasons, self.calendar, self.table, self.report,
            self.diagnostics, self.tryout, self.fits, self.compare, self.rivals,
        )  # fmt: skip
        for view, title in zip(pages, TABS, strict=True):
            self.tabs.addTab(view, title)
        middle = QSplitter(Qt.Orientation.Vertical)
        middle.addWidget(card(self.curve, 6))
        middle.addWidget(card(self.tabs, 2))
        middle.setStretchFactor(0, 1)
        middle.setSizes([520, 260])
        self.splitter: QSplitter = Columns()
        right = stacked(self.season, card(self.model), LOWER_HEIGHT)
        for panel in (card(self.fields), middle, right):
            self.splitter.addWidget(panel)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([208, 808, 340])
        for splitter in (middle, self.splitter):
            splitter.setHandleWidth(10)
            splitter.setChildrenCollapsible(False)
        name_handles(middle, tr("the curve"), tr("the results"))
        name_handles(self.splitter, tr("the fields"), tr("the curve"), tr("the model"))
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(12, 0, 12, 2)
        column.setSpacing(8)
        column.addWidget(self.projects.notices)
        column.addWidget(self.messages)
        self.sides = Sides(self.splitter, self.deeds.made_welcome, self.themes.theme)
        self.sides.first = self.fields.view
        column.addWidget(self.sides, 1)
        self.setCentralWidget(whole)

    def _connect(self) -> None:
        desk = self.desk
        others = self.projects.runner, self.importer, self.season.reader
        works: tuple[Reporting, ...] = (*desk.works, *others)
        for work in works:
            self.status.follow(work)
        self.turns.ended.connect(ROOM.give_back)
        desk.changed.connect(self._redraw)
        desk.opened.connect(self._opened)
        desk.fitted.connect(self._fitted)
        desk.said.connect(self.messages.show_message)
        self.fields.selected.connect(self._point)
        self.fields.fit_asked.connect(self.deeds.fit_fields)
        self.calendar.selected.connect(self._point)
        self.fields.wished.connect(self._do)
        desk.fitted_many.connect(self._fitted_many)
        for of_seasons in (self.stages_page, self.seasons):
            of_seasons.season_selected.connect(self._select_season)
            of_seasons.wished.connect(self._do)
        self.table.change_asked.connect(self.deeds.change_table)
        self.projects.changed.connect(self._show_project)
        self.projects.runner.said.connect(desk.said)
        self.projects.runner.busy_changed.connect(self._redraw)
        self.importer.imported.connect(self._take)
        self.importer.dropped.connect(self.deeds.open_path)
        self.importer.refused.connect(desk.said)
        self.importer.busy_changed.connect(self._redraw)
        self.model.chosen.connect(self._choose)
        self.model.automatic.clicked.connect(self.acts["back_to_automatic"].trigger)
        self.season.wished.connect(self._do)
        self.season.file_asked.connect(self.deeds.load_facts)
        self.season.reader.failed.connect(
            lambda sentence, details: desk.said.emit(Message.error(sentence, details))
        )
        self.season.reader.remarked.connect(lambda words: desk.said.emit(Message.info(words)))
        self.season.reader.busy_changed.connect(self._redraw)
        self.plot.wished.connect(self._do)
        self.plot.season_chosen.connect(self._select_season)
        self.plot.views_changed.connect(self._allow_views)
        self.stages.stage_selected.connect(self.plot.choose_stage)
        self.plot.mode_changed.connect(lambda mode: self.acts[f"mouse_{mode}"].setChecked(True))
        desk.tried.connect(self._show_trial)
        desk.trial_failed.connect(self.tryout.show_error)
        self.tryout.tried.connect(desk.try_numbers)
        self.tryout.dropped.connect(desk.end_trial)
        self.tryout.kept.connect(self._keep_numbers)
        self._connect_comparisons()
        self.tools.on_fit_clicked(self.deeds.fit, self.deeds.stop)
        self.sides.turned.connect(self._turned)
        self.sides.said.connect(self.messages.show_message)
        self.sides.study_began.connect(self.messages.clear)
        self.sides.study_progressed.connect(self.tools.show_study)
        self.themes.changed.connect(self._take_theme)
        self.tabs.currentChanged.connect(self.aids.look_again)
        self.tabs.tabBarClicked.connect(self._make_way)

    def _connect_comparisons(self) -> None:
        self.compare.used.connect(lambda text: self._choose("kernel", text))
        self.compare.export_asked.connect(self.deeds.export_comparison)
        self.fits.wished.connect(self._do)
        self.fits.looked.connect(self.desk.score)
        self.fits.drawn.connect(lambda: self.kept_lines.show(self.fits.series, self.fits.lines))
        self.rivals.drawn.connect(self._draw_rivals)
        self.rivals.export_asked.connect(self.deeds.export_rivals)

    def _do(self, command: Command) -> None:
        ROOM.ask()
        try:
            self.desk.do(command)
        except InputError as error:
            self.messages.show_message(Message.error(str(error)))

    def _make_way(self) -> None:
        """Ahead of what a hand asks for: all is shown, and work steps aside until it is painted."""
        self.turns.finish()
        ROOM.ask()
        QTimer.singleShot(0, ROOM.give_back)

    def _point(self, group: str) -> None:
        """A person wants to see this field."""
        self._is_pointing = True
        try:
            self._do(SelectField(group))
        finally:
            self._is_pointing = False

    def _choose(self, slot: str, text: str) -> None:
        """A form's wish: wrong words are told beneath the form, and the recipe stays."""
        try:
            wanted = self.desk.document.recipe.with_choice(slot, text)
            if wanted != self.desk.document.recipe:
                self.desk.do(SetChoice(slot, text))
        except InputError as error:
            self.model.show_error(slot, str(error))

    def _take(self, table: Table) -> None:
        self.desk.take(table, self.importer.is_again(table, self.desk.document.table))

    def _opened(self, table: Table) -> None:
        """Open, Fit, dates: after opening, Enter is enough."""
        self.sides.show_fields()
        if table.path.is_file():
            recent.remember(table.path)
        if table.set_aside and not self.importer.was_seen:
            self.messages.show_message(Message.info(f"{table.path.name}: {table.sentence}."))
        else:
            self.messages.clear()
        self.status.tell(f"{table.path.name}: {short_words(table)}.")
        self.tools.fit_button.setFocus()

    def _fitted(self, fit: Fit) -> None:
        words = tr("Fitted in {seconds:.2g} s.", seconds=self.desk.seconds)
        if not fit.seasons:
            words = f"{words} {tr('No season rises clearly, so no stage is dated.')}"
        self.status.tell(words)
        if self.tabs.currentIndex() != FITS:  # who compares fits wants to see the new one there
            self.tabs.setCurrentIndex(STAGES)

    def _fitted_many(self, outcome: Outcome) -> None:
        done, failed = len(outcome.fits), len(outcome.unfitted)
        words = tr(
            "Fitted {fields} in {seconds:.2g} s.",
            fields=tr_count(done, "{n:,} field", "{n:,} fields"),
            seconds=self.desk.seconds,
        )
        if failed:
            refused = tr(
                "{count:,} could not be fitted: the list of fields says why.", count=failed
            )
            words = f"{words} {refused}"
        self.status.tell(words)

    def _turned(self) -> None:
        """What is for fields alone cannot be used while they are not shown; news of the other side
        is put away."""
        if self.messages.message is not None and self.messages.message.kind == "info":
            self.messages.clear()
        self.acts["show_lab" if self.sides.is_lab else "show_fields"].setChecked(True)
        self.tools.show_side(self.sides.is_fields)
        self._redraw()

    def _select_season(self, season: str) -> None:
        ROOM.ask()
        self._season = season
        self._redraw()

    def _show_trial(self) -> None:
        """Only what a trial changes, since it follows a hand."""
        trial = self.desk.trial
        self.plot.show_trial(trial)
        self.tryout.show_trial(trial)

    def _draw_rivals(self) -> None:
        fit = self.rivals.fit
        self.rival_lines.show(fit.series if fit is not None else None, self.rivals.lines)

    def _keep_numbers(self, numbers: Numbers) -> None:
        self._do(KeepNumbers(kept_recipe(self.desk.document.recipe, numbers)))
        self.deeds.fit()

    def _redraw(self) -> None:
        """Every panel from the document; each knows what it shows and leaves it when unchanged.

        Where a person points at another field, its row and its curve come first and are painted;
        the panels follow in the next turns of the event loop, each from what is true by then.
        """
        self._show_curve()
        show = self.turns.begin if self._is_pointing else self.turns.make
        show(
            (
                self._show_seasons,
                self._show_model,
                self._show_fit,
                self._show_comparisons,
                self._show_table,
            )
        )

    def _show_curve(self) -> None:
        """What a person looks at first, and what can be done with it."""
        desk, document = self.desk, self.desk.document
        fit, table = desk.shown_fit, document.table
        self._follow_seasons(fit)
        self._follow_tables(document)
        self.fields.show_document(document, desk.unfitted)
        self.plot.reasons = table.set_aside if table is not None else ()
        windows = document.facts_of(document.selected).windows
        self.curve.show_field(document.series, fit, self._is_stale, self._season, windows)
        self.plot.show_trial(desk.trial)
        if document.series is None:
            self.plot.show_hint(OPEN_FIRST)
        self._redraw_work(self._is_stale)

    @property
    def _is_stale(self) -> bool:
        """Whether the shown curve is not that of the present recipe and readings."""
        fit = self.desk.shown_fit
        return fit is not None and not self.desk.document.is_of_model(fit)

    def _show_seasons(self) -> None:
        document, fit = self.desk.document, self.desk.shown_fit
        facts = document.facts_of(document.selected)
        self.stages_page.show_fit(fit, self._season, facts, self.desk.outdated)
        self.seasons.show_fit(fit, facts)
        self.season.show_document(document)

    def _show_model(self) -> None:
        self.model.show_document(self.desk.document, self.desk.shown_fit)

    def _show_fit(self) -> None:
        """What is said of the fit beside its dates."""
        desk, document = self.desk, self.desk.document
        current = document.fit if document.fit_is_current else None
        self._show_numbers(current, units_of(document.series))
        self._show_report(desk.shown_fit)
        self.diagnostics.show_fit(document.fit)

    def _show_comparisons(self) -> None:
        document = self.desk.document
        self.fits.show_document(document)
        self.compare.show_document(document)
        self.rivals.show_fit(document.fit)

    def _show_table(self) -> None:
        document = self.desk.document
        self.calendar.show_document(document, self.desk.unfitted)
        self.table.show_table(document.table)
        self._show_project()

    def _show_project(self) -> None:
        """What the window is about, and whether it is saved."""
        self.setWindowTitle(self.projects.title)
        self.setWindowModified(self.projects.is_unsaved)
        self.acts.enable(self.projects.allowed)

    @property
    def season_shown(self) -> str:
        return self._season

    def _redraw_work(self, stale: bool) -> None:
        desk, history = self.desk, self.desk.history
        busy = desk.is_busy or self.importer.is_busy or self.season.reader.is_busy
        busy = busy or self.projects.runner.is_opening
        stopping = desk.is_stopping or self.importer.is_stopping
        possible = desk.document.series is not None
        self.tools.show_work(busy, stopping, possible, fit_hint(desk, stale))
        there = self.sides.is_fields
        now = allowed(desk, busy, self._season)
        self.acts.enable({name: can and there for name, can in now.items()})
        self._allow_views()
        self.acts["undo"].setText(
            tr("&Undo {action}", action=in_entry(history.undo_title or "")).strip()
        )
        self.acts["redo"].setText(
            tr("&Redo {action}", action=in_entry(history.redo_title or "")).strip()
        )

    def _allow_views(self) -> None:
        """Back and forward, where there is a view to go to."""
        looking, there = self.plot.looking, self.sides.is_fields
        self.acts.enable(
            {
                "view_back": there and looking.can_go_back,
                "view_forward": there and looking.can_go_forward,
            }
        )

    def _follow_seasons(self, fit: Fit | None) -> None:
        """The last season is shown, unless a person chose one that is still there."""
        names = [season.name for season in fit.seasons] if fit is not None else []
        same_field = (
            self._fit is not None and fit is not None and fit.series.group == self._fit.series.group
        )
        if fit is not self._fit and not (same_field and self._season in names):
            self._season = names[-1] if names else ""
        self._fit = fit

    def _follow_tables(self, document: Document) -> None:
        """With another table, also by undo, the hand is empty and nothing is told yet: a lasso and
        the last words were for the one before."""
        if document.kept.table is not self._table:
            self._table = document.kept.table
            self.plot.set_mode(MOVE)
            self.status.tell("")

    def _take_theme(self, theme: Theme) -> None:
        parts: tuple[Themed, ...] = (
            self.fields, self.curve, self.stages_page, self.seasons, self.acts, self.tools,
            self.calendar,
            self.model, self.diagnostics, self.compare, self.sides, self.importer,
            self.rivals, self.rival_lines, self.fits, self.kept_lines, self.aids,
        )  # fmt: skip
        for part in parts:
            part.set_theme(theme)
        self.acts[f"theme_{self.themes.wish}"].setChecked(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_file(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = dropped_file(event)
        if path is not None:
            event.acceptProposedAction()
            self.deeds.open_path(path)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.projects.may_close():
            event.ignore()
            return
        self.hide()  # nobody should watch while what runs is ended
        self.turns.close()
        ROOM.give_back()
        if self.watchdog is not None:
            self.watchdog.close()
        self.aids.close()
        self.importer.close()
        self.projects.close_work()
        self.desk.close()
        self.model.close_work()
        self.curve.close_work()
        self.season.close_work()
        self.diagnostics.close_work()
        self.compare.close_work()
        self.rivals.close_work()
        self.sides.close_work()
        event.accept()
