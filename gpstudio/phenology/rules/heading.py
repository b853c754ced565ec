"""Heading: the ears come out."""

from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="heading",
        title=tr("Heading"),
        help=tr(
            "Half of the ears stand out of the leaf sheath. Nothing in the curve shows it alone."
        ),
        short=tr("He"),
        scales=tr("BBCH 55 and Zadoks 55, half of the ear is out."),
        part="peak",
        orders=("ear",),
        look=StageLook(4, "ring", "dotted"),
        written=phrases(
            "headed, ear emergence, head emergence, ahrenschieben, rispenschieben, "
            "epiaison, espigado, espigazon, espigamento"
        ),
        bbch="55",
    )
)
