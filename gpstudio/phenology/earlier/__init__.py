"""Earlier seasons of a crop as a prior for the one that is under way."""

from gpstudio.phenology.earlier.drawing import EarlierDraws, current_draws
from gpstudio.phenology.earlier.fan import Fan, expected_end, fan_of, late_by
from gpstudio.phenology.earlier.past import PastSeason

__all__ = [
    "EarlierDraws",
    "Fan",
    "PastSeason",
    "current_draws",
    "expected_end",
    "fan_of",
    "late_by",
]
