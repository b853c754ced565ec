"""From a field's series to what inference takes: the one door between data and core."""

from __future__ import annotations

from gpstudio.core.inference.readings import Readings
from gpstudio.data.series import Series


def readings_of(series: Series) -> Readings:
    """A reading of weight 0.5 has twice the noise variance of one of weight 1.

    Core counts a weight as so many readings, which is right for repeated ones: it would take poor
    readings for fewer ones and learn too much noise. With weights of mean 1 both are the same, and
    the noise that is learnt and told is that of a reading of average quality.
    """
    weight = series.weight
    if weight is not None:
        weight = weight / weight.mean()
    return Readings.of(series.time[:, None], series.value, weight)
