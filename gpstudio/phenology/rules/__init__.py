"""Stage rules, in the order of the season. To add one: write its file, and name it here."""

from gpstudio.phenology.rules import mid_green_up as mid_green_up
from gpstudio.phenology.rules import peak as peak
from gpstudio.phenology.rules import senescence as senescence
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.rules.rule import RULES, Rule

__all__ = ["RULES", "Rule", "SeasonCurves"]
