"""Which page is about what has the keyboard: one list, by the names of the widgets.

A page of the window says it of itself (``TOPIC``). A widget without a line of its own is of what
its nearest ancestor with one is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtWidgets import QTabWidget, QWidget

TOPIC = "topic"
"""The property of a widget that says which page is about it."""
TOPICS: Mapping[str, str] = MappingProxyType(
    {
        "toolbar": "first_steps",
        "welcome": "first_steps",
        "export_button": "exports",
        "message_bar": "first_steps",
        "notices": "projects",
        "save_question": "projects",
        "show_lab_button": "lab",
        "show_classes_button": "classes",
        "classes": "classes",
        "fields_panel": "fields",
        "curve_panel": "curve",
        "curve_plot": "curve",
        "observed_day": "observed",
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
        "adding_dialog": "opening",
        "figure_dialog": "exports",
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
        topic = own_topic(widget) or own_topic(shown)
        if topic is not None:
            return topic
        widget = widget.parentWidget()
    return None


def own_topic(widget: QWidget | None) -> str | None:
    """What is said of the widget itself."""
    if widget is None:
        return None
    said = widget.property(TOPIC)
    return str(said) if said else TOPICS.get(widget.objectName())
