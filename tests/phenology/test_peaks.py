"""Peaks against scipy.signal, which finds them another way."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import find_peaks, peak_prominences

from gpstudio.phenology.peaks import prominences_of, prominent_peaks

heights = st.lists(st.integers(0, 12), min_size=1, max_size=60)


@given(heights, st.sampled_from([0.5, 1.0, 2.0, 3.5, 6.0]))
def test_that_peaks_are_as_many_and_as_high_as_scipys(written: list[int], needed: float) -> None:
    curve = np.array(written, dtype=float)
    floor = curve.min() - 1e-9
    padded = np.concatenate([[floor], curve, [floor]])
    theirs = find_peaks(padded, prominence=needed)[0] - 1
    mine = prominent_peaks(curve, needed)
    # of several equally high summits either may be named
    assert sorted(curve[mine]) == pytest.approx(sorted(set_of_equals(curve, theirs, needed)))


def set_of_equals(curve: np.ndarray, peaks: np.ndarray, needed: float) -> list[float]:
    """scipy gives equal summits with a shallow saddle each the full prominence; count them once."""
    kept: list[int] = []
    for peak in peaks:
        shallow = kept and curve[kept[-1] : peak + 1].min() > curve[peak] - needed
        if shallow and curve[kept[-1]] == curve[peak]:
            continue
        kept.append(int(peak))
    return [float(curve[k]) for k in kept]


@given(st.permutations(range(30)))
def test_that_prominences_are_scipys_where_no_two_heights_are_equal(order: list[int]) -> None:
    curve = np.array(order, dtype=float)
    floor = curve.min()
    padded = np.concatenate([[floor - 1e-9], curve, [floor - 1e-9]])
    places = find_peaks(padded)[0]
    mine, prominences = prominences_of(curve)
    assert mine.tolist() == (places - 1).tolist()
    np.testing.assert_allclose(prominences, peak_prominences(padded, places)[0], atol=1e-6)


def test_that_a_wiggle_on_a_slope_is_no_peak() -> None:
    curve = np.array([0.0, 1, 2, 1.8, 3, 4, 3, 2, 2.1, 0])
    assert prominent_peaks(curve, 0.5).tolist() == [5]


def test_that_a_plateau_has_its_peak_in_the_middle() -> None:
    assert prominent_peaks(np.array([0.0, 5, 5, 5, 0]), 1.0).tolist() == [2]
