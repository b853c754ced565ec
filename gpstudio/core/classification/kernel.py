"""What ``auto`` takes for the kernel of a classifier.

One input: a Matérn 3/2 curve, as in regression. Several: an RBF with a length for each, which
learning lengthens where an input tells nothing; more than ``MOST`` inputs share one length.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.language import print_number
from gpstudio.translation import tr

MOST = 40


def auto_kernel(inputs: Floats) -> tuple[str, str]:
    """As a recipe writes it, and why. Lengths begin where rows that differ by their usual spread in
    all inputs still know of each other."""
    count = inputs.shape[1]
    if count == 1:
        return "matern32", tr("one input: a Matérn 3/2 curve")
    spreads = np.std(inputs, axis=0)
    starts = np.where(spreads > 0.0, spreads, 1.0) * math.sqrt(count)
    if count > MOST:
        length = float(f"{np.sqrt(np.mean(starts**2)):.3g}")
        return f"rbf({print_number(length)})", tr(
            "{n} inputs: an RBF surface with one length for all", n=count
        )
    lengths = ", ".join(print_number(float(f"{start:.3g}")) for start in starts)
    return f"rbf([{lengths}])", tr("{n} inputs: an RBF surface with a length for each", n=count)
