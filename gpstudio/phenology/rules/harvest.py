"""Harvest: the grain is ripe for the combine."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="harvest",
        title=tr("Harvest"),
        help=tr("Ripe for the combine. The farmer may come later."),
        short=tr("Ha"),
        scales=tr("Zadoks 90 to 92 and BBCH 89 to 92, hard grain; BBCH 99 is the harvested crop."),
        part="fall",
        orders=("ear", "flower", "curve"),
        look=StageLook(4, "cross", "dash-dotted"),
        written=phrases("harvested, harvesting, ernte, recolte, moisson, cosecha, colheita"),
        bbch="99",
        by_choice=True,
    )
)
