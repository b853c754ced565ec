"""Everything a person can do from a menu, the toolbar or the keyboard, in one list.

One record feeds all three. What an action does is the method of the same name in ``deeds``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from gpstudio.gui.icons import icon
from gpstudio.gui.literal import tip
from gpstudio.gui.theme import Theme
from gpstudio.translation import tr


@dataclass(frozen=True)
class Act:
    name: str
    menu: str
    title: str
    help: str
    shortcut: str = ""
    icon: str = ""
    group: str = ""
    """Actions of one group exclude each other and can be ticked."""
    separated: bool = False
    """Whether a line is drawn above it."""
    ticks: bool = False
    """Whether it is on or off, whatever the others are."""


ACTS = (
    Act("new_project", tr("&File"), tr("&New"), tr("Begin with nothing open."), "Ctrl+N"),
    Act("open_file", tr("&File"), tr("&Open…"), tr("Open a table of readings."), "Ctrl+O", "open"),
    Act(
        "open_project", tr("&File"), tr("Open &project…"), tr("Open what was saved, as it was."),
        "Ctrl+Shift+O",
    ),
    Act(
        "open_sample", tr("&File"), tr("Open the &sample"),
        tr("Open the field that comes with GP Studio."),
    ),
    Act(
        "save_project", tr("&File"), tr("&Save"), tr("Save everything in the project's file."),
        "Ctrl+S",
        separated=True,
    ),
    Act(
        "save_project_as", tr("&File"), tr("Save &as…"), tr("Save everything in another file."),
        "Ctrl+Shift+S",
    ),
    Act(
        "open_earlier", tr("&File"), tr("Open an earlier &version…"),
        tr("Go back to what was saved before; the last three are kept."),
    ),
    Act(
        "load_temperatures", tr("&File"), tr("Load &temperatures…"),
        tr("Daily temperatures, for degree days."), separated=True,
    ),
    Act(
        "load_sowings", tr("&File"), tr("Load so&wing dates…"),
        tr("When each field was sown, and what."),
    ),
    Act(
        "load_observed", tr("&File"), tr("Load observed &dates…"),
        tr("Stages that were seen in the field."),
    ),
    Act(
        "export_forecast", tr("&File"), tr("Export &forecast…"), tr("Save the curve as a table."),
        "Ctrl+E",
        separated=True,
    ),
    Act(
        "export_stages", tr("&File"), tr("Export &stages…"), tr("Save the dates as a table."),
        "Ctrl+Shift+E",
    ),
    Act(
        "export_all_stages", tr("&File"), tr("Export stages of &all fields…"),
        tr("Save the dates of every fitted field as one table."),
    ),
    Act(
        "export_readings", tr("&File"), tr("Export cleaned &readings…"),
        tr("Save the readings as read."),
    ),
    Act(
        "export_png", tr("&File"), tr("Export figure as &PNG…"),
        tr("Save the figure as a picture."),
    ),
    Act(
        "export_svg", tr("&File"), tr("Export figure as S&VG…"),
        tr("Save the figure as a drawing."),
    ),
    Act("export_pdf", tr("&File"), tr("Export figure as P&DF…"), tr("Save the figure as a page.")),
    Act(
        "export_report", tr("&File"), tr("E&xport report as PDF…"),
        tr("One page on the shown field: curve, dates and how they were made."), "Ctrl+P",
    ),
    Act(
        "export_reports", tr("&File"), tr("Export reports of &all fields…"),
        tr("One PDF with a page for every field that is fitted."),
    ),
    Act(
        "export_script", tr("&File"), tr("Export as P&ython script…"),
        tr("A script that gives the same numbers when it is run."),
    ),
    Act(
        "export_command", tr("&File"), tr("Export as &command line…"),
        tr("A command that gives the same numbers when it is run."),
    ),
    Act("quit_program", tr("&File"), tr("&Quit"), tr("Leave GP Studio."), "Ctrl+Q", separated=True),
    Act("undo", tr("&Edit"), tr("&Undo"), tr("Take the last change back."), "Ctrl+Z", "undo"),
    Act("redo", tr("&Edit"), tr("&Redo"), tr("Make the change again."), "Ctrl+Shift+Z", "redo"),
    Act(
        "paste_table", tr("&Edit"), tr("&Paste table"), tr("Import the table on the clipboard."),
        "Ctrl+V",
        separated=True,
    ),
    Act(
        "copy_figure", tr("&Edit"), tr("Copy fi&gure"), tr("Put the figure on the clipboard."),
        "Ctrl+Shift+C",
    ),
    Act(
        "open_settings", tr("&Edit"), tr("&Settings…"), tr("Colours, size, and what is usual."),
        "Ctrl+,",
        separated=True,
    ),
    Act("edit_shortcuts", tr("&Edit"), tr("&Keyboard shortcuts…"), tr("Which keys do what.")),
    Act("fit", tr("F&it"), tr("&Fit"), tr("Fit the shown field."), "F5", "fit"),
    Act(
        "fit_all", tr("F&it"), tr("Fit &all fields"), tr("Fit every field of the table."),
        "Shift+F5",
    ),
    Act(
        "fit_selected", tr("F&it"), tr("Fit se&lected fields"), tr("Fit the selected fields."),
        "Ctrl+F5",
    ),
    Act(
        "fit_anyway", tr("F&it"), tr("Fit any&way"),
        tr("Fit the shown field also where that takes longer than a minute by its estimate."),
    ),
    Act(
        "back_to_automatic", tr("F&it"), tr("Back to a&utomatic"),
        tr("Leave kernel, noise, approximation, solver and learning to the data again."),
        separated=True,
    ),
    Act("stop", tr("F&it"), tr("&Stop"), tr("Stop what is running."), "Esc", "stop"),
    Act(
        "find_command", tr("&View"), tr("Command &palette…"),
        tr("Find a command, a field or a season."),
        "Ctrl+Shift+P",
    ),
    Act(
        "show_fields", tr("&View"), tr("&Fields"), tr("Fields and their dates."), "Ctrl+Shift+F",
        group="side",
        separated=True,
    ),
    Act(
        "show_lab", tr("&View"), tr("La&b"), tr("Studies that compare approximations and solvers."),
        "Ctrl+Shift+L", group="side",
    ),
    Act(
        "show_whole", tr("&View"), tr("&Whole curve"), tr("Show all readings and the forecast."),
        "Ctrl+0",
        "whole", separated=True,
    ),
    Act(
        "show_season", tr("&View"), tr("This s&eason"), tr("Show the selected season alone."),
        "Ctrl+1",
        "season",
    ),
    Act(
        "view_back", tr("&View"), tr("&View before"), tr("Back to where you looked before."),
        "Alt+Left",
        "back",
    ),
    Act(
        "view_forward", tr("&View"), tr("View af&ter"),
        tr("Forward again to where you looked after that."),
        "Alt+Right", "forward",
    ),
    Act(
        "show_draws", tr("&View"), tr("Dr&aws of the curve"),
        tr("Twenty whole curves that could have made the readings."), "Ctrl+Shift+D", "draws",
        separated=True, ticks=True,
    ),
    Act(
        "show_earlier", tr("&View"), tr("Earl&ier seasons"),
        tr("The field's earlier seasons behind the curve, by day of the year."), "Ctrl+Shift+B",
        "earlier", ticks=True,
    ),
    Act(
        "show_residuals", tr("&View"), tr("Resid&uals"),
        tr("How far each reading lies from the curve, below it."), "Ctrl+Shift+R", "residuals",
        ticks=True,
    ),
    Act(
        "mouse_move", tr("&View"), tr("Dragging &moves the view"),
        tr("What dragging on the curve does."),
        "F6", "move", group="mouse", separated=True,
    ),
    Act(
        "mouse_select", tr("&View"), tr("Dragging &selects readings"),
        tr("Drag around readings to take them out; also with Shift held."), "F7", "select",
        group="mouse",
    ),
    Act(
        "mouse_season", tr("&View"), tr("Dragging draws a seas&on"),
        tr("Drag across the curve from the start of a season to its end; also with Alt held."),
        "F8",
        "draw_season", group="mouse",
    ),
    Act(
        "theme_system", tr("&View"), tr("&Colours of the system"),
        tr("Light or dark as the system is."),
        group="theme", separated=True,
    ),
    Act("theme_light", tr("&View"), tr("&Light"), tr("Dark text on white."), group="theme"),
    Act("theme_dark", tr("&View"), tr("&Dark"), tr("Light text on black."), group="theme"),
    Act(
        "reset_layout", tr("&View"), tr("Reset la&yout"),
        tr("Put the panels back to where they were first."),
        separated=True,
    ),
    Act(
        "show_welcome", tr("&Help"), tr("&Welcome"),
        tr("Ways in: recent files, samples, tour and manual."),
    ),
    Act("show_manual", tr("&Help"), tr("&Manual"), tr("The page on what has the keyboard."), "F1"),
    Act("begin_tour", tr("&Help"), tr("First &tour"), tr("Five steps from a table to its dates.")),
    Act(
        "about", tr("&Help"), tr("&About GP Studio"), tr("Version, licence and sources."),
        separated=True,
    ),
)  # fmt: skip


class Actions:
    """The made actions by name, in the menus of a window."""

    def __init__(self, window: QMainWindow, deeds: object, before: Callable[[], None]) -> None:
        """``before`` is called ahead of every deed."""
        self._by_name: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        for act in ACTS:
            action = self._make(act, window)
            for do in (before, getattr(deeds, act.name)):
                action.triggered.connect(do)
            menu = self._menu(act.menu, window)
            if act.separated:
                menu.addSeparator()
            menu.addAction(action)

    def __getitem__(self, name: str) -> QAction:
        return self._by_name[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._by_name.values())

    def menu(self, title: str) -> QMenu:
        return self._menus[title]

    def enable(self, allowed: Mapping[str, bool]) -> None:
        for name, possible in allowed.items():
            self._by_name[name].setEnabled(possible)

    def set_theme(self, theme: Theme) -> None:
        for act in ACTS:
            if act.icon:
                self._by_name[act.name].setIcon(icon(act.icon, theme.text, theme.border))

    def _make(self, act: Act, window: QMainWindow) -> QAction:
        action = QAction(act.title, window)
        action.setObjectName(act.name)
        keys = f" ({act.shortcut})" if act.shortcut else ""
        action.setToolTip(tip(f"{act.help}{keys}"))
        action.setStatusTip(act.help)
        if act.shortcut:
            action.setShortcut(QKeySequence(act.shortcut))
        if act.group:
            action.setCheckable(True)
            group = self._groups.setdefault(act.group, QActionGroup(window))
            group.addAction(action)
        if act.ticks:
            action.setCheckable(True)
        self._by_name[act.name] = action
        return action

    def _menu(self, title: str, window: QMainWindow) -> QMenu:
        if title not in self._menus:
            self._menus[title] = window.menuBar().addMenu(title)
        return self._menus[title]
