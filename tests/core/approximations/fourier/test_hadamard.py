"""The fast Walsh–Hadamard transform against the matrix itself."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg

from gpstudio.core.approximations.fourier import hadamard as module
from gpstudio.core.approximations.fourier.hadamard import hadamard, power_above
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError


def whole_numbers(count: int, length: int) -> Floats:
    """Sums of them are exact, in whatever order."""
    return np.random.default_rng(length).integers(-9, 10, (count, length)).astype(float)


def plainly(rows: Floats) -> Floats:
    """Sums and differences of halves, for lengths whose matrix is too large."""
    length, done = rows.shape[1], rows
    for apart in (1 << bit for bit in range(length.bit_length() - 1)):
        pairs = done.reshape(len(rows), -1, 2, apart)
        one, other = pairs[:, :, 0], pairs[:, :, 1]
        done = np.stack([one + other, one - other], axis=2).reshape(rows.shape)
    return done


@pytest.mark.parametrize("bits", range(12))
def test_that_rows_are_multiplied_by_the_matrix(bits: int) -> None:
    rows = whole_numbers(3, 1 << bits)
    wanted = rows @ scipy.linalg.hadamard(1 << bits)
    hadamard(rows)
    assert np.array_equal(rows, wanted)


@pytest.mark.parametrize("bits", [13, 16, 17, 19, 21])
def test_that_long_rows_are_right_across_all_caches(bits: int) -> None:
    rows = whole_numbers(1, 1 << bits)
    wanted = plainly(rows)
    hadamard(rows)
    assert np.array_equal(rows, wanted)


@pytest.mark.parametrize(("count", "bits"), [(1, 7), (1, 18), (3, 14), (2, 15), (1, 3), (5, 0)])
def test_that_threads_share_the_work_without_a_trace(
    monkeypatch: pytest.MonkeyPatch, count: int, bits: int
) -> None:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        monkeypatch.setenv(name, "3")
    monkeypatch.setattr(module, "SHARED_FROM", 1)
    rows = whole_numbers(count, 1 << bits)
    wanted = plainly(rows)
    hadamard(rows)
    assert np.array_equal(rows, wanted)


def test_that_no_rows_and_rows_of_one_number_stay_as_they_are() -> None:
    none, alone = np.zeros((0, 8)), np.array([[3.0], [-2.0]])
    hadamard(none)
    hadamard(alone)
    assert none.shape == (0, 8)
    assert alone.tolist() == [[3.0], [-2.0]]


def test_that_twice_gives_the_length_times_what_was_there() -> None:
    rows = np.random.default_rng(1).standard_normal((4, 1 << 10))
    twice = rows.copy()
    hadamard(twice)
    hadamard(twice)
    np.testing.assert_allclose(twice, 1024 * rows, rtol=0, atol=1e-10)


def test_that_other_lengths_and_layouts_are_refused() -> None:
    with pytest.raises(InputError, match="power of two numbers a row, here are 6"):
        hadamard(np.zeros((2, 6)))
    with pytest.raises(ValueError, match="C order"):
        hadamard(np.zeros((4, 4), order="F")[:, :2])


def test_that_lengths_are_padded_to_the_next_power_of_two() -> None:
    assert [power_above(count) for count in (1, 2, 3, 4, 5, 512, 513)] == [1, 2, 4, 4, 8, 512, 1024]
