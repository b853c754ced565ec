"""The pages below the curve: faces of the window, their groups of pages, and each group's pages in
their order; every page has a file of its name here."""

from gpstudio.gui.pages.across import AcrossPage
from gpstudio.gui.pages.calendar import CalendarPage
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.pages.face import Face, PageGroup
from gpstudio.gui.pages.fits import FitsPage
from gpstudio.gui.pages.page import Page
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.season_map import SeasonMapPage
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.pages.try_numbers import TryNumbersPage
from gpstudio.session.document import Document
from gpstudio.translation import tr

DATES = PageGroup(
    "dates",
    tr("Dates"),
    tr("When each stage comes, in this field and in all."),
    (StagesPage, AcrossPage, SeasonsPage, CalendarPage, SeasonMapPage),
)
DATA = PageGroup("data", tr("Data"), tr("What was understood of the table."), (DataPage,))
TRUST = PageGroup(
    "trust",
    tr("Trust"),
    tr("How far the curve is to be trusted, and what other curves say."),
    (DiagnosticsPage, RivalsPage, FitsPage, ComparePage, TryNumbersPage, ReportPage),
)
FACES = (Face("dates", (DATES, DATA, TRUST), lambda document: True),)
"""The first that suits a document is shown; the last suits every one."""
PAGES: tuple[type[Page], ...] = tuple(dict.fromkeys(page for face in FACES for page in face.pages))
"""Those of all faces, each once."""


def face_of(document: Document) -> Face:
    return next(face for face in FACES if face.suits(document))
