"""What a curve alone tells of a season. To add one: write its file, or add to its family's, and
name it here."""

from gpstudio.phenology.measures import thresholds as thresholds
from gpstudio.phenology.measures import steepest as steepest
from gpstudio.phenology.measures import curvature as curvature
from gpstudio.phenology.measures import tangents as tangents
from gpstudio.phenology.measures import peak as peak
from gpstudio.phenology.measures import dip as dip
from gpstudio.phenology.measures import cut as cut
from gpstudio.phenology.measures import sizes as sizes
from gpstudio.phenology.measures.measure import MEASURES, Measure, Unit

__all__ = ["MEASURES", "Measure", "Unit"]
