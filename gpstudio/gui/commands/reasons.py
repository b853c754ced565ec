"""Why something cannot be done at present, in words that say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gpstudio.translation import tr

NO_TABLE = tr("Open a table of readings first.")
NO_FIT = tr("Fit the field first.")
NONE_FITTED = tr("No field is fitted yet.")
OF_THE_FIELDS = tr("Only while the fields are shown.")

REASONS: Mapping[str, str] = MappingProxyType(
    {
        "fit": NO_TABLE,
        "fit_all": NO_TABLE,
        "fit_selected": NO_TABLE,
        "fit_anyway": NO_TABLE,
        "back_to_automatic": tr("Everything is on automatic."),
        "stop": tr("Nothing is running."),
        "undo": tr("There is nothing to take back."),
        "redo": tr("Nothing was taken back."),
        "export_forecast": NO_FIT,
        "export_stages": NO_FIT,
        "export_all_stages": NONE_FITTED,
        "export_readings": NO_TABLE,
        "export_png": NO_TABLE,
        "export_svg": NO_TABLE,
        "export_report": NO_FIT,
        "export_reports": NONE_FITTED,
        "show_whole": NO_TABLE,
        "show_season": tr("No season is selected."),
        "save_project": tr("There is nothing to save."),
        "save_project_as": tr("There is nothing to save."),
        "open_earlier": tr("Save the project first: a version is kept at every save."),
        "mouse_select": NO_TABLE,
        "mouse_season": NO_FIT,
        "show_draws": NO_FIT,
        "show_earlier": NO_FIT,
        "show_residuals": NO_FIT,
        "export_pdf": NO_TABLE,
        "copy_figure": NO_TABLE,
        "export_script": NO_TABLE,
        "export_command": NO_TABLE,
        "view_back": tr("This is where you looked first."),
        "view_forward": tr("This is where you looked last."),
    }
)
"""By the name of the action, for the time when it is disabled."""


def reason(name: str, elsewhere: bool = False) -> str:
    """Why a disabled action is so; empty where nobody knows."""
    return OF_THE_FIELDS if elsewhere and name in REASONS else REASONS.get(name, "")
