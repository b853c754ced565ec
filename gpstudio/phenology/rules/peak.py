"""Peak: the index is highest. It is not flowering."""

from __future__ import annotations

from gpstudio.core.spec import Spec
from gpstudio.phenology.measures.peak import Peak as HighestPoint
from gpstudio.phenology.rules.rule import RULES, Rule
from gpstudio.translation import tr


@RULES.register
class Peak(Rule):
    """A draw that is highest on a cut edge has its peak outside what the series can show."""

    spec = Spec(
        "peak",
        tr("Peak"),
        tr("The day on which the index is highest; this is not flowering."),
        formula=tr("highest point of the season"),
    )
    measure = HighestPoint()
