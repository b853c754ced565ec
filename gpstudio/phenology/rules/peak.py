"""Peak: the index is highest. It is not flowering.

A draw that is highest on a cut edge has its peak outside what the series can show.
"""

from gpstudio.phenology.measures.peak import Peak
from gpstudio.phenology.rules.stage import NO_CODE, STAGES, Stage, StageLook, phrases
from gpstudio.translation import tr

STAGES.register(
    Stage(
        name="peak",
        title=tr("Peak"),
        help=tr("The day on which the index is highest; this is not flowering."),
        formula=tr("highest point of the season"),
        short=tr("Pk"),
        scales=NO_CODE,
        part="peak",
        orders=("curve",),
        look=StageLook(1, "disc", "solid"),
        written=phrases("peak ndvi, peak greenness, maximum ndvi, max ndvi, greenness peak"),
        measure=Peak(),
        note=tr("of the curve; it is not flowering"),
    )
)
