"""Earlier seasons of a crop as a prior for the one that is under way."""

from gpstudio.phenology.earlier.drawing import EarlierDraws, current_draws
from gpstudio.phenology.earlier.fan import Fan, expected_end, fan_of
from gpstudio.phenology.earlier.past import PastSeason
from gpstudio.phenology.earlier.usual import Usual, usual_of
from gpstudio.phenology.earlier.weight import with_usual

__all__ = [
    "EarlierDraws",
    "Fan",
    "PastSeason",
    "Usual",
    "current_draws",
    "expected_end",
    "fan_of",
    "usual_of",
    "with_usual",
]
