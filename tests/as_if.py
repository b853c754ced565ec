"""Fits as if they had been made otherwise, for the time's sake."""

from __future__ import annotations

from dataclasses import replace

from gpstudio.data.series import Series
from gpstudio.session.fitting import Fit


def as_if_of(fit: Fit, series: Series) -> Fit:
    """As if it were the fit of another field."""
    basis = replace(fit.basis, readings=series.fingerprint)
    return Fit(series, replace(fit.result, basis=basis))
