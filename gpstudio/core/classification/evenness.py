"""Whether probabilities are nearer to even than the rows that were learnt from warrant.

About the mode (Laplace) the posterior is taken to be as wide on one side as on the other. Where a
curve parts the classes it is not, and the larger a kernel's variance the less: the mode lies near
its edge, and probabilities come out next to even though every row is on its right side. Learnt by
evidence alone the variance runs away so: of a linear kernel on crabs to the best evidence of six
kernels and a log score of -0.69 (by expectation propagation -0.01). Beliefs beforehand hold it back
(-0.099 beside -0.088); several classes whose numbers are learnt about the mode, and that are then
told by the nearest Gaussian, lose nothing (iris, wine, crabs: 27 cases, in 25 a little better).
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.classification.asked import ClassModel, Rows
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.task import Task
from gpstudio.translation import tr

ASKED = 200
"""Rows, at most."""
GAP = 0.2
"""Between how many rows are told right and how sure of them it is: noise alone leaves rows that are
told wrongly, and no such gap."""


def said_if_too_even(model: ClassModel, rows: Rows, task: Task) -> tuple[str, ...]:
    """A sentence where it is so, of a ``model`` about the mode of these rows."""
    some = np.random.default_rng(0).permutation(len(rows.inputs))[:ASKED]
    shares = model.probabilities(rows.inputs[some], Averaging(), task)
    right = float((shares.argmax(axis=1) == rows.labels.places[some]).mean())
    sure = float(shares.max(axis=1).mean())
    if right - sure <= GAP:
        return ()
    return (
        tr(
            "about the mode probabilities are too even here: {right:.0%} of the rows are told "
            "right, with {sure:.0%} on average; take inference 'auto'",
            right=right,
            sure=sure,
        ),
    )
