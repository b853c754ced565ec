"""Ripe: the grain is hard, and the combine may come. When it does is the farmer's business."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="ripe",
        title=tr("Ripe"),
        help=tr("Hard grain: ready for the combine, whenever the farmer comes."),
        short=tr("Ri"),
        scales=tr("Zadoks 90 to 91 and BBCH 89, fully ripe."),
        part="fall",
        orders=("ear", "flower"),
        look=StageLook(2, "house", "dotted"),
        written=phrases("harvest ripe, vollreife, totreife"),
        bbch="89",
    )
)
