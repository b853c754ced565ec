"""Whether one stretch of a curve is a season: every bar in turn, each with its sentence."""

from __future__ import annotations

import numpy as np

from gpstudio.phenology.candidates import Bars, SearchedCurve, Season, told
from gpstudio.phenology.stretches import Stretch, amplitude_of, trimmed
from gpstudio.translation import tr, tr_count

LONG_GAP = 30.0
"""Days about the peak without a reading that are worth a word."""

UNSEEN = 0.1
"""Share of its rise that a season may still have to do after the last reading: more is foretold,
not seen."""


def bar_of(curve: SearchedCurve, bars: Bars) -> float:
    """The amplitude that is needed: one that is given, or a share of the curve's whole range."""
    return max(bars.amplitude, bars.share * curve.swing)


def too_low(amplitude: float, curve: SearchedCurve, bars: Bars) -> str:
    """The words for an amplitude below its bar; none where it reaches it."""
    bar = bar_of(curve, bars)
    if amplitude >= bar:
        return ""
    found, needed = told(amplitude, bar)
    if bar > bars.amplitude:
        return tr(
            "amplitude {amplitude} below {needed}, {share:.0f} % of the curve's whole range",
            amplitude=found,
            needed=needed,
            share=100.0 * bars.share,
        )
    return tr("amplitude {amplitude} below {needed}", amplitude=found, needed=needed)


def refusal(curve: SearchedCurve, stretch: Stretch, bars: Bars) -> str:
    """Why a stretch is no season; empty where it is one."""
    amplitude = amplitude_of(curve, stretch)
    return (
        _no_peak_yet(curve, stretch)
        or too_low(amplitude, curve, bars)
        or _on_the_ground(curve, stretch, bars)
        or _in_doubt(curve, stretch, bars, amplitude)
        or _barely_high(curve, stretch, bars, amplitude)
        or _too_narrow(curve, stretch, bars, amplitude)
        or _hardly_read(curve, stretch, bars)
    )


def approval(curve: SearchedCurve, stretch: Stretch, season: Season, bars: Bars) -> str:
    """Why it is one, and what a reader of its dates should know."""
    amplitude = amplitude_of(curve, stretch)
    height, needed = told(amplitude, bar_of(curve, bars))
    words = [tr("amplitude {amplitude} (needed: {needed})", amplitude=height, needed=needed)]
    words += [tr("begins with the series")] * season.cut_left
    words += [tr("cut by the end of the series")] * season.cut_right
    words += [tr("its end is not read yet")] * (season.unread and not season.cut_right)
    if curve.readings is not None and len(curve.readings):
        peak = curve.time[stretch.peak]
        after = int(np.searchsorted(curve.readings, peak))
        if after == len(curve.readings):
            words.append(tr("its peak lies after the last reading"))
        elif after > 0:
            gap = float(curve.readings[after] - curve.readings[after - 1])
            if curve.dated and gap > LONG_GAP:
                words.append(tr("no reading for {gap:.0f} days about its peak", gap=gap))
    return "; ".join(words)


def is_under_way(curve: SearchedCurve, stretch: Stretch, bars: Bars) -> bool:
    """Whether it has risen, as far as a season must, and its peak is still to come."""
    rise = float(curve.mean[stretch.peak] - curve.mean[stretch.left])
    sure = rise >= bars.doubt * float(curve.std[stretch.left])
    return sure and rise >= bar_of(curve, bars) and bool(_still_rises(curve, stretch))


def _no_peak_yet(curve: SearchedCurve, stretch: Stretch) -> str:
    """At an edge, or level up to it, it is not known for a peak."""
    height = curve.mean[stretch.peak]
    if height <= curve.mean[: stretch.peak + 1].min():
        return tr("already falls where the series begins: its peak is not seen")
    return _still_rises(curve, stretch)


def _still_rises(curve: SearchedCurve, stretch: Stretch) -> str:
    """Beyond the last reading the curve returns to its mean, and that is no peak of a crop."""
    height = curve.mean[stretch.peak]
    if height <= curve.mean[stretch.peak :].min():
        return tr("still rises where the series ends: its peak is not seen")
    if curve.readings is None or not len(curve.readings):
        return ""
    last = float(curve.readings[-1])
    ahead = float(height - np.interp(last, curve.time, curve.mean))
    rise = float(height - curve.mean[stretch.left])
    if curve.time[stretch.peak] > last and ahead > UNSEEN * rise:
        return tr("still rises at the last reading: its peak is not seen")
    return ""


