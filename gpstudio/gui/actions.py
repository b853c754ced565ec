"""Everything a person can do from a menu, the toolbar or the keyboard, in one list.

One record feeds all three. What an action does is the method of the same name in ``deeds``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from gpstudio.gui.icons import icon
from gpstudio.gui.theme import Theme


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
    Act("new_project", "&File", "&New", "Begin with nothing open.", "Ctrl+N"),
    Act("open_file", "&File", "&Open…", "Open a table of readings.", "Ctrl+O", "open"),
    Act(
        "open_project", "&File", "Open &project…", "Open what was saved, as it was.",
        "Ctrl+Shift+O",
    ),
    Act("open_sample", "&File", "Open the &sample", "Open the field that comes with GP Studio."),
    Act(
        "save_project", "&File", "&Save", "Save everything in the project's file.", "Ctrl+S",
        separated=True,
    ),
    Act(
        "save_project_as", "&File", "Save &as…", "Save everything in another file.",
        "Ctrl+Shift+S",
    ),
    Act(
        "open_earlier", "&File", "Open an earlier &version…",
        "Go back to what was saved before; the last three are kept.",
    ),
    Act(
        "load_temperatures", "&File", "Load &temperatures…",
        "Daily temperatures, for degree days.", separated=True,
    ),
    Act("load_sowings", "&File", "Load so&wing dates…", "When each field was sown, and what."),
    Act("load_observed", "&File", "Load observed &dates…", "Stages that were seen in the field."),
    Act(
        "export_forecast", "&File", "Export &forecast…", "Save the curve as a table.", "Ctrl+E",
        separated=True,
    ),
    Act("export_stages", "&File", "Export &stages…", "Save the dates as a table.", "Ctrl+Shift+E"),
    Act(
        "export_all_stages", "&File", "Export stages of &all fields…",
        "Save the dates of every fitted field as one table.",
    ),
    Act("export_readings", "&File", "Export cleaned &readings…", "Save the readings as read."),
    Act("export_png", "&File", "Export figure as &PNG…", "Save the figure as a picture."),
    Act("export_svg", "&File", "Export figure as S&VG…", "Save the figure as a drawing."),
    Act("export_pdf", "&File", "Export figure as P&DF…", "Save the figure as a page."),
    Act(
        "export_report", "&File", "E&xport report as PDF…",
        "One page on the shown field: curve, dates and how they were made.", "Ctrl+P",
    ),
    Act(
        "export_reports", "&File", "Export reports of &all fields…",
        "One PDF with a page for every field that is fitted.",
    ),
    Act(
        "export_script", "&File", "Export as P&ython script…",
        "A script that gives the same numbers when it is run.",
    ),
    Act(
        "export_command", "&File", "Export as &command line…",
        "A command that gives the same numbers when it is run.",
    ),
    Act("quit_program", "&File", "&Quit", "Leave GP Studio.", "Ctrl+Q", separated=True),
    Act("undo", "&Edit", "&Undo", "Take the last change back.", "Ctrl+Z", "undo"),
    Act("redo", "&Edit", "&Redo", "Make the change again.", "Ctrl+Shift+Z", "redo"),
    Act(
        "paste_table", "&Edit", "&Paste table", "Import the table on the clipboard.", "Ctrl+V",
        separated=True,
    ),
    Act(
        "copy_figure", "&Edit", "Copy fi&gure", "Put the figure on the clipboard.", "Ctrl+Shift+C",
    ),
    Act(
        "open_settings", "&Edit", "&Settings…", "Colours, size, and what is usual.", "Ctrl+,",
        separated=True,
    ),
    Act("edit_shortcuts", "&Edit", "&Keyboard shortcuts…", "Which keys do what."),
    Act("fit", "F&it", "&Fit", "Fit the shown field.", "F5", "fit"),
    Act("fit_all", "F&it", "Fit &all fields", "Fit every field of the table.", "Shift+F5"),
    Act("fit_selected", "F&it", "Fit se&lected fields", "Fit the selected fields.", "Ctrl+F5"),
    Act("stop", "F&it", "&Stop", "Stop what is running.", "Esc", "stop"),
    Act(
        "find_command", "&View", "Command &palette…", "Find a command, a field or a season.",
        "Ctrl+Shift+P",
    ),
    Act(
        "show_fields", "&View", "&Fields", "Fields and their dates.", "Ctrl+Shift+F", group="side",
        separated=True,
    ),
    Act(
        "show_lab", "&View", "La&b", "Studies that compare approximations and solvers.",
        "Ctrl+Shift+L", group="side",
    ),
    Act(
        "show_whole", "&View", "&Whole curve", "Show all readings and the forecast.", "Ctrl+0",
        "whole", separated=True,
    ),
    Act(
        "show_season", "&View", "This s&eason", "Show the selected season alone.", "Ctrl+1",
        "season",
    ),
    Act(
        "view_back", "&View", "&View before", "Back to where you looked before.", "Alt+Left",
        "back",
    ),
    Act(
        "view_forward", "&View", "View af&ter", "Forward again to where you looked after that.",
        "Alt+Right", "forward",
    ),
    Act(
        "show_draws", "&View", "Dr&aws of the curve",
        "Twenty whole curves that could have made the readings.", "Ctrl+Shift+D", "draws",
        separated=True, ticks=True,
    ),
    Act(
        "show_earlier", "&View", "Earl&ier seasons",
        "The field's earlier seasons behind the curve, by day of the year.", "Ctrl+Shift+B",
        "earlier", ticks=True,
    ),
    Act(
        "show_residuals", "&View", "Resid&uals",
        "How far each reading lies from the curve, below it.", "Ctrl+Shift+R", "residuals",
        ticks=True,
    ),
    Act(
        "mouse_move", "&View", "Dragging &moves the view", "What dragging on the curve does.",
        "F6", "move", group="mouse", separated=True,
    ),
    Act(
        "mouse_select", "&View", "Dragging &selects readings",
        "Drag around readings to take them out; also with Shift held.", "F7", "select",
        group="mouse",
    ),
    Act(
        "mouse_season", "&View", "Dragging draws a seas&on",
        "Drag across the curve from the start of a season to its end; also with Alt held.", "F8",
        "draw_season", group="mouse",
    ),
    Act(
        "theme_system", "&View", "&Colours of the system", "Light or dark as the system is.",
        group="theme", separated=True,
    ),
    Act("theme_light", "&View", "&Light", "Dark text on white.", group="theme"),
    Act("theme_dark", "&View", "&Dark", "Light text on black.", group="theme"),
    Act(
        "reset_layout", "&View", "Reset la&yout", "Put the panels back to where they were first.",
        separated=True,
    ),
    Act("show_welcome", "&Help", "&Welcome", "Ways in: recent files, samples, tour and manual."),
    Act("show_manual", "&Help", "&Manual", "The page on what has the keyboard.", "F1"),
    Act("begin_tour", "&Help", "First &tour", "Five steps from a table to its dates."),
    Act(
        "about", "&Help", "&About GP Studio", "Version, licence and sources.", separated=True,
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
        action.setToolTip(f"{act.help}{keys}")
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
