"""Stages, in the order of the season. To add one: write its file, and name it here."""

from gpstudio.core.registry import Registry
from gpstudio.phenology.rules import emergence as emergence
from gpstudio.phenology.rules import stem_elongation as stem_elongation
from gpstudio.phenology.rules import flag_leaf as flag_leaf
from gpstudio.phenology.rules import mid_green_up as mid_green_up
from gpstudio.phenology.rules import peak as peak
from gpstudio.phenology.rules import heading as heading
from gpstudio.phenology.rules import flowering as flowering
from gpstudio.phenology.rules import grain_filling as grain_filling
from gpstudio.phenology.rules import senescence as senescence
from gpstudio.phenology.rules import maturity as maturity
from gpstudio.phenology.rules import ripe as ripe
from gpstudio.phenology.rules import harvest as harvest
from gpstudio.phenology.rules import cut as cut
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.rules.stage import (
    PARTS,
    STAGES,
    Mark,
    SeasonPart,
    Stage,
    StageLook,
    StageOrder,
    Stroke,
)

RULES: Registry[Stage] = Registry("stage")
"""The landmarks: stages that the curve alone dates, by their measure."""
for _stage in STAGES:
    if _stage.measure is not None:
        RULES.register(_stage)

__all__ = [
    "PARTS",
    "RULES",
    "STAGES",
    "Mark",
    "SeasonCurves",
    "SeasonPart",
    "Stage",
    "StageLook",
    "StageOrder",
    "Stroke",
]
