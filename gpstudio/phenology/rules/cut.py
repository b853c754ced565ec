"""Cuts of grass, clover and alfalfa: as many as the sward was mown, ``cut_1`` and so on."""

from gpstudio.phenology.measures.cut import MOST
from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="cut",
        title=tr("Cut"),
        help=tr("The day on which the sward was mown or grazed bare. It grows again."),
        short=tr("Cu"),
        scales=tr("No code: the farmer decides."),
        part="fall",
        orders=(),
        look=StageLook(6, "return", "solid"),
        written=phrases("cut, cutting, mowing, mown, schnitt, mahd, coupe, fauche, corte, siega"),
        by_choice=True,
        shown=False,
        repeats=MOST,
    )
)