def _on_the_ground(curve: SearchedCurve, stretch: Stretch, bars: Bars) -> str:
    """Bare ground between two readings that clouds made low looks like a rise and a fall."""
    above = float(curve.mean[stretch.peak]) - curve.usual_ground
    bar = bar_of(curve, bars)
    if above >= bar:
        return ""
    found, needed = told(above, bar)
    return tr(
        "its peak is {height} above the field's usual ground, less than {needed}",
        height=found,
        needed=needed,
    )


def _in_doubt(curve: SearchedCurve, stretch: Stretch, bars: Bars, amplitude: float) -> str:
    """Somewhere in it the curve is surely above what it surely is on either side.

    Not at the peak alone: in a gap the curve is known least, and the flanks may prove the season.
    """
    half = 0.5 * bars.doubt
    within, peak = slice(stretch.left, stretch.right + 1), stretch.peak - stretch.left
    mean, apart = curve.mean[within], half * curve.std[within]
    surely, at_most = (mean - apart).max(), mean + apart
    grounds = at_most[: peak + 1].min(), at_most[peak:].min()
    needed = [g for g, cut in zip(grounds, trimmed(curve, stretch)[2:], strict=True) if not cut]
    ground = max(needed) if needed else min(grounds)
    if surely > ground:
        return ""
    found, bar = told(amplitude, amplitude + float(ground - surely))
    return tr(
        "amplitude {amplitude} below {needed}, {doubt:g} standard deviations of the curve",
        amplitude=found,
        needed=bar,
        doubt=bars.doubt,
    )


def _barely_high(curve: SearchedCurve, stretch: Stretch, bars: Bars, amplitude: float) -> str:
    """The highest and the lowest point of a curve lie apart by chance too: trees with a swing of
    0.07 may show one of 0.11. One standard deviation is taken off, where that costs least."""
    if not bars.amplitude > 0.0:
        return ""
    ground = float(curve.mean[stretch.peak]) - amplitude
    trough = min(float(curve.std[stretch.left]), float(curve.std[stretch.right]))
    inside = slice(stretch.left, stretch.right + 1)
    surely = float((curve.mean[inside] - np.hypot(curve.std[inside], trough)).max()) - ground
    if surely >= bars.amplitude:
        return ""
    found, needed = told(amplitude, bars.amplitude)
    return tr(
        "amplitude {amplitude} ± {error}, which may be below {needed}",
        amplitude=found,
        error=told(amplitude - surely, 0.0)[0],
        needed=needed,
    )


def _too_narrow(curve: SearchedCurve, stretch: Stretch, bars: Bars, amplitude: float) -> str:
    if not curve.dated:
        return ""
    half = curve.mean[stretch.peak] - 0.5 * amplitude
    before = np.flatnonzero(~(curve.mean[stretch.left : stretch.peak] > half))
    after = np.flatnonzero(~(curve.mean[stretch.peak : stretch.right + 1] > half))
    if not len(before) or not len(after):
        return ""  # cut there: nobody knows how long it was
    days = float(curve.time[stretch.peak + after[0]] - curve.time[stretch.left + before[-1]])
    if days >= bars.narrowest:
        return ""
    return tr(
        "{days:.0f} days above half of its amplitude, fewer than {narrowest:g}",
        days=days,
        narrowest=bars.narrowest,
    )


def _hardly_read(curve: SearchedCurve, stretch: Stretch, bars: Bars) -> str:
    if curve.readings is None:
        return ""
    first, last, _, _ = trimmed(curve, stretch)
    begin = curve.readings.searchsorted(curve.time[first])
    count = int(curve.readings.searchsorted(curve.time[last], side="right") - begin)
    if count >= bars.within:
        return ""
    return tr_count(
        count,
        "{n} reading in it, fewer than {fewest}",
        "{n} readings in it, fewer than {fewest}",
        fewest=bars.within,
    )
