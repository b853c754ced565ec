"""What a page of the window is: it stands in a tab below the curve."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from PySide6.QtWidgets import QWidget

from gpstudio.gui.theme import Theme

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

View = TypeVar("View", bound=QWidget)


class Page(ABC, Generic[View]):
    """Joins a view to the window: made once, with it. The view knows nothing of windows."""

    title: ClassVar[str]
    """On screen, and what a project remembers the page by."""
    topic: ClassVar[str]
    """Name of the page of the manual that is about it."""
    keys: ClassVar[str] = ""
    """Those that turn to it."""
    shows_fit: ClassVar[bool] = True
    """Whether a new fit is seen on it, so that nobody is led elsewhere."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.view = self.make()

    @abstractmethod
    def make(self) -> View:
        """The view, with what becomes of its signals."""

    @abstractmethod
    def show(self) -> None:
        """Draw what the desk holds now; called after every change, also while the page is hidden:
        what is shown already is left alone."""

    def set_theme(self, theme: Theme) -> None:
        """Colours of its own, beside those that the style sheet gives."""

    def close(self) -> bool:
        """End what runs for it; False where something could not be ended in time."""
        return True
