"""Flag leaf: the last leaf. Only a step on the way to flowering."""

from gpstudio.phenology.rules.stage import STAGES, UNKNOWN_LOOK, Stage
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="flag_leaf",
        title=tr("Flag leaf"),
        help=tr(
            "The last leaf has unrolled. "
            "Only a step on the way to flowering: its date is not shown."
        ),
        short="FL",
        scales=tr("BBCH 39 and Zadoks 39."),
        part="rise",
        orders=(),
        look=UNKNOWN_LOOK,
        written=(),
        bbch="39",
        shown=False,
    )
)
