"""Flowering: half of the flowers are open."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="flowering",
        title=tr("Flowering"),
        help=tr(
            "Half of the flowers are open; in maize, the silks are out. The peak is not flowering."
        ),
        short=tr("Fl"),
        scales=tr(
            "BBCH 65 and Zadoks 65; BBCH 61, the first flowers, in crops that bloom for weeks."
        ),
        part="peak",
        orders=("flower",),
        look=StageLook(3, "star", "dashed"),
        written=phrases(
            "flower, flowers, anthesis, bloom, blooming, blossom, full bloom, "
            "full flowering, mid flowering, silking, silk, blute, vollblute, floraison, "
            "floracion, antesis, florescimento, floracao, antese"
        ),
        bbch="65",
    )
)
