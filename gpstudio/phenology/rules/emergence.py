"""Emergence: the first leaves stand above the ground."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="emergence",
        title=tr("Emergence"),
        help=tr("The first leaves come through the soil. Satellites see it late, if at all."),
        short=tr("Em"),
        scales=tr("BBCH 09; Zadoks 10, or 09 while the leaf is still at the tip of its sheath."),
        part="rise",
        orders=("ear", "flower", "curve"),
        look=StageLook(4, "triangle", "dashed"),
        written=phrases(
            "emerged, crop emergence, field emergence, seedling emergence, auflaufen, "
            "aufgang, levee, emergencia, nascencia"
        ),
        bbch="09",
    )
)
