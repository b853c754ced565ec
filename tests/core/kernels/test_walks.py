"""Walks: their state space against the matrix, where they begin, and a published series."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.kernels.kernel import Kernel
from gpstudio.core.language import parse

NILE = (
    "1120 1160 963 1210 1160 1160 813 1230 1370 1140 995 935 1110 994 1020 960 1180 799 958 1140 "
    "1100 1210 1150 1250 1260 1220 1030 1100 774 840 874 694 940 833 701 916 692 1020 1050 969 "
    "831 726 456 824 702 1120 1100 832 764 821 768 845 864 862 698 845 744 796 1040 759 "
    "781 865 845 944 984 897 822 1010 771 676 649 846 812 742 801 1040 860 874 848 890 "
    "744 749 838 1050 918 986 797 923 975 815 1020 906 901 1170 912 746 919 718 714 740"
)
"""Annual flow at Aswan, 1871 to 1970, in 1e8 m³: Cobb (1978), Biometrika 65, table 1."""
TEXTS = (
    "random_walk(0.1)",
    "local_linear_trend(0.1, slope=1e-4)",
    "local_linear_trend(0, slope=1e-3)",
    "local_linear_trend(0.1, slope=1e-4) + periodic(1, period=30) + 0.2 * matern52(5)",
    "random_walk(0.1, origin=held(-20)) + 0.3 * matern32(9)",
)


def kernel(text: str) -> Kernel:
    return build_kernel(parse(text))


def readings() -> tuple[Floats, Floats]:
    rng = np.random.default_rng(0)
    times = np.sort(rng.uniform(0, 100, 80))
    times[41] = times[40]
    return times, np.cumsum(rng.normal(size=80)) * 0.3 + 0.1 * rng.normal(size=80)


@pytest.mark.parametrize("mean", ["zero", "constant"])
@pytest.mark.parametrize("text", TEXTS)
def test_that_the_state_space_is_the_matrix_before_between_and_after_all_readings(
    text: str, mean: str
) -> None:
    times, values = readings()
    wanted = np.array([-250.0, -150.0, -90.0, -15.0, 0.0, 5.0, times[40], 33.3, 70.0, 101.0, 300.0])
    found = []
    for road, solver in (("markov", "kalman"), ("exact", "cholesky")):
        gp = GPRegressor(
            text, noise=0.05, mean=mean, approximation=road, solver=solver, learning="fixed"
        )
        gp.fit(times, values)
        answers = [*gp.predict(wanted, return_std=True), gp.predict(wanted, return_cov=True)[1]]
        found.append([*answers, gp.log_marginal_likelihood_])
    for mine, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-8, atol=1e-9)


def test_that_draws_vary_as_the_band_says() -> None:
    times, values = readings()
    wanted = np.array([-150.0, -50.0, 0.0, 33.3, 130.0])
    for text in (TEXTS[1], TEXTS[4]):
        gp = GPRegressor(text, noise=0.05, approximation="markov", mean="zero", learning="fixed")
        gp.fit(times, values)
        _, std = gp.predict(wanted, return_std=True)
        spread = gp.sample_y(wanted, 4000, random_state=1).std(axis=1)
        np.testing.assert_allclose(spread, std, rtol=0.05, atol=1e-9)


def test_that_the_niles_published_variances_are_found() -> None:
    """15,099 and 1,469: Durbin and Koopman (2012), Time Series Analysis by State Space Methods,
    2nd edition, section 2.10."""
    flow, years = np.array(NILE.split(), dtype=float), np.arange(1871.0, 1971.0)
    gp = GPRegressor("random_walk", learning="ml2", approximation="markov").fit(years, flow)
    (_, level), *_ = kernel(gp.kernel_).settings
    assert gp.noise_ == pytest.approx(15_099, abs=1.0)
    assert level.number == pytest.approx(1_469, abs=1.0)
    assert gp.log_marginal_likelihood_ == pytest.approx(-632.5456, abs=1e-3)
    mean, std = gp.predict(np.array([1970.0, 1971.0, 1990.0]), return_std=True)
    np.testing.assert_allclose(mean, 798.37, atol=0.02)
    np.testing.assert_allclose(np.diff(std**2), level.number * np.array([1.0, 19.0]), rtol=1e-6)


def test_that_the_origin_lies_a_range_before_the_readings_and_under_a_level_is_not_seen() -> None:
    times, values = readings()
    made = {"noise": 0.05, "learning": "fixed"}
    left_out = GPRegressor("random_walk(0.1)", **made).fit(times, values)
    origin = kernel(left_out.kernel_).settings[-1][1].number
    assert origin == pytest.approx(2 * times[0] - times[-1])
    told = GPRegressor(f"random_walk(0.1, origin=held({times[0]}))", **made).fit(times, values)
    wanted = np.linspace(times[0], 150.0, 30)
    for mine, theirs in zip(
        left_out.predict(wanted, return_std=True),
        told.predict(wanted, return_std=True),
        strict=True,
    ):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9)
    before = np.array([times[0] - 30.0, times[0]])
    assert np.diff(left_out.predict(before, return_std=True)[1])[0] < -1.0
    assert np.diff(told.predict(before, return_std=True)[1])[0] == pytest.approx(0.0, abs=1e-9)


def test_that_a_forecast_stays_or_goes_on() -> None:
    times = np.arange(60.0)
    line = 0.5 * times
    far = np.array([60.0, 80.0])
    made = {"noise": 0.01, "learning": "fixed"}
    walked = GPRegressor("random_walk(0.1)", **made).fit(times, line).predict(far)
    led = GPRegressor("local_linear_trend(0.01, slope=0.01)", **made).fit(times, line).predict(far)
    assert np.ptp(walked) < 1e-9
    np.testing.assert_allclose(led, 0.5 * far, atol=0.05)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("random_walk(1, origin=held(50))", "begins after the first reading"),
        ("random_walk(1) + random_walk(2, origin=held(-1))", "begin at one origin"),
    ],
)
def test_that_origins_that_no_state_can_have_are_refused_in_words(text: str, words: str) -> None:
    times, values = readings()
    gp = GPRegressor(text, approximation="markov", solver="kalman", learning="fixed", noise=0.1)
    with pytest.raises(InputError, match=words):
        gp.fit(times, values)


@pytest.mark.parametrize(
    "text", ["linear(2, offset=held(0))", "local_linear_trend(held(0), slope=2)"]
)
def test_that_a_nought_that_may_be_written_is_held(text: str) -> None:
    plain = kernel(text.replace("held(0)", "0"))
    assert str(plain) == text
    assert plain == kernel(text)
    times, values = readings()
    gp = GPRegressor(text.replace("held(0)", "0"), learning="ml2(restarts=0)").fit(times, values)
    assert "held(0)" in gp.kernel_
    assert math.isfinite(gp.log_marginal_likelihood_)


def test_that_a_line_without_an_offset_goes_through_its_centre() -> None:
    gp = GPRegressor(
        "linear(1, offset=0, centre=held(3))", noise=1e-6, mean="zero", learning="fixed"
    ).fit(np.array([4.0, 5.0, 9.0]), np.array([2.0, 4.0, 12.0]))
    mean, std = gp.predict(np.array([3.0, 6.0]), return_std=True)
    np.testing.assert_allclose(mean, [0.0, 6.0], atol=1e-5)
    assert std[0] < 1e-12
