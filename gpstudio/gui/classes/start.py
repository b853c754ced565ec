"""The side for classes, joined to a window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpstudio.gui.classes.view import ClassesView
    from gpstudio.gui.window import Window


def made_classes(window: Window) -> ClassesView:
    """When it is first looked at."""
    from gpstudio.gui.classes.view import ClassesView

    view = ClassesView(window.themes.theme, window.desk.where)
    view.said.connect(window.desk.said)
    view.wished.connect(window.do)
    view.field_chosen.connect(window.point_at)
    view.field_opened.connect(partial(_open_field, window))
    view.show_document(window.desk.document)
    return view


def _open_field(window: Window, group: str) -> None:
    window.point_at(group)
    window.sides.show_fields()
