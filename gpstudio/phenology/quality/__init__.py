"""How good a date is, in a letter, in codes and in words; and why there is none."""

from gpstudio.phenology.quality.codes import CODES, LETTERS, NO_DATE, Code
from gpstudio.phenology.quality.grade import CURVE, DateToGrade, Grade, day_and_month
from gpstudio.phenology.quality.grading import amplitude_at, band_at, grade_of
from gpstudio.phenology.quality.modes import DrawsMode, Modes, modes_of
from gpstudio.phenology.quality.season_readings import SeasonReadings
from gpstudio.phenology.quality.undated import no_season, not_fitted

__all__ = [
    "CODES",
    "CURVE",
    "LETTERS",
    "NO_DATE",
    "Code",
    "DateToGrade",
    "DrawsMode",
    "Grade",
    "Modes",
    "SeasonReadings",
    "amplitude_at",
    "band_at",
    "day_and_month",
    "grade_of",
    "modes_of",
    "no_season",
    "not_fitted",
]
