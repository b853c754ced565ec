"""What to do where a covariance is singular to working precision."""

from __future__ import annotations

from gpstudio.translation import tr

JITTERS = (0.0, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6)
"""What to add to the diagonal of A, as a share of its mean, where A is singular to working
precision: tried in turn, the smallest that works is used."""
NOT_DEFINITE = tr(
    "The covariance of the readings is not positive definite, even with jitter: raise the noise or "
    "remove repeated readings."
)
