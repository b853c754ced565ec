"""Harvest: the day the crop is cut, which the farmer chooses; ``ripe`` is the crop's own."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="harvest",
        title=tr("Harvest"),
        help=tr("The day the crop is cut. It may have been ripe for weeks, or be cut early."),
        short=tr("Ha"),
        scales=tr(
            "BBCH 99, the harvested crop; Zadoks 92 and BBCH 92, hard grain, come before it."
        ),
        part="fall",
        orders=("ear", "flower", "curve"),
        look=StageLook(4, "cross", "dash-dotted"),
        written=phrases("harvested, harvesting, ernte, recolte, moisson, cosecha, colheita"),
        bbch="99",
        by_choice=True,
    )
)
