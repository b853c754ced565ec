"""Which page is about what has the keyboard: one list, by the names of the widgets.

A widget without a line of its own is of what its nearest ancestor with one is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtWidgets import QTabWidget, QWidget

TOPICS: Mapping[str, str] = MappingProxyType(
    {
        "toolbar": "first_steps",
        "welcome": "first_steps",
        "export_button": "exports",
        "message_bar": "first_steps",
        "notices": "projects",
        "save_question": "projects",
        "show_lab_button": "lab",
        "fields_panel": "fields",
        "curve_panel": "curve",
        "curve_plot": "curve",
        "stages_page": "stages",
        "observed_day": "observed",
        "seasons_page": "seasons",
        "calendar_page": "calendar",
        "table_view": "opening",
        "report_view": "report",
        "diagnostics": "diagnostics",
        "tryout": "tryout",
        "fits": "fits",
        "compare": "compare",
        "rivals": "rivals",
        "season_panel": "crops",
        "season_as_of": "stages",
        "field_form": "files",
        "model_view": "model",
        "form_kernel": "kernels",
        "form_mean": "kernels",
        "form_likelihood": "kernels",
        "form_approximation": "computing",
        "form_solver": "computing",
        "form_learning": "computing",
        "terms_editor": "kernels",
        "import_dialog": "opening",
        "lab": "lab",
        "command_palette": "keyboard",
        "manual": "words",
        "settings": "settings",
        "shortcuts": "keyboard",
        "tour": "first_steps",
    }
)


def topic_of(widget: QWidget | None) -> str | None:
    """The name of the page; None where nobody has said what the widget is about."""
    while widget is not None:
        shown = widget.currentWidget() if isinstance(widget, QTabWidget) else None
        for name in (widget.objectName(), shown.objectName() if shown is not None else ""):
            if name in TOPICS:
                return TOPICS[name]
        widget = widget.parentWidget()
    return None
