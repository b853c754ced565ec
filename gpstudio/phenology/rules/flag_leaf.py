"""Flag leaf: the last leaf. Only a step on the way to flowering."""

from gpstudio.core.spec import Spec
from gpstudio.phenology.rules.stage import STAGES, UNKNOWN_LOOK, Stage
from gpstudio.translation import tr

STAGES.register(
    Stage(
        spec=Spec(
            "flag_leaf",
            tr("Flag leaf"),
            tr(
                "The last leaf has unrolled. "
                "Only a step on the way to flowering: its date is not shown."
            ),
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
