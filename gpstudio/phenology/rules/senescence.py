"""Senescence: half of the fall is done."""

from gpstudio.phenology.measures.thresholds import Fall
from gpstudio.phenology.rules.stage import STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="senescence",
        title=tr("Senescence"),
        help=tr("The day on which the crop has lost half of its green."),
        formula=tr("first fall through base + 50 % of the amplitude after the peak"),
        short=tr("Sn"),
        scales=tr("No code: codes from 90 on speak of ripe grain, not of lost green."),
        part="fall",
        orders=("curve",),
        look=StageLook(2, "wedge", "solid"),
        written=phrases("senescing, onset of senescence, abreife, seneszenz, senescencia"),
        measure=Fall(50.0),
        note=tr("of the curve; half of the green is lost"),
    )
)
