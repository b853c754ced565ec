"""Cosine and sine in quarter turns, and waves through every road, against mpmath and numpy."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

from gpstudio.core.approximations.fourier import compiled_waves as compiled
from gpstudio.core.approximations.fourier import drawn as module
from gpstudio.core.approximations.fourier.drawn import DrawnFeatures, Waves
from gpstudio.core.approximations.fourier.kinds import KINDS
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.spectrum import Spectrum
from gpstudio.core.task import Cancelled, Task

KINDS_AND_INPUTS = [(kind, inputs) for kind in KINDS.names for inputs in (1, 3, 60)]


def both(turns: Floats) -> Floats:
    into = np.empty((2, len(turns)))
    nothing = np.zeros(1)
    compiled.put_turns(turns[None].copy(), nothing, 1.0, into, 0, 0, len(turns))
    return into


@pytest.mark.parametrize("size", [1e-12, 0.3, 1.0, 40.0, 1e6, 1e14])
def test_that_cosine_and_sine_are_right_to_the_last_digits(size: float) -> None:
    turns = size * np.random.default_rng(3).uniform(-1.0, 1.0, 700)
    with mp.workdps(60):
        angles = [mp.pi / 2 * mp.mpf(turn) for turn in turns]
        cosines = np.array([float(mp.cos(angle)) for angle in angles])
        sines = np.array([float(mp.sin(angle)) for angle in angles])
    found = both(turns)
    np.testing.assert_allclose(found[0], cosines, rtol=0, atol=3e-16)
    np.testing.assert_allclose(found[1], sines, rtol=4e-16, atol=3e-16)


def test_that_whole_and_half_quarters_are_exact() -> None:
    turns = np.arange(-9.0, 10.0)
    assert np.array_equal(both(turns)[0], np.array([1.0, 0.0, -1.0, 0.0])[turns.astype(int) % 4])
    assert np.array_equal(both(turns)[1], np.array([0.0, 1.0, 0.0, -1.0])[turns.astype(int) % 4])
    np.testing.assert_allclose(np.abs(both(turns + 0.5)), 0.5**0.5, rtol=3e-16)


def test_that_a_missing_number_stays_one() -> None:
    assert np.isnan(both(np.array([np.nan, np.inf]))).all()


def test_that_the_polynomials_are_those_at_chebyshevs_places() -> None:
    with mp.workdps(40):
        sine = _through_chebyshevs_places(lambda q: mp.sin(mp.pi / 2 * mp.sqrt(q)) / mp.sqrt(q))
        cosine = _through_chebyshevs_places(lambda q: (mp.cos(mp.pi / 2 * mp.sqrt(q)) - 1) / q)
    c = compiled
    assert sine == [c.S0, c.S1, c.S2, c.S3, c.S4, c.S5, c.S6]
    assert cosine == [c.C0, c.C1, c.C2, c.C3, c.C4, c.C5, c.C6]


def _through_chebyshevs_places(function) -> list[float]:  # type: ignore[no-untyped-def]
    count = 7
    places = [(1 + mp.cos(mp.pi * (2 * k + 1) / (2 * count))) / 8 for k in range(count)]
    powers = mp.matrix([[place**power for power in range(count)] for place in places])
    found = mp.lu_solve(powers, mp.matrix([function(place) for place in places]))
    return [float(number) for number in found]


def drawn_of(kind: str, count: int, inputs: int) -> DrawnFeatures:
    return KINDS[kind]().drawn(count, inputs, np.random.default_rng(5))


def spectrum_of(inputs: int, centre: float = 0.0) -> Spectrum:
    widths = np.linspace(0.5, 1.5, inputs)
    return Spectrum(tuple(range(inputs)), widths, np.full(inputs, centre), 1.0, 1.5, -0.5)


@pytest.mark.parametrize("centre", [0.0, 0.7])
@pytest.mark.parametrize(("kind", "inputs"), KINDS_AND_INPUTS)
def test_that_waves_are_numpys(
    monkeypatch: pytest.MonkeyPatch, kind: str, inputs: int, centre: float
) -> None:
    monkeypatch.setattr(module, "SPAN_NUMBERS", 40_000)
    monkeypatch.setattr(module, "SHARED_FROM", 80_000)
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    drawn, spectrum = drawn_of(kind, 70, inputs), spectrum_of(inputs, centre)
    x = np.random.default_rng(6).standard_normal((inputs, 1_301))
    angles = drawn.frequencies(spectrum) @ x
    phases = drawn.phases * np.pi / 2.0
    lines, pairs = np.empty((70, 1_301)), np.empty((140, 1_301))
    drawn.put(Waves(lines, drawn.phases, 0.3), x, spectrum)
    drawn.put(Waves(pairs, np.zeros(70), 0.3), x, spectrum)
    far = np.abs(angles).max() * 1e-14 + 1e-15
    np.testing.assert_allclose(lines, 0.3 * np.cos(angles + phases[:, None]), rtol=0, atol=far)
    np.testing.assert_allclose(pairs[:70], 0.3 * np.cos(angles), rtol=0, atol=far)
    np.testing.assert_allclose(pairs[70:], 0.3 * np.sin(angles), rtol=0, atol=far)


@pytest.mark.parametrize("inputs", [1, 3, 60])
def test_that_structured_angles_are_those_of_their_frequencies(inputs: int) -> None:
    drawn, spectrum = drawn_of("structured", 70, inputs), spectrum_of(inputs)
    x = np.random.default_rng(6).standard_normal((inputs, 29))
    into = np.empty((70, 29))
    drawn.project(x, spectrum, into)  # type: ignore[attr-defined]
    wanted = drawn.frequencies(spectrum) @ x
    np.testing.assert_allclose(into, wanted, rtol=1e-12, atol=1e-12 * np.abs(wanted).max())


class Impatient(Task):
    """Stops after so many looks."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("threads", ["1", "2"])
@pytest.mark.parametrize(("kind", "inputs"), [("iid", 3), ("iid", 60), ("structured", 3)])
def test_that_waves_stop_in_the_middle(
    monkeypatch: pytest.MonkeyPatch, kind: str, inputs: int, threads: str
) -> None:
    monkeypatch.setattr(module, "SPAN_NUMBERS", 2_000)
    monkeypatch.setattr(module, "SHARED_FROM", 1)
    monkeypatch.setenv("OMP_NUM_THREADS", threads)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", threads)
    drawn, spectrum = drawn_of(kind, 70, inputs), spectrum_of(inputs)
    x = np.random.default_rng(6).standard_normal((inputs, 2_000))
    into = np.full((70, 2_000), np.nan)
    with pytest.raises(Cancelled):
        drawn.put(Waves(into, drawn.phases, 1.0), x, spectrum, Impatient(5))
    assert 0 < np.isfinite(into).sum() < into.size
