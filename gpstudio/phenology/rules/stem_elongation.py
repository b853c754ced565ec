"""Stem elongation: the stem begins to stretch."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="stem_elongation",
        title=tr("Stem elongation"),
        help=tr("The stem begins to stretch: its first node can be felt."),
        short="SE",
        brief=tr("Elongation"),
        scales=tr("BBCH 31 and Zadoks 31, the first node."),
        part="rise",
        orders=("ear", "flower"),
        look=StageLook(5, "post", "dashed"),
        written=phrases(
            "stemelongation, elongation, stem extension, shooting, jointing, first node, "
            "schossen, montaison, encanado, encanazon, elongacao, alongamento"
        ),
        bbch="31",
    )
)
