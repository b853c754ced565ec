"""The main window: lays the panels out, sends wishes to the desk, redraws from the document."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMainWindow,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from gpstudio.core.errors import InputError
from gpstudio.data.adding.addition import Addition
from gpstudio.data.table import Table
from gpstudio.gui import recent
from gpstudio.gui.adding.adder import Adder
from gpstudio.gui.classes.start import made_classes
from gpstudio.gui.columns import Columns
from gpstudio.gui.commands import fitting, menus
from gpstudio.gui.commands.actions import Actions
from gpstudio.gui.commands.pages import name_of
from gpstudio.gui.commands.tables import load_facts, open_path
from gpstudio.gui.copied import copied_words
from gpstudio.gui.curve.interaction import MOVE
from gpstudio.gui.curve.panel import CurvePanel
from gpstudio.gui.desk import Desk
from gpstudio.gui.dropped import FileDrops
from gpstudio.gui.fields_list import FieldsList
from gpstudio.gui.helpers import Helpers
from gpstudio.gui.importing.importer import Importer
from gpstudio.gui.importing.words import short_words
from gpstudio.gui.in_turns import InTurns
from gpstudio.gui.messages import Message, MessageBar
from gpstudio.gui.model_view import ModelView
from gpstudio.gui.pages.tabs import Pages
from gpstudio.gui.projects.projects import Projects
from gpstudio.gui.recent_menu import RecentMenu
from gpstudio.gui.season.panel import SeasonPanel
from gpstudio.gui.sides import Sides
from gpstudio.gui.status_line import Reporting, StatusLine, fitted_many_words, fitted_words
from gpstudio.gui.theme import Theme, Themed, Themes
from gpstudio.gui.toolbar import ToolBar, fit_hint
from gpstudio.gui.twice import AskedTwice
from gpstudio.gui.watchdog import Watchdog
from gpstudio.gui.welcome.shapes import keep_shape
from gpstudio.gui.welcome.start import made_welcome
from gpstudio.jobs.stepping_aside import ROOM
from gpstudio.phenology.season import Season
from gpstudio.session.classified.wish import offer
from gpstudio.session.commands import Command, SelectField, SetChoice
from gpstudio.session.document import Document
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.fitting import Fit
from gpstudio.session.many import FitsOutcome
from gpstudio.translation import tr

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
OPEN_FIRST = tr("Open a table of readings (Ctrl+O), or drop it here.")


class Window(QMainWindow):
    """Everything on screen. What is true is in the desk's document, never in a widget."""

    painted = Signal()
    """After the first paint: the moment for work that would have delayed it."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("GP Studio")
        self.resize(1360, 860)
        self.setMinimumSize(860, 560)
        self.themes = themes
        self.desk: Desk = Desk(self)
        self.watchdog: Watchdog | None = None
        """Watches from when the program runs; who makes a window for something else needs none."""
        self.stopping = AskedTwice()
        self.season_shown: str = ""
        self._fit: Fit | None = None
        self._table: object = None
        """Which table is shown, whatever readings are taken out of it."""
        self._is_pointing = False
        """Whether a person has just pointed at another field."""
        self._was_painted = False
        with themes.laid_on_whole():
            self._make_parts(themes.theme)
            self._lay_out()
            self._connect()
            self._take_theme(themes.theme)
            self.commands["show_fields"].setChecked(True)
            self.commands["mouse_move"].setChecked(True)
            self._tick_page()
            self._redraw()

    def _make_parts(self, theme: Theme) -> None:
        self.messages, self.status = MessageBar(self), StatusLine()
        self.fields = FieldsList(theme)
        self.curve: CurvePanel = CurvePanel(theme)
        self.plot = self.curve.plot
        self.model, self.season = ModelView(), SeasonPanel()
        self.importer, self.adder = Importer(self, theme), Adder(self)
        self.projects: Projects = Projects(self)
        self.turns = InTurns(self.fields.view, self)
        self.pages = Pages(self)
        self.commands = Actions(self, before=self._make_way)
        self.helpers = Helpers(self, self._select_field, self.select_season)
        self.recent_menu = RecentMenu(partial(open_path, self), self)
        file_menu = self.commands.menu(menus.FILE.title)
        file_menu.insertMenu(self.commands["open_sample"], self.recent_menu)
        self.tools = ToolBar(self.commands, self)
        self.plot.menu.actions = self.commands.of(menus.PLOT_MENU)
        self.curve.set_tools([self.commands.of(group) for group in menus.PLOT_TOOLS])

    def _lay_out(self) -> None:
        self.addToolBar(self.tools)
        self.setStatusBar(self.status)
        self.splitter: QSplitter = Columns(
            self.fields, self.curve, self.pages, self.season, self.model
        )
        self.sides = Sides(
            self.splitter,
            partial(made_welcome, self),
            partial(made_classes, self),
            self.themes.theme,
        )
        self.sides.first = self.fields.view
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(12, 0, 12, 2)
        column.setSpacing(8)
        column.addWidget(self.projects.notices)
        column.addWidget(self.sides, 1)
        self.setCentralWidget(whole)
        self.messages.lie_over(self.status)

    def _connect(self) -> None:
        desk, reader = self.desk, self.season.reader
        readers: tuple[Reporting, ...] = (self.importer, self.adder, reader)
        works: tuple[Reporting, ...] = (*desk.works, self.projects.runner, *readers)
        for work in works:
            self.status.follow(work)
        for other in (self.projects.runner, *readers):
            other.busy_changed.connect(self._redraw)
        self.turns.ended.connect(ROOM.give_back)
        desk.changed.connect(self._redraw)
        desk.opened.connect(self._opened)
        desk.fitted.connect(self._fitted)
        desk.fitted_many.connect(self._fitted_many)
        desk.said.connect(self.messages.show_message)
        self.projects.changed.connect(self._show_project)
        self.projects.runner.said.connect(desk.said)
        self.importer.imported.connect(self._take)
        self.importer.dropped.connect(partial(open_path, self))
        FileDrops(self, partial(open_path, self))
        QGuiApplication.clipboard().dataChanged.connect(self._say_copied)
        self.adder.taken.connect(self._add)
        for refusing in (self.importer, self.adder):
            refusing.refused.connect(desk.said)
        self._connect_panels()
        self.sides.turned.connect(self._turned)
        self.sides.said.connect(self.messages.show_message)
        self.sides.study_began.connect(self.messages.clear)
        self.sides.study_progressed.connect(self.tools.show_study)
        self.themes.changed.connect(self._take_theme)

    def _connect_panels(self) -> None:
        self.fields.selected.connect(self.point_at)
        self.fields.fit_asked.connect(partial(fitting.fit_fields, self))
        for part in (self.fields, self.season, self.plot):
            part.wished.connect(self.do)
        self.model.chosen.connect(self.choose)
        self.model.automatic.clicked.connect(self.commands["back_to_automatic"].trigger)
        self.season.file_asked.connect(partial(load_facts, self))
        self.season.said.connect(self.desk.said)
        self.plot.season_chosen.connect(self.select_season)
        self.curve.as_of.looked.connect(self.desk.look_back)
        self.curve.as_of.kept.connect(self._ask_as_of)
        self.plot.views_changed.connect(self.commands.refresh)
        self.plot.mode_changed.connect(lambda mode: self.commands[f"mouse_{mode}"].setChecked(True))
        self.tools.on_fit_clicked(partial(fitting.fit, self), partial(fitting.stop_now, self))
        self.pages.turned.connect(self.helpers.look_again)
        self.pages.turned.connect(self._tick_page)
        self.pages.touched.connect(self._make_way)

    def do(self, command: Command) -> None:
        """A panel's wish; what is wrong with it is told."""
        ROOM.ask()
        try:
            self.desk.do(command)
        except InputError as error:
            self.messages.show_message(Message.error(str(error)))

    def choose(self, slot: str, text: str) -> None:
        """A form's wish: wrong words are told beneath the form, and the recipe stays."""
        try:
            wanted = self.desk.document.recipe.with_choice(slot, text)
            if wanted != self.desk.document.recipe:
                self.desk.do(SetChoice(slot, text))
        except InputError as error:
            self.model.show_error(slot, str(error))

    def _ask_as_of(self, day: float) -> None:
        """The day that was looked from, of all fields."""
        request = replace(self.desk.document.request, as_of=day)
        self.curve.as_of.leave()
        self.do(SetRequest(request, tr("the day that is asked about")))

    def point_at(self, group: str) -> None:
        """A person wants to see this field."""
        self._is_pointing = True
        try:
            self._select_field(group)
        finally:
            self._is_pointing = False

    def _select_field(self, group: str) -> None:
        self.do(SelectField(group))

    def select_season(self, season: str) -> None:
        ROOM.ask()
        self.season_shown = season
        self._redraw()

    def _make_way(self) -> None:
        """Ahead of what a hand asks for: all is shown, and work steps aside until it is painted."""
        self.turns.finish()
        ROOM.ask()
        QTimer.singleShot(0, ROOM.give_back)

    @property
    def is_busy(self) -> bool:
        """Whether something runs that a person waits for."""
        others = (self.importer, self.adder, self.season.reader)
        reads = any(other.is_busy for other in others)
        return self.desk.is_busy or reads or self.projects.runner.is_opening

    @property
    def is_stale(self) -> bool:
        """Whether the shown curve is not that of the present recipe and readings."""
        fit = self.desk.shown_fit
        return fit is not None and not self.desk.document.is_of_model(fit)

    def _take(self, table: Table) -> None:
        self.desk.take(table, self.importer.is_again(table, self.desk.document.table))

    def _add(self, addition: Addition) -> None:
        try:
            self.desk.add(addition)
        except InputError as error:  # the table is another one by now
            self.messages.show_message(Message.error(str(error)))

    def _opened(self, table: Table) -> None:
        """Open, Fit, dates: after opening, Enter is enough."""
        self.sides.show_fields()
        if table.path.is_file():
            recent.remember(table.path)
            keep_shape(table.path, table.series)
        if table.set_aside and not self.importer.was_seen:
            self.messages.show_message(Message.info(f"{table.path.name}: {table.sentence}."))
        elif told := offer(table.labels, len(table.series)):
            self.messages.show_message(Message.info(told))
        else:
            self.messages.clear()
        self.status.tell(f"{table.path.name}: {short_words(table)}.")
        self.tools.fit_button.setFocus()

    def _fitted(self, fit: Fit) -> None:
        self.status.tell(fitted_words(fit, self.desk.seconds))
        self.pages.show_new_fit()

    def _fitted_many(self, outcome: FitsOutcome) -> None:
        self.status.tell(fitted_many_words(outcome, self.desk.seconds))

    def _tick_page(self) -> None:
        self.commands[name_of(self.pages.current)].setChecked(True)

    def _turned(self) -> None:
        """What is for fields alone cannot be used while they are not shown; news of the other side
        is put away."""
        if self.messages.message is not None and self.messages.message.kind == "info":
            self.messages.clear()
        self.commands[self.sides.command].setChecked(True)
        self.tools.show_side(self.sides.is_fields)
        self._redraw()

    def _redraw(self) -> None:
        """Every panel from the document; each knows what it shows and leaves it when unchanged.

        Where a person points at another field, its row and its curve come first and are painted;
        the panels follow in the next turns of the event loop, each from what is true by then.
        """
        self._show_curve()
        show = self.turns.begin if self._is_pointing else self.turns.make
        show((*self.pages.pieces, self._show_panels, self._show_project))

    def _show_curve(self) -> None:
        """What a person looks at first, and what can be done with it."""
        desk, document, stale = self.desk, self.desk.document, self.is_stale
        fit, table = desk.shown_fit, document.table
        if desk.looked_back is None:  # who looks back wants the same season again
            self._follow_seasons(fit)
        self._follow_tables(document)
        self.pages.show_document(document)
        self.fields.show_document(document, desk.unfitted)
        self.plot.called = document.called(document.selected)
        self.plot.reasons = table.set_aside if table is not None else ()
        windows = document.facts_of(document.selected).windows
        self.curve.show_field(desk.seen, fit, stale, self.season_shown, windows)
        if desk.looked_back is None:  # the slider stays over what all readings tell
            self.curve.as_of.show_field(document.series, self._season_of(document.fit))
        self.plot.show_trial(desk.trial)
        if document.series is None:
            self.plot.show_hint(OPEN_FIRST)
        stopping = desk.is_stopping or self.importer.is_stopping or self.adder.is_stopping
        possible = document.series is not None
        self.tools.show_work(self.is_busy, stopping, possible, fit_hint(desk, stale))
        self.commands.refresh()

    def _season_of(self, fit: Fit | None) -> Season | None:
        """The shown one, as this fit has it."""
        seasons = fit.seasons if fit is not None else ()
        return next((one for one in seasons if one.name == self.season_shown), None)

    def _show_panels(self) -> None:
        if self.sides.classes is not None:
            self.sides.classes.show_document(self.desk.document)
        self.season.show_document(self.desk.document)
        self.model.show_document(self.desk.document, self.desk.shown_fit)

    def _show_project(self) -> None:
        """What the window is about, and whether it is saved."""
        self.setWindowTitle(self.projects.title)
        self.setWindowModified(self.projects.is_unsaved)
        self.commands.refresh()

    def _follow_seasons(self, fit: Fit | None) -> None:
        """The last season is shown, unless a person chose one that is still there."""
        names = [season.name for season in fit.seasons] if fit is not None else []
        same_field = (
            self._fit is not None and fit is not None and fit.series.group == self._fit.series.group
        )
        if fit is not self._fit and not (same_field and self.season_shown in names):
            self.season_shown = names[-1] if names else ""
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
            self.fields, self.curve, self.pages, self.commands, self.tools, self.model, self.sides,
            self.importer, self.helpers,
        )  # fmt: skip
        for part in parts:
            part.set_theme(theme)
        self.commands[f"theme_{self.themes.wish}"].setChecked(True)

    def _say_copied(self) -> None:
        """Whatever was copied, and wherever in the window; who is elsewhere copies elsewhere."""
        words = copied_words(QGuiApplication.clipboard().mimeData())
        if words and QApplication.activeWindow() is not None:
            self.status.tell(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses what is outlined, which nothing below wanted it for."""
        outlined = self.focusWidget()
        if event.key() in ENTER and isinstance(outlined, QAbstractButton):
            outlined.click()
        else:
            super().keyPressEvent(event)

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
        self.helpers.close()
        self.importer.close()
        self.adder.close()
        self.projects.close_work()
        self.desk.close()
        for part in (self.model, self.curve, self.season, self.pages, self.sides):
            part.close_work()
        event.accept()
