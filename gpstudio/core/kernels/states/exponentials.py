"""RBF as a sum of fading waves, and how fine a series or a fit must be for the noise.

RBF has no state space: its spectrum is no ratio of polynomials. But exp(−s²/2) is, for all s ≥ 0,

    Σⱼ Re cⱼ exp(−μⱼ s)    to within the error of a fit,

the length only scaling the rates: with six terms, twelve states, to 4e-10; with ten, for little
noise, to 3.5e-13. (Twelve terms of the spectrum's Taylor series err by 3e-5.)

How the terms were found: Gauss-Newton on the exponents, the coefficients solved for (variable
projection), with weights raised where the error was large (Lawson) and a small penalty on the
coefficients. The penalty is what matters. Without it six terms reach 5e-12 (the singular values of
the Hankel operator with the kernel exp(−(x + y)²/2), which fall by 9.29 a term, allow no less), but
by coefficients of 107 in all that cancel, and a filter loses their fourth power over the square of
the noise. Those of the six terms come to 11, those of the ten to 5. What is left of the loss is
``ROUNDED``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import AnyArray


class RbfFit(NamedTuple):
    coefficients: AnyArray
    exponents: AnyArray
    error: float
    """The largest anywhere, as a share of the variance; a test measures it again."""


RBF_FITS = (
    RbfFit(
        np.array(
            [
                2.5695595251 + 2.58652355478j,
                0.774395476411 + 3.4668773304j,
                -2.88178636624 - 0.472873392753j,
                0.522007333476 - 0.6229899963j,
                0.0172334381002 + 0.0805904558191j,
                -0.00140940652078 - 0.00117368731484j,
            ]
        ),
        np.array(
            [
                2.084163097 + 0.3051548959j,
                2.145449363 + 0.7902491793j,
                2.307452636 + 1.490760316j,
                2.376509846 + 2.296241958j,
                2.393378236 + 3.191226011j,
                2.363816201 + 4.260976857j,
            ]
        ),
        4e-10,
    ),
    RbfFit(
        np.array(
            [
                0.77998171046912 + 0.22125011521415j,
                0.62651179205069 + 0.58170869767831j,
                0.38658489888965 + 0.78536025463425j,
                0.055263759492795 + 0.80565353294031j,
                -0.48699984883524 + 0.40786181312013j,
                -0.64872222776722 - 0.49326669394j,
                0.30561729275423 - 0.10241204132724j,
                -0.017073585742395 + 0.047217542045399j,
                -0.0011913446670115 - 0.0025663139684305j,
                2.7553355643698e-05 + 1.9235315529143e-05j,
            ]
        ),
        np.array(
            [
                1.5941023202531 + 0.15991867634301j,
                1.6233453741392 + 0.47432985129801j,
                1.6818970605328 + 0.78418391278654j,
                1.7751477726602 + 1.1052923522617j,
                1.9141827285292 + 1.4947569971797j,
                2.1673453922796 + 1.9440305875931j,
                2.3690335528698 + 2.6029521102031j,
                2.4801526422095 + 3.3472298855135j,
                2.53339340633 + 4.1813785266848j,
                2.5373560425121 + 5.1847045514129j,
            ]
        ),
        3.5e-13,
    ),
)
"""The coarsest first."""
ROUNDED = 2.5e-12
"""What rounding makes of a fit: no fit tells a smaller error. By the rule below noise from 2.5e-4
of the variance is enough then; at 3e-4 standard deviations by ten terms were off by 2e-7 of
themselves, at 1e-4 by 2e-6 (300 readings over up to 25 lengths, scattered and in heaps)."""
USUAL_ERROR = 1e-9
"""Of a series whose readings are not known: for noise of a twentieth of the variance."""
FINEST = 1e-16
"""No series goes on beyond what a double sees."""
PROMISE = 1e-6
"""By how much of themselves standard deviations may be off."""
MAGNIFIED = 100.0
"""By how much more than error · variance / noise they may be: up to 35 times was measured, the most
where an RBF is longer than half the range of the readings; means, in the curve's own spread, 50."""


def error_allowed(noise: float, variance: float) -> float:
    """How far the covariance of readings with this ``noise`` may be off, as a share of its
    ``variance``, so that no prediction shows it.

    Such an error moves the covariance matrix of n readings by at most n · error · variance in norm,
    so that up to fifty million readings it stays positive definite too.
    """
    return PROMISE * noise / (MAGNIFIED * variance) if variance > 0.0 else 1.0


def rbf_fit(error: float) -> RbfFit:
    """The coarsest that errs by no more, or the finest."""
    return next((fit for fit in RBF_FITS if fit.error <= error), RBF_FITS[-1])
