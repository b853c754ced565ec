"""Where commands stand: the one list of them all, in the order in which menus show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gpstudio.gui.commands import crops, exports, fitting, pages, plot, program, projects, tables
from gpstudio.gui.commands.command import WindowCommand
from gpstudio.translation import tr

Group: TypeAlias = tuple[WindowCommand, ...]
"""Commands that stand together; a line parts them from the next."""


@dataclass(frozen=True, eq=False)
class CommandMenu:
    title: str
    groups: tuple[Group, ...]
    inner: tuple[CommandMenu, ...] = ()
    """Menus of their own ahead of its last group."""

    @property
    def commands(self) -> Group:
        return tuple(command for group in self.groups for command in group)


EXPORT = CommandMenu(
    tr("&Export"),
    (
        (exports.export_forecast, exports.export_stages, exports.export_readings),
        (exports.export_all_stages, exports.export_fields, exports.export_all_forecasts),
        (exports.export_figure, exports.export_report, exports.export_reports),
        (exports.export_script, exports.export_command),
    ),
)
FILE = CommandMenu(
    tr("&File"),
    (
        (projects.new_project, tables.open_file, projects.open_project, tables.open_sample),
        (projects.save_project, projects.save_project_as, projects.open_earlier),
        (tables.add_readings, tables.load_fields),
        (tables.load_temperatures, tables.load_sowings, tables.load_observed),
        (crops.choose_crops, crops.copy_crop),
        (program.quit_program,),
    ),
    (EXPORT,),
)
EDIT = CommandMenu(
    tr("&Edit"),
    (
        (fitting.undo, fitting.redo),
        (tables.paste_table, plot.copy_figure),
        (exports.six_digits, exports.own_name_of_fields),
        (program.open_settings, program.edit_shortcuts),
    ),
)
FIT = CommandMenu(
    tr("F&it"),
    (
        (fitting.fit, fitting.fit_all, fitting.fit_selected, fitting.fit_anyway),
        (fitting.learn_population,),
        (fitting.back_to_automatic, fitting.stop),
    ),
)
RESULTS = CommandMenu(tr("&Results"), pages.GROUPS)
VIEW = CommandMenu(
    tr("&View"),
    (
        (program.find_command,),
        (program.show_fields, program.show_classes, program.show_lab),
        (plot.show_whole, plot.show_season, plot.view_back, plot.view_forward),
        (plot.show_draws, plot.show_earlier, plot.show_residuals, plot.show_as_of),
        (plot.mouse_move, plot.mouse_select, plot.mouse_season),
        (program.theme_system, program.theme_light, program.theme_dark),
        (program.reset_layout,),
    ),
    (RESULTS,),
)
HELP = CommandMenu(
    tr("&Help"),
    (
        (program.show_welcome, program.show_manual, program.begin_tour),
        (program.show_news, program.show_check, program.about),
    ),
)
MENUS = (FILE, EDIT, FIT, VIEW, HELP)

EXPORT_BUTTON: Group = (
    exports.export_forecast,
    exports.export_stages,
    exports.export_all_stages,
    exports.export_fields,
    exports.export_all_forecasts,
    exports.export_readings,
    exports.export_figure,
    plot.copy_figure,
    exports.export_report,
    exports.six_digits,
    exports.own_name_of_fields,
)
"""In the menu of the button in the toolbar."""
PLOT_MENU: Group = (
    plot.mouse_select,
    plot.mouse_season,
    plot.show_whole,
    plot.show_season,
    plot.view_back,
    plot.view_forward,
    plot.show_draws,
    plot.show_earlier,
    plot.show_residuals,
    plot.show_as_of,
    plot.copy_figure,
)
"""In the menu of the plot, besides its own."""
PLOT_TOOLS: tuple[Group, ...] = (
    (plot.view_back, plot.view_forward, plot.show_whole, plot.show_season),
    (plot.mouse_move, plot.mouse_select, plot.mouse_season),
    (plot.show_draws, plot.show_earlier, plot.show_residuals, plot.show_as_of),
)
"""Buttons above the plot."""

EVERY_MENU = tuple(one for menu in MENUS for one in (menu, *menu.inner))
COMMANDS: Group = tuple(command for menu in EVERY_MENU for command in menu.commands)
MENU_OF = {command.name: menu.title for menu in EVERY_MENU for command in menu.commands}
"""The title of a command's menu, by its name."""
