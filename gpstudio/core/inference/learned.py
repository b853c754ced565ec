"""What learning leaves: all that a posterior is made of besides its readings.

It is small and holds no matrix, so that it goes to a file or to another process and everything
that is asked of a posterior can be asked there: ``posterior.posterior_of`` makes it again, by the
same steps as after learning, so that it answers with the very same numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.report import Report
from gpstudio.core.learning.learner import Learnt
from gpstudio.core.recipe import Recipe


@dataclass(frozen=True, eq=False)
class Learned:
    written: Recipe
    """With nothing left to ``auto``: the choice that was made."""
    learnt: Learnt
    """One setting of the numbers, or several with weights."""
    report: Report
    settled: Floats | None = None
    """For which numbers the approximation was settled; None: for those of the start."""
    places: Floats | None = None
    """What was learnt of the approximation itself."""
    rests: bool = False
    """Whether the curve stays where it has fallen to behind the last reading; see ``rest.py``."""
    rests_until: float = math.inf
    """The day on which it then begins to rise; infinite where nobody knows of one."""
