"""Which actions there is something to do for, at this moment."""

from __future__ import annotations

from gpstudio.gui.desk import Desk
from gpstudio.session.commands import automatic
from gpstudio.translation import tr

OF_A_FIELD = (
    "fit", "fit_all", "fit_selected", "fit_anyway", "export_readings", "export_png", "export_svg",
    "export_pdf",
    "export_script", "export_command", "copy_figure", "show_whole", "mouse_select",
)  # fmt: skip
OF_A_FIT = (
    "export_forecast", "export_stages", "export_report", "show_draws", "show_earlier",
    "show_residuals", "mouse_season",
)  # fmt: skip
OF_ANY_FIT = ("export_all_stages", "export_reports")


def allowed(desk: Desk, busy: bool, season: str) -> dict[str, bool]:
    """By the action's name; ``season`` is the one that is shown, empty where none is."""
    document, history = desk.document, desk.history
    return {
        **dict.fromkeys(OF_A_FIELD, document.series is not None),
        **dict.fromkeys(OF_A_FIT, document.fit is not None),
        **dict.fromkeys(OF_ANY_FIT, bool(document.fits)),
        "back_to_automatic": document.recipe != automatic(document.recipe),
        "stop": busy or desk.is_dating,
        "undo": history.undo_title is not None,
        "redo": history.redo_title is not None,
        "show_season": bool(season),
    }


def fit_hint(desk: Desk, stale: bool) -> str:
    """What stands beside the Fit button, where there is reason to press it."""
    document, fit = desk.document, desk.shown_fit
    if document.series is not None and fit is None:
        return tr("Press Fit to see curve and dates.")
    if not stale:
        return ""
    of_readings = fit is not None and fit.recipe == document.recipe
    if of_readings:
        return tr("The readings have changed: press Fit.")
    return tr("The model has changed: press Fit.")
