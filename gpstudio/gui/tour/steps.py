"""What the tour shows: five steps, each of one widget of the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from gpstudio.gui.pages.stages import StagesPage
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window


@dataclass(frozen=True)
class TourStep:
    name: str
    title: str
    text: str
    target: Callable[[Window], QWidget]


def _open_button(window: Window) -> QWidget:
    return window.tools.widgetForAction(window.commands["open_file"])


def _curve(window: Window) -> QWidget:
    return window.plot


def _fit_button(window: Window) -> QWidget:
    return window.tools.fit_button


def _export_button(window: Window) -> QWidget:
    return window.tools.export_button


def _stages(window: Window) -> QWidget:
    window.pages.turn_to(StagesPage)
    return window.pages


STEPS = (
    TourStep(
        "open", tr("Open"),
        tr(
            "Open a table of readings, or drop its file here. You see what was understood "
            "before it is taken."),
        _open_button,
    ),
    TourStep(
        "look", tr("Look"),
        tr(
            "Dots are readings, the line is the curve, the bands say how sure it is. Click a "
            "cloud to take it out, and again to bring it back."
        ),
        _curve,
    ),
    TourStep(
        "fit", tr("Fit"),
        tr("Fit draws the curve and dates the stages. While it works, the same button stops it."),
        _fit_button,
    ),
    TourStep(
        "read", tr("Read the dates"),
        tr(
            "Each date has an interval that holds it nine times in ten, and a letter for how far "
            "to trust it. Heading and flowering want a crop: Season."
        ),
        _stages,
    ),
    TourStep(
        "export", tr("Export"),
        tr("Save dates, curve and figures from here. F1 explains whatever you are at, and "
        "Ctrl+Shift+P finds everything else."),
        _export_button,
    ),
)  # fmt: skip
