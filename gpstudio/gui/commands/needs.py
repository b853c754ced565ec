"""What commands need before they can do anything, each with the sentence that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpstudio.session.commands import automatic
from gpstudio.session.document import Document
from gpstudio.session.population import is_shared
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

OF_THE_FIELDS = tr("Only while the fields are shown.")


@dataclass(frozen=True, eq=False)
class Need:
    reason: str
    """Why a command that needs this cannot be done where it is not there."""
    is_met: Callable[[Window], bool]
    anywhere: bool = False
    """Whether it may be done while the fields are not shown."""
    of_document: bool = False
    """Whether it may be done while their classes are shown, too."""

    def missing(self, window: Window) -> str:
        """Why it is not met at this moment; empty where it is."""
        of_classes = self.of_document and window.sides.is_classes
        if self.anywhere or window.sides.is_fields or of_classes:
            return "" if self.is_met(window) else self.reason
        hidden = (
            window.sides.is_lab or window.sides.is_classes or window.desk.document.table is not None
        )
        return OF_THE_FIELDS if hidden else self.reason


def _learn_together(document: Document) -> bool:
    return document.table is not None and is_shared(document.recipe, len(document.table.series))


NOTHING = Need("", lambda window: True, anywhere=True)
READINGS = Need(
    tr("Open a table of readings first."),
    lambda window: window.desk.document.series is not None,
)
SHARED_FIELDS = Need(
    tr("Fields learn together where there are eight of them, or where the model says so."),
    lambda window: _learn_together(window.desk.document),
)
FIT = Need(tr("Fit the field first."), lambda window: window.desk.document.fit is not None)
ANY_FIT = Need(tr("No field is fitted yet."), lambda window: bool(window.desk.document.fits))
SEASON = Need(tr("No season is selected."), lambda window: bool(window.season_shown))
CHOICE = Need(
    tr("Everything is on automatic."),
    lambda window: window.desk.document.recipe != automatic(window.desk.document.recipe),
)
RUNNING_WORK = Need(
    tr("Nothing is running."), lambda window: window.is_busy or window.desk.is_dating
)
CHANGE = Need(
    tr("There is nothing to take back."),
    lambda window: window.desk.history.undo_title is not None,
    of_document=True,
)
CHANGE_TAKEN_BACK = Need(
    tr("Nothing was taken back."),
    lambda window: window.desk.history.redo_title is not None,
    of_document=True,
)
VIEW_BEFORE = Need(
    tr("This is where you looked first."), lambda window: window.curve.plot.looking.can_go_back
)
VIEW_AFTER = Need(
    tr("This is where you looked last."), lambda window: window.curve.plot.looking.can_go_forward
)
SOMETHING_TO_SAVE = Need(
    tr("There is nothing to save."), lambda window: window.projects.can_save, anywhere=True
)
SAVED_PROJECT = Need(
    tr("Save the project first: a version is kept at every save."),
    lambda window: window.projects.has_versions,
    anywhere=True,
)
