"""Mid green-up: half of the rise is done."""

from gpstudio.phenology.measures.thresholds import Rise
from gpstudio.phenology.rules.stage import NO_CODE, OF_THE_CURVE, STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="mid_green_up",
        title=tr("Mid green-up"),
        help=tr("The day on which the crop is half-way from bare ground to its greenest."),
        formula=tr("last rise through base + 50 % of the amplitude before the peak"),
        short="GU",
        brief=tr("Green-up"),
        scales=NO_CODE,
        part="rise",
        orders=("curve",),
        look=StageLook(0, "diamond", "solid"),
        written=phrases("mid greenup, midgreenup, greenup 50, half green up"),
        measure=Rise(50.0),
        note=OF_THE_CURVE,
    )
)
