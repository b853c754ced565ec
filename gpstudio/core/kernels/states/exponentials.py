"""RBF as a sum of fading waves, and how much noise a series or a fit asks for.

RBF has no state space: its spectrum is no ratio of polynomials. But exp(−s²/2) is, for all s ≥ 0,

    Σⱼ Re cⱼ exp(−μⱼ s)    to within RBF_ERROR,

with six terms: twelve states, the length only scaling the rates. (Twelve terms of the spectrum's
Taylor series err by 3e-5.)

How the terms were found: Gauss-Newton on the exponents, the coefficients solved for (variable
projection), with weights raised where the error was large (Lawson) and a small penalty on the
coefficients. The penalty is what matters. Without it six terms reach 5e-12 (the singular values of
the Hankel operator with the kernel exp(−(x + y)²/2), which fall by 9.29 a term, allow no less), but
by coefficients of 107 in all that cancel, and a filter's predicted variances lose the square of
that: where the noise is 1e-4 of the variance, 5e-3 of a variance. These come to 11 and lose 2e-4.
"""

from __future__ import annotations

import numpy as np

RBF_COEFFICIENTS = np.array(
    [
        2.5695595251 + 2.58652355478j,
        0.774395476411 + 3.4668773304j,
        -2.88178636624 - 0.472873392753j,
        0.522007333476 - 0.6229899963j,
        0.0172334381002 + 0.0805904558191j,
        -0.00140940652078 - 0.00117368731484j,
    ]
)
RBF_EXPONENTS = np.array(
    [
        2.084163097 + 0.3051548959j,
        2.145449363 + 0.7902491793j,
        2.307452636 + 1.490760316j,
        2.376509846 + 2.296241958j,
        2.393378236 + 3.191226011j,
        2.363816201 + 4.260976857j,
    ]
)
RBF_ERROR = 4e-10
"""The largest error anywhere, as a share of the variance; a test measures it again."""

LOUD = 1e4
"""How far above the error of a fit the noise must be: variances of predictions then err by less
than a hundredth of themselves, and mostly by much less."""


def noise_wanted(error: float, variance: float, readings: int) -> float:
    """The least noise variance with which a form with this ``markov_error`` may stand for a kernel
    of this ``variance``.

    The error moves the covariance matrix of n readings by at most n · error · variance in norm:
    below that noise the approximate matrix need not be positive definite. And it must be small
    beside the noise at any n, so that no prediction shows it.
    """
    return error * variance * max(LOUD, float(readings))
