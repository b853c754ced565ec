"""Grain filling: the first grains reach half their size."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="grain_filling",
        title=tr("Grain filling"),
        help=tr("The first grains reach half their size. It is modelled, not seen."),
        short="GF",
        brief=tr("Filling"),
        scales=tr("BBCH 71 and Zadoks 71, grains are watery."),
        part="fall",
        orders=("ear", "flower"),
        look=StageLook(0, "plus", "dashed"),
        written=phrases(
            "grain fill, grainfill, grainfilling, seed fill, seed filling, pod fill, "
            "pod filling, kornfullung, remplissage, llenado, llenado de grano, enchimento, "
            "enchimento de graos"
        ),
        bbch="71",
    )
)
