"""What a plot of a fit is, and the registry of them: each becomes a page of the diagnostics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit


class FitPlot(ABC):
    """Draws one view of a fit into an empty plot."""

    spec: ClassVar[Spec]
    """Name, the page's title, and its tooltip."""
    along_time: ClassVar[bool] = True
    """Whether the horizontal axis is the series' time, and so shows dates."""
    upright_time: ClassVar[bool] = False
    """Whether the vertical axis is so too."""
    one_dot_a_reading: ClassVar[bool] = False
    """Whether every reading has its dot, so that dots can be held against the readings."""
    prepare: ClassVar[Callable[..., Any] | None] = None
    """``prepare(fit, task=…)`` makes the numbers away from the window; None where the fit itself
    has them."""

    @abstractmethod
    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Any) -> None:
        """Add items to ``plot``, a pyqtgraph ``PlotItem``, and label its left axis; ``numbers`` is
        what ``prepare`` gave."""


PLOTS: Registry[type[FitPlot]] = Registry("plot")
