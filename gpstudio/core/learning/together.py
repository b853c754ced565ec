"""Together: a field's numbers are weighed by what the fields of its table have in common."""

from __future__ import annotations

from gpstudio.core.learning.averaged import Averaged
from gpstudio.core.learning.learner import LEARNERS
from gpstudio.core.learning.population import Population
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@LEARNERS.register
class Together(Averaged):
    """Weighs settings that all fields of a table share; nothing is climbed.

    A recipe names it alone, and whoever fits a table hands over the population beside it. A field
    without one, and a kernel that is not learnt together, is averaged over by itself.
    """

    spec = Spec(
        "together",
        tr("Learnt together"),
        tr(
            "Learns once what the fields have in common, and weighs each by it: quicker, and "
            "surer where readings are few."
        ),
    )

    def __init__(self, population: Population | None = None) -> None:
        self.population = population
        self.taught_by = 0 if population is None else population.fields
