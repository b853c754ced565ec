"""The pages below the curve, in their order; each has a file of its name here."""

from gpstudio.gui.pages.across import AcrossPage
from gpstudio.gui.pages.calendar import CalendarPage
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.pages.data import DataPage
from gpstudio.gui.pages.diagnostics import DiagnosticsPage
from gpstudio.gui.pages.fits import FitsPage
from gpstudio.gui.pages.page import Page
from gpstudio.gui.pages.report import ReportPage
from gpstudio.gui.pages.rivals import RivalsPage
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.pages.try_numbers import TryNumbersPage

PAGES: tuple[type[Page], ...] = (
    StagesPage,
    SeasonsPage,
    CalendarPage,
    AcrossPage,
    DataPage,
    ReportPage,
    DiagnosticsPage,
    TryNumbersPage,
    FitsPage,
    ComparePage,
    RivalsPage,
)
