"""Whether a field's readings look as if somebody had smoothed or interpolated them before.

Such readings hold no noise that could be learnt: their noise goes to its floor, and a band about
the curve then tells of the smoothed curve as if it were true. What each reading is off the line
between its neighbours shows it. Let r be these distances, in the order of time:

    von Neumann's ratio    Σ (r_{i+1} − r_i)² / Σ r²: readings with noise of their own go up and
                           down, so that it is 10/3; of smooth ones neighbours bend alike
    on the line            the share of readings that lie on it to the last digit, of those whose
                           neighbours differ by more than some digits: interpolated ones do

Of 890 series and single years with 15 readings or more in 20 columns of raw readings (vegetation
indices by satellite, greenness and indices by camera, leaf area) not one is taken for smoothed; the
2 % quantile of their ratio is 1.8 and more. Of columns that were smoothed 21 of 24 splines of
PhenoCam and 20 of 20 seasons of Nebraska are found; of the raw ones treated here, daily ones by
lines 98 %, harmonics of three waves all, Whittaker's with λ = 10 84 %. A Savitzky-Golay filter over
7 composites leaves so much roughness that 17 % are found, a moving mean of three that 8 % are. What
is drawn from a Matérn 3/2 with noise is mistaken in 2 % of cases or fewer; from an RBF without any
noise, where it is as smooth, in 58 %.

Such moderate filters are not told from quiet readings by anything that was tried. The best of it,
five autocorrelations of r weighed (by tables left out: 53 % of Savitzky-Golay's found, 0.7 % of raw
series mistaken), also takes 6 to 22 % of drawn Matérn 3/2 curves with the usual noise of a
hundredth of their variance for smoothed, and half of those with a thousandth.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.resolution import resolution

FEWEST = 15
"""Distinct times."""
SMOOTHEST = 1.3
"""The ratio of readings with noise of their own is higher."""
ON_LINE = 0.5
MOVED, ENOUGH = 4.0, 8
"""Neighbours that differ by so many last digits, and how many must."""
LAST_DIGIT = 1e-9
"""As a share of the largest value, where it is not rounded."""


def looks_smoothed(time: Floats, value: Floats, step: float | None = None) -> bool:
    """Of one field's readings, in ascending time; ``step`` is what they are written in, where that
    is known."""
    times, level = time, value
    if not (time[1:] > time[:-1]).all():
        times, place = np.unique(time, return_inverse=True)
        level, step = np.bincount(place, value) / np.bincount(place), None
    if len(times) < FEWEST:
        return False
    before = (times[2:] - times[1:-1]) / (times[2:] - times[:-2])
    off = level[1:-1] - before * level[:-2] - (1.0 - before) * level[2:]
    whole = float(off @ off)
    if whole == 0.0:
        return bool(np.ptp(level) > 0.0)
    steps = np.diff(off)
    ratio = float(steps @ steps) / whole * len(off) / len(steps)
    return ratio < SMOOTHEST or _on_line(level, off, step) > ON_LINE


def _on_line(level: Floats, off: Floats, step: float | None) -> float:
    written = resolution(level) if step is None else step
    digit = max(written, LAST_DIGIT * float(np.max(np.abs(level))))
    moved = np.abs(level[2:] - level[:-2]) > MOVED * digit
    if np.count_nonzero(moved) < ENOUGH:
        return 0.0
    return float(np.mean(np.abs(off[moved]) <= digit))
