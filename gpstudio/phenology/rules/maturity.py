"""Maturity: grains take up no more."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="maturity",
        title=tr("Maturity"),
        help=tr("Grains take up no more: hard dough in cereals, black layer in maize."),
        short=tr("Ma"),
        scales=tr(
            "BBCH 87 and Zadoks 87, a thumbnail leaves a dent that stays; BBCH 97, dead haulm."
        ),
        part="fall",
        orders=("ear", "flower"),
        look=StageLook(5, "square", "dotted"),
        written=phrases(
            "mature, physiological maturity, black layer, hard dough, gelbreife, maturite, "
            "maturite physiologique, madurez, madurez fisiologica, maturidade, "
            "maturidade fisiologica, maturacao"
        ),
        bbch="87",
    )
)
